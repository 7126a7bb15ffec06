"""Transcripts as text: exact round trips over all games, what a hurried hand may write, and where reading stops."""

import random
import unicodedata
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from typing_extensions import TypeAliasType

from rules.banking import farkle, sand
from rules.contract import BANK, ROLL, STRICT, AnyGame, Notation, Roll, SetAside
from rules.names import Name
from rules.notation import NotationError, Place, TextForm, game_of
from rules.registry import BUILT_IN, built_in
from rules.sheet.state import SheetChoose, SheetRoll
from rules.solitaire_dice.state import ChooseSums
from rules.texts import LANGUAGES
from rules.transcript import Entry, Transcript
from rules.wohin_damit.state import WohinDamitChoose
from tests.rules.support.transcripts import random_transcript, transcripts

GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
FORMS = {game.name: TextForm(game) for game in BUILT_IN}
FORMS_OF_TEXT: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")
OWN_BOX = 'option boxes [{"category": "ones"}, {"category": "twos"}, {"category": "mine", "fits": {"type": "any"}}]\n'
HEAD = "game sand\nseat Ida\nseat Bo B\n"

_name: TypeAdapter[str] = TypeAdapter(Name)


def is_name(text: str) -> bool:
    try:
        _name.validate_python(text)
    except ValidationError:
        return False
    return True


ODD_NAMES = ["Ida", "ida", "Ida: 11", '"Ida"', "@0", "# 1", "C#", "total Ida", "seat", " Bo ", "x 5"]
NAMES = (
    st.text(min_size=1, max_size=12).filter(is_name)
    | st.sampled_from(ODD_NAMES)
    | st.text('ab :"#@\\', min_size=1, max_size=6).filter(is_name)
)


def read(text: str, game: str = "sand") -> Transcript[Any, Any]:
    return FORMS[game].read(text).transcript


def entries(turns: str, game: str = "sand", *, options: str = "") -> list[Entry[Any]]:
    """What these lines say after a head with the seats Ida and Bo B (or Ida alone)."""
    seats = "seat Ida\n" if game == "solitaire-dice" else "seat Ida\nseat Bo B\n"
    return list(read(f"game {game}\n{options}{seats}{turns}", game).entries)


@GAMES
@given(data=st.data())
def test_what_was_written_is_read_again(game: AnyGame, data: st.DataObject) -> None:
    made = data.draw(transcripts(game, 25))
    names = data.draw(st.lists(NAMES, min_size=len(made.seats), max_size=len(made.seats)))
    version = data.draw(st.none() | st.just(made.rules_version))
    made = replace(made, seats=tuple(names), rules_version=version)
    text = FORMS[game.name].write(made)
    assert read(text, game.name) == made
    assert FORMS[game.name].write(read(text, game.name)) == text
    assert game_of(text) == game.name


@GAMES
@given(data=st.data())
def test_claims_need_not_be_there_nor_right(game: AnyGame, data: st.DataObject) -> None:
    made = data.draw(transcripts(game, 25))
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    points = (None, 0, 1, -400, 10**9)
    claimed = [
        entry if entry.move is None else replace(entry, points=chance.choice(points), bust=chance.random() < 0.3)
        for entry in made.entries
    ]
    made = replace(made, entries=tuple(claimed), totals=None)
    assert read(FORMS[game.name].write(made), game.name) == made


@GAMES
@pytest.mark.parametrize("seed", range(3))
def test_every_line_is_one_seats_and_one_turns(game: AnyGame, seed: int) -> None:
    made = random_transcript(game, game.options(), random.Random(seed), 200, leave=True)
    reading = FORMS[game.name].read(FORMS[game.name].write(made))
    assert len(reading.entries) == len(made.entries)
    assert sorted(reading.entries) == list(reading.entries)
    ends = {"bank", "choose_category"}
    for (one, at), (other, then) in zip(
        list(zip(made.entries, reading.entries, strict=True))[:-1],
        list(zip(made.entries, reading.entries, strict=True))[1:],
        strict=True,
    ):
        turns = one.seat != other.seat or one.bust or one.move is None or one.move.type in ends
        assert (at.line < then.line) == turns


