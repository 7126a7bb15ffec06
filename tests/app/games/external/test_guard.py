"""Whatever a game's function raises is its failure; what stops the process is not."""

import asyncio
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from app.games.external.guard import GameFailed, asked
from app.main import create_app
from app.settings import Settings
from app.stopping import Stopped
from rules.banking import sand
from rules.registry import Registry
from tests.app.support.rogue_game import Deed, handling_signals, raises, rogue
from tests.app.support.table import open_table

RAISED = [KeyboardInterrupt(), SystemExit(3), SystemExit(0), GeneratorExit(), asyncio.CancelledError(), LookupError()]


@pytest.mark.parametrize("error", RAISED, ids=repr)
def test_what_a_function_raises_is_the_games_failure(error: BaseException) -> None:
    with handling_signals(), pytest.raises(GameFailed) as failed:
        asked("rogue", "apply", raises(error))
    assert failed.value.__cause__ is error
    with ThreadPoolExecutor(1) as other, pytest.raises(GameFailed):
        other.submit(asked, "rogue", "apply", raises(error)).result()  # no signal is handled there


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_that_comes_meanwhile_goes_through(number: signal.Signals) -> None:
    with handling_signals(), pytest.raises(Stopped) as stopped:
        asked("rogue", "apply", signal.raise_signal, number)
    assert stopped.value.code == 0


def test_ctrl_c_goes_through_where_python_raises_it() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            asked("rogue", "apply", signal.raise_signal, signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("call", ["apply", "view"])
@pytest.mark.parametrize("error", RAISED[:3], ids=repr)
async def test_the_service_plays_on(sqlite_database: str, call: str, error: BaseException) -> None:
    mischief: dict[str, Deed] = {}
    app: Any = create_app(Settings(database=sqlite_database), Registry({"sand": sand.GAME, "rogue": rogue(mischief)}))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    with handling_signals():
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://x") as client,
        ):
            mine, other = await open_table(client, "rogue"), await open_table(client, "sand")
            mischief[call] = raises(error)
            answers = await asyncio.gather(mine.post("roll", {}), other.post("roll", {}))
            assert [answer.status_code for answer in answers] == [500, 200]
            assert answers[0].json()["code"] == "game-failed"
            mischief.clear()
            assert (await mine.post("roll", {})).status_code == 200
