"""`rollwright settings` and docs/settings.md: what an operator may set, both from `app.settings`."""

from collections.abc import Iterable

import typer
from pydantic import AliasChoices, SecretStr
from pydantic.fields import FieldInfo

from app.settings import Settings
from app.store.migrate import shown

ADDRESSES = ("database", "listen_database")
"""Settings that may have a password in them."""

FOR_TESTS = ("ROLLWRIGHT_TEST_", "ROLLWRIGHT_PROOF")
"""How the variables begin that are the tests' own (CONTRIBUTING.md)."""

HEAD = """# Settings

All settings are environment variables; `rollwright settings` lists them with their values. A variable that is set but
empty counts as set. This page is written by `make docs` from `app/settings.py`.

| variable | default | meaning |
| --- | --- | --- |
"""


def variable(field: object) -> str:
    """The environment variable of a setting, by the field's name or by an alias of it."""
    name = str(field)
    info = Settings.model_fields.get(name)
    if info is not None and isinstance(info.validation_alias, AliasChoices):
        return str(info.validation_alias.choices[0])
    return name if info is None else f"{Settings.model_config['env_prefix']}{name.upper()}"


def unknown(names: Iterable[str]) -> list[str]:
    """Those of these environment variables that look like settings and are none: misspelt, or of another version."""
    known = set(map(variable, Settings.model_fields))
    ours = (name for name in names if name.startswith("ROLLWRIGHT_") and not name.startswith(FOR_TESTS))
    return sorted(name for name in ours if name not in known)


def page() -> str:
    """The Markdown page of all settings."""
    rows = (
        f"| `{variable(name)}` | {f'`{default}`' if (default := _text(info.default)) else 'none'} | {_told(info)} |\n"
        for name, info in Settings.model_fields.items()
    )
    return HEAD + "".join(rows)


def settings() -> None:
    """List every setting: its environment variable, its value, whether that is the default, and what it means."""
    made = Settings()
    for name, info in Settings.model_fields.items():
        value = getattr(made, name)
        if isinstance(value, SecretStr):
            text = "(not shown)"
        else:
            text = shown(value) if name in ADDRESSES and value else _text(value)
        origin = "set" if name in made.model_fields_set else "default"
        typer.echo(f"{variable(name)} = {text or 'none'}  [{origin}]")
        typer.echo(f"    {_told(info)}")


def _text(value: object) -> str:
    """A value as it would be set; empty for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _told(info: FieldInfo) -> str:
    return (info.description or "").replace("|", "\\|")