def test_the_example_is_what_it_says() -> None:
    text = (
        "game sand\n"
        "option selection free\n"
        "seat Ida\n"
        "seat Bo\n"
        "Ida: 114466 (11) 4456 (5) bank 250\n"
        "Bo: 223346 bust\n"
        "Bo: resign\n"
        "total Ida 250\n"
        "total Bo 0\n"
    )
    made: Transcript[Any, Any] = Transcript(
        "sand",
        None,
        sand.SandOptions(selection="free"),
        ("Ida", "Bo"),
        (
            Entry(0, ROLL, (1, 1, 4, 4, 6, 6)),
            Entry(0, SetAside((1, 1))),
            Entry(0, ROLL, (4, 4, 5, 6)),
            Entry(0, SetAside((5,))),
            Entry(0, BANK, (), 250),
            Entry(1, ROLL, (2, 2, 3, 3, 4, 6), None, True),
            Entry(1, None),
        ),
        (250, 0),
    )
    assert read(text) == made
    assert FORMS["sand"].write(made) == text
    reading = FORMS["sand"].read(text)
    assert reading.entries == (*(Place(5, column) for column in (6, 13, 18, 23, 27)), Place(6, 5), Place(7, 5))
    assert reading.seats == (Place(3, 6), Place(4, 6))
    assert reading.totals == (Place(8, 7), Place(9, 7))


@pytest.mark.parametrize(
    ("hurried", "neat"),
    [
        ("ida: 1 1 4 4 6 6 (1 1) 4,4,5,6 (5) Bank 250", "Ida: 114466 (11) 4456 (5) bank 250"),
        ("  IDA :114466(11)4456(5)bank 250   # well done", "Ida: 114466 (11) 4456 (5) bank 250"),
        ("Bo B: 223346 BUST", "@1: 223346 bust"),
        ('"bo b" : 223346 bust', "@1: 223346 bust"),
        ("Ida: 114466 (11)=200", "Ida: 114466 ( 1, 1 ) = 200"),
        ("Ida: bank=250", "Ida: bank 250"),
        ("Ida: bank −250", "Ida: bank -250"),
        ("Ida: 114466\n# a pause\n\nIda: (11)\r\nIda: resign", "Ida: 114466 (11)\nida: RESIGN"),
        ("Ida: 114466 (11)\nIda: skip", "Ida: 114466 (11) Skip"),
        ("Ida: 1; 2; 3 4", "Ida: 1\nIda: 2\nIda: 34"),
        ('Ida: {"type": "roll", "dice": [1, 2]}', "Ida: 12"),
        ('Ida: {"type": "roll"}: 12 {"type": "bank"}=5', "Ida: 12\nIda: bank 5"),
    ],
)
def test_what_a_hand_writes_in_a_hurry(hurried: str, neat: str) -> None:
    assert entries(hurried) == entries(neat)


@pytest.mark.parametrize("text", ["> full_house 28", ">Full House 28", "> FULL-HOUSE=28", ">  full house   +28"])
def test_a_category_may_be_written_in_words(text: str) -> None:
    full = SheetChoose("full_house")
    assert entries(f"Ida: 22333 {text}", "yahtzee") == [
        Entry(0, SheetRoll(), (2, 2, 3, 3, 3)),
        Entry(0, full, (), 28),
    ]


def test_games_have_what_is_their_own() -> None:
    choice = ChooseSums((4, 10), 6)
    for text in ("> 4+10/6 -400", "> 4 + 10 / 6 -400", ">4+10/6 = -400"):
        assert entries(f"Ida: 13466 {text}", "solitaire-dice")[1:] == [Entry(0, choice, (), -400)]
    for text in ("> 4+10/6", "> 4 + 10 / 6"):
        assert entries(f"Ida: 13466 {text}", "solitaire-dice")[1:] == [Entry(0, choice)]
    eight = WohinDamitChoose("8")
    assert entries("Ida: > 8\nBo B: > 8 0", "wohin-damit") == [Entry(0, eight), Entry(1, eight, (), 0)]
    assert entries("Ida: 3:246", "yatzy-bg") == [Entry(0, SheetRoll(count=3), (2, 4, 6))]


def test_options_and_presets() -> None:
    options = "option target 5000\noption hot-dice may_bank\n"
    assert read(f"GAME Sand\n{options}seat Ida").options == sand.SandOptions(target=5000, hot_dice="may_bank")
    assert read('game sand\noption hot_dice "may_bank" # as ever\nseat Ida').options.hot_dice == "may_bank"
    for game in built_in().games.values():
        for name, preset in game.presets.items():
            assert read(f"game {game.name}\npreset {name}\nseat Ida", game.name).options == preset


