"""Presets of `sheet`: what tables play, as house rules with a name (sources: docs/house-rules.md)."""

from collections.abc import Iterable, Mapping

from rules.sheet import yahtzee, yatzy, yatzy_bg
from rules.sheet.bonuses import SheetClearedBonus, SheetDifferenceBonus, SheetScoredBonus, SheetStep, SheetStepBonus
from rules.sheet.boxes import (
    UPPER_SECTION,
    SheetAfter,
    SheetBox,
    SheetColumnRule,
    SheetFitsAny,
    SheetFitsEqual,
    SheetFitsFaces,
    SheetFitsGroups,
    SheetFitsRun,
    SheetWorth,
    scandinavian,
)
from rules.sheet.options import SheetOptions
from rules.sheet.yahtzee import YahtzeeOptions
from rules.sheet.yatzy import YatzyOptions
from rules.sheet.yatzy_bg import YatzyBgOptions

YATZY = yatzy.house_rules(YatzyOptions())
YATZY_BG = yatzy_bg.house_rules(YatzyBgOptions())
YAHTZEE = yahtzee.house_rules(YahtzeeOptions())
KNIFFEL = SheetOptions(boxes=yahtzee.BOXES, bonus=35, joker="forced", yatzy_bonus=50, yatzy_bonus_for="matching_box")
MAXI_YATZY = SheetOptions(
    boxes=(
        *UPPER_SECTION,
        SheetBox(category="one_pair"),
        SheetBox(category="two_pairs"),
        SheetBox(category="three_pairs"),
        SheetBox(category="three_of_a_kind"),
        SheetBox(category="four_of_a_kind"),
        SheetBox(category="five_of_a_kind"),
        SheetBox(category="small_straight", worth=15),
        SheetBox(category="large_straight", worth=20),
        SheetBox(category="full_straight", worth=21),
        SheetBox(category="full_house"),
        SheetBox(category="villa"),
        SheetBox(category="tower"),
        SheetBox(category="chance"),
        SheetBox(category="yatzy", worth=100),
    ),
    dice=6,
    save_throws=True,
    bonus=100,
    bonus_from=84,
)
MAXI_YATZY_75 = MAXI_YATZY.model_copy(update={"save_throws": False, "bonus": 50, "bonus_from": 75})


def named(boxes: Iterable[SheetBox], names: Iterable[str]) -> tuple[SheetBox, ...]:
    """The boxes under these names, in their order."""
    return tuple(box.model_copy(update={"name": name}) for box, name in zip(boxes, names, strict=True))


def upper(names: Iterable[str]) -> tuple[SheetBox, ...]:
    """The upper boxes under these names."""
    return named(UPPER_SECTION, names)


