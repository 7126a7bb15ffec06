"""The page that builds a game from nothing: its code is the example's, which is installed, found and played."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from rules.registry import BUILT_IN
from tests.support.patience import PATIENCE
from tests.test_readme import BLOCK, MARK, ROOT, serving, shown_like

PAGE = (ROOT / "docs" / "your-own-game.md").read_text("utf-8")
PIG = ROOT / "examples" / "pig"
BLOCKS = BLOCK.findall(PAGE.replace("```python test", "```test"))


def shown(kind: str) -> list[str]:
    return [text for found, text in BLOCKS if found == kind]


def test_the_code_of_the_page_is_that_of_the_example() -> None:
    code = re.sub(r"\n{3,}", "\n\n", (PIG / "pig.py").read_text("utf-8"))
    assert re.sub(r"\n{3,}", "\n\n", "\n".join(shown("python"))) == code
    assert shown("toml") == [(PIG / "pyproject.toml").read_text("utf-8")]
    assert shown("test") == [(PIG / "test_pig.py").read_text("utf-8")]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python in a fresh environment beside this one's packages, with the example installed."""
    home = tmp_path_factory.mktemp("fresh")
    venv.create(home)
    fresh = home / "bin" / "python"
    site = Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))
    here = sysconfig.get_path("purelib")
    (site / "beside.pth").write_text(f"import site; site.addsitedir({here!r})\n")
    source = shutil.copytree(PIG, home / "pig", ignore=shutil.ignore_patterns(".*", "__pycache__"))
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "--python", fresh, "install", *offline, source], check=True)
    return fresh


COMMAND = ("-c", "from app.cli.main import main; main()")


def said(python: Path, *words: str, cwd: Path) -> str:
    done = subprocess.run([python, *words], capture_output=True, text=True, timeout=PATIENCE, check=False, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_example_holds_the_laws(python: Path, tmp_path: Path) -> None:
    tests = shutil.copy(PIG / "test_pig.py", tmp_path)
    shutil.copy(PIG / "pyproject.toml", tmp_path)
    passed = said(
        python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:asyncio", str(tests), cwd=tmp_path
    )
    [laws] = re.findall(r"pig: (\d+) of \1 laws hold", PAGE)
    assert f"{int(laws) + 1} passed" in passed


@pytest.fixture
def port(python: Path, tmp_path: Path) -> Iterator[int]:
    """A service in that environment."""
    database = f"sqlite:///{tmp_path}/games.db"
    served: list[str | Path] = [python, *COMMAND, "serve", "--database", database]
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("ROLLWRIGHT_", "PYTHON"))
    }
    with serving(served, tmp_path, environment) as port:
        yield port


@pytest.mark.skipif(shutil.which("curl") is None, reason="the page plays with curl")
def test_it_is_served_and_played_as_the_page_shows(port: int, tmp_path: Path) -> None:
    [script], [answers] = shown("sh"), shown("json")
    script = script.replace("; echo\n", f"; echo; echo '{MARK}'\n").replace(":8000", f":{port}")
    done = subprocess.run(
        ["/bin/sh", "-eu"], input=script, capture_output=True, text=True, timeout=PATIENCE, check=True, cwd=tmp_path
    )
    given = [part.strip() for part in done.stdout.split(MARK)]
    for answer, line in zip(given, answers.splitlines(), strict=False):
        assert shown_like(line).match(answer), (line, answer)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        names = [game["name"] for game in client.get("/v1/games").json()["games"]]
        assert names == [*(game.name for game in BUILT_IN), "pig"]
        schemas = client.get("/openapi.json").json()["components"]["schemas"]
        assert {"PigSession", "PigSessionRequest", "PigView", "PigOptions", "PigBust"} <= set(schemas)
        opened = client.post(
            "/v1/sessions", json={"game": "pig", "seats": [{"name": "Ida"}, {"name": "Otto"}]}
        ).json()
        address, session = f"/v1/sessions/{opened['session']['id']}", opened["session"]
        headers = {"Authorization": f"Bearer {opened['host_token']}"}
        while session["status"] == "active":  # a seat banks as soon as it has 20
            bank = session["state"]["points"] >= 20
            played = client.post(f"{address}/moves", json=session["legal_moves"][bank], headers=headers)
            assert played.status_code == 200, played.text
            session = played.json()["session"]
        assert session["outcome"]["reason"] == "target"
