"""Forwarded headers: what proxies tell of the client and the way to it, believed of trusted ones alone."""

import uvicorn
from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, Scope
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app.http.sub_path import FORWARDED


class ForwardedHeaders(ProxyHeadersMiddleware):
    """uvicorn's, which takes the client's address and scheme from trusted proxies, and here the prefix besides."""

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Pass a request on without what a stranger says of the prefix (ASGI 3)."""
        if scope["type"] == "http" and (scope["client"][0] if scope["client"] else None) not in self.trusted_hosts:
            scope["headers"] = [field for field in scope["headers"] if field[0] != FORWARDED]
        await super().__call__(scope, receive, send)


class Config(uvicorn.Config):
    """uvicorn's configuration, with the headers that this service believes."""

    def load(self) -> None:
        """Load the application; called once in each process."""
        super().load()
        if isinstance(self.loaded_app, ProxyHeadersMiddleware):
            self.loaded_app = ForwardedHeaders(self.loaded_app.app, trusted_hosts=self.forwarded_allow_ips)
