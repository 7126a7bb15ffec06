"""Laws on the course of a game: its end, seats that leave, turns that come to nothing."""

from typing import Any

from hypothesis import strategies as st

from rules.conformance.law import Play, hold, play, refuses, turns_of
from rules.contract import AnyGame, Illegal, Outcome, Played
from rules.fold import Unplayable, replay

FEW_SEATS = 2


def random_play_ends_within_the_stated_bound(game: AnyGame, data: st.DataObject) -> None:
    """Random play comes to an end within `Game.random_play_moves` moves a seat, and nothing goes on after it."""
    rules = game.rules(game.options())
    seats = min(game.max_seats, max(FEW_SEATS, game.min_seats))
    most = game.random_play_moves * seats
    chance = data.draw(st.randoms(use_true_random=True), "chance")
    turns = list(turns_of(rules, rules.start(seats), chance, most))
    last = turns[-1].step.state
    outcome = rules.outcome(last)
    if outcome is None:
        hold(
            False,
            f"no outcome after {len(turns)} random moves: is Game.random_play_moves too low?",
            f"Or does legal_moves leave out what brings the end? {last!r}",
        )
        return
    _is_complete(game, outcome, rules.totals(last))
    hold(rules.to_move(last) == (), f"the game is over, and to_move gives {rules.to_move(last)}")
    for seat in range(seats):
        hold(rules.legal_moves(last, seat) == (), f"the game is over, and seat {seat} has legal moves")
    early = [turn for turn in turns if rules.outcome(turn.before) is not None]
    hold(not early, "outcome is told before the last move: it must be None as long as somebody is to move")
    refused = rules.apply(last, 0, turns[-1].legal.move, turns[-1].faces)
    hold(
        isinstance(refused, Illegal) and refused.reason == "finished",
        f'after the end apply gives {refused!r}: refuse with the reason "finished"',
    )
    record = [turn.played for turn in turns]
    try:
        replay(rules, seats, [*record, record[-1]])
    except Unplayable as stop:
        hold(stop.index == len(record), f"entry {stop.index} of the record is refused when it is replayed")


def _is_complete(game: AnyGame, outcome: Outcome, totals: tuple[int, ...]) -> None:
    ranked = {rank.seat: rank.total for rank in outcome.ranking}
    seats = sorted(rank.seat for rank in outcome.ranking)
    hold(
        seats == list(range(len(totals))) and ranked == dict(enumerate(totals)),
        f"outcome ranks {outcome.ranking} for the totals {totals}: every seat once, with its total",
    )
    for language in game.texts.messages:
        for key in [f"outcome.{outcome.reason}"] + [f"rating.{outcome.rating}"] * (outcome.rating is not None):
            hold(key in game.texts.spoken(language), f'Texts.messages["{language}"] lacks "{key}"')


def seats_may_leave_at_any_time(game: AnyGame, data: st.DataObject) -> None:
    """A seat that leaves keeps its total and moves no more; the others play on, and it ranks last."""
    played = play(game, data, 60)
    rules, chance, state = played.rules, played.chance, played.state
    record: list[Played[Any]] = [turn.played for turn in played.turns]
    left: list[int] = []
    while rules.outcome(state) is None:
        seat = chance.choice([seat for seat in range(played.seats) if seat not in left])
        totals = rules.totals(state)
        state = rules.withdraw(state, seat).state
        left.append(seat)
        record.append(Played("resign", seat))
        hold(rules.totals(state) == totals, f"withdraw changes totals from {totals} to {rules.totals(state)}")
        hold(seat not in rules.to_move(state), f"seat {seat} has left and is to move")
        hold(rules.resigned(state) == tuple(left), f"{left} have left, and resigned gives {rules.resigned(state)}")
        hold(len(left) < played.seats or rules.outcome(state), "every seat has left, and there is no outcome")
        if rules.outcome(state) is None:
            again = state
            hold(
                refuses(lambda: rules.withdraw(again, seat)),  # noqa: B023 - called at once
                f"seat {seat} leaves twice: withdraw has to raise a ValueError",
            )
            for turn in turns_of(rules, state, chance, 15):
                hold(turn.seat not in left, f"seat {turn.seat} has left and moves")
                record.append(turn.played)
                state = turn.step.state
    outcome = rules.outcome(state)
    if outcome is not None and left:
        last = [rank.seat for rank in outcome.ranking][played.seats - len(left) :]
        hold(last == left[::-1], f"{left} have left in this order and have to rank last, the latest first: {outcome}")
        hold(not set(outcome.winners) & set(left), f"a seat that left wins: {outcome}")
    hold(replay(rules, played.seats, record) == state, "the record with its resignations leads to another state")


def a_voided_turn_writes_nothing_and_passes(game: AnyGame, data: st.DataObject) -> None:
    """`void` ends a turn without points: the totals stay, and whoever is to move then begins anew."""
    played = play(game, data, data.draw(st.integers(0, 60), "moves"))
    rules, state = played.rules, played.state
    for seat in set(range(played.seats)) - set(rules.to_move(state)):
        hold(
            refuses(lambda: rules.void(state, seat)),  # noqa: B023 - called at once
            f"void takes seat {seat}, which is not to move: raise a ValueError with a sentence",
        )
    if not rules.to_move(state):
        return
    seat = played.chance.choice(rules.to_move(state))
    after = rules.void(state, seat)
    hold(rules.totals(after) == rules.totals(state), f"void changes the totals to {rules.totals(after)}")
    hold(rules.resigned(after) == rules.resigned(state), "void lets a seat leave")
    hold(rules.view(after) is not None, "the state that void gives cannot be shown")
    _has_begun_anew(played, after, seat)


def _has_begun_anew(played: Play, after: Any, seat: int) -> None:
    if seat not in played.rules.to_move(after):
        return
    began = played.rules.start(played.seats)
    first = {legal.move.type for legal in played.rules.legal_moves(began, 0)}
    now = {legal.move.type for legal in played.rules.legal_moves(after, seat)}
    hold(now <= first, f"after void seat {seat} may {sorted(now)}, and a turn begins with {sorted(first)}")
