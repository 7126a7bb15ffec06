"""Ruleset: what tells one banking game from another, as data, and the options that several of them offer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from rules.banking.combinations import Combination
from rules.banking.state import BankingState

Selection = Literal["best", "free"]
Qualifying = Literal["any", "one_or_five"]
EqualDice = Literal["best_split", "together"]
HotDice = Literal["must_roll", "may_bank"]
LastRound = Literal["finish_round", "one_more_turn", "one_more_throw", "at_once"]
Overshoot = Literal["counts", "lost", "bounces"]
Piggyback = Literal["never", "opened", "anyone"]
Ties = Literal["share", "first_to_target"]
PenaltyFloor = Literal["zero", "none"]

Target = Annotated[
    int,
    Field(ge=50, le=100_000, multiple_of=50, description="The total that begins the last turns of the game."),
]
SelectionOption = Annotated[
    Selection,
    Field(
        description="`best`: all scoring dice of a throw are set aside, in their best split; "
        "`free`: the seat chooses at least one scoring die."
    ),
]
QualifyingOption = Annotated[
    Qualifying,
    Field(
        description="`any`: any scoring die keeps the turn alive; "
        "`one_or_five`: a throw that shows neither a 1 nor a 5 is a bust."
    ),
]
HotDiceOption = Annotated[
    HotDice,
    Field(
        description="What a seat does once all dice are set aside: `must_roll`: it rolls all of them again; "
        "`may_bank`: it may roll or bank, if its points are enough for a bank."
    ),
]

TURN_PARAGRAPHS: Mapping[str, str] = {
    "not_your_turn": "1.3",
    "set_aside_first": "2.3",
    "nothing_thrown": "2.1",
    "nothing_selected": "2.3",
    "not_in_throw": "2.4",
    "does_not_score": "2.4",
    "nothing_to_bank": "4.1",
    "nothing_to_ride": "2.1",
    "finished": "5.3",
}
"""By reason of a refusal, its paragraph: the rules pages of all banking games number these alike."""


class Scoring(NamedTuple):
    """The parts of a ruleset that say what dice are worth and which of them may be set aside; as in `Ruleset`."""

    combinations: tuple[Combination, ...]
    nothing: int
    dice: int
    equal_dice: EqualDice
    selection: Selection
    qualifying: Qualifying


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A banking game with its options decided.

    combinations: what scores within one throw.
    nothing: the points of a throw of all dice in which none of these is; 0 where it is a bust.
    paragraphs: by reason of a refusal, the paragraph of the game's rules page that it rests on.
    dice: how many dice fill the cup, 1 to 6.
    target: the total that begins the last turns.
    opening, minimum: the least turn points for a seat's first bank, and for every later one.
    most_left: the most dice that may be left in the cup when a seat banks.
    strict_from: from this total on a bank must bring the total above `target`; None for no such rule.
    hot_dice: whether a seat whose dice have all been set aside must roll again or may bank.
    equal_dice: whether equal dice that make one combination may also be split into several, or never are.
    selection: whether the best-scoring dice must be set aside or any that score.
    qualifying: whether any scoring die keeps the turn alive, or only a throw that shows a 1 or a 5.
    last_round: once a seat has reached `target`, whether the round is played to its end, every other seat has exactly
    one more turn, or one more throw, or the game is over.
    overshoot: what a bank beyond `target` does: it counts, it is lost, or what is beyond is taken from `target`.
    piggyback: whether a seat may begin with the points and dice that the one before left: never, once it has banked
    before, or always.
    riding: the least turn points for a bank of such a turn; None where it is like any other.
    ties: whether equal highest totals share the win, or the seat that reached `target` first has it alone.
    last_die_throws: how often the last die may be thrown before it is a bust.
    endings: figures in which no total may end after a bank.
    bust_penalty, busts_in_a_row, floor: the points that so many busts in a row take from the seat's total, and
    whether that never falls below 0; 0 points for no such rule.
    """

    combinations: tuple[Combination, ...]
    nothing: int
    paragraphs: Mapping[str, str]
    dice: int
    target: int
    opening: int
    minimum: int
    most_left: int
    strict_from: int | None
    hot_dice: HotDice
    equal_dice: EqualDice
    selection: Selection
    qualifying: Qualifying
    last_round: LastRound
    overshoot: Overshoot
    piggyback: Piggyback
    riding: int | None
    ties: Ties
    last_die_throws: int
    endings: tuple[str, ...]
    bust_penalty: int
    busts_in_a_row: int
    floor: PenaltyFloor

    @property
    def scoring(self) -> Scoring:
        """What its tables rest on."""
        return Scoring(self.combinations, self.nothing, self.dice, self.equal_dice, self.selection, self.qualifying)

    def least(self, opened: bool, rides: bool) -> tuple[str, int]:
        """The least turn points of a bank, whatever the total, and the reason why fewer are refused.

        rides: whether the turn began with what the seat before had left.
        """
        if not opened:
            return "below_opening", self.opening
        if rides and self.riding is not None:
            return "below_riding", self.riding
        return "below_minimum", self.minimum

    def needed(self, total: int, opened: bool, rides: bool = False) -> int:
        """The least turn points with which a seat of this total may bank."""
        least = self.minimum if opened and not rides else self.least(opened, rides)[1]
        if self.strict_from is not None and total >= self.strict_from:
            return max(least, self.target - total + 1)
        return least if self.overshoot == "counts" else min(least, self.target - total)

    def needs(self, state: BankingState, seat: int) -> int:
        """The same for the seat whose turn it is: its last throw of the game may bring anything."""
        if state.reached is not None and self.is_last_throw(state):
            return 0
        return self.needed(state.totals[seat], state.opened[seat], state.rides)

    def may_ride(self, state: BankingState) -> bool:
        """Whether the seat whose turn it is may begin with what the one before has left."""
        if state.left is None or state.points or state.seat is None:
            return False
        return self.piggyback == "anyone" or state.opened[state.seat]

    def written(self, total: int, points: int) -> int:
        """The total that a bank of these turn points makes of a total."""
        beyond = total + points - self.target
        if beyond <= 0 or self.overshoot == "counts":
            return total + points
        return total if self.overshoot == "lost" else max(0, self.target - beyond)

    def stops(self, cup: int) -> bool:
        """Whether a turn may end with this many dice in the cup; a full cup after a throw is hot dice."""
        if cup == self.dice:
            return self.hot_dice == "may_bank"
        return cup <= self.most_left

    def is_last_throw(self, state: BankingState) -> bool:
        """Whether the turn is one of a single throw, at the end of the game."""
        return state.reached is not None and self.last_round == "one_more_throw"

    def may_roll(self, state: BankingState) -> bool:
        """Whether the seat whose turn it is may roll the dice in the cup now."""
        return state.cup > 0 and (state.reached is None or not state.throw or not self.is_last_throw(state))

    def may_bank(self, state: BankingState) -> bool:
        """Whether the seat whose turn it is may write down its turn points now."""
        totals, opened, seat, _, throw, cup, _, _, points, reached, _, _, left, tries = state
        if not points or not cup or not throw or seat is None:
            return False
        if reached is not None and self.is_last_throw(state):
            return True
        if tries or not self.stops(cup):
            return False
        total = totals[seat]
        if points < self.needed(total, opened[seat], left is not None):
            return False
        return not self.endings or self.ends_well(self.written(total, points))

    def ends_well(self, total: int) -> bool:
        """Whether a bank may make this total, by its last figures."""
        return not str(total).endswith(self.endings)

    def throws_again(self, state: BankingState) -> bool:
        """Whether a throw of the dice in the cup that brings nothing may be made once more."""
        last = state.cup == 1 < self.dice and not self.is_last_throw(state)
        return last and state.tries + 1 < self.last_die_throws

    def penalty(self, total: int) -> int:
        """What enough busts in a row take from the total."""
        return min(self.bust_penalty, total) if self.floor == "zero" else self.bust_penalty
