"""Rate limiting: what a client may do how often.

Everything here is counted in each worker process by itself, in memory: with several workers a client whose requests
are spread over them may get as many times as much, and a restart forgets what was used.
"""

import hashlib
import re
import socket
import time
from array import array
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from math import ceil
from typing import NoReturn

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http.negotiation import chosen
from app.http.problem_kinds import RATE_LIMITED
from app.http.problems import Problem, render
from app.settings import Settings

SLICES = 50
"""Into how many parts a window is divided, so that a caller costs no more memory however large the quota is."""

MOST_CALLERS = 20_000
"""How many callers a limit remembers; beyond, it forgets those that did not come for the longest time."""

SHORT = 64
"""Characters of an address that is worth remembering."""

UNLIMITED = frozenset({"/healthz", "/readyz", "/metrics"})
"""Paths for operators, on which `limit_requests` does not count."""

_USUAL = re.compile(r"([1-9][0-9]{0,8})/(second|minute|hour|day)")
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
_IPV4_MAPPED = bytes(10) + b"\xff\xff"  # RFC 4291, 2.5.5.2
_TOLD = "rollwright.limits"

Told = list[tuple[bytes, bytes]]
"""A policy and its state for each limit that counted a request."""


class _Window:
    """What a caller was let do within the last window: how often in all, and in each slice of time that had some.

    `times` holds when the last request of each slice came, ascending, `counts` how many came in it; the last of the
    slices goes on until `slice_ends`.
    """

    __slots__ = ("counts", "slice_ends", "times", "used")

    def __init__(self) -> None:
        self.used = 0
        self.slice_ends = 0.0
        self.times = array("d")
        self.counts = array("L")


