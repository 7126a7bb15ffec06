"""Transcripts held against the rules: a correct one is valid, and every fault is found, named and gone on after."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.check import Checked, check
from rules.contract import BANK, ROLL, AnyGame, Illegal, Rank, SetAside
from rules.notation import TextForm
from rules.registry import BUILT_IN
from rules.sheet.state import SheetChoose, SheetRoll
from rules.solitaire_dice.state import ChooseSums
from rules.texts import paragraphs
from rules.transcript import Entry, Transcript
from rules.wohin_damit.state import WohinDamitChoose
from tests.rules.support.transcripts import random_transcript, transcripts

GAMES = {game.name: game for game in BUILT_IN}
EVERY = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)


def checked(game: AnyGame, transcript: Transcript[Any, Any]) -> Checked:
    return check(game.rules(transcript.options), transcript, game.paragraphs)


def judged(name: str, *entries: Entry[Any], seats: int = 2, totals: tuple[int, ...] | None = None, **options: Any):  # type: ignore[no-untyped-def]
    """A check, and what it found as (entry or place, code, claimed, right)."""
    game = GAMES[name]
    names = tuple(["Ida", "Otto", "Bo", "Cy"][:seats])
    found = checked(game, Transcript(name, None, game.options(**options), names, entries, totals))
    for fault in found.faults:
        assert fault.rule is None or fault.rule in paragraphs(game.texts.page["en"]), fault
    return found, [(fault.place, fault.code, fault.claimed, fault.right) for fault in found.faults]


def turn(seat: int, *parts: Any) -> list[Entry[Any]]:
    """A turn of a banking game: a text is a throw, a tuple is set aside, a number is banked."""
    entries = list[Entry[Any]]()
    for part in parts:
        match part:
            case str():
                entries.append(Entry(seat, ROLL, tuple(map(int, part))))
            case tuple():
                entries.append(Entry(seat, SetAside(part)))
            case _:
                entries.append(Entry(seat, BANK, points=part))
    return entries


@EVERY
@given(data=st.data())
def test_what_was_played_by_the_rules_is_valid(game: AnyGame, data: st.DataObject) -> None:
    transcript = data.draw(transcripts(game))
    found = checked(game, transcript)
    assert found.faults == ()
    assert found.totals == found.claimed == transcript.totals
    assert found.ranking == found.claimed_ranking


@EVERY
@given(data=st.data())
def test_a_change_is_found_or_changes_nothing(game: AnyGame, data: st.DataObject) -> None:
    transcript = data.draw(transcripts(game, 60))
    if not transcript.entries:
        return
    index = data.draw(st.integers(0, len(transcript.entries) - 1))
    entry = transcript.entries[index]
    pool = sorted({each.move for each in transcript.entries if each.move}, key=repr)
    changes = [st.integers(0, 3).map(lambda seat: replace(entry, seat=seat))]
    if entry.move is not None:
        changes += [
            st.integers(-50, 1000).map(lambda points: replace(entry, points=points)),
            st.lists(st.integers(1, 6), max_size=6).map(lambda dice: replace(entry, dice=tuple(dice))),
            st.sampled_from(pool).map(lambda move: replace(entry, move=move)),
            st.just(replace(entry, bust=not entry.bust)),
        ]
    changed = data.draw(st.one_of(changes))
    entries = (*transcript.entries[:index], changed, *transcript.entries[index + 1 :])
    found = checked(game, replace(transcript, entries=entries))
    if not found.faults:  # then the table's game is another one, played by the rules, with the same points and totals
        assert found.totals == transcript.totals
        assert played_by_the_rules(game, replace(transcript, entries=entries))


def played_by_the_rules(game: AnyGame, transcript: Transcript[Any, Any]) -> bool:
    """Whether the rules accept every entry as it stands, with its points."""
    rules = game.rules(transcript.options)
    state = rules.start(len(transcript.seats))
    for entry in transcript.entries:
        if entry.move is None:
            state = rules.withdraw(state, entry.seat).state
            continue
        step = rules.apply(state, entry.seat, entry.move, entry.dice)
        if isinstance(step, Illegal) or (entry.points or 0) != (step.points or 0):
            return False
        state = step.state
    return True


@EVERY
@given(data=st.data())
def test_nothing_stops_the_judge(game: AnyGame, data: st.DataObject) -> None:
    """Entries of a game in any order, several of them changed: the judge reads to the end."""
    transcript = data.draw(transcripts(game, 40))
    entries = list(data.draw(st.permutations(transcript.entries[:30])))
    for index in data.draw(st.lists(st.integers(0, max(0, len(entries) - 1)), max_size=5)) if entries else ():
        dice = tuple(data.draw(st.lists(st.integers(1, 6), max_size=6)))
        entries[index] = replace(entries[index], dice=dice, seat=data.draw(st.integers(0, 5)))
    found = checked(game, replace(transcript, entries=tuple(entries)))
    assert len(found.totals) == len(transcript.seats)
    assert sorted(rank.seat for rank in found.ranking) == list(range(len(transcript.seats)))


def test_wrong_points_are_corrected() -> None:
    entries: list[Entry[Any]] = [
        Entry(0, ROLL, (1, 1, 1, 2, 3, 4)),
        Entry(0, SetAside((1, 1, 1)), points=100),
        Entry(0, ROLL, (1, 2, 5)),
        Entry(0, SetAside((1, 5)), points=150),
        Entry(0, BANK, points=250),
    ]
    found, faults = judged("farkle", *entries, totals=(250, 0))
    assert faults == [
        (("record", 1, "points"), "wrong_points", 100, 1000),
        (("record", 4, "points"), "wrong_points", 250, 1150),
        (("totals", 0), "wrong_total", 250, 1150),
    ]
    assert found.faults[0].rule == "2.5"
    assert not found.finished
    assert (found.claimed, found.totals) == ((250, 0), (1150, 0))
    assert found.ranking == (Rank(0, 1150, 1), Rank(1, 0, 2))
    assert found.claimed_ranking == (Rank(0, 250, 1), Rank(1, 0, 2))


def test_a_turn_with_an_illegal_move_is_void_to_its_end() -> None:
    entries = (
        turn(0, "112346", (1, 2), "1346", (1,), 200)  # the 2 does not score
        + turn(
            1, "112346", (1, 1), "2346", "555123", (5, 5, 5), 700
        )  # four dice that bust, then six by the same seat
        + turn(0, "111555", (1, 1, 1, 5, 5, 5), 2500)
    )
    found, faults = judged("farkle", *entries, opening=0)
    assert [fault[:2] for fault in faults] == [(("record", 1, "move"), "illegal_move"), (("record", 8), "played_on")]
    assert found.faults[0].reason == "does_not_score"
    assert found.faults[0].rule == "2.4"
    assert found.totals == (2500, 0)


def test_where_only_one_move_is_legal_it_is_what_is_right() -> None:
    found, faults = judged("sand", *turn(0, "114466", (1,), 100))
    assert faults == [(("record", 1, "move"), "illegal_move", SetAside((1,)), SetAside((1, 1)))]
    assert found.faults[0].reason == "not_the_best"


def test_a_wrong_number_of_dice_voids_the_turn() -> None:
    entries = turn(0, "111234", (1, 1, 1), "12", (1,), 1100) + turn(1, "11123", (1, 1, 1), 1000)
    found, faults = judged("farkle", *entries, opening=0)
    assert faults == [
        (("record", 2, "dice"), "wrong_dice_count", 2, 3),
        (("record", 5, "dice"), "wrong_dice_count", 5, 6),
    ]
    assert found.totals == (0, 0)
    found, faults = judged("farkle", *turn(0, "111234"), Entry(0, SetAside((1, 1, 1)), dice=(1,)))
    assert faults == [(("record", 1, "dice"), "wrong_dice_count", 1, 0)]


def test_a_seat_out_of_turn_is_passed_over() -> None:
    entries = (
        turn(1, "111234", (1, 1, 1), 1000)
        + turn(0, "111234", (1, 1, 1), 1000)
        + turn(1, "111234", (1, 1, 1), 1000)
        + turn(1, "111234", "223346")  # twice in a row, to a bust
        + turn(0, "222234", (2, 2, 2), 200)
    )
    found, faults = judged("farkle", *entries, opening=0)
    assert faults == [
        (("record", 0, "seat"), "out_of_turn", 1, [0]),
        (("record", 9, "seat"), "out_of_turn", 1, [0]),
    ]
    assert found.totals == (1200, 1000)


def test_a_turn_that_was_not_ended_comes_to_nothing() -> None:
    entries = turn(0, "111234", (1, 1, 1)) + turn(1, "111234", (1, 1, 1), 1000) + turn(0, "111234", (1, 1, 1), 1000)
    found, faults = judged("farkle", *entries, opening=0)
    assert faults == [(("record", 2), "turn_not_ended", 1, 0)]
    assert found.totals == (1000, 1000)


def test_a_bust_that_is_none() -> None:
    entries: list[Entry[Any]] = [Entry(0, ROLL, (1, 2, 3, 3, 4, 6), bust=True), *turn(1, "111234", (1, 1, 1), 1000)]
    found, faults = judged("farkle", *entries, opening=0)
    assert faults == [(("record", 0, "bust"), "wrong_bust", True, False)]
    assert found.totals == (0, 1000)


def test_a_bust_that_was_overlooked() -> None:
    entries = turn(0, "223346", (2, 2), "1234", (1,), 300) + turn(1, "111234", (1, 1, 1), 1000)
    found, faults = judged("farkle", *entries, opening=0)
    assert faults == [(("record", 1), "played_on", SetAside((2, 2)), None)]
    assert found.totals == (0, 1000)


def test_alone_at_the_table() -> None:
    overlooked = turn(0, "223346", (2, 2), "1234", (1,), 300)
    illegal = turn(0, "111234", (1, 2), "1234", (1,), 300)
    found, faults = judged("farkle", *overlooked, *illegal, *turn(0, "111234", (1, 1, 1), 1000), seats=1, opening=0)
    assert [fault[:2] for fault in faults] == [(("record", 1), "played_on"), (("record", 6, "move"), "illegal_move")]
    assert found.totals == (1000,)


def test_seats_that_are_not_there() -> None:
    entries: list[Entry[Any]] = [
        Entry(2, ROLL, (1, 1, 1, 2, 3, 4)),
        Entry(-1, None),
        *turn(0, "111234", (1, 1, 1), 1000),
    ]
    found, faults = judged("farkle", *entries, opening=0)
    assert faults == [
        (("record", 0, "seat"), "unknown_seat", 2, None),
        (("record", 1, "seat"), "unknown_seat", -1, None),
    ]
    assert found.totals == (1000, 0)


def test_leaving_twice() -> None:
    found, faults = judged("farkle", Entry(1, None), Entry(1, None), *turn(0, "111234", (1, 1, 1), 1000), seats=3)
    assert faults == [(("record", 1), "left_before", 1, None)]
    assert found.totals == (1000, 0, 0)
    assert found.ranking == (Rank(0, 1000, 1), Rank(2, 0, 2), Rank(1, 0, 3))


def test_who_leaves_in_a_void_turn_has_left() -> None:
    entries: list[Entry[Any]] = [*turn(0, "111234", (1, 2)), Entry(0, None), *turn(1, "111234", (1, 1, 1), 1000)]
    found, faults = judged("farkle", *entries, seats=3)
    assert [fault[1] for fault in faults] == ["illegal_move"]
    assert found.totals == (0, 1000, 0)
    assert found.ranking[-1].seat == 0


def test_what_comes_after_the_end_is_one_fault() -> None:
    end: list[Entry[Any]] = [*turn(0, "111234", (1, 1, 1), 1000), *turn(1, "223346")]
    found, faults = judged(
        "farkle", *end, *turn(0, "111234", (1, 1, 1), 1000), Entry(1, None), opening=0, target=1000
    )
    assert found.finished
    assert faults == [(("record", 4), "after_end", None, None)]
    assert found.faults[0].details == {"entries": 4}
    assert found.faults[0].rule == "5.3"
    found, faults = judged("farkle", *end, Entry(1, None), opening=0, target=1000)
    assert faults == [(("record", 4), "after_end", None, None)]


def test_a_void_turn_of_a_sheet_leaves_its_box_open() -> None:
    def box(seat: int, dice: str, category: Any) -> list[Entry[Any]]:
        return [Entry(seat, SheetRoll(), tuple(map(int, dice))), Entry(seat, SheetChoose(category))]

    categories = GAMES["yatzy"].categories
    entries: list[Entry[Any]] = []
    for index, category in enumerate(categories):
        entries += box(0, "11234", "ones" if index == 1 else category)  # ones twice, twos never
        entries += box(1, "11234", category)
    found, faults = judged("yatzy", *entries)
    assert [fault[:2] for fault in faults] == [(("record", 5, "move"), "illegal_move")]
    assert found.faults[0].reason == "box_filled"
    assert not found.finished
    found, faults = judged("yatzy", *entries, *box(0, "22234", "twos"))
    assert [fault[1] for fault in faults] == ["illegal_move"]
    assert found.finished


def test_a_void_turn_of_solitaire_dice_marks_nothing() -> None:
    entries: list[Entry[Any]] = [
        Entry(0, ROLL, (1, 1, 2, 2, 6)),
        Entry(0, ChooseSums((2, 4), 5)),
        Entry(0, ROLL, (1, 1, 2, 2, 6)),
        Entry(0, ChooseSums((2, 4), 6), points=-400),
    ]
    found, faults = judged("solitaire-dice", *entries, seats=1)
    assert [fault[:2] for fault in faults] == [(("record", 1, "move"), "illegal_move")]
    assert found.totals == (-400,)


def test_a_void_turn_of_wohin_damit_is_one_seats_round() -> None:
    entries: list[Entry[Any]] = [
        Entry(0, ROLL, (3, 4)),
        Entry(1, ROLL, (2,)),
        Entry(0, WohinDamitChoose("large"), points=7),
        Entry(0, WohinDamitChoose("large")),  # again, before the others have entered
        Entry(1, ROLL, (2,)),  # again, which voids what it rolled
        Entry(1, WohinDamitChoose("large")),
        Entry(1, ROLL, (2, 2)),
        Entry(0, ROLL, (1,)),
        Entry(1, WohinDamitChoose("large"), points=4),
    ]
    found, faults = judged("wohin-damit", *entries)
    assert [fault[:2] for fault in faults] == [
        (("record", 3, "seat"), "out_of_turn"),
        (("record", 4, "move"), "illegal_move"),
    ]
    assert found.faults[1].reason == "rolled_already"
    assert found.totals == (7, 4)


def test_junk_faces_are_the_callers_fault() -> None:
    with pytest.raises(ValueError, match="entry 0"):
        judged("farkle", Entry(0, ROLL, (1, 1, 1, 2, 3, 7)))


def test_a_correct_game_is_finished() -> None:
    game = GAMES["yatzy-bg"]
    transcript = random_transcript(game, game.options(), random.Random(3), 10_000)
    assert checked(game, transcript).finished


# --- where the same seat is up after a void turn -------------------------------------------------------------------


def read(text: str, *, lines: bool) -> tuple[Checked, list[tuple[Any, str]]]:
    """A check of a text, with its lines or as its JSON form has it."""
    game = GAMES[text.split()[1]]
    reading = TextForm(game).read(text)
    begun = reading.lines if lines else ()
    found = check(game.rules(reading.transcript.options), reading.transcript, game.paragraphs, begun)
    return found, [(fault.place, fault.code) for fault in found.faults]


FARKLE = "game farkle\noption opening 0\nseat Ida\n"
WOHIN_DAMIT = "game wohin-damit\nseat Ida\nseat Bo\n"


@pytest.mark.parametrize("lines", [True, False])
@pytest.mark.parametrize(
    ("text", "faults", "totals"),
    [
        (
            FARKLE + "Ida: 111234 (16)\nIda: 123456 (123456) bank 1500",
            [(("record", 1, "move"), "illegal_move")],
            (1500,),
        ),
        (
            FARKLE + "Ida: 12345 (1)\nIda: 123456 (123456) bank 1500",
            [(("record", 0, "dice"), "wrong_dice_count")],
            (1500,),
        ),
        (
            FARKLE + "Ida: 111234 (12)\nIda: 1346 (1) 125 (1) bank 300\nIda: 111234 (111) bank 1000",
            [(("record", 1, "move"), "illegal_move")],
            (1000,),
        ),
        (
            "game yatzy\nseat Ida\nIda: 11123 (16)\nIda: 12345 > chance 15",
            [(("record", 1, "move"), "illegal_move")],
            (15,),
        ),
        (
            WOHIN_DAMIT + "Ida: 4 5 > large\nBo: 3 3\nBo: 2 3 > large\nIda: 4 > large",
            [(("record", 2, "dice"), "wrong_dice_count")],
            (16, 5),
        ),
        (
            WOHIN_DAMIT + "seat Cy\nIda: 4 5 > large\nBo: 3 3\nBo: 2 > large\nCy: 1 > large\nBo: 2 3 > large",
            [(("record", 2, "dice"), "wrong_dice_count"), (("record", 3, "seat"), "out_of_turn")],
            (9, 5, 6),
        ),
        (
            "game solitaire-dice\nseat Ida\nIda: 1122\nIda: 11226 > 2+4/6",
            [(("record", 0, "dice"), "wrong_dice_count")],
            (-400,),
        ),
    ],
)
def test_the_turn_after_a_void_one_of_the_same_seat_is_checked(
    text: str, faults: list[Any], totals: tuple[int, ...], lines: bool
) -> None:
    found, codes = read(text, lines=lines)
    assert codes == faults
    assert found.totals == totals


def test_a_line_break_decides_what_the_dice_leave_open() -> None:
    text = FARKLE + "Ida: 123466 (123466)\nIda: 123456 (123456) bank 1500"
    assert read(text, lines=True)[0].totals == (1500,)
    assert read(text, lines=False)[0].totals == (0,)  # six dice go on with the turn as well as they begin another
    broken_off = FARKLE + "Ida: 111234 (111)\nIda: 123456 (123456) bank 1500"
    found, faults = read(broken_off, lines=True)
    assert faults == [(("record", 2), "turn_not_ended")]
    assert found.totals == (1500,)


@pytest.mark.parametrize("game", [game for game in BUILT_IN if "set_aside" in game.verbs], ids=lambda game: game.name)
@given(data=st.data())
def test_void_turns_between_the_turns_of_one_player_change_nothing(game: AnyGame, data: st.DataObject) -> None:
    """A first throw of which dice are set aside that were not thrown, before any turn of a game alone."""
    options = game.options()
    moves, begins = turns_of(game, options, data.draw(st.integers(0, 2**32)))
    transcript = Transcript(game.name, None, options, ("Ida",), moves)
    right = checked(game, transcript)
    assert not right.faults
    chosen = data.draw(st.sets(st.sampled_from(begins), max_size=5))
    entries, void = list[Entry[Any]](), set[int]()
    for index, entry in enumerate(transcript.entries):
        if index in chosen:
            void.add(len(entries) + 1)
            first = replace(entry, dice=tuple(1 for _ in entry.dice), bust=False)
            entries += [first, Entry(0, SetAside((6,)))]
        entries.append(entry)
    for lines in (set[int](), {index + 1 for index in void}):
        found = check(game.rules(options), replace(transcript, entries=tuple(entries)), game.paragraphs, lines)
        assert [fault.place for fault in found.faults] == [("record", index, "move") for index in sorted(void)]
        assert found.totals == right.totals


def turns_of(game: AnyGame, options: Any, seed: int) -> tuple[tuple[Entry[Any], ...], list[int]]:
    """Random moves of one seat, and the indices at which its turns begin."""
    chance, rules = random.Random(seed), game.rules(options)
    state, entries, begins, ended = rules.start(1), list[Entry[Any]](), list[int](), True
    while len(entries) < 40 and rules.to_move(state):
        legal = chance.choice(rules.legal_moves(state, 0))
        faces = tuple(chance.choices(range(1, 7), k=legal.throws))
        step = rules.apply(state, 0, legal.move, faces)
        assert not isinstance(step, Illegal)
        if ended:
            begins.append(len(entries))
        bust = any(event.type == "bust" for event in step.events)
        ended = bust or legal.move.type in ("bank", "choose_category")
        entries.append(Entry(0, legal.move, faces, step.points, bust))
        state = step.state
    return tuple(entries), begins


def test_a_box_has_its_own_paragraph() -> None:
    def wrong(name: str, *dice: str, category: Any, **options: Any) -> list[str | None]:
        entries: list[Entry[Any]] = []
        for index, each in enumerate(dice):
            chosen: Any = category if index == len(dice) - 1 else "yatzy"
            entries += [Entry(0, SheetRoll(), tuple(map(int, each))), Entry(0, SheetChoose(chosen))]
        entries[-1] = replace(entries[-1], points=3)
        found, _ = judged(name, *entries, seats=1, **options)
        return [fault.rule for fault in found.faults]

    assert wrong("yatzy", "22334", category="two_pairs") == ["3.5"]
    assert wrong("yatzy", "22334", category="twos") == ["3.2"]
    assert wrong("yahtzee", "22334", category="chance") == ["3.8"]
    assert wrong("yahtzee", "22222", "22222", category="twos") == ["4.3"]
    assert wrong("yatzy-bg", "22333", category="full_house") == ["3.8"]
    assert wrong("sheet", "22333", category="full_house") == ["3.6"]
