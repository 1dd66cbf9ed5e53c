package pathfinder;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import lostcities.v1.Game.DrawFrom;
import lostcities.v1.Game.Placement;
import lostcities.v1.Game.PlayerView;
import lostcities.v1.Game.Turn;

/**
 * How pathfinder plays. The steps are numbered as in the description of the strategy, example_bots/README.md of the
 * referee. Cards are the numbers 16 * color + rank.
 */
final class Pathfinder {
  private static final int TO_OPEN = 72; // what an expedition costs, 20 points, in quarters and a little less
  private static final int TO_DOUBLE = 8; // outlook, in quarters of a point, that is worth a handshake
  private static final int FULL_OUTLOOK = 20; // turns that are left when every missing number counts for a quarter
  private static final int EARLY = 8; // turns that are left when something new may be begun
  private static final int PATIENCE = 6; // points that may be skipped without need
  private static final int SLACK = 3; // turns that it likes to have left over

  /** Chooses a turn from a view: THIS IS THE METHOD TO WRITE ANEW. */
  static Turn chooseTurn(PlayerView view) {
    Pathfinder road = new Pathfinder(view);
    Optional<Integer> best = road.bestWaiting();
    if (best.isPresent()) {
      int card = best.get();
      road.mine[colorOf(card)].add(rankOf(card)); // step 7
      return turn(card, Placement.PLACEMENT_EXPEDITION, road.source(0));
    }
    int card = cheapest(view.getHandValueList(), road::loss); // step 8
    return turn(card, Placement.PLACEMENT_DISCARD, road.source(colorOf(card)));
  }

  private static Turn turn(int card, Placement placement, DrawFrom source) {
    return Turn.newBuilder().setCardValue(card).setPlacement(placement).setDrawFrom(source).build();
  }

  private static int colorOf(int card) {
    return card / 16;
  }

  private static int rankOf(int card) {
    return card % 16;
  }

  /** The card with the smallest cost, of equals the lowest; there must be one. */
  private static int cheapest(List<Integer> cards, ToIntFunction<Integer> cost) {
    return cards.stream().min(comparingInt(cost).thenComparingInt(card -> card)).orElseThrow();
  }

  /** One column: its last rank (0 if it is empty), the sum of its numbers, and its handshakes. */
  private static final class Expedition {
    private int last;
    private int points;
    private int handshakes;

    private void add(int rank) {
      last = rank;
      if (rank == 1) {
        handshakes++;
      } else {
        points += rank;
      }
    }

    /** What a rank adds to the expedition, in points. */
    private int value(int rank) {
      return rank * (1 + handshakes);
    }
  }

  /** Expeditions by color. */
  private static Expedition[] columns(List<Integer> cards) {
    Expedition[] columns = new Expedition[7];
    Arrays.setAll(columns, color -> new Expedition());
    cards.forEach(card -> columns[colorOf(card)].add(rankOf(card)));
    return columns;
  }

  // What the view means to me. Arrays are indexed by color.
  private final PlayerView view;
  private final Expedition[] mine;
  private final Expedition[] theirs;
  private final int[] tops = new int[7]; // the rank on top of each discard pile
  private final Set<Integer> seen = new HashSet<>();
  private final int turns;
  private final boolean[] chosen = new boolean[7];
  private final List<Integer> waiting;

  private Pathfinder(PlayerView view) {
    this.view = view;
    mine = columns(view.getMyExpeditionsValueList());
    theirs = columns(view.getOpponentExpeditionsValueList());
    view.getDiscardPilesValueList().forEach(card -> tops[colorOf(card)] = rankOf(card));
    seen.addAll(view.getHandValueList());
    seen.addAll(view.getMyExpeditionsValueList());
    seen.addAll(view.getOpponentExpeditionsValueList());
    seen.addAll(view.getDiscardPilesValueList());
    seen.addAll(view.getOpponentKnownHandValueList());
    turns = (view.getDeckCount() + 1) / 2; // step 1
    for (int color = 1; color <= 6; color++) { // step 3
      chosen[color] = mine[color].last > 0 || (turns >= EARLY && outlook(color) >= 0);
    }
    waiting = waitingCards();
  }

  /** The cards that wait to be played, the most valuable first (steps 4 and 5). */
  private List<Integer> waitingCards() {
    List<Integer> cards = new ArrayList<>(view.getPlayableCardsValueList());
    cards.removeIf(card -> !isWanted(card));
    cards.sort(comparingInt((Integer card) -> -value(card)).thenComparingInt(card -> card));
    return cards.subList(0, Math.min(cards.size(), turns));
  }

  private boolean isWanted(int card) {
    boolean isWorthDoubling = turns >= EARLY && outlook(colorOf(card)) >= TO_DOUBLE;
    return chosen[colorOf(card)] && (rankOf(card) > 1 || isWorthDoubling);
  }

  /** The waiting card to play, if one is to be played now (steps 6 and 7). */
  private Optional<Integer> bestWaiting() {
    if (waiting.isEmpty()) {
      return Optional.empty();
    }
    int card = cheapest(waiting, this::skipped);
    boolean isBusy = waiting.size() + SLACK >= turns;
    return isBusy || skipped(card) <= PATIENCE ? Optional.of(card) : Optional.empty();
  }

  /** What the color promises, in quarters of a point (step 2). */
  private int outlook(int color) {
    int points = mine[color].points;
    for (int card : view.getPlayableCardsValueList()) {
      if (colorOf(card) == color && rankOf(card) > 1) {
        points += rankOf(card);
      }
    }
    return 4 * points + missing(color, 11) * Math.min(turns, FULL_OUTLOOK) / FULL_OUTLOOK - TO_OPEN;
  }

  /** The sum of the numbers between my last card and {@code below} that may still come. */
  private int missing(int color, int below) {
    int first = Math.max(mine[color].last + 1, 2);
    return IntStream.range(first, below).filter(rank -> !seen.contains(16 * color + rank)).sum();
  }

  /** What is given up when the card is played, in points. */
  private int skipped(int card) {
    return missing(colorOf(card), rankOf(card));
  }

  private int value(int card) {
    return mine[colorOf(card)].value(rankOf(card));
  }

  /** What is lost, in points, when the card is discarded (step 8). */
  private int loss(int card) {
    int rank = rankOf(card);
    int loss = 0;
    if (waiting.contains(card)) {
      loss = value(card);
    } else if (view.getPlayableCardsValueList().contains(card)) {
      loss = rank / 2;
    }
    Expedition other = theirs[colorOf(card)];
    if (other.last == 0) {
      return loss + rank / 4;
    }
    return rank >= other.last ? loss + other.value(rank) : loss;
  }

  /** Where to draw from when the card is placed; {@code closed} is the color discarded to, 0 for none (step 9). */
  private DrawFrom source(int closed) {
    int best = 0;
    DrawFrom source = DrawFrom.DRAW_FROM_DECK;
    if (waiting.size() >= turns) {
      return source;
    }
    for (DrawFrom pile : view.getDrawableList()) {
      int color = pile.getNumber();
      if (pile == DrawFrom.DRAW_FROM_DECK || color == closed || !chosen[color]) {
        continue;
      }
      int value = mine[color].value(tops[color]);
      if (tops[color] > Math.max(mine[color].last, 1) && value > best) {
        best = value;
        source = pile;
      }
    }
    return source;
  }
}
