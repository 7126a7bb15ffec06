"""The service as a process of its own, and a browser to open the page with."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.proof.processes import Worker
from tests.table.accessibility import AXE
from tests.table.browsers import FOUND, browser
from tests.table.visitors import Visitor

MISSING = "skipped: the page's tests need Chromium, and none is installed (on Debian: apt-get install chromium)"

Visit = Callable[..., Awaitable[Visitor]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    if FOUND is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is needed for the page's tests", pytrace=False)
        pytest.skip(MISSING)
    async with browser() as launched:
        yield launched


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Worker]:
    """A real server on a real store, for all tests of a run."""
    place: Path = tmp_path_factory.mktemp("house")
    worker = Worker(f"sqlite:///{place}/table.db", place / "log")
    await worker.start()
    yield worker
    worker.close()


@pytest_asyncio.fixture(loop_scope="session")
async def visit(chromium: Browser, house: Worker) -> AsyncIterator[Visit]:
    """Open the page at a fragment in a browser of its own; in the end nothing may have gone wrong in any of them."""
    visitors: list[Visitor] = []

    async def opened(fragment: str = "#/", **how: Any) -> Visitor:
        context = await chromium.new_context(**{"locale": "en", "reduced_motion": "reduce"} | how)
        visitor = Visitor(context, await context.new_page(), f"http://127.0.0.1:{house.port}")
        visitors.append(visitor)
        await visitor.open(fragment)
        return visitor

    yield opened
    for visitor in visitors:
        await visitor.context.close()
    assert [fault for visitor in visitors for fault in visitor.faults] == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    if not AXE.exists():
        if os.environ.get("CI"):
            pytest.fail("axe-core is needed: npm ci", pytrace=False)
        pytest.skip("skipped: axe-core is not installed (npm ci)")
    return AXE.read_text()
