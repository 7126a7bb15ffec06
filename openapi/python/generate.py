"""Write the modules that are made from others: the contract's types, and the synchronous client.

    python generate.py            writes them
    python generate.py --check    says which are stale, and fails if any is

Run it with the project's development dependencies.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PACKAGE = HERE / "src" / "rollwright_client"
CONTRACT = HERE.parent / "openapi.json"

CONTRACT_HEADER = '"""The types of the contract, as plain dicts. Written by generate.py from openapi.json."""'

SYNCHRONOUS = (
    (r"AsyncGenerator\[(\w+), None\]", r"Generator[\1, None, None]"),
    (r"\bAsyncGenerator\b", "Generator"),
    (r"\bAsync(?=Client|Connection|Table)", ""),
    (r"\basync (?=def|for|with)|\bawait ", ""),
    (r"\bimport asyncio\b", "import threading\nimport time"),
    (r"\basyncio(?=\.Semaphore\b)", "threading"),
    (r"\basyncio\b", "time"),
    (r"\b__a(?=enter__|exit__)", "__"),
    (r"\ba(?=close\b|closing\b|read\b|iter_text\b)", ""),
    (r"\basynchronous(?=\b|_connection\b)", "synchronous"),
)
"""What turns the asynchronous client into the synchronous one, in this order."""


ASYNCHRONOUS = ("asynchronous.py", "asynchronous_connection.py")


def as_it_is_told(contract: dict[str, Any]) -> dict[str, Any]:
    """The contract with what a client has after parsing: events with their data and version, and names for the games,
    for any legal move and for the kinds of entries.
    """
    schemas: dict[str, Any] = contract["components"]["schemas"]
    legal = [{"$ref": f"#/components/schemas/{name}"} for name in schemas if name.endswith("LegalMove")]
    kinds = schemas["SessionEntryEvent"]["properties"]["event"]["enum"]
    games = list(schemas["Session"]["discriminator"]["mapping"])
    for name in [name for name in schemas if name.endswith("Event") and "properties" in schemas[name]]:
        schema = schemas[name]
        data = schema["properties"].get("data")
        if data is not None:
            schema["properties"]["data"] = data["contentSchema"]
        if schema["properties"].pop("id", None) is not None and "id" in schema["required"]:
            schema["properties"]["version"] = {"type": "integer"}
            schema["required"] = [*(each for each in schema["required"] if each != "id"), "version"]
    schemas["SeatState"]["properties"]["legal_moves"] = {
        "type": "array",
        "items": {"$ref": "#/components/schemas/LegalMove"},
    }
    schemas["LegalMove"] = {"anyOf": legal}
    schemas["EntryKind"] = {"type": "string", "enum": kinds}
    schemas["GameName"] = {"type": "string", "enum": games}
    return contract


def types() -> str:
    """The contract's types."""
    options = [
        "--input-file-type=openapi",
        "--output-model-type=typing.TypedDict",
        "--no-use-closed-typed-dict",
        "--target-python-version=3.11",
        "--use-schema-description",
        "--use-double-quotes",
        "--disable-timestamp",
        "--formatters=builtin",
        f"--custom-file-header={CONTRACT_HEADER}",
    ]
    contract = as_it_is_told(json.loads(CONTRACT.read_text("utf-8")))
    return _piped(["datamodel_code_generator", *options], json.dumps(contract))


def synchronous(name: str) -> str:
    """A module of the synchronous client, from that of the asynchronous one."""
    source = (PACKAGE / name).read_text("utf-8")
    for pattern, becomes in SYNCHRONOUS:
        source = re.sub(pattern, becomes, source)
    docstring, rest = source.split("\n", 1)
    return f"{docstring}\n\n# Written by generate.py from {name}: edit that.\n{rest}"


def _piped(module: list[str], text: str) -> str:
    """What a Python module writes, given this."""
    done = subprocess.run(  # noqa: S603 - this interpreter, with the arguments above
        [sys.executable, "-m", *module], input=text, capture_output=True, check=True, encoding="utf-8", cwd=HERE
    )
    return done.stdout


def main() -> None:
    """Write, or check."""
    made = {PACKAGE / "contract.py": types()}
    made |= {PACKAGE / name.removeprefix("a"): synchronous(name) for name in ASYNCHRONOUS}
    stale = []
    for path, text in made.items():
        sorted_text = _piped(
            [
                "ruff",
                "check",
                "--select=I,D200",
                "--fix",
                "--unsafe-fixes",
                "--quiet",
                f"--stdin-filename={path}",
                "-",
            ],
            text,
        )
        formatted = _piped(["ruff", "format", f"--stdin-filename={path}", "-"], sorted_text)
        if not path.exists() or path.read_text("utf-8") != formatted:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(formatted, "utf-8")
    if stale and "--check" in sys.argv:
        sys.exit(f"stale: {', '.join(stale)} (python generate.py writes them)")


if __name__ == "__main__":
    main()
