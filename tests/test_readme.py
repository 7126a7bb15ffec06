"""What the README and the HTTP guide show is what happens, and no document links to nowhere."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.support.patience import PATIENCE

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")],
    key=lambda page: page.relative_to(ROOT).as_posix(),
)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
SHOWN = {"sh", "json", "text"}
MARK = "--- next block ---"
STREAMS = {"docs/http.md": (1, 2, 2)}
"""How many lines of data each stream that a page reads has to tell before the next command."""
START_SECONDS = PATIENCE


@contextmanager
def serving(command: Sequence[str | Path], cwd: Path, environment: Mapping[str, str] | None = None) -> Iterator[int]:
    """The service that a command starts, given a port besides; the value is the port.

    Nobody else gets the port meanwhile: it is bound without listening, and the service reuses addresses.
    """
    with socket.socket() as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind(("127.0.0.1", 0))
        port: int = place.getsockname()[1]
        with subprocess.Popen(
            [*command, "--port", str(port)], cwd=cwd, stdout=subprocess.DEVNULL, env=environment
        ) as service:
            try:
                until_it_answers(service, port)
                yield port
            finally:
                service.terminate()
                service.wait(PATIENCE)


def until_it_answers(service: subprocess.Popen[Any], port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
        except (OSError, HTTPException):
            assert service.poll() is None, "the service has ended"
            assert time.monotonic() < deadline, "the service does not answer"
            time.sleep(0.1)
        else:
            return


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A running service."""
    database = f"sqlite:///{tmp_path_factory.mktemp('readme') / 'games.db'}"
    program = [sys.executable, "-c", "from app.cli.main import main; main()", "serve", "--database", database]
    # Whoever leaves a stream is noticed when it is written to next.
    with serving(program, ROOT, os.environ | {"ROLLWRIGHT_HEARTBEAT_SECONDS": "1"}) as port:
        yield port


def shown_like(shown: str) -> re.Pattern[str]:
    """A pattern of a shown answer: it may be broken into indented lines, and … stands for anything."""
    joined = re.sub(r"\n +", "", shown)
    return re.compile(".*".join(re.escape(part) for part in joined.split("…")))


@pytest.mark.skipif(shutil.which("curl") is None, reason="the session is played with curl")
@pytest.mark.parametrize(
    "page", ["README.md", "docs/http.md", "docs/sheets.md", "docs/transcripts.md", "docs/checking.md"]
)
def test_the_shell_session_answers_as_shown(page: str, port: int) -> None:
    blocks = [block for block in BLOCK.findall((ROOT / page).read_text("utf-8")) if block[0] in SHOWN]
    commands = [text for kind, text in blocks if kind == "sh"]
    script = f"echo '{MARK}'\n".join(commands).replace(":8000", f":{port}")
    # Where the page reads a stream for a second, it is left after so many lines of data: a machine may be slow.
    for told in STREAMS.get(page, ()):
        script = re.sub(
            r"curl -sN -m 1 (.*) \|\| true",
            rf"curl -sN \1 | sed '/^data/{{x;s/^/./;/^.\\{{{told}\\}}$/{{x;q;}};x;}}'",
            script,
            count=1,
        )
    assert " -m 1 " not in script
    done = subprocess.run(
        ["/bin/sh", "-eu"], input=script, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    answers = iter(done.stdout.split(f"{MARK}\n"))
    answer = ""
    shown = 0
    for kind, text in blocks:
        if kind == "sh":
            answer = next(answers)
            continue
        for line in re.split(r"\n(?! )", text.strip()):
            shown += 1
            assert any(shown_like(line).match(given) for given in answer.splitlines()), (line, answer)
    assert shown >= 9


def test_the_bot_in_process_plays_to_the_end() -> None:
    [bot] = [text for kind, text in BLOCK.findall(README) if kind == "python"]
    done = subprocess.run(
        [sys.executable, "-"], input=bot, capture_output=True, text=True, timeout=PATIENCE, check=True, cwd=ROOT
    )
    assert re.fullmatch(r"\(\d+, \d+\) \(\d,\)\n", done.stdout)


def test_the_table_names_every_built_in_game() -> None:
    from rules.registry import built_in  # noqa: PLC0415 - the other tests here need no rules

    named = re.findall(r"^\| \[`([\w-]+)`\]\(rules/texts/en/\1(?:-house)?\.md\) \| ([\d–]+) \|", README, re.MULTILINE)
    seats = {
        name: f"{game.min_seats}" if game.min_seats == game.max_seats else f"{game.min_seats}–{game.max_seats}"
        for name, game in built_in().games.items()
    }
    assert dict(named) == seats


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        if re.match(r"[a-z]+:|/", target):
            continue
        path, _, anchor = target.partition("#")
        linked = page if not path else (page.parent / path).resolve()
        assert linked.exists(), target
        if anchor:
            headings = HEADING.findall(linked.read_text("utf-8"))
            assert anchor in {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
