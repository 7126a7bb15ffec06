"""The application: `create_app(settings)` makes one; nothing is global."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.types import ASGIApp

from app import failures, pages, problems, serving, table_files, timers
from app.doors import Limits, Streams, cors
from app.edge import Edge
from app.feeds import Feeds
from app.games import Games
from app.gate import Gate
from app.metrics import Metrics
from app.protocol import DIRECT
from app.schema import Contract
from app.sealing import Sealer
from app.service import Service
from app.sessions.direct import DirectMoves
from app.sessions.referee import Referee
from app.sessions.table import Tables
from app.settings import Settings
from app.store.opened import open_store
from app.vetting import vetted
from rules import registry


def create_app(settings: Settings, games: registry.Registry | None = None) -> Service:
    """The service over one store. `games` defaults to the built-in ones and those of installed packages."""
    known = vetted(registry.load() if games is None else games)
    kits = Games(known.games)
    key = settings.secret_key
    referee = Referee(kits, Sealer(key.get_secret_value() if key else None))
    metrics = Metrics()
    limits = Limits(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[Mapping[str, Any]]:
        await serving.prepare(settings.database)
        store = await open_store(settings)
        store.batcher.observe = metrics.batch
        app.state.tables = Tables(store, referee, metrics)
        app.state.gate = Gate(store, limits, require_api_key=settings.require_api_key)
        feeds = app.state.feeds = Feeds(store, settings.heartbeat_seconds)
        app.state.streams = Streams(settings.max_streams)
        await store.listen(feeds.committed)
        serving.on_stop(asyncio.get_running_loop(), feeds.close)
        running = timers.start(app.state.tables, settings.retention_days)
        try:
            yield {} if limits.any or settings.log_requests else {DIRECT: DirectMoves(app.state.tables)}
        finally:
            for timer in running:
                timer.cancel()
            await asyncio.wait(running)
            await feeds.finish()
            await store.close()

    def around(app: ASGIApp) -> ASGIApp:
        edge = Edge(limits.around(app), metrics, log_requests=settings.log_requests)
        return cors(edge, settings.cors_origins)

    app = Service(around, lifespan)
    app.state.games = kits
    app.state.left_out = [
        {"package": each.package, "entry_point": each.entry_point, "game": each.game} for each in known.failed
    ]
    app.state.contract = Contract(dict(known.games))
    problems.install(app, app.allowed)
    failures.install(app)
    pages.install(app)
    table_files.install(app)
    return app
