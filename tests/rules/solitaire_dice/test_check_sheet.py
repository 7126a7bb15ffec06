"""Filled sheets of solitaire dice: marks without a fault are those of a game."""

from itertools import combinations_with_replacement

from hypothesis import event, given
from hypothesis import strategies as st

from rules.dice import FACES
from rules.solitaire_dice.check_sheet import FilledSolitaireDiceSheet
from rules.solitaire_dice.check_sheet import check as check_solitaire
from rules.solitaire_dice.state import SUMS, ChooseSums
from tests.rules.support.filled_sheets import GAMES, defaults, findings


@given(
    st.lists(st.integers(0, 5), min_size=11, max_size=11),
    st.dictionaries(st.sampled_from(FACES), st.integers(1, 8), min_size=1, max_size=3),
)
def test_marks_without_a_fault_are_those_of_a_game(sums: list[int], used_as_fifth: dict[int, int]) -> None:
    """Whatever passes is laid out turn by turn and played by the rules: marked turns first, but for the last."""
    sums[5] += sum(sums) % 2
    fifths = [used_as_fifth.get(face, 0) for face in FACES]
    if len(used_as_fifth) < 3:  # without free throws as many turns as marks
        sums = [0] * 5 + [2 * sum(fifths)] + [0] * 5
    filled = FilledSolitaireDiceSheet.model_validate(
        {
            "sums": {str(each): marks for each, marks in zip(SUMS, sums, strict=True)},
            "fifths": {str(face): marks for face, marks in zip(FACES, fifths, strict=True)},
        }
    )
    found = check_solitaire(filled)
    event(str(bool(found.faults)))
    if found.faults:
        return
    left = [each for each, marks in zip(SUMS, sums, strict=True) for _ in range(marks)]
    used = [face for face in FACES if fifths[face - 1]]
    others = [face for face in FACES if face not in used]
    pairs = {a + b: (a, b) for a, b in combinations_with_replacement(others, 2)}
    free = []
    for _ in range(len(left) // 2 - sum(fifths)):
        chosen = [each for each in left if each in pairs][:2]
        for each in chosen:
            left.remove(each)
        free.append((*chosen, others[0], *pairs[chosen[0]], *pairs[chosen[1]]))
    faces = [
        *used,
        *sorted([face for face in used for _ in range(fifths[face - 1] - 1)], key=lambda f: fifths[f - 1]),
    ]
    marked = []
    for face, low, high in zip(faces, left[::2], left[1::2], strict=True):
        marked.append((low, high, face, low // 2, low - low // 2, high // 2, high - high // 2))
    turns = [*marked[:-1], *free, *marked[-1:]]
    rules = defaults("solitaire-dice")
    state = rules.start(1)
    for low, high, face, *dice in turns:
        state = rules.apply(state, 0, rules.legal_moves(state, 0)[0].move, (*dice, face)).state
        state = rules.apply(state, 0, ChooseSums((low, high), face), ()).state
    assert (list(state.sums), list(state.fifths)) == (sums, fifths)
    assert (rules.outcome(state) is not None) == found.full


def test_impossible_marks_have_no_right_total() -> None:
    for name, sheet, total in [
        ("yatzy", {"boxes": {"ones": 7}}, None),
        ("solitaire-dice", {"sums": {"7": 3}}, None),
        ("wohin-damit", {"rows": {"6": [1]}}, None),
        ("titusind", {"turns": [{"points": 1051}]}, 0),  # a bank that cannot be is void
    ]:
        assert findings(GAMES[name], sheet, defaults(name)).total == total
