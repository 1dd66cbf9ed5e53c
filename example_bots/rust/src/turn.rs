//! How pathfinder plays. The steps are numbered as in the description of the strategy, example_bots/README.md of the
//! referee.

use std::cmp::{Reverse, max, min};
use std::collections::HashSet;

use crate::lostcities::{DrawFrom, Placement, PlayerView, Turn};

const TO_OPEN: i32 = 72; // what an expedition costs, 20 points, in quarters of a point and a little less
const TO_DOUBLE: i32 = 8; // outlook, in quarters of a point, that is worth a handshake
const FULL_OUTLOOK: i32 = 20; // turns that are left when every missing number counts for a quarter
const EARLY: i32 = 8; // turns that are left when something new may be begun
const PATIENCE: i32 = 6; // points that may be skipped without need
const SLACK: i32 = 3; // turns that it likes to have left over

const DECK: i32 = DrawFrom::Deck as i32;

/// Chooses a turn from a view: THIS IS THE FUNCTION TO WRITE ANEW.
pub fn choose_turn(view: &PlayerView) -> Turn {
    let mut road = Road::new(view);
    if let Some(card) = road.best_waiting() {
        road.mine[color_of(card)].add(rank_of(card)); // step 7
        return turn(card, Placement::Expedition, road.source(None));
    }
    let hand = view.hand.iter().copied();
    let card = hand.min_by_key(|&card| (road.loss(card), card)).expect("a hand is never empty"); // step 8
    turn(card, Placement::Discard, road.source(Some(color_of(card))))
}

fn turn(card: i32, placement: Placement, draw_from: i32) -> Turn {
    Turn { card, placement: placement.into(), draw_from }
}

fn color_of(card: i32) -> usize {
    card as usize / 16
}

fn rank_of(card: i32) -> i32 {
    card % 16
}

/// One column: its last rank (0 if it is empty), the sum of its numbers, and its handshakes.
#[derive(Clone, Copy, Default)]
struct Expedition {
    last: i32,
    points: i32,
    handshakes: i32,
}

impl Expedition {
    fn add(&mut self, rank: i32) {
        self.last = rank;
        if rank == 1 {
            self.handshakes += 1;
        } else {
            self.points += rank;
        }
    }

    /// What a rank adds to the expedition, in points.
    fn value(&self, rank: i32) -> i32 {
        rank * (1 + self.handshakes)
    }
}

/// What the view means to me. Arrays are indexed by color.
struct Road<'a> {
    view: &'a PlayerView,
    mine: [Expedition; 7],
    theirs: [Expedition; 7],
    tops: [i32; 7], // the rank on top of each discard pile
    seen: HashSet<i32>,
    turns: i32,
    chosen: [bool; 7],
    waiting: Vec<i32>,
}

impl<'a> Road<'a> {
    fn new(view: &'a PlayerView) -> Self {
        let mut road = Road {
            view,
            mine: columns(&view.my_expeditions),
            theirs: columns(&view.opponent_expeditions),
            tops: [0; 7],
            seen: HashSet::new(),
            turns: (view.deck_count + 1) / 2, // step 1
            chosen: [false; 7],
            waiting: Vec::new(),
        };
        for &card in &view.discard_piles {
            road.tops[color_of(card)] = rank_of(card);
        }
        let lists = [&view.hand, &view.my_expeditions, &view.opponent_expeditions];
        let more_lists = [&view.discard_piles, &view.opponent_known_hand];
        road.seen.extend(lists.into_iter().chain(more_lists).flatten());
        for color in 1..=6 {
            let is_promising = road.turns >= EARLY && road.outlook(color) >= 0;
            road.chosen[color] = road.mine[color].last > 0 || is_promising; // step 3
        }
        road.waiting = road.waiting_cards();
        road
    }

    /// The cards that wait to be played, the most valuable first (steps 4 and 5).
    fn waiting_cards(&self) -> Vec<i32> {
        let is_wanted = |card: i32| {
            let color = color_of(card);
            let is_worth_doubling = self.turns >= EARLY && self.outlook(color) >= TO_DOUBLE;
            self.chosen[color] && (rank_of(card) > 1 || is_worth_doubling)
        };
        let playable = self.view.playable_cards.iter().copied();
        let mut waiting: Vec<i32> = playable.filter(|&card| is_wanted(card)).collect();
        waiting.sort_by_key(|&card| (Reverse(self.value(card)), card));
        waiting.truncate(self.turns as usize);
        waiting
    }

    /// The waiting card to play, if one is to be played now (steps 6 and 7).
    fn best_waiting(&self) -> Option<i32> {
        let is_busy = self.waiting.len() as i32 + SLACK >= self.turns;
        let waiting = self.waiting.iter().copied();
        let card = waiting.min_by_key(|&card| (self.skipped(card), card))?;
        (is_busy || self.skipped(card) <= PATIENCE).then_some(card)
    }

    /// What the color promises, in quarters of a point (step 2).
    fn outlook(&self, color: usize) -> i32 {
        let playable = self.view.playable_cards.iter().copied();
        let numbers = playable.filter(|&card| color_of(card) == color && rank_of(card) > 1);
        let points = self.mine[color].points + numbers.map(rank_of).sum::<i32>();
        let hope = self.missing(color, 11) * min(self.turns, FULL_OUTLOOK) / FULL_OUTLOOK;
        4 * points + hope - TO_OPEN
    }

    /// The sum of the numbers between my last card and `below` that may still come.
    fn missing(&self, color: usize, below: i32) -> i32 {
        let ranks = max(self.mine[color].last + 1, 2)..below;
        ranks.filter(|rank| !self.seen.contains(&(16 * color as i32 + rank))).sum()
    }

    /// What is given up when the card is played, in points.
    fn skipped(&self, card: i32) -> i32 {
        self.missing(color_of(card), rank_of(card))
    }

    fn value(&self, card: i32) -> i32 {
        self.mine[color_of(card)].value(rank_of(card))
    }

    /// What is lost, in points, when the card is discarded (step 8).
    fn loss(&self, card: i32) -> i32 {
        let (rank, theirs) = (rank_of(card), self.theirs[color_of(card)]);
        let mine = if self.waiting.contains(&card) {
            self.value(card)
        } else if self.view.playable_cards.contains(&card) {
            rank / 2
        } else {
            0
        };
        let gift = match theirs.last {
            0 => rank / 4,
            last if rank >= last => theirs.value(rank),
            _ => 0,
        };
        mine + gift
    }

    /// Where to draw from when the card is placed; `closed` is the color discarded to (step 9).
    fn source(&self, closed: Option<usize>) -> i32 {
        if self.waiting.len() as i32 >= self.turns {
            return DECK;
        }
        let piles = self.view.drawable.iter().copied().filter(|&pile| pile != DECK);
        let fits = |pile: i32| {
            let color = pile as usize;
            let is_next = self.tops[color] > max(self.mine[color].last, 1);
            is_next && self.chosen[color] && closed != Some(color)
        };
        let value = |pile: i32| self.mine[pile as usize].value(self.tops[pile as usize]);
        let fitting = piles.filter(|&pile| fits(pile));
        fitting.max_by_key(|&pile| (value(pile), Reverse(pile))).unwrap_or(DECK)
    }
}

fn columns(cards: &[i32]) -> [Expedition; 7] {
    let mut columns = [Expedition::default(); 7];
    for &card in cards {
        columns[color_of(card)].add(rank_of(card));
    }
    columns
}
