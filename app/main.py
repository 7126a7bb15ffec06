"""The application: `create_app(settings)` makes one; nothing is global."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.types import ASGIApp

from app.access.gate import Gate
from app.advice.advisers import Advisers
from app.advice.shelf import Shelf, folder_of
from app.bots.player import Player
from app.contract.admission import admitted, installed
from app.contract.contract import Contract
from app.dice.sealing import Sealer
from app.events.feeds import Feeds
from app.events.quota import StreamQuota
from app.games.external import failures
from app.games.served_game import Games
from app.http import pages, problems
from app.http.cldr import figures
from app.http.cors import Cors
from app.http.negotiation import LANGUAGES
from app.http.rate_limit import Limits
from app.http.request_log import RequestLog, RequestLogMiddleware
from app.http.sub_path import SubPath
from app.operation import timers
from app.operation.endpoints import Readiness
from app.server import process
from app.server.direct import DIRECT
from app.server.protocol import DEADLINES, Deadlines
from app.service import Service
from app.sessions.direct import DirectMoves
from app.sessions.referee import Referee
from app.sessions.service import Sessions
from app.settings import Settings
from app.store import open_store
from app.store.health import warn
from app.telemetry.metrics import Metrics
from rules.registry import Registry


def create_app(settings: Settings, games: Registry | None = None) -> Service:
    """The service over one store. `games` defaults to the built-in ones and those of installed packages."""
    for language in LANGUAGES:
        figures(language)  # reads files
    known = installed() if games is None else admitted(games)
    served_games = Games(known.games)
    key = settings.secret_key
    referee = Referee(served_games, Sealer(key.get_secret_value() if key else None))
    metrics = Metrics()
    limits = Limits(settings)
    log = RequestLog(metrics, log_requests=settings.log_requests)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[Mapping[str, Any]]:
        await process.prepare(settings.database)
        store = await open_store(settings)
        store.batcher.observe, store.batcher.failed, store.health.count = (
            metrics.batch,
            metrics.trouble,
            metrics.trouble,
        )
        app.state.sessions = Sessions(store, referee, metrics)
        app.state.readiness = Readiness(store.ready)
        gate = app.state.gate = Gate(store, limits, require_api_key=settings.require_api_key)
        cors = app.whole if isinstance(app.whole, Cors) else None
        direct = DirectMoves(app.state.sessions, gate, limits, log, cors)
        feeds = app.state.feeds = Feeds(store, settings.heartbeat_seconds)
        advisers = app.state.advisers = Advisers(Shelf(folder_of(settings), settings.tables_bytes))
        bots = app.state.sessions.bots = Player(store, referee, advisers, metrics)
        store.batcher.with_bots = bots.wake
        app.state.streams = StreamQuota(settings.max_streams)
        await store.listen(feeds.committed)
        warn(await store.ready())
        process.on_stop(asyncio.get_running_loop(), feeds.close)
        running = timers.start(app.state.sessions, bots.sweep, settings.retention_days)
        try:
            yield {DIRECT: direct, DEADLINES: Deadlines(settings.head_seconds, settings.body_seconds)}
        finally:
            direct.stop()
            for timer in running:
                timer.cancel()
            await asyncio.wait(running)
            await bots.close()
            await feeds.finish()
            await advisers.stop()
            await store.close()

    def around(app: ASGIApp) -> ASGIApp:
        logged = RequestLogMiddleware(limits.around(limits.around_checks(app)), log)
        readable = Cors(logged, settings.cors_origins) if settings.cors_origins else logged
        forwarded = bool(settings.trusted_proxies)
        below = forwarded or settings.root_path
        return SubPath(readable, settings.root_path, forwarded=forwarded) if below else readable

    app = Service(around, lifespan)
    app.state.games = served_games
    app.state.left_out = [
        {"package": each.package, "entry_point": each.entry_point, "game": each.game} for each in known.failed
    ]
    app.state.contract = Contract(dict(known.games))
    problems.install(app, app.allowed)
    failures.install(app)
    pages.install(app)
    return app
