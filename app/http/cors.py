"""CORS: whose pages may call the service, by the Fetch standard's protocol."""

from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message

PREFLIGHT_SECONDS = 7200
"""How long a browser may remember what CORS allows."""

Fields = list[tuple[bytes, bytes]]


class Cors(CORSMiddleware):
    """The app for pages of these origins (`*` for any).

    It must stand around everything that answers, `RequestLogMiddleware` included: what is answered outside of it no
    page can read. Tokens travel in a header that a page sets, so no credentials are allowed. Preflight requests are
    answered here, and no limit counts them.
    """

    def __init__(self, app: ASGIApp, origins: Collection[str]) -> None:
        super().__init__(
            app,
            allow_origins=tuple(origins),
            allow_methods=("GET", "POST", "DELETE", "HEAD", "OPTIONS"),
            allow_headers=(
                "Authorization",
                "Content-Type",
                "If-Match",
                "If-None-Match",
                "Idempotency-Key",
                "Last-Event-ID",
                "X-Request-ID",
            ),
            expose_headers=(
                "ETag",
                "Location",
                "Retry-After",
                "Idempotency-Replayed",
                "RateLimit",
                "RateLimit-Policy",
                "X-Request-ID",
                "WWW-Authenticate",
            ),
            max_age=PREFLIGHT_SECONDS,
        )
        self._elsewhere = self._marked([], None)

    def marked(self, headers: Fields, origin: str | None) -> Fields:
        """The headers of an answer that is not given through ASGI, to a request with this `Origin` or none."""
        if origin is not None:
            return self._marked(headers, origin)
        for name, _ in headers:
            if name == b"vary":
                return self._marked(headers, origin)
        return headers + self._elsewhere  # what every move of a bot is answered with

    def _marked(self, headers: Fields, origin: str | None) -> Fields:
        """As the middleware's own `send` has it, which waits for nothing but what it is given."""
        start: Message = {"type": "http.response.start", "headers": list(headers)}

        async def sent(_: Message) -> None:
            """Nowhere: `start` is what is wanted."""

        sending = self.send(start, sent, Headers({} if origin is None else {"Origin": origin}))
        try:
            sending.send(None)
        except StopIteration:
            marked: Fields = start["headers"]
            return marked
        raise AssertionError("starlette's CORSMiddleware waits while it marks an answer")