class Limit:
    """A quota for each caller, in a moving window: within any `seconds` a caller is let in `amount` times at most.

    `rate` is in the notation of the limits library, such as `50/second`. Requests that come within the same 50th of
    a window count as having come with the last of them, so a quota may come back that much later, never earlier.
    A request that is refused uses nothing up. Counts in this process only, on one thread.
    """

    # The counting is not the library's: a thread of its memory storage walks through all callers every 10 ms, its
    # moving window never forgets one, and a hit with its figures costs several times as much.

    def __init__(self, name: str, rate: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self.amount, self.seconds = parsed(rate)
        self._slice = self.seconds / SLICES
        self._clock = clock
        self._policy = f'"{name}";q={self.amount};w={self.seconds}'.encode()
        self._state = f'"{name}";r=%d;t=%d'.encode()
        self._windows: OrderedDict[bytes, _Window] = OrderedDict()  # by who came last, ascending
        self._due = 0.0  # no window has passed before

    def hit(self, caller: bytes, told: Told) -> None:
        """Let in one request of a `caller_key`, or raise `rate-limited` with the whole seconds to wait.

        Either way `told` gets the limit's policy and state, for `limit_fields`.
        """
        now = self._clock()
        past = now - self.seconds
        windows = self._windows
        window = windows.get(caller) or _Window()
        times, used = window.times, window.used
        while times and times[0] <= past:
            del times[0]
            used -= window.counts.pop(0)
        left = self.amount - used - 1
        if left < 0:
            window.used = used
            self._refuse(caller, window, past, told)
        if now < window.slice_ends:
            times[-1] = now
            window.counts[-1] += 1
        else:
            times.append(now)
            window.counts.append(1)
            window.slice_ends = (now // self._slice + 1) * self._slice
        if not used:
            windows[caller] = window
        window.used = used + 1
        windows.move_to_end(caller)
        if past >= self._due or len(windows) > MOST_CALLERS:
            self._forget(past)
        told.append((self._policy, self._state % (left, ceil(times[0] - past))))

    def _refuse(self, caller: bytes, window: _Window, past: float, told: Told) -> NoReturn:
        if window.times:
            self._windows.move_to_end(caller)  # so that a flood of others does not free it
        self._forget(past)
        wait = ceil(window.times[0] - past) if window.times else self.seconds
        told.append((self._policy, self._state % (0, wait)))
        raise Problem(
            RATE_LIMITED,
            f"The limit on {self.name} is {self.amount} in {self.seconds} s. Wait {wait} s.",
            headers={"Retry-After": str(wait)},
            limit=self.name,
        )

    def charge(self, caller: bytes, more: int, told: Told) -> None:
        """Let what was let in last of a `caller_key` count for so many more, as far as the quota goes."""
        window = self._windows.get(caller)
        if window is None:
            return
        charged = min(more, self.amount - window.used)
        window.counts[-1] += charged
        window.used += charged
        state = self._state % (self.amount - window.used, ceil(window.times[0] + self.seconds - self._clock()))
        told[:] = [(policy, state if policy == self._policy else before) for policy, before in told]

    def _forget(self, past: float) -> None:
        """Drop callers whose windows are empty, and those beyond the bound; a few at a time, so that none waits."""
        for _ in range(2):
            if not self._windows:
                return
            window = self._windows[next(iter(self._windows))]
            if window.times[-1] > past and len(self._windows) <= MOST_CALLERS:
                self._due = window.times[-1]  # who has come longest ago comes first, and only goes back from there
                return
            self._windows.popitem(last=False)


def parsed(rate: str) -> tuple[int, int]:
    """The amount and the seconds of a rate in the notation of the limits library."""
    if usual := _USUAL.fullmatch(rate):
        return int(usual[1]), _SECONDS[usual[2]]
    from limits import parse  # noqa: PLC0415 - its import is slow, and usual rates need none of it

    item = parse(rate)
    return item.amount, item.get_expiry()


class Limits:
    """The limits that the settings ask for, None where they ask for none.

    | limit | counts | whom |
    | --- | --- | --- |
    | `openings` | sessions opened | the API key's id, else `client(scope)` |
    | `moves` | requests that change a session | whose token it is, else `client(scope)` (see `access.gate`) |
    | `checks` | calls that need no session | `client(scope)` |
    | `requests` | requests of any kind | `client(scope)`; counted by `admit` |

    any: whether any is set that counts what changes a session.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        def limit(name: str, rate: str | None) -> Limit | None:
            return None if rate is None else Limit(name, rate, clock)

        self.openings = limit("openings", settings.limit_openings)
        self.moves = limit("moves", settings.limit_moves)
        self.checks = limit("checks", settings.limit_checks)
        self.requests = limit("requests", settings.limit_requests)
        self.any = bool(self.openings or self.moves or self.requests)

    def around(self, app: ASGIApp) -> ASGIApp:
        """The app behind the limits of `any`; the app itself where none of them is set."""
        return RateLimitMiddleware(app, self) if self.any else app

    def around_checks(self, app: ASGIApp) -> ASGIApp:
        """The app, whose answers tell of the limit on `checks` where nothing else tells of limits."""
        return RateLimitMiddleware(app, self) if self.checks is not None and not self.any else app

    def admit(self, scope: Scope) -> None:
        """Count a request of any kind, or refuse it."""
        if scope["path"] not in UNLIMITED:
            self.admit_from(client(scope), told(scope))

    def admit_from(self, address: str, told: Told) -> None:
        """As `admit`, for one from an address as `network` has it."""
        if self.requests is not None:
            known = len(address) <= SHORT
            self.requests.hit((_address_key if known else caller_key)(address), told)


def told(scope: Scope) -> Told:
    """What limits have told of a request so far; `RateLimitMiddleware` begins it."""
    so_far: Told = scope[_TOLD]
    return so_far


def limit_fields(told: Told) -> list[tuple[bytes, bytes]]:
    """The `RateLimit-Policy` and `RateLimit` fields (draft-ietf-httpapi-ratelimit-headers-11) of an answer.

    Several limits that counted one request are told in one list.
    """
    if not told:
        return []
    policy, state = told[0]
    for next_policy, next_state in told[1:]:
        policy += b", " + next_policy
        state += b", " + next_state
    return [(b"ratelimit-policy", policy), (b"ratelimit", state)]


class RateLimitMiddleware:
    """ASGI middleware: counts each request of an address, and tells every answer's limits in its headers.

    The fields stand on refusals and errors as well. What an app streams goes through untouched.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI 3)."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope[_TOLD] = []

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start" and (fields := limit_fields(told(scope))):
                message = {**message, "headers": [*message.get("headers", ()), *fields]}
            await send(message)

        try:
            self._limits.admit(scope)
        except Problem as problem:
            await render(problem, chosen(HTTPConnection(scope)))(scope, receive, tell)
            return
        await self._app(scope, receive, tell)


def caller_key(who: str) -> bytes:
    """A token's holder, an API key's id or an address as limits count it: of none more than its SHA-256 is kept."""
    return hashlib.sha256(who.encode()).digest()


_address_key = lru_cache(4096)(caller_key)


def client(scope: Scope) -> str:
    """Whom limits by address mean: the IPv4 address, or the IPv6 network of 64 bits, of which one client has all.

    The server has put the address there that a trusted proxy forwards. Without one, as on a Unix socket, it is empty,
    and all such clients count as one.
    """
    return network(scope.get("client"))


def network(address: tuple[str, int] | None) -> str:
    """Whom limits mean by the other end of a connection, see `client`."""
    host = address[0] if address else ""
    if ":" not in host:
        return host
    try:
        packed = socket.inet_pton(socket.AF_INET6, host.partition("%")[0])
    except OSError:
        return host
    if packed.startswith(_IPV4_MAPPED):
        return socket.inet_ntop(socket.AF_INET, packed[12:])
    return socket.inet_ntop(socket.AF_INET6, packed[:8] + bytes(8)) + "/64"
