"""How a referee goes on after a fault: a line is one turn, one slip is one fault, and what rests on it is none."""

from typing import Any

import pytest

from rules.banking.state import RIDE
from rules.check import Checked, check
from rules.contract import ROLL
from rules.notation import TextForm
from rules.registry import built_in

GAMES = built_in().games
FORMS = {name: TextForm(game) for name, game in GAMES.items()}

Found = list[tuple[tuple[str | int, ...], str, Any, Any]]


def judged(text: str, *, lines: bool = True) -> tuple[Checked, Found]:
    """A check of a text, with its lines or as its JSON form has it, and what it found."""
    game = GAMES[text.split()[1]]
    reading = FORMS[game.name].read(text)
    begun = reading.lines if lines else ()
    checked = check(game.rules(reading.transcript.options), reading.transcript, game.paragraphs, begun)
    return checked, [(fault.place, fault.code, fault.claimed, fault.right) for fault in checked.faults]


def table(game: str, seats: str, *turns: str) -> str:
    return "\n".join([f"game {game}", *(f"seat {seat}" for seat in seats.split()), *turns])


RIDING = ("option dice 6", "option piggyback anyone")
BUST = "324632 bust"
OPENING = ("option dice 6", "option target 2000", "option opening 1050")


@pytest.mark.parametrize("lines", [True, False])
@pytest.mark.parametrize(
    ("text", "place", "code", "claimed", "right", "totals"),
    [
        # A line is one turn, whatever is wrong in it.
        (
            table("yatzy", "Ida", "Ida: 1234 ; 55116 > chance 18", "Ida: 33221 > chance 11"),
            (0, "dice"), "wrong_dice_count", 4, 5, (11,),
        ),
        (
            table("sand", "Ida", "Ida: 353144 (15)=150 5555 (5555)=5000 444465 (44445)=4050 16 (1)=100 "
                  "222423 (2222)=2000 bank 11300"),
            (6, "dice"), "wrong_dice_count", 2, 1, (0,),
        ),
        (
            table("yatzy", "Ida Bo", "Ida: 444443 ; 55116 > chance 18", "Bo: 33221 > chance 11"),
            (0, "dice"), "wrong_dice_count", 6, 5, (0, 11),
        ),
        (
            table("yatzy", "Ida Bo", "Bo: 44444 55116 > chance 18", "Ida: 33221 > chance 11"),
            (0, "seat"), "out_of_turn", 1, [0], (11, 0),
        ),
        (
            table("yatzy", "Ida", "Ida: 11234 (11) 345 (1134) 6 > chance 15", "Ida: 33221 > threes 6",
                  "Ida: 1123 (11) 345 (1134) 5 12345 > ones 1", "Ida: 11222 > ones 2"),
            (8, "dice"), "wrong_dice_count", 4, 5, (23,),
        ),
        # Ida's first bank stands under Bo's name: he has not won by it, and she has opened.
        (
            table("banking", "Ida Bo", *OPENING, "Ida: 234466 bust", "Bo: 111523 (1115) bank 1050",
                  "Bo: 111523 (1115) bank 1050", "Bo: 123466 (1) 23446 bust", "Ida: 112346 (11) bank 200"),
            (4, "seat"), "out_of_turn", 1, [0], (200, 1050),
        ),
        # Nobody knows what a bank that does not count has left to another: who goes on with it is not at fault.
        (
            table("banking", "Ida Bo", *RIDING, "Ida: 11345 (11)=200 bank 200",
                  'Bo: {"type":"ride"}=200; 1344 (1)=100 bank 300', "Ida: 112346 (11) bank 200"),
            (0, "dice"), "wrong_dice_count", 5, 6, (200, 0),
        ),
        (
            table("banking", "Ida Bo", *RIDING, "Ida: 234466 bust", "Ida: 112346 (11)=200 bank 200",
                  'Ida: {"type":"ride"}=200; 1344 (1)=100 bank 300', "Bo: 112346 (11) bank 200"),
            (1, "seat"), "out_of_turn", 0, [1], (0, 200),
        ),
        (
            table("banking", "Ida Bo", *RIDING, "Ida: 234466 bust", 'Bo: {"type":"ride"}=200; 1344 (1)=100 bank 300'),
            (1, "move"), "illegal_move", RIDE, ROLL, (0, 0),
        ),
        # A bust with a die missing is one of three in a row to the table, which plays on with a thousand less.
        (
            table("banking", "Ida", "option dice 6", "option target 2000", "option bust_penalty 1000",
                  "Ida: 111523 (1115) bank 1050", "Ida: 23446 bust", "Ida: 234466 bust", "Ida: 234466 bust",
                  "Ida: 111523 (1115) bank 1050", "Ida: 112346 (11) bank 200"),
            (3, "dice"), "wrong_dice_count", 5, 6, (2300,),
        ),
        # A throw that reads as a bust does not end a turn in which the table goes on.
        (
            table("sand", "Ida Bo", "Ida: 126316 (11)=200 644 (1)=100 555 (555)=500 bank 800", f"Bo: {BUST}"),
            (2, "dice"), "wrong_dice_count", 3, 4, (0, 0),
        ),
        # A turn is missing, doubled, or that of another seat.
        (
            table("sand", "Ida Bo", f"Ida: {BUST}", f"Bo: {BUST}", f"Bo: {BUST}", "Ida: 114466 (11) 4466 bust"),
            (2, "seat"), "out_of_turn", 1, [0], (0, 0),
        ),
        (
            table("sand", "Ida Bo Cy", f"Ida: {BUST}", f"Bo: {BUST}", f"Cy: {BUST}", f"Bo: {BUST}",
                  "Cy: 111555 (111555)=1500 324632 bust", f"Ida: {BUST}", f"Bo: {BUST}"),
            (3, "seat"), "out_of_turn", 1, [0], (0, 0, 0),
        ),
        (
            table("sand", "Ida Bo Cy", f"Ida: {BUST}", f"Ida: {BUST}", f"Bo: {BUST}", f"Cy: {BUST}", f"Ida: {BUST}"),
            (1, "seat"), "out_of_turn", 0, [1], (0, 0, 0),
        ),
        (
            table("sand", "Ida Bo", f"Bo: {BUST}", f"Bo: {BUST}", f"Ida: {BUST}", f"Bo: {BUST}"),
            (0, "seat"), "out_of_turn", 1, [0], (0, 0),
        ),
        (
            table("sand", "Ida Bo Cy", f"Ida: {BUST}", f"Ida: {BUST}", f"Cy: {BUST}", f"Ida: {BUST}"),
            (1, "seat"), "out_of_turn", 0, [1], (0, 0, 0),
        ),
        (
            table("sand", "Ida", f"Ida: {BUST}", "Ida: 32463 bust", f"Ida: {BUST}"),
            (1, "dice"), "wrong_dice_count", 5, 6, (0,),
        ),
        # What rests on a turn that does not count is no fault of its own.
        (
            table("titusind", "Ida Bo", "Ida: 11256 (115) bank 1050", f"Bo: {BUST}", "Ida: 555162 (555) bank 500",
                  f"Bo: {BUST}", "Ida: 155562 (555) bank 500"),
            (0, "dice"), "wrong_dice_count", 5, 6, (1000, 0),
        ),
        (
            table("titusind", "Ida Bo", f"Ida: {BUST}", "Ida: 111256 (1115) bank 1050", f"Bo: {BUST}",
                  "Ida: 555162 (555) bank 500"),
            (1, "seat"), "out_of_turn", 0, [1], (500, 0),
        ),
        (
            table("yahtzee", "Ida", "Ida: 4444 > yatzy 50", "Ida: 44444 > fours 20", "Ida: 44444 > full_house 25"),
            (0, "dice"), "wrong_dice_count", 4, 5, (20,),
        ),
        (
            table("solitaire-dice", "Ida", "Ida: 1326 > 4+8/1 -400", "Ida: 13226 > 4+8/2 0",
                  "Ida: 11112 > 2+2/2 -200"),
            (0, "dice"), "wrong_dice_count", 4, 5, (-600,),
        ),
        (
            table("wohin-damit", "Ida Bo", "Ida: 4 5 > large 9", "Bo: 3 3 > 12", "Bo: 2 6 > 12 -4",
                  "Ida: 5 > large 11", "Ida: 2 1 > large 3", "Bo: 6 > small -7"),
            (2, "dice"), "wrong_dice_count", 2, 1, (23, -7),
        ),
    ],
)  # fmt: skip
def test_one_slip_is_one_fault(
    text: str, place: tuple[int, str], code: str, claimed: Any, right: Any, totals: tuple[int, ...], lines: bool
) -> None:
    checked, found = judged(text, lines=lines)
    assert found == [(("record", *place), code, claimed, right)]
    assert checked.totals == totals


@pytest.mark.parametrize(
    ("text", "found", "totals"),
    [
        (table("yatzy", "Ida Bo", "Ida: skip", "Bo: 33221 > chance 11"), [], (0, 11)),
        # The seat whose turn it was is asked again, which a skip does not change.
        (
            table("yatzy", "Ida Bo", "Ida: 11234 > ones 2", "Ida: skip", "Bo: 33221 > chance 11"),
            [((2, "seat"), "out_of_turn", 0, [1])],
            (2, 11),
        ),
        # A turn that was begun and neither ended nor skipped is lost by the next one's.
        (
            table("titusind", "Ida Bo", "Ida: 114466 (11)", "Bo: skip", "Ida: skip"),
            [((2,), "turn_not_ended", 1, 0)],
            (0, 0),
        ),
    ],
)
def test_a_skipped_turn_is_judged_like_any_other(text: str, found: list[Any], totals: tuple[int, ...]) -> None:
    checked, faults = judged(text, lines=False)
    assert [(place[1:], *rest) for place, *rest in faults] == found
    assert checked.totals == totals
