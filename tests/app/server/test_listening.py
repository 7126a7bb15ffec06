"""Listening: at hosts of one family or of both, at Unix sockets, and what is told where that cannot be."""

import socket
import stat
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from app.server.listening import CannotListen, listen


@pytest.fixture
def held() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def reached(family: int, address: object) -> bool:
    with closing(socket.socket(family)) as client:
        return client.connect_ex(address) == 0  # type: ignore[arg-type]


def test_any_free_port(held: ExitStack) -> None:
    [made] = listen("127.0.0.1", 0)
    held.enter_context(made)
    assert reached(socket.AF_INET, made.getsockname())


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_both_families_at_once(held: ExitStack) -> None:
    [made] = listen("::", 0)
    held.enter_context(made)
    port = made.getsockname()[1]
    assert reached(socket.AF_INET, ("127.0.0.1", port))
    assert reached(socket.AF_INET6, ("::1", port))


def test_a_port_that_is_taken(held: ExitStack) -> None:
    [made] = listen("127.0.0.1", 0)
    held.enter_context(made)
    port = made.getsockname()[1]
    with pytest.raises(CannotListen, match=rf"cannot listen at 127\.0\.0\.1:{port}: address already in use"):
        listen("127.0.0.1", port)


def test_a_unix_socket_is_for_its_owner_and_group(tmp_path: Path, held: ExitStack) -> None:
    path = tmp_path / "rollwright.sock"
    [made] = listen("", 0, path)
    held.enter_context(made)
    assert reached(socket.AF_UNIX, str(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o660
    with pytest.raises(CannotListen, match="address already in use"):
        listen("", 0, path)


def test_a_unix_socket_that_was_left_over_is_taken(tmp_path: Path, held: ExitStack) -> None:
    path = tmp_path / "rollwright.sock"
    for _ in range(2):
        [made] = listen("", 0, path)
        assert reached(socket.AF_UNIX, str(path))
        made.close()


def test_a_file_is_never_taken_for_a_socket(tmp_path: Path) -> None:
    path = tmp_path / "rollwright.db"
    path.write_text("games")
    with pytest.raises(CannotListen, match="no socket"):
        listen("", 0, path)
    assert path.read_text() == "games"
