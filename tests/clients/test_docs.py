"""What the page on bots and the clients' READMEs show is what happens."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.conftest import ROOT, TYPESCRIPT
from tests.support.patience import PATIENCE
from tests.test_readme import BLOCK, MARK, shown_like

PYTHONPATH = str(ROOT / "openapi" / "python" / "src")
ADDRESS = "http://127.0.0.1:8000"


def blocks(page: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = BLOCK.findall((ROOT / page).read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A search path on which `python` has the client, as if that were installed."""
    place = tmp_path_factory.mktemp("bin")
    python = place / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH="$PYTHONPATH:{PYTHONPATH}" exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    return f"{place}{os.pathsep}{os.environ['PATH']}"


def shell_session(page: str, language: str, address: str, path: str) -> None:
    """Run the page's commands, without those of other languages, and compare the answers."""
    other = {"python": "node ", "node": "python "}[language]
    pairs = [
        (text, answer if kind == "text" else "")
        for (shell, text), (kind, answer) in zip(blocks(page), [*blocks(page)[1:], ("", "")], strict=True)
        if shell == "sh" and other not in text
    ]
    assert len(pairs) >= 1
    script = f"echo '{MARK}'\n".join([f"url={ADDRESS}\n", *(text for text, _ in pairs)]).replace(ADDRESS, address)
    done = subprocess.run(
        ["/bin/sh", "-eu"],
        input=script,
        cwd=ROOT,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for (_, shown), answer in zip(pairs, done.stdout.split(f"{MARK}\n")[1:], strict=True):
        for line in shown.strip().splitlines():
            assert any(shown_like(line).match(given) for given in answer.splitlines()), (line, answer)


@pytest.mark.skipif(shutil.which("curl") is None, reason="the tables are opened with curl")
def test_the_page_on_bots(address: str, path: str) -> None:
    shell_session("docs/bots.md", "python", address, path)


@pytest.mark.skipif(shutil.which("curl") is None, reason="the tables are opened with curl")
@pytest.mark.usefixtures("typescript")
def test_the_page_on_bots_in_typescript(address: str, path: str) -> None:
    shell_session("docs/bots.md", "node", address, path)


def snippet(page: str, language: str, address: str) -> str:
    [text] = [text for kind, text in blocks(page) if kind == language]
    assert ADDRESS in text
    return text.replace(ADDRESS, address)


def test_the_readme_of_the_python_client(address: str, path: str) -> None:
    done = subprocess.run(
        ["/usr/bin/env", "python", "-"],
        input=snippet("openapi/python/README.md", "python", address),
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert re.match(r"\[(\d, ){5}\d\]\nnot-your-turn True\nmove 1\n(move \d+\n)*$", done.stdout), done.stdout


@pytest.mark.usefixtures("typescript")
def test_the_readme_of_the_typescript_client(address: str, tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "snippet.ts").write_text(snippet("openapi/typescript/README.md", "ts", address))
    (tmp_path / "node_modules" / "@rollwright").mkdir(parents=True)
    (tmp_path / "node_modules" / "@rollwright" / "client").symlink_to(TYPESCRIPT[0])
    compiler = TYPESCRIPT[0] / "node_modules" / ".bin" / "tsc"
    options = ["--strict", "--module", "nodenext", "--target", "es2022", "--skipLibCheck"]
    compiled = subprocess.run(
        [str(compiler), *options, "snippet.ts"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert compiled.returncode == 0, compiled.stdout
    done = subprocess.run(
        ["/usr/bin/env", "node", "snippet.js"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert re.match(r"\[(\s+\d,?){5}\s+\]\n", done.stdout), done.stdout
    assert done.stdout.endswith("not-your-turn 2\nmove\nmove\n"), done.stdout
