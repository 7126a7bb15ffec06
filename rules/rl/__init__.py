"""Games as PettingZoo environments, for agents that learn: `env(game, seats)`. Needs the extra `rollwright[rl]`."""

try:
    from rules.rl.environment import DiceEnv, env
except ModuleNotFoundError as error:
    if error.name in {"pettingzoo", "gymnasium", "numpy"}:
        raise ModuleNotFoundError(
            f"rules.rl needs {error.name}: pip install 'rollwright[rl]'", name=error.name
        ) from None
    raise

__all__ = ["DiceEnv", "env"]
