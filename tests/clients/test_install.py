"""The clients can be installed by themselves: Python's with httpx alone, TypeScript's as a packed folder."""

import json
import shutil
import subprocess
import sys
import venv
from importlib.metadata import distribution, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.clients.conftest import ROOT, TYPESCRIPT
from tests.support.patience import PATIENCE

PACKAGE = ROOT / "openapi" / "python"


def needed(name: str, found: set[str]) -> set[str]:
    """The distributions that one needs here, with itself."""
    if name not in found:
        found.add(name)
        for line in requires(name) or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                needed(requirement.name, found)
    return found


def copy_installed(name: str, site: Path) -> None:
    """Copy what a distribution has installed here."""
    for file in distribution(name).files or ():
        source = Path(str(file.locate()))
        if file.parts[0] != ".." and source.exists():
            target = site.joinpath(*file.parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter that has the client's wheel and httpx, without any index being asked."""
    place = tmp_path_factory.mktemp("installed")
    made = venv.EnvBuilder().ensure_directories(place / "env")
    venv.create(place / "env")
    built = place / "wheels"
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)],
        cwd=PACKAGE,
        check=True,
        capture_output=True,
    )
    [wheel] = built.iterdir()
    python = Path(made.env_exe)
    options = ["--no-deps", "--offline", "--no-config", "--quiet", f"--python={python}"]
    subprocess.run([sys.executable, "-m", "uv", "pip", "install", *options, str(wheel)], check=True)
    [site] = (place / "env").glob("lib/python*/site-packages")
    for name in needed("httpx", set()):
        copy_installed(name, site)
    return python


def run(python: Path, *arguments: str) -> str:
    done = subprocess.run(
        [str(python), "-I", *arguments], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return done.stdout


def test_it_needs_httpx_and_is_typed(python: Path) -> None:
    told = run(
        python,
        "-c",
        "import importlib.metadata as m, importlib.resources as r, importlib.util as u;"
        "print(m.requires('rollwright-client'), r.files('rollwright_client').joinpath('py.typed').is_file(),"
        "[name for name in ('app', 'rules', 'pydantic', 'fastapi') if u.find_spec(name)])",
    )
    assert told == "['httpx>=0.28'] True []\n"


def test_it_plays(python: Path, address: str) -> None:
    played = run(
        python,
        "-c",
        "from rollwright_client import Client\n"
        f"client = Client({address!r})\n"
        "opened = client.open({'game': 'sand', 'seats': [{'name': 'Ida'}]})\n"
        "answer = client.table(opened['session']['id'], opened['host_token']).roll()\n"
        "print(answer['played']['move'], len(answer['played']['dice']))",
    )
    assert played == "{'type': 'roll'} 6\n"


CALLER = """
import { Client } from "@rollwright/client";
declare const process: { argv: string[] };
Object.defineProperty(globalThis.crypto, "randomUUID", { value: undefined }); // as in a page over plain http
async function main(): Promise<void> {
  const client: Client = new Client(process.argv[2]!);
  const { session, host_token } = await client.open({ game: "sand", seats: [{ name: "Ida" }] });
  const { played } = await client.table(session, host_token).roll();
  console.log(played.dice!.length);
}
void main();
"""


@pytest.mark.usefixtures("typescript")
@pytest.mark.parametrize("kind", ["commonjs", "module"])
def test_the_packed_typescript_client_is_used_by_either_kind_of_module(
    kind: str, address: str, tmp_path: Path
) -> None:
    def run(*command: Path | str, folder: Path = tmp_path) -> str:
        done = subprocess.run(
            ["/usr/bin/env", *map(str, command)],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", tmp_path, folder=TYPESCRIPT[0])
    [packed] = tmp_path.glob("*.tgz")
    settings = {"strict": True, "module": "NodeNext", "target": "ES2022", "types": [], "lib": ["ES2022", "DOM"]}
    (tmp_path / "package.json").write_text(json.dumps({"name": "caller", "type": kind}))
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": settings, "files": ["caller.ts"]}))
    (tmp_path / "caller.ts").write_text(CALLER)
    run("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", packed)
    run(TYPESCRIPT[0] / "node_modules" / ".bin" / "tsc", "--project", ".")

    assert run("node", "caller.js", address) == "6\n"
