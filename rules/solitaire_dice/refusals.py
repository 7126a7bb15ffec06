"""Refusals: why solitaire dice refuses a move."""

from collections import Counter

from rules.contract import Illegal
from rules.dice import FACES
from rules.solitaire_dice.state import ChooseSums, SolitaireDiceMove, SolitaireDiceState


def refuse(state: SolitaireDiceState, move: SolitaireDiceMove) -> Illegal:
    """The refusal of a move that is not legal, with the paragraph of `solitaire-dice.md`."""
    if state.over:
        return Illegal("finished", "5.3")
    if not isinstance(move, ChooseSums):
        return Illegal("choose_first", "2.2", {"thrown": list(state.thrown)})
    if not state.thrown:
        return Illegal("roll_first", "2.1")
    return _choice(state, move)


def _choice(state: SolitaireDiceState, move: ChooseSums) -> Illegal:
    thrown = list(state.thrown)
    if move.fifth not in thrown:
        return Illegal("fifth_not_thrown", "2.3", {"fifth": move.fifth, "thrown": thrown})
    rest = list((Counter(thrown) - Counter([move.fifth])).elements())
    first = rest[0]
    pairs = {tuple(sorted((first + other, sum(rest) - first - other))) for other in rest[1:]}
    if tuple(sorted(move.sums)) not in pairs:
        return Illegal("sums_not_thrown", "2.3", {"sums": sorted(move.sums), "rest": rest, "fifth": move.fifth})
    allowed = [face for face, marks in zip(FACES, state.fifths, strict=True) if marks and face in thrown]
    return Illegal("fifth_not_in_use", "3.3", {"fifth": move.fifth, "allowed": allowed})
