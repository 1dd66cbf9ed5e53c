// How pathfinder plays. The steps are numbered as in the description of the strategy, example_bots/README.md of the
// referee.

#include "turn.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace {

using namespace lostcities::v1;

constexpr int kToOpen = 72;       // what an expedition costs, 20 points, in quarters of a point and a little less
constexpr int kToDouble = 8;      // outlook, in quarters of a point, that is worth a handshake
constexpr int kFullOutlook = 20;  // turns that are left when every missing number counts for a quarter
constexpr int kEarly = 8;         // turns that are left when something new may be begun
constexpr int kPatience = 6;      // points that may be skipped without need
constexpr int kSlack = 3;         // turns that it likes to have left over

int color_of(int card) { return card / 16; }
int rank_of(int card) { return card % 16; }

// The card with the smallest cost, of equals the lowest; there must be one.
template <typename Cards, typename Cost>
int cheapest(const Cards& cards, Cost cost) {
  return *std::min_element(cards.begin(), cards.end(),
                           [&](int a, int b) { return std::tuple(cost(a), a) < std::tuple(cost(b), b); });
}

template <typename Cards>
bool contains(const Cards& cards, int card) {
  return std::find(cards.begin(), cards.end(), card) != cards.end();
}

// One column: its last rank (0 if it is empty), the sum of its numbers, and its handshakes.
struct Expedition {
  int last = 0;
  int points = 0;
  int handshakes = 0;

  void add(int rank) {
    last = rank;
    if (rank == 1) {
      ++handshakes;
    } else {
      points += rank;
    }
  }

  // What a rank adds to the expedition, in points.
  int value(int rank) const { return rank * (1 + handshakes); }
};

// What the view means to me. Arrays are indexed by color.
class Road {
 public:
  explicit Road(const PlayerView& view) : view_(view), turns_((view.deck_count() + 1) / 2) {  // step 1
    for (int card : view.my_expeditions()) mine_[color_of(card)].add(rank_of(card));
    for (int card : view.opponent_expeditions()) theirs_[color_of(card)].add(rank_of(card));
    for (int card : view.discard_piles()) tops_[color_of(card)] = rank_of(card);
    for (const auto* cards : {&view.hand(), &view.my_expeditions(), &view.opponent_expeditions(),
                              &view.discard_piles(), &view.opponent_known_hand()}) {
      seen_.insert(cards->begin(), cards->end());
    }
    for (int color = 1; color <= 6; ++color) {  // step 3
      chosen_[color] = mine_[color].last > 0 || (turns_ >= kEarly && outlook(color) >= 0);
    }
    find_waiting();
  }

  // The waiting card to play, if one is to be played now (steps 6 and 7).
  std::optional<int> best_waiting() const {
    if (waiting_.empty()) return std::nullopt;
    const int card = cheapest(waiting_, [this](int card) { return skipped(card); });
    const bool is_busy = static_cast<int>(waiting_.size()) + kSlack >= turns_;
    return is_busy || skipped(card) <= kPatience ? std::optional(card) : std::nullopt;
  }

  void place(int card) { mine_[color_of(card)].add(rank_of(card)); }

  // What is lost, in points, when the card is discarded (step 8).
  int loss(int card) const {
    const int rank = rank_of(card);
    const Expedition& theirs = theirs_[color_of(card)];
    const int mine = contains(waiting_, card) ? value(card) : contains(view_.playable_cards(), card) ? rank / 2 : 0;
    if (theirs.last == 0) return mine + rank / 4;
    return rank >= theirs.last ? mine + theirs.value(rank) : mine;
  }

  // Where to draw from when the card is placed; `closed` is the color discarded to, 0 for none (step 9).
  DrawFrom source(int closed) const {
    int best = 0;
    DrawFrom source = DRAW_FROM_DECK;
    if (static_cast<int>(waiting_.size()) >= turns_) return source;
    for (int pile : view_.drawable()) {
      if (pile == DRAW_FROM_DECK || pile == closed || !chosen_[pile]) continue;
      const Expedition& mine = mine_[pile];
      const int value = mine.value(tops_[pile]);
      if (tops_[pile] > std::max(mine.last, 1) && value > best) {
        best = value;
        source = static_cast<DrawFrom>(pile);
      }
    }
    return source;
  }

 private:
  // The cards that wait to be played, the most valuable first (steps 4 and 5).
  void find_waiting() {
    for (int card : view_.playable_cards()) {
      const int color = color_of(card);
      const bool is_worth_doubling = turns_ >= kEarly && outlook(color) >= kToDouble;
      if (chosen_[color] && (rank_of(card) > 1 || is_worth_doubling)) waiting_.push_back(card);
    }
    std::sort(waiting_.begin(), waiting_.end(),
              [this](int a, int b) { return std::tuple(-value(a), a) < std::tuple(-value(b), b); });
    if (static_cast<int>(waiting_.size()) > turns_) waiting_.resize(turns_);
  }

  // What the color promises, in quarters of a point (step 2).
  int outlook(int color) const {
    int points = mine_[color].points;
    for (int card : view_.playable_cards()) {
      if (color_of(card) == color && rank_of(card) > 1) points += rank_of(card);
    }
    return 4 * points + missing(color, 11) * std::min(turns_, kFullOutlook) / kFullOutlook - kToOpen;
  }

  // The sum of the numbers between my last card and `below` that may still come.
  int missing(int color, int below) const {
    int sum = 0;
    for (int rank = std::max(mine_[color].last + 1, 2); rank < below; ++rank) {
      if (!seen_.contains(16 * color + rank)) sum += rank;
    }
    return sum;
  }

  // What is given up when the card is played, in points.
  int skipped(int card) const { return missing(color_of(card), rank_of(card)); }

  int value(int card) const { return mine_[color_of(card)].value(rank_of(card)); }

  const PlayerView& view_;
  const int turns_;
  std::array<Expedition, 7> mine_{}, theirs_{};
  std::array<int, 7> tops_{};  // the rank on top of each discard pile
  std::array<bool, 7> chosen_{};
  std::set<int> seen_;
  std::vector<int> waiting_;
};

Turn make_turn(int card, Placement placement, DrawFrom source) {
  Turn turn;
  turn.set_card(static_cast<Card>(card));
  turn.set_placement(placement);
  turn.set_draw_from(source);
  return turn;
}

}  // namespace

// THIS IS THE FUNCTION TO WRITE ANEW.
Turn choose_turn(const PlayerView& view) {
  Road road(view);
  if (const std::optional<int> card = road.best_waiting()) {
    road.place(*card);  // step 7
    return make_turn(*card, PLACEMENT_EXPEDITION, road.source(0));
  }
  const int card = cheapest(view.hand(), [&](int card) { return road.loss(card); });  // step 8
  return make_turn(card, PLACEMENT_DISCARD, road.source(color_of(card)));
}
