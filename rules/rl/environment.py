"""One game as a PettingZoo AEC environment."""

import json
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper
from pydantic import BaseModel

from rules.contract import AnyGame, Illegal
from rules.rl.encoding import Moves
from rules.rl.observation import layout

BOUND = 2**24
"""Observations lie between -BOUND and BOUND, within which float32 holds whole numbers exactly."""

Mask = NDArray[np.int8]
Observation = NDArray[np.float32]


def env(game: AnyGame, seats: int | None = None, options: BaseModel | None = None) -> OrderEnforcingWrapper:
    """An environment for `seats` seats (2 where the game allows it) with these options or the defaults.

    Raises `rules.rl.encoding.Underivable` for a game whose moves or view cannot be numbered.
    """
    return OrderEnforcingWrapper(DiceEnv(game, seats, options))


class DiceEnv(AECEnv):  # type: ignore[misc]  # PettingZoo brings no types
    """A table: the agents `seat_0`, `seat_1`, ... play one game from `reset` to its end.

    An action is the number of a move in `moves` (see `rules.rl.encoding.Moves`), and `infos[agent]["action_mask"]`
    has a 1 for each that is legal now. An observation is the numbers that `legend` names: who looks, who is to move,
    and the game's view (`rules.rl.observation.layout`). The dice are thrown with the seed of `reset`.

    A step's reward is what it adds to each seat's total, so that a seat's rewards add up to its total. The game's end
    terminates every agent, and each finds its `rank` and whether it is a `winner` in its info. After
    `Game.random_play_moves` moves a seat all are truncated. Where several seats may act at the same time, the first
    of them does.
    """

    def __init__(self, game: AnyGame, seats: int | None = None, options: BaseModel | None = None) -> None:
        super().__init__()
        count = min(max(2, game.min_seats), game.max_seats) if seats is None else seats
        self.game = game
        agreed = game.options() if options is None else options
        self.rules = game.rules(agreed)
        self.moves = Moves(game, agreed)
        self.metadata = {
            "name": f"rollwright_{game.name.replace('-', '_')}_v{game.version}",
            "render_modes": ["ansi"],
        }
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(count)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.state_of_play = self.rules.start(count)
        self._layout = layout(game.view, self.rules.view(self.state_of_play))
        self.legend = (
            *(f"me={agent}" for agent in self.possible_agents),
            *(f"to_move.{agent}" for agent in self.possible_agents),
            *self._layout.names,
        )
        shape = (len(self.legend),)
        self.observation_spaces = {
            agent: spaces.Box(-BOUND, BOUND, shape, np.float32) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.moves)) for agent in self.possible_agents}
        self._most = game.random_play_moves * count
        self._nothing: Mask = np.zeros(len(self.moves), np.int8)
        self._chance, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Box:
        """See PettingZoo; the same for every agent."""
        space: spaces.Box = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> spaces.Discrete:
        """See PettingZoo; the same for every agent."""
        space: spaces.Discrete = self.action_spaces[agent]
        return space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - as PettingZoo has it
        """Begin a game; `seed` fixes the dice of this one and of those that follow until another is given."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        self.agents = [*self.possible_agents]
        self.state_of_play = self.rules.start(len(self.agents))
        self._totals = self.rules.totals(self.state_of_play)
        self._played = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._next()

    def step(self, action: int | None) -> None:
        """Play the move of that number for the agent whose turn it is; ValueError for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seats[agent]
        legal = None if action is None else self._legal.get(int(action))
        if legal is None:
            raise ValueError(f"action {action} is not legal for {agent}")
        faces = tuple(self._chance.integers(1, 7, legal.throws).tolist())
        done = self.rules.apply(self.state_of_play, seat, legal.move, faces)
        if isinstance(done, Illegal):
            raise ValueError(f"the game lists {legal.move!r} and refuses it: {done.reason}")
        self.state_of_play = done.state
        self._played += 1
        before, self._totals = self._totals, self.rules.totals(done.state)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {
            each: float(self._totals[seat] - before[seat])
            for each, seat in self._seats.items()
            if each in self.agents
        }
        self._accumulate_rewards()
        self._next()

    def observe(self, agent: str) -> Observation:
        """What the agent sees: all there is, and who it is."""
        seat, to_move = self._seats[agent], self.rules.to_move(self.state_of_play)
        numbers: list[float] = [each == seat for each in range(len(self._seats))]
        numbers += [each in to_move for each in range(len(self._seats))]
        self._layout.write(self.rules.view(self.state_of_play), numbers)
        seen: Observation = np.array(numbers, np.float32)
        return seen.clip(-BOUND, BOUND, out=seen)

    def render(self) -> str:
        """The view as JSON."""
        return json.dumps(self.rules.view(self.state_of_play))

    def close(self) -> None:
        """There is nothing to let go."""

    def _next(self) -> None:
        """Choose who acts next, and say what it may do."""
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._nothing} for agent in self.agents}
        outcome = self.rules.outcome(self.state_of_play)
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            for rank in outcome.ranking:
                self.infos[self.possible_agents[rank.seat]] |= {
                    "rank": rank.rank,
                    "winner": rank.seat in outcome.winners,
                }
            return
        if self._played >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
            return
        seat = self.rules.to_move(self.state_of_play)[0]
        self.agent_selection = self.possible_agents[seat]
        self._legal = {
            self.moves.number(legal.move): legal for legal in self.rules.legal_moves(self.state_of_play, seat)
        }
        mask = self._nothing.copy()
        mask[list(self._legal)] = 1
        self.infos[self.agent_selection] = {"action_mask": mask}