def test_names_are_found_however_they_are_written_where_that_is_plain() -> None:
    head = "game sand\nseat ida\nseat Ida\nseat Bo\nseat Bo\n"
    assert [entry.seat for entry in read(f"{head}ida: 1\nIda: 1\n@2: 1\n@3: 1").entries] == [0, 1, 2, 3]
    for line, wanted in (("IDA: 1", "several are called IDA"), ("Bo: 1", "such as @0, since several are called Bo")):
        with pytest.raises(NotationError, match=wanted):
            read(head + line)


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("", (1, 1), "a line such as `game yatzy`"),
        ("\n\nhello", (3, 1), "a line such as `game yatzy`"),
        ("game", (1, 1), "a line such as `game yatzy`"),
        ("game sand x", (1, 11), "the end of the line"),
        ("game farkle", (1, 1), "`game sand`, not farkle"),
        ("game sand\n", (2, 1), "a line such as `seat Ida`"),
        ("game sand\nIda: 11", (2, 1), "a line such as `seat Ida`"),
        ("game sand\nfoo", (2, 1), "one of the words rules, option"),
        ("game sand\nrules one", (2, 7), "a number"),
        ("game sand\noption foo 3\nseat Ida", (2, 8), "an option: target, selection"),
        ("game sand\noption target\nseat Ida", (2, 14), "a value for target"),
        ("game sand\noption target 5\nseat Ida", (2, 15), "a multiple of 50|greater than or equal to 50"),
        ("game sand\noption target 50\noption target 50", (3, 8), "each option once"),
        ("game sand\npreset x\nseat Ida", (2, 8), "a preset|no preset"),
        ("game sand\nseat", (2, 5), "a name of 1 to 64"),
        ("game sand\nseat Ida: first", (2, 6), "a name without a colon"),
        ('game sand\nseat "Ida', (2, 6), "a name in quotes"),
        (f"game sand\nseat {'x' * 65}", (2, 6), "a name of 1 to 64"),
        ("game sand\n" + "seat Ida\n" * 33, (34, 6), "seats at most 32"),
        (HEAD + "Otto: 11", (4, 1), "the name of a seat: Ida, Bo B"),
        (HEAD + "Ida 11", (4, 1), "one of the seats (Ida, Bo B) and a colon"),
        (HEAD + '"Ida" 11', (4, 7), "a colon after the name"),
        (HEAD + "@2: 11", (4, 1), "a seat from @0 to @1"),
        (HEAD + "Ida:", (4, 5), "a throw (`11446`), dice set aside (`(11)`), `bank`"),
        (HEAD + "Ida: 1144667", (4, 6), "faces from 1 to 6"),
        (HEAD + "Ida: 11 0", (4, 9), "faces from 1 to 6"),
        (HEAD + "Ida: (17)", (4, 6), "dice in parentheses"),
        (HEAD + "Ida: bust", (4, 6), "a throw (`11446`)"),
        (HEAD + "Ida: 11 banc", (4, 9), "`bank`, `>` and a choice, `bust`, `resign`, or `skip`"),
        (HEAD + "Ida: bank 5 11", (4, 13), "the end of the line: the turn is over"),
        (HEAD + "Ida: resign 5", (4, 13), "the end of the line: the turn is over"),
        (HEAD + "Ida: 11 > 5", (4, 11), "no category, there is none in this game"),
        (HEAD + "Ida: {oops", (4, 6), "a move as JSON"),
        (HEAD + 'Ida: {"type": "steal"}', (4, 6), "a move of sand"),
        (HEAD + 'Ida: {"type": "roll"}:7', (4, 23), "faces from 1 to 6"),
        (HEAD + "Ida: 11\nseat Otto", (5, 1), "a turn, which begins with the name of a seat"),
        (HEAD + "total Otto 5\n", (4, 7), "the name of a seat"),
        (HEAD + "total Ida\n", (4, 10), "a whole number of at most 15 digits"),
        (HEAD + "Ida: (11)=", (4, 11), "a whole number of at most 15 digits"),
        (HEAD + "Ida: (11)=x", (4, 11), "a whole number of at most 15 digits"),
        (HEAD + f"Ida: (11) = {10**15}", (4, 13), "a whole number of at most 15 digits"),
        (HEAD + f"Ida: bank {10**15}", (4, 11), "a whole number of at most 15 digits"),
        (HEAD + f"Ida: bank = -{10**15}", (4, 13), "a whole number of at most 15 digits"),
        (HEAD + f"total Ida {10**15}", (4, 11), "a whole number of at most 15 digits"),
        (HEAD + f'total "Ida": {10**15}', (4, 14), "a whole number of at most 15 digits"),
        (HEAD + "Ida: 3:246", (4, 6), "a throw with nothing before it"),
        (HEAD + 'Ida: {"type": "roll", "loaded": true}', (4, 6), "a move of sand without `loaded`"),
        (HEAD + 'Ida: {"type": "set_aside"}', (4, 6), "a move of sand with `dice`"),
        (HEAD + 'Ida: {"type": "set_aside", "dice": [7]}', (4, 6), "a number of at most 6"),
        ("game sand\noption selection some\nseat Ida", (2, 18), "one of these: "),
        ("game sand\noption target x\nseat Ida", (2, 15), "a whole number"),
        (HEAD + "total Ida 5\n", (5, 1), "a total of Bo B as well"),
        (HEAD + "total Ida 5\ntotal Ida 5", (5, 7), "each total once"),
        (HEAD + "total Ida 5\nIda: 11", (5, 1), "no turn after the totals"),
    ],
)
def test_where_reading_stops(text: str, place: tuple[int, int], expected: str) -> None:
    with pytest.raises(NotationError) as stopped:
        read(text)
    found = stopped.value
    assert (found.line, found.column) == place, found
    assert any(each in found.expected for each in expected.split("|")), found
    assert str(found) == f"line {place[0]}, column {place[1]}: expected {found.expected}"


