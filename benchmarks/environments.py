"""How many steps a second the PettingZoo environments take: `python -m benchmarks.environments`."""

import random
from time import process_time

import numpy as np

from rules.registry import BUILT_IN
from rules.rl import DiceEnv, env

SECONDS = 2.0


def steps_a_second(table: DiceEnv, seconds: float) -> float:
    """Steps of random legal actions by the processor's time, with `last` (mask and observation) before each."""
    chance, steps, begun = random.Random(1), 0, process_time()
    while process_time() - begun < seconds:
        table.reset(seed=steps)
        for _ in table.agent_iter():
            *_, terminated, truncated, info = table.last()
            over = terminated or truncated
            table.step(None if over else chance.choice(np.flatnonzero(info["action_mask"]).tolist()))
            steps += not over
    return steps / (process_time() - begun)


if __name__ == "__main__":
    for game in BUILT_IN:
        print(f"{game.name:15} {steps_a_second(env(game), SECONDS):10,.0f}")