SWEDISH_YATZY = SheetOptions(
    boxes=named(
        scandinavian(),
        (
            *("Ettor", "Tvåor", "Treor", "Fyror", "Femmor", "Sexor"),
            *("Par", "Två par", "Triss", "Fyrtal", "Liten stege", "Stor stege", "Kåk", "Chans", "Yatzy"),
        ),
    )
)
FINNISH_YATZY = SheetOptions(
    boxes=named(
        scandinavian(),
        (
            *("Ykköset", "Kakkoset", "Kolmoset", "Neloset", "Viitoset", "Kuutoset"),
            *("Pari", "Kaksi paria", "Kolmiluku", "Neliluku", "Pieni suora", "Suuri suora", "Täyskäsi", "Sattuma"),
            "Yatzy",
        ),
    )
)
ICELANDIC_YATSY = SheetOptions(
    boxes=(
        *upper(("Ásar", "Tvistar", "Þristar", "Fjarkar", "Fimmur", "Sexur")),
        SheetBox(category="three_of_a_kind", worth="all", name="Þrír eins"),
        SheetBox(category="four_of_a_kind", worth="all", name="Fjórir eins"),
        SheetBox(category="full_house", worth=25, name="Fullt hús"),
        SheetBox(category="small_straight", worth=30, in_a_row=4, name="Lítil röð"),
        SheetBox(category="large_straight", worth=40, in_a_row=5, name="Stór röð"),
        SheetBox(category="yatzy", worth=50, name="Yatsy"),
        SheetBox(category="chance", name="Áhætta"),
    ),
    bonus=35,
)
YACHT = SheetOptions(
    boxes=(
        *UPPER_SECTION,
        SheetBox(category="full_house"),
        SheetBox(category="four_of_a_kind"),
        SheetBox(category="small_straight", worth=30, name="Little Straight"),
        SheetBox(category="large_straight", worth=30, name="Big Straight"),
        SheetBox(category="chance", name="Choice"),
        SheetBox(category="yatzy", worth=50, name="Yacht"),
    ),
    bonus=0,
)
CAMEROON = SheetOptions(
    boxes=(
        *UPPER_SECTION,
        SheetBox(category="full_house"),
        SheetBox(category="small_straight", worth=21, name="Little Cameroon"),
        SheetBox(category="large_straight", worth=30, name="Large Cameroon"),
        SheetBox(category="yatzy", worth=50, name="Five of a Kind"),
    ),
    bonus=0,
)
CRAG = SheetOptions(
    boxes=(
        *UPPER_SECTION,
        SheetBox(category="odd_straight", fits=SheetFitsFaces(any_of=((1, 3, 5),)), worth=20, name="Odd Straight"),
        SheetBox(category="even_straight", fits=SheetFitsFaces(any_of=((2, 4, 6),)), worth=20, name="Even Straight"),
        SheetBox(category="low_straight", fits=SheetFitsFaces(any_of=((1, 2, 3),)), worth=20, name="Low Straight"),
        SheetBox(category="high_straight", fits=SheetFitsFaces(any_of=((4, 5, 6),)), worth=20, name="High Straight"),
        SheetBox(category="three_of_a_kind", worth=25),
        SheetBox(category="thirteen", fits=SheetFitsAny(), lowest=13, highest=13, worth=26, name="Thirteen"),
        SheetBox(category="crag", fits=SheetFitsEqual(count=2), lowest=13, highest=13, worth=50, name="Crag"),
    ),
    dice=3,
    throws=2,
    bonus=0,
)
KISMET = SheetOptions(
    boxes=(
        *upper(("Aces", "Deuces", "Treys", "Fours", "Fives", "Sixes")),
        SheetBox(category="two_pairs", faces="any", one_colour=True, worth="all", name="2 Pair – Same Color"),
        SheetBox(category="three_of_a_kind", worth="all"),
        SheetBox(category="straight", fits=SheetFitsRun(length=5), worth=30, name="Straight"),
        SheetBox(category="flush", fits=SheetFitsAny(), one_colour=True, worth=35, name="Flush"),
        SheetBox(category="full_house", faces="any", worth=SheetWorth(of="all", plus=15)),
        SheetBox(
            category="full_house_same_colour",
            fits=SheetFitsGroups(sizes=(2, 3), faces="any"),
            one_colour=True,
            worth=SheetWorth(of="all", plus=20),
            name="Full House – Same Color",
        ),
        SheetBox(category="four_of_a_kind", worth=SheetWorth(of="all", plus=25)),
        SheetBox(category="chance", name="Yarborough"),
        SheetBox(category="yatzy", worth=SheetWorth(of="all", plus=50), name="Kismet"),
    ),
    colours=((1, 6), (2, 5), (3, 4)),
    bonus=0,
    bonuses=(
        SheetStepBonus(
            boxes="upper",
            steps=tuple(SheetStep(least=least, points=points) for least, points in ((63, 35), (71, 55), (78, 75))),
        ),
    ),
)
TRIPLE_YAHTZEE = YAHTZEE.model_copy(
    update={"columns": tuple(SheetColumnRule(factor=factor) for factor in (1, 2, 3))},
)
BALUT = SheetOptions(
    boxes=(
        *UPPER_SECTION[3:],
        SheetBox(category="straight", fits=SheetFitsRun(length=5), name="Straight"),
        SheetBox(category="full_house"),
        SheetBox(category="chance", name="Choice"),
        SheetBox(category="yatzy", worth=SheetWorth(of="all", plus=20), name="Balut"),
    ),
    columns=(SheetColumnRule(),) * 4,
    bonus=0,
    bonuses=(
        *(
            SheetStepBonus(boxes=(box,), steps=(SheetStep(least=least, points=2),), over="sheet")
            for box, least in (("fours", 52), ("fives", 65), ("sixes", 78), ("chance", 100))
        ),
        SheetScoredBonus(boxes=("straight",), points=4, over="sheet"),
        SheetScoredBonus(boxes=("full_house",), points=3, over="sheet"),
        SheetScoredBonus(boxes=("yatzy",), points=2, each=True, over="sheet"),
        SheetStepBonus(
            boxes="all",
            steps=tuple(
                SheetStep(least=least, points=points)
                for points, least in enumerate((0, 300, 350, 400, 450, 500, 550, 600, 650), -2)
            ),
            over="sheet",
        ),
        SheetClearedBonus(),
    ),
)
GENERALA = SheetOptions(
    boxes=(
        *upper(("Unos", "Doses", "Treses", "Cuatros", "Cincos", "Seises")),
        SheetBox(category="escalera", fits=SheetFitsRun(length=5), worth=(25, 20), name="Escalera"),
        SheetBox(category="full_house", worth=(35, 30), name="Full"),
        SheetBox(category="four_of_a_kind", worth=(45, 40), name="Póker"),
        SheetBox(category="yatzy", worth=50, wins="first_throw", name="Generala"),
        SheetBox(
            category="doble_generala",
            fits=SheetFitsEqual(count=5),
            worth=100,
            after=SheetAfter(category="yatzy"),
            name="Doble generala",
        ),
    ),
    bonus=0,
)
YAMB = SheetOptions(
    boxes=(
        *UPPER_SECTION,
        SheetBox(category="maximum", fits=SheetFitsAny(), name="Max"),
        SheetBox(category="minimum", fits=SheetFitsAny(), name="Min"),
        SheetBox(category="kenta", fits=SheetFitsRun(length=5), worth=(66, 56, 46), name="Kenta"),
        SheetBox(category="full_house", worth=SheetWorth(of="all", plus=30), name="Ful"),
        SheetBox(category="four_of_a_kind", worth=SheetWorth(of="all", plus=40), name="Poker"),
        SheetBox(category="yatzy", worth=SheetWorth(of="all", plus=50), name="Yamb"),
    ),
    columns=(SheetColumnRule(order="down"), SheetColumnRule(order="free"), SheetColumnRule(order="up")),
    bonus=30,
    bonus_from=60,
    bonuses=(SheetDifferenceBonus(more="maximum", less="minimum", times_box="ones"),),
)
PRESETS: Mapping[str, SheetOptions] = {
    "balut": BALUT,
    "cameroon": CAMEROON,
    "crag": CRAG,
    "danish-yatzy": YATZY,
    "finnish-yatzy": FINNISH_YATZY,
    "generala": GENERALA,
    "icelandic-yatsy": ICELANDIC_YATSY,
    "kismet": KISMET,
    "kniffel": KNIFFEL,
    "maxi-yatzy": MAXI_YATZY,
    "maxi-yatzy-75": MAXI_YATZY_75,
    "swedish-yatzy": SWEDISH_YATZY,
    "triple-yahtzee": TRIPLE_YAHTZEE,
    "yacht": YACHT,
    "yahtzee": YAHTZEE,
    "yamb": YAMB,
    "yatzy": YATZY,
    "yatzy-bg": YATZY_BG,
}