def refusal(text: str, game: str = "sand") -> NotationError:
    with pytest.raises(NotationError) as stopped:
        read(text, game)
    return stopped.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_where_and_what(language: str) -> None:
    found = refusal(HEAD + "Ida: 11 (1")
    sentence = found.sentence(language)
    assert "4" in sentence
    assert "9" in sentence
    assert (found.expected in sentence) == (language == "en")
    own = refusal("game solitaire-dice\nseat Ida\nIda: 13466 > 4 10", "solitaire-dice")
    assert "`4+10/6`" in own.sentence(language)
    assert (own.expected in own.sentence(language)) == (language == "en")


def test_what_a_game_from_outside_expects_is_said_as_it_says_it() -> None:
    def no(text: str) -> Any:
        raise ValueError(f"a {{word}}, not {text}")

    form = TextForm(replace(STRANGE, notation=Notation(lambda _: None, no)))
    with pytest.raises(NotationError) as stopped:
        form.read("game strange\nseat Ida\nIda: > x")
    assert stopped.value.sentence("de").endswith("a {word}, not x.")


def test_the_version_of_the_rules_has_its_place() -> None:
    assert FORMS["sand"].read("game sand\n rules  7\nseat Ida").version == Place(2, 9)
    assert FORMS["sand"].read("game sand\nseat Ida").version is None


@given(
    name=st.text("I\u0301\u0131\u1e9b\u0323\u017fdaÍéß", min_size=1, max_size=6).filter(is_name),
    form=st.sampled_from(FORMS_OF_TEXT),
)
def test_a_name_is_found_however_its_accents_are_put(name: str, form: Literal["NFC", "NFD"]) -> None:
    other = unicodedata.normalize(form, name)
    for written in (other, other.upper() if other.upper().casefold() == other.casefold() else other):
        text = f"game sand\nseat {name}\nseat Bo\n{written}: 11\ntotal {written} 0\ntotal Bo 0\n"
        assert [entry.seat for entry in read(text).entries] == [0]


def test_names_that_differ_in_accents_alone_stay_two() -> None:
    one, two = (unicodedata.normalize(form, "Ída") for form in FORMS_OF_TEXT)
    assert [entry.seat for entry in read(f"game sand\nseat {one}\nseat {two}\n{two}: 1\n{one}: 1").entries] == [1, 0]


@pytest.mark.parametrize(("game", "preset"), [(game, name) for game in BUILT_IN for name in game.presets])
def test_a_preset_is_written_by_its_name(game: AnyGame, preset: str) -> None:
    options = game.presets[preset]
    made: Transcript[Any, Any] = Transcript(game.name, None, options, ("Ida",), ())
    text = FORMS[game.name].write(made)
    assert read(text, game.name) == made
    assert text.splitlines()[1:-1] == ([] if options == game.options() else [f"preset {preset}"])


def test_what_a_game_has_is_told() -> None:
    for game, line, expected in (
        ("yahtzee", "Ida: 22333 > fulhouse 28", "a category: ones, twos"),
        ("solitaire-dice", "Ida: 13466 > 4 10", "two sums and the fifth die, such as `4+10/6`"),
        ("yahtzee", "Ida: bank 3", "a throw (`11446`), dice set aside (`(11)`), `>` and a choice"),
        ("solitaire-dice", "Ida: (12)", "a throw (`11446`), `>` and a choice"),
        ("yatzy-bg", "Ida: 9:111", "a number of at most 6"),
        ("sheet", "Ida: 22333 > fulhouse 28", "a category: ones, twos"),
        ("yatzy", 'Ida: {"type": "choose_category", "category": "tres"}', "a category: ones, twos"),
        ("yatzy", "Ida: 22333 > ones.2 0", "a category: ones, twos"),
        ("yahtzee", f"Ida: 22333 > full_house {10**15}", "a whole number of at most 15 digits"),
    ):
        with pytest.raises(NotationError) as stopped:
            entries(line, game)
        assert stopped.value.expected.startswith(expected)


