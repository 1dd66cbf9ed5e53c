package main

import (
	"cmp"
	"slices"

	pb "pathfinder/lostcities"
)

// The steps below are numbered as in the description of the strategy, example_bots/README.md of the referee.
const (
	toOpen      = 72 // what an expedition costs, 20 points, in quarters of a point and a little less
	toDouble    = 8  // outlook, in quarters of a point, that is worth a handshake
	fullOutlook = 20 // turns that are left when every missing number counts for a quarter
	early       = 8  // turns that are left when something new may be begun
	patience    = 6  // points that may be skipped without need
	slack       = 3  // turns that it likes to have left over
)

// chooseTurn chooses a turn from a view: THIS IS THE FUNCTION TO WRITE ANEW.
func chooseTurn(view *pb.PlayerView) *pb.Turn {
	r := newRoad(view)
	if len(r.waiting) > 0 { // step 7
		card := slices.MinFunc(r.waiting, func(a, b pb.Card) int {
			return cmp.Or(cmp.Compare(r.skipped(a), r.skipped(b)), cmp.Compare(a, b))
		})
		if len(r.waiting)+slack >= r.turns || r.skipped(card) <= patience {
			r.mine[colorOf(card)].add(rankOf(card))
			return &pb.Turn{Card: card, Placement: pb.Placement_PLACEMENT_EXPEDITION, DrawFrom: r.source(0)}
		}
	}
	card := slices.MinFunc(view.Hand, func(a, b pb.Card) int { // step 8
		return cmp.Or(cmp.Compare(r.loss(a), r.loss(b)), cmp.Compare(a, b))
	})
	return &pb.Turn{Card: card, Placement: pb.Placement_PLACEMENT_DISCARD, DrawFrom: r.source(colorOf(card))}
}

func colorOf(card pb.Card) int { return int(card) / 16 }

func rankOf(card pb.Card) int { return int(card) % 16 }

// expedition is one column: its last rank (0 if it is empty), the sum of its numbers, and its handshakes.
type expedition struct{ last, points, handshakes int }

func (e *expedition) add(rank int) {
	e.last = rank
	if rank == 1 {
		e.handshakes++
	} else {
		e.points += rank
	}
}

// value is what a rank adds to the expedition, in points.
func (e *expedition) value(rank int) int { return rank * (1 + e.handshakes) }

// road is what the view means to me. Arrays are indexed by color.
type road struct {
	view         *pb.PlayerView
	mine, theirs [7]expedition
	top          [7]int // the rank on top of the discard pile
	seen         map[pb.Card]bool
	turns        int
	chosen       [7]bool
	waiting      []pb.Card
}

func newRoad(view *pb.PlayerView) *road {
	r := &road{view: view, seen: map[pb.Card]bool{}, turns: int(view.DeckCount+1) / 2} // step 1
	for _, card := range view.MyExpeditions {
		r.mine[colorOf(card)].add(rankOf(card))
	}
	for _, card := range view.OpponentExpeditions {
		r.theirs[colorOf(card)].add(rankOf(card))
	}
	for _, card := range view.DiscardPiles {
		r.top[colorOf(card)] = rankOf(card)
	}
	for _, card := range slices.Concat(view.Hand, view.MyExpeditions, view.OpponentExpeditions,
		view.DiscardPiles, view.OpponentKnownHand) {
		r.seen[card] = true
	}
	for color := 1; color <= 6; color++ { // step 3
		r.chosen[color] = r.mine[color].last > 0 || (r.turns >= early && r.outlook(color) >= 0)
	}
	r.waiting = r.worthPlaying()
	return r
}

// worthPlaying lists the waiting cards, the most valuable first (steps 4 and 5).
func (r *road) worthPlaying() []pb.Card {
	var waiting []pb.Card
	for _, card := range r.view.PlayableCards {
		color := colorOf(card)
		isWorthDoubling := r.turns >= early && r.outlook(color) >= toDouble
		if r.chosen[color] && (rankOf(card) > 1 || isWorthDoubling) {
			waiting = append(waiting, card)
		}
	}
	slices.SortFunc(waiting, func(a, b pb.Card) int {
		return cmp.Or(cmp.Compare(r.value(b), r.value(a)), cmp.Compare(a, b))
	})
	return waiting[:min(len(waiting), r.turns)]
}

// outlook is what the color promises, in quarters of a point (step 2).
func (r *road) outlook(color int) int {
	points := r.mine[color].points
	for _, card := range r.view.PlayableCards {
		if colorOf(card) == color && rankOf(card) > 1 {
			points += rankOf(card)
		}
	}
	return 4*points + r.missing(color, 11)*min(r.turns, fullOutlook)/fullOutlook - toOpen
}

// missing is the sum of the numbers between my last card and `below` that may still come.
func (r *road) missing(color, below int) int {
	sum := 0
	for rank := max(r.mine[color].last+1, 2); rank < below; rank++ {
		if !r.seen[pb.Card(16*color+rank)] {
			sum += rank
		}
	}
	return sum
}

// skipped is what is given up when the card is played, in points.
func (r *road) skipped(card pb.Card) int { return r.missing(colorOf(card), rankOf(card)) }

func (r *road) value(card pb.Card) int { return r.mine[colorOf(card)].value(rankOf(card)) }

// loss is what is lost, in points, when the card is discarded (step 8).
func (r *road) loss(card pb.Card) int {
	rank, theirs, loss := rankOf(card), r.theirs[colorOf(card)], 0
	if slices.Contains(r.waiting, card) {
		loss = r.value(card)
	} else if slices.Contains(r.view.PlayableCards, card) {
		loss = rank / 2
	}
	if theirs.last == 0 {
		loss += rank / 4
	} else if rank >= theirs.last {
		loss += theirs.value(rank)
	}
	return loss
}

// source is where to draw from when the card is placed; `closed` is the color discarded to, 0 for none (step 9).
func (r *road) source(closed int) pb.DrawFrom {
	best, source := 0, pb.DrawFrom_DRAW_FROM_DECK
	if len(r.waiting) >= r.turns {
		return source
	}
	for _, pile := range r.view.Drawable {
		color := int(pile)
		if pile == pb.DrawFrom_DRAW_FROM_DECK || color == closed || !r.chosen[color] {
			continue
		}
		value := r.mine[color].value(r.top[color])
		if r.top[color] > max(r.mine[color].last, 1) && value > best {
			best, source = value, pile
		}
	}
	return source
}
