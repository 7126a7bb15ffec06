"""What all tests share: hypothesis profiles, no certificates, and a place for what numba compiles."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("quick", max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "few", max_examples=3, deadline=None, derandomize=True, suppress_health_check=[*HealthCheck]
)
settings.register_profile("long", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session", autouse=True)
def untrusting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test speaks TLS, so nobody need load the world's certificates: 20 ms for every client of httpx."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("certificates")))
        yield


@pytest.fixture(scope="session")
def compiled(pytestconfig: pytest.Config) -> Iterator[None]:
    """What solvers compile is kept for the next run, and for the processes that tests start."""
    folder = pytestconfig.cache.mkdir("numba") if pytestconfig.cache else None
    with pytest.MonkeyPatch.context() as patch:
        if folder is not None:
            patch.setenv("NUMBA_CACHE_DIR", str(folder))
        yield