def test_boxes_of_house_rules_are_known_by_their_names() -> None:
    for line in (
        "Ida: 11223 > mine 9",
        "Ida: 11223 > Mine 9",
        'Ida: {"type": "choose_category", "category": "mine"}',
    ):
        [*_, choice] = entries(line, "sheet", options=OWN_BOX)
        assert choice.move == SheetChoose("mine")
        with pytest.raises(NotationError, match="mine") as stopped:
            entries(line.replace("ine", "ind"), "sheet", options=OWN_BOX)
        assert stopped.value.expected.startswith("a category: ones, twos")
        assert stopped.value.expected.endswith("mine")
    several = 'option columns [{"order": "free"}, {"order": "free"}]\n'
    assert entries("Ida: 11223 > ones.2 2", "sheet", options=several)[-1].move == SheetChoose("ones.2")
    with pytest.raises(NotationError, match=r"ones\.2"):
        entries("Ida: 11223 > ones.3 2", "sheet", options=several)


@given(text=st.text(max_size=200) | st.text('game sandIdBo:1 456(){}>#"@=;,\n', max_size=120).map(HEAD.__add__))
def test_any_text_is_read_or_refused_with_a_place_in_it(text: str) -> None:
    stopped = None
    try:
        made = read(text)
    except NotationError as error:
        stopped = error
    if stopped is None:
        assert read(FORMS["sand"].write(made)) == made
    else:
        assert 1 <= stopped.line <= text.count("\n") + 1
        assert 1 <= stopped.column <= len(text.split("\n")[stopped.line - 1]) + 1


# --- a game from outside, with moves of its own ---


@dataclass(frozen=True, slots=True)
class Throw(Roll):
    """A throw of so many dice, at a table, which may be loaded."""

    __pydantic_config__ = STRICT
    count: int | None = None
    loaded: bool | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A call."""

    __pydantic_config__ = STRICT
    says: str
    type: Literal["call"] = "call"


@dataclass(frozen=True, slots=True)
class Choose:
    """A choice of a category, and how."""

    __pydantic_config__ = STRICT
    category: str
    twice: bool | None = None
    type: Literal["choose_category"] = "choose_category"


Move = TypeAliasType("Move", Annotated[Throw | Call | Choose | SetAside, Field(discriminator="type")])


class Agreed(BaseModel):
    """Options of any sort."""

    note: str = "none"
    list: tuple[int, ...] = ()
    flag: bool | None = None


STRANGE: AnyGame = replace(farkle.GAME, name="strange", options=Agreed, move=Move, verbs=("roll",), categories=())
MOVES = (
    st.builds(Throw, count=st.none() | st.integers(1, 6), loaded=st.none() | st.booleans())
    | st.builds(Call, says=st.text(max_size=8))
    | st.builds(Choose, category=st.text(max_size=8) | st.sampled_from(["8", "a b 3", "#", "x=3", "A"]))
    | st.builds(Choose, category=st.just("8"), twice=st.booleans())
    | st.builds(SetAside, dice=st.lists(st.integers(1, 6), min_size=1, max_size=6).map(tuple))
)
DICE = st.lists(st.integers(1, 6), max_size=6).map(tuple)


@given(
    moves=st.lists(st.builds(Entry, st.integers(0, 1), st.none(), st.just(()), st.none(), st.just(False)) | st.builds(
        Entry, st.integers(0, 1), MOVES, DICE, st.none() | st.integers(-99, 99), st.booleans()
    ), max_size=8),
    options=st.builds(
        Agreed,
        note=st.text(max_size=8) | st.sampled_from(["5", "true", "null", '"x"', "a # b", "", " x", "NaN"]),
        list=st.lists(st.integers()).map(tuple),
        flag=st.none() | st.booleans(),
    ),
    own=st.booleans(),
)  # fmt: skip
def test_any_move_of_any_game_can_be_written(moves: list[Entry[Any]], options: Agreed, own: bool) -> None:
    calls = Notation(
        lambda move: f"!{move['says']}" if move["type"] == "call" else None,
        lambda text: {"type": "call", "says": text.removeprefix("!")},
    )
    form = TextForm(replace(STRANGE, notation=calls) if own else STRANGE)
    made = Transcript("strange", None, options, ("Ida", "Otto"), tuple(moves), None)
    text = form.write(made)
    assert form.read(text).transcript == made, text
