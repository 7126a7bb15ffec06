"""Stopping: what ends this process, told from whatever code from outside raises."""

import signal
import threading


class Stopped(SystemExit):
    """This process has been told to stop by a signal; raised by its handler, wherever the main thread just is."""


def is_stop(error: BaseException) -> bool:
    """Whether it stops this process; if not, the code that ran has raised it, whatever it is.

    A KeyboardInterrupt comes from the keyboard only in the main thread, and only where SIGINT has Python's own
    handler or asyncio's: a service that handles its signals itself is never interrupted by one.
    """
    if isinstance(error, KeyboardInterrupt):
        handler = signal.getsignal(signal.SIGINT)
        module = getattr(getattr(handler, "func", handler), "__module__", None)  # asyncio's is a partial
        return threading.current_thread() is threading.main_thread() and module in ("_signal", "asyncio.runners")
    return isinstance(error, Stopped)
