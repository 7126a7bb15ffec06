"""Rollwright over HTTP: typed calls, live events that survive lost connections, requests that take effect once.

`Client` and `AsyncClient` have the same methods. What they take and give are plain dicts, typed in
`rollwright_client.contract`. They raise a `Problem` where the service says no, and `httpx.TransportError` where no
answer came however often it was tried.
"""

from rollwright_client.asynchronous import AsyncClient, AsyncTable
from rollwright_client.patience import Patience
from rollwright_client.problem import Problem
from rollwright_client.synchronous import Client, Table

__all__ = ["AsyncClient", "AsyncTable", "Client", "Patience", "Problem", "Table"]
