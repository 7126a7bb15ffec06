"""Generated clients: what common generators make of the contract compiles, and plays a game of each family.

The players in `generated/` are what somebody would write who generates a client; each runs by itself.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.conftest import ROOT, TYPESCRIPT
from tests.support.patience import PATIENCE

CONTRACT = ROOT / "openapi" / "openapi.json"
PLAYERS = Path(__file__).parent / "generated"
GENERATORS = ROOT / ".venv" / "generators" / "bin"
NODE_TOOLS = TYPESCRIPT[0] / "node_modules" / ".bin"
STRICT = {
    "strict": True,
    "target": "es2022",
    "module": "commonjs",
    "lib": ["es2022", "dom", "dom.iterable"],
    "types": [],
    "outDir": "out",
}
FAMILIES = ["sand", "yatzy", "solitaire-dice", "wohin-damit"]


def _need(*tools: Path | str) -> None:
    missing = [str(tool) for tool in tools if shutil.which(tool) is None]
    if missing and os.environ.get("CI"):
        pytest.fail(f"generated clients cannot be tested without {', '.join(missing)} (make test installs them)")
    if missing:
        pytest.skip(f"the client is not generated: no {', '.join(missing)}")


def _run(folder: Path, *command: Path | str) -> "subprocess.CompletedProcess[str]":
    quick = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    search = f"{GENERATORS}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=os.environ | {"PATH": search, "JAVA_TOOL_OPTIONS": quick},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def _generator(folder: Path, kind: str, client: str) -> None:
    _need(GENERATORS / "openapi-generator-cli", "java")
    parts = "apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false"
    command: list[Path | str] = [GENERATORS / "openapi-generator-cli", "generate", "--global-property", parts]
    _run(folder, *command, "-g", kind, "-i", CONTRACT, "-o", client)


def _compiled(folder: Path, player: str) -> Path:
    """The player and the client beside it, compiled with everything that "strict" means."""
    shutil.copy(PLAYERS / f"{player}.ts", folder)
    settings = {"compilerOptions": STRICT, "include": ["**/*.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(settings))
    _run(folder, NODE_TOOLS / "tsc", "--project", ".")
    return folder / "out" / f"{player}.js"


def _games(played: "subprocess.CompletedProcess[str]") -> list[str]:
    return [line.split()[0] for line in played.stdout.splitlines()]


def test_openapi_python_client(tmp_path: Path, address: str) -> None:
    """Its client is complete, is right for mypy, and plays."""
    _need(GENERATORS / "openapi-python-client")
    (tmp_path / "settings.yaml").write_text("post_hooks: []\n")
    command: list[Path | str] = [
        GENERATORS / "openapi-python-client",
        "generate",
        "--path",
        CONTRACT,
        "--config",
        "settings.yaml",
    ]
    said = _run(tmp_path, *command, "--meta", "none", "--output-path", "rollwright_client")
    shutil.copy(PLAYERS / "with_openapi_python_client.py", tmp_path)

    left_out = [
        line for line in said.stderr.splitlines() if line.startswith(("WARNING", "Unsupported", "Unable", "Could"))
    ]
    assert set(left_out) == {
        "WARNING parsing POST /v1/games/{game}/analyse within games.",
        "WARNING parsing POST /v1/games/{game}/check within games.",
        "Unsupported content type text/plain",
        "Unsupported content type application/x-ndjson",
    }
    _run(tmp_path, GENERATORS / "mypy", "--strict", "with_openapi_python_client.py")
    assert _games(_run(tmp_path, GENERATORS / "python", "with_openapi_python_client.py", address)) == FAMILIES


def test_openapi_generator_python(tmp_path: Path, address: str) -> None:
    _generator(tmp_path, "python", ".")
    shutil.copy(PLAYERS / "with_openapi_generator.py", tmp_path)
    assert _games(_run(tmp_path, GENERATORS / "python", "with_openapi_generator.py", address)) == FAMILIES


def test_openapi_generator_typescript(tmp_path: Path, address: str) -> None:
    _need("node", NODE_TOOLS / "tsc")
    _generator(tmp_path, "typescript-fetch", "client")
    assert _games(_run(tmp_path, "node", _compiled(tmp_path, "with_typescript_fetch"), address)) == FAMILIES


def test_hey_api(tmp_path: Path, address: str) -> None:
    _need("node", NODE_TOOLS / "tsc", NODE_TOOLS / "openapi-ts")
    _run(tmp_path, NODE_TOOLS / "openapi-ts", "--input", CONTRACT, "--output", "client")
    assert _games(_run(tmp_path, "node", _compiled(tmp_path, "with_hey_api"), address)) == FAMILIES


def test_datamodel_code_generator(tmp_path: Path) -> None:
    """Its types can be imported, and take the examples of the contract."""
    options = ["--output-model-type", "pydantic_v2.BaseModel", "--disable-timestamp"]
    command: list[Path | str] = [
        sys.executable,
        "-m",
        "datamodel_code_generator",
        "--input",
        CONTRACT,
        "--input-file-type",
        "openapi",
    ]
    _run(tmp_path, *command, "--output", "types.py", *options)
    (tmp_path / "types.py").rename(tmp_path / "contract_types.py")
    sand = json.loads(CONTRACT.read_text())["paths"]["/v1/sessions"]["post"]["requestBody"]
    example = next(iter(sand["content"]["application/json"].get("examples", {}).values()), None)
    value = example["value"] if example else sand["content"]["application/json"]["example"]
    reading = "import sys; from contract_types import OpeningRequest; OpeningRequest.model_validate_json(sys.argv[1])"
    _run(tmp_path, sys.executable, "-c", reading, json.dumps(value))
