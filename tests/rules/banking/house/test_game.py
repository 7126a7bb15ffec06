"""House rules of banking games: what each word stands for, and a penalty for three busts."""

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest
from pydantic import TypeAdapter

from rules.banking.combinations import (
    BankingCombination,
    BankingEqual,
    BankingEqualFlat,
    BankingExact,
    BankingFurtherAdd,
    BankingFurtherTimes,
    BankingGroups,
    BankingNothing,
    BankingSingle,
    BankingStraight,
    expand,
    least_dice,
    meanings,
)
from rules.banking.engine import BankingRules
from rules.banking.house.game import GAME
from rules.banking.house.presets import FARKLE_PENALTY
from rules.banking.options import BankingOptions
from rules.banking.state import BankingState, Bust, BustPenalty
from tests.house_rules import banking_word, sound
from tests.rules.support.banking import Session

Dice = tuple[int, ...]


def worth(word: BankingCombination, dice: Dice, most: int) -> int | None:
    """What the dice are worth by the word alone, from its description; None where it says nothing of them."""
    counts = sorted(Counter(dice).values())
    distinct = len(counts) == len(dice)
    match word:
        case BankingSingle():
            return word.points if dice == (word.face,) else None
        case BankingEqual() | BankingEqualFlat():
            more = len(dice) - word.count
            if len(counts) != 1 or more < 0 or (more and word.further == "none"):
                return None
            if isinstance(word, BankingEqualFlat):
                base = word.points
            else:
                base = word.ones if dice[0] == 1 and word.ones else word.times_face * dice[0]
            match word.further:
                case BankingFurtherAdd(add=added):
                    return base + added * more
                case BankingFurtherTimes(times=factor):
                    return int(base * factor**more)
            return base * (2**more if word.further == "doubling" else 1 + more)
        case BankingStraight():
            fits = (
                word.first < word.last
                and distinct
                and dice[0] == word.first
                and dice[-1] == word.last == word.first + len(dice) - 1
            )
            return word.points if fits else None
        case BankingGroups():
            if len(dice) != sum(word.sizes):
                return None
            if word.faces == "distinct":
                return word.points if counts == sorted(word.sizes) else None
            return word.points if packs(counts, sorted(word.sizes, reverse=True)) else None
        case BankingExact():
            return word.points if dice == tuple(sorted(word.dice)) else None
        case BankingNothing():
            return None  # no dice of their own: see test_splits


def packs(room: list[int], sizes: list[int]) -> bool:
    """Whether groups of these sizes fit into piles of equal dice with nothing left over."""
    if not sizes:
        return not any(room)
    return any(
        packs([*room[:at], pile - sizes[0], *room[at + 1 :]], sizes[1:])
        for at, pile in enumerate(room)
        if pile >= sizes[0]
    )


@pytest.mark.parametrize("seed", range(60))
def test_a_word_stands_for_what_its_description_says(seed: int) -> None:
    chance = random.Random(seed)
    word, most = banking_word(chance), chance.randint(1, 6)
    made = {each.dice: each.points for each in expand(word, most)}
    for size in range(1, most + 1):
        for dice in combinations_with_replacement(range(1, 7), size):
            assert made.get(dice) == worth(word, dice, most), (word, dice)
    if made:
        assert min(map(len, made)) == least_dice(word)
    if made or isinstance(word, BankingNothing):
        assert meanings(word, most)


def busts(session: Session, times: int) -> list[tuple[object, ...]]:
    return [session.roll(2, 2, 3, 3, 4, 6) for _ in range(times)]


def test_the_third_bust_in_a_row_costs_points() -> None:
    session = Session(GAME, 1, FARKLE_PENALTY).having(2500)
    assert busts(session, 2) == [(Bust(0),), (Bust(0),)]
    assert session.rules.view(session.state)["seats"][0]["busts"] == 2
    assert busts(session, 1) == [(Bust(0), BustPenalty(-1000))]
    assert session.state.totals == (1500,)
    assert session.state.busts == (0,)
    assert busts(session, 3)[2] == (Bust(0), BustPenalty(-1000))


def test_a_penalty_takes_no_more_than_there_is() -> None:
    session = Session(GAME, 1, FARKLE_PENALTY).having(300)
    assert busts(session, 3)[2] == (Bust(0), BustPenalty(-300))
    assert busts(session, 3)[2] == (Bust(0), BustPenalty(0))
    assert session.state.totals == (0,)
    assert session.state.opened == (True,)


def test_a_bank_begins_the_count_anew_and_each_seat_has_its_own() -> None:
    session = Session(GAME, 2, FARKLE_PENALTY).having(2000, 2000)
    busts(session, 4)
    assert session.state.busts == (2, 2)
    session.take(1, 1, 1, 2, 3, 4)
    session.bank()
    assert session.state.busts == (0, 2)
    assert busts(session, 1) == [(Bust(0), BustPenalty(-1000))]
    assert session.state.totals == (3000, 1000)


def test_a_seat_that_leaves_in_its_turn_has_no_bust() -> None:
    session = Session(GAME, 3, FARKLE_PENALTY)
    busts(session, 2)
    session.leave(2)
    assert session.state.busts == (1, 1, 0)


def test_states_that_were_stored_without_a_count_are_read() -> None:
    stored = "[[0,0],[false,false],0,1,0,6,[],[],0,null,[]]"
    state = TypeAdapter(BankingState).validate_json(stored)
    assert state == GAME.rules(BankingOptions()).start(2)


@pytest.mark.parametrize("options", sound("banking"), ids=range(len(sound("banking"))))
def test_sound_house_rules_can_be_played(options: BankingOptions) -> None:
    """Somebody banks: under luck of the best kind, a turn comes to where its points may be written down."""
    rules = GAME.rules(options)
    assert isinstance(rules, BankingRules)
    chance = random.Random(1)
    state = rules.start(1)
    throws = [
        tuple(dice)
        for size in range(1, options.dice + 1)
        for dice in combinations_with_replacement(range(1, 7), size)
    ]
    for _ in range(3000):
        listed = rules.legal_moves(state, 0)
        lucky = chance.random() < 0.5
        most = max(listed, key=lambda each: each.points or 0)
        legal = listed[-1] if listed[-1].move.type == "bank" else most if lucky else chance.choice(listed)
        good = [dice for dice in throws if len(dice) == legal.throws and rules.score(dice, None).ways]
        if good and lucky:
            good = [max(good, key=lambda dice: max(points for _, points in rules.score(dice, None).ways))]
        faces = chance.choice(good) if good else (2,) * legal.throws
        step = rules.apply(state, 0, legal.move, faces)
        assert not hasattr(step, "reason")
        if legal.move.type == "bank":
            return
        state = step.state
    pytest.fail("nobody ever banked")
