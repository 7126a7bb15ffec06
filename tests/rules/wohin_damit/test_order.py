"""Seats that may act at the same time do not disturb each other (paragraph 1.3), whoever leaves when (section 6)."""

import random
from typing import Any

import pytest

from rules.contract import ROLL, Illegal, Legal
from rules.wohin_damit import GAME
from rules.wohin_damit.game import WohinDamitOptions
from rules.wohin_damit.state import WohinDamitState

SEATS = 20
OPTIONS = pytest.mark.parametrize(
    "options",
    [WohinDamitOptions(), WohinDamitOptions(excess="only_if_nothing_fits")],
    ids=lambda options: options.excess,
)


def faces(seat: int, nth: int) -> int:
    """The n-th die of a seat, whenever it throws it."""
    return random.Random(f"{seat}/{nth}").randint(1, 6)


def pick(seat: int, result: int, legal: tuple[Legal[Any], ...]) -> Any:
    """What a seat does with a result, whenever it does it."""
    return random.Random(f"{seat}/{result}/{len(legal)}").choice(legal).move


class Crowd:
    """Seats whose dice and choices are fixed, in an order that is not."""

    def __init__(self, options: WohinDamitOptions, order: int, seats: int = SEATS) -> None:
        self.rules = GAME.rules(options)
        self.state: WohinDamitState = self.rules.start(seats)
        self.order = random.Random(order)
        self.thrown = [0] * seats
        self.orders: list[int] = []

    def act(self) -> None:
        """Some seat that may act does so; what that does to the others is checked."""
        before = self.state
        seat = self.order.choice(self.rules.to_move(before))
        listed = {each: self.rules.legal_moves(before, each) for each in self.rules.to_move(before)}
        legal = listed[seat]
        if legal[0].move == ROLL:
            dice = tuple(faces(seat, self.thrown[seat] + each) for each in range(legal[0].throws))
            self.thrown[seat] += len(dice)
            done = self.rules.apply(before, seat, ROLL, dice)
        else:
            done = self.rules.apply(before, seat, pick(seat, before.whites[seat] + before.blue, legal), ())
        assert not isinstance(done, Illegal)
        self.state = done.state
        self.orders.append(seat)
        if self.state.round == before.round and self.state.holder is not None:
            for other in listed.keys() - {seat}:
                assert self.rules.legal_moves(self.state, other) == listed[other]

    def play_round(self) -> None:
        begun = self.state.round
        while self.state.round == begun and self.state.holder is not None:
            self.act()


@OPTIONS
def test_twenty_seats_in_any_order_come_to_the_same_sheets(options: WohinDamitOptions) -> None:
    """Paragraphs 1.3 and 2.5: after every round the states are the same, and so is the end."""
    crowds = [Crowd(options, order) for order in range(3)]
    while crowds[0].state.holder is not None:
        for crowd in crowds:
            crowd.play_round()
        assert crowds[0].state == crowds[1].state == crowds[2].state
    assert crowds[0].orders != crowds[1].orders
    outcomes = [crowd.rules.outcome(crowd.state) for crowd in crowds]
    assert outcomes[0] is not None
    assert outcomes[0].reason == "sheets_full"
    assert outcomes[0] == outcomes[1] == outcomes[2]
    assert max(map(len, (row for sheet in crowds[0].state.entries for row in sheet))) > 1


@OPTIONS
@pytest.mark.parametrize("seed", range(12))
def test_a_round_always_comes_to_its_end_whoever_leaves(options: WohinDamitOptions, seed: int) -> None:
    """Section 6: exactly one seat of those that play throws the blue die, each of them makes one entry a round."""
    crowd = Crowd(options, seed, seats=6)
    chance = random.Random(seed)
    made = [0] * 6
    while crowd.state.holder is not None:
        before = crowd.state
        if chance.random() < 0.03:
            seat = chance.choice([each for each in range(6) if each not in before.resigned])
            crowd.state = crowd.rules.withdraw(before, seat).state
            assert crowd.state.entries == before.entries
            assert crowd.rules.totals(crowd.state) == crowd.rules.totals(before)
            assert crowd.state.blue in ({before.blue} if crowd.state.round == before.round else {0})
        else:
            crowd.act()
        state = crowd.state
        if state.holder is None:
            break
        to_move = crowd.rules.to_move(state)
        assert to_move, "somebody can always act"
        if not state.blue:
            assert state.pending[state.holder]
            assert state.holder in to_move
        assert not set(state.resigned) & set(to_move)
        for seat in range(6):
            entered = sum(map(len, state.entries[seat]))
            assert entered - made[seat] in (0, 1)
            made[seat] = entered
            assert entered <= state.round
            if seat not in state.resigned and state.open[seat]:
                assert entered == state.round - state.pending[seat]
    outcome = crowd.rules.outcome(crowd.state)
    assert outcome is not None
    assert [rank.seat for rank in outcome.ranking][6 - len(crowd.state.resigned) :] == [*crowd.state.resigned[::-1]]
