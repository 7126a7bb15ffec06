"""All laws in the order in which an author meets them, and the game they are held against."""

from importlib import import_module

from rules.conformance import advice, course, description, loose, moves, states
from rules.conformance.law import Law, law
from rules.contract import AnyGame, Game

LAWS: tuple[Law, ...] = (
    law(description.the_description_makes_sense, 1),
    law(description.types_have_names_of_their_own, 1),
    law(description.options_are_frozen_and_sound),
    law(moves.exactly_the_listed_moves_are_accepted),
    law(description.texts_are_complete),
    law(moves.wrong_faces_are_the_callers_fault),
    law(moves.nothing_given_is_changed),
    law(moves.alike_dice_have_no_order),
    law(states.states_moves_and_events_survive_json),
    law(states.the_view_is_what_its_type_says),
    law(states.totals_are_the_sum_of_what_was_recorded),
    law(states.replaying_the_record_gives_the_state),
    law(states.the_sheet_ends_in_the_totals),
    law(course.random_play_ends_within_the_stated_bound, 3),
    law(course.seats_may_leave_at_any_time),
    law(course.a_voided_turn_writes_nothing_and_passes),
    law(loose.loose_dice_are_scored),
    law(loose.typed_moves_are_read_again),
    law(advice.advice_is_on_every_legal_move, 5),
    law(advice.advice_follows_from_the_rules, 5),
    law(advice.advising_changes_nothing, 5),
    law(advice.written_positions_are_states),
)


class NoGame(Exception):
    """What was named is no game; the text says why."""


def named(target: str) -> AnyGame:
    """The game at `MODULE` or `MODULE:ATTR` (`GAME` where it is left out); raises `NoGame`."""
    module, _, attribute = target.partition(":")
    attribute = attribute or "GAME"
    try:
        game = getattr(import_module(module), attribute)
    except AttributeError:
        raise NoGame(f"{module} has no {attribute}; name it as MODULE:ATTR") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever the module raises
        raise NoGame(f"{module} cannot be imported: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise NoGame(f"{target} is a {type(game).__name__} and not a rules.contract.Game")
    return game
