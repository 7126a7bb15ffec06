"""Listening: the sockets of a server, taken before anything says that it serves."""

import os
import socket
import stat
from contextlib import closing, suppress
from pathlib import Path


class CannotListen(Exception):
    """The address cannot be listened at; the sentence says why."""


def listen(host: str, port: int, path: Path | None = None) -> list[socket.socket]:
    """Sockets at every address of a host (`::` takes IPv4 too), all of one port; or at the path of a Unix socket.

    Port 0 takes any that is free. Raises `CannotListen`.
    """
    where = str(path) if path is not None else f"{host}:{port}"
    try:
        return [_at_path(path)] if path is not None else _at_addresses(host, port)
    except OSError as error:
        raise CannotListen(f"cannot listen at {where}: {_why(error)}") from None


def _why(error: OSError) -> str:
    if error.errno is None or isinstance(error, socket.gaierror):
        return (error.strerror or str(error)).lower()
    return os.strerror(error.errno).lower()  # without the address, which is told already


def _at_addresses(host: str, port: int) -> list[socket.socket]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    try:
        for family, _, _, _, address in dict.fromkeys(found):
            both = family == socket.AF_INET6 and address[0] == "::" and socket.has_dualstack_ipv6()
            at = (str(address[0]), sockets[0].getsockname()[1] if sockets else port)
            sockets.append(socket.create_server(at, family=family, dualstack_ipv6=both))
    except OSError:
        for each in sockets:
            each.close()
        raise
    for each in sockets:
        each.set_inheritable(True)
    return sockets


def _at_path(path: Path) -> socket.socket:
    """One that is left over from a server that is gone is taken; one that answers, or another file, is not."""
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.stat().st_mode):
            raise FileExistsError(None, "there is a file that is no socket")
        with closing(socket.socket(socket.AF_UNIX)) as probe:
            if probe.connect_ex(str(path)) == 0:
                raise OSError(None, "address already in use")
        path.unlink()
    made = socket.socket(socket.AF_UNIX)
    try:
        made.bind(str(path))
        os.chmod(path, 0o660)  # noqa: PTH101 - for the proxy, by its group
        made.listen(BACKLOG)
    except OSError:
        made.close()
        raise
    made.set_inheritable(True)
    return made


BACKLOG = 2048
"""Connections that may wait to be accepted."""
