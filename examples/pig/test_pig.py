"""A game of Pig by hand; that it holds the laws of every game, the plugin tests (see pyproject.toml)."""

from pig import GAME, PigOptions

from rules.contract import BANK, ROLL, Illegal, Step


def test_a_short_game() -> None:
    """Ida loses her turn, Otto banks and wins."""
    rules = GAME.rules(PigOptions(target=10))
    state = rules.start(2)
    assert isinstance(rules.apply(state, 0, BANK, ()), Illegal)
    for seat, move, faces, totals in (
        (0, ROLL, (4,), (0, 0)),
        (0, ROLL, (1,), (0, 0)),
        (1, ROLL, (6,), (0, 0)),
        (1, ROLL, (5,), (0, 0)),
        (1, BANK, (), (0, 11)),
    ):
        step = rules.apply(state, seat, move, faces)
        assert isinstance(step, Step)
        state = step.state
        assert rules.totals(state) == totals
    outcome = rules.outcome(state)
    assert outcome is not None
    assert outcome.winners == (1,)
