"""Every regular expression of the service, the rules and the page takes time linear in what it reads."""

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.ambiguity import is_linear

ROOT = Path(__file__).parents[1]
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for folder in ("app", "rules")
    for path in sorted((ROOT / folder).rglob("*.py"))
}
TREES = {name: ast.parse(path.read_text()) for name, path in MODULES.items()}
SCRIPTS = [path for path in sorted((ROOT / "app/table").rglob("*.js")) if "vendor" not in path.parts]
USES = {"match", "fullmatch", "search", "sub", "subn", "split", "finditer", "findall"}


class Found(NamedTuple):
    """An expression, where it stands, and what is done with it (empty: not seen, so that anything may be)."""

    place: str
    pattern: "re.Pattern[Any]"
    uses: frozenset[str]

    def is_linear(self) -> bool:
        return all(
            is_linear(self.pattern, anchored=use in ("match", "fullmatch"), whole=use == "fullmatch")
            for use in self.uses or {"search", "fullmatch"}
        )


def calls_of_re(tree: ast.AST) -> list[tuple[ast.Call, str]]:
    """The calls of functions of `re` that take an expression, with the function."""
    return [
        (node, node.func.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr != "escape"
    ]


def _value(expression: ast.expr, module: str) -> Any:
    """What an expression in a module is worth once that is imported."""
    wanted = ast.fix_missing_locations(ast.Expression(expression))
    return eval(compile(wanted, module, "eval"), vars(importlib.import_module(module)))  # noqa: S307 - our own


def in_python() -> Iterator[Found]:
    by_name = defaultdict[str, set[str]](set)
    for node in (node for tree in TREES.values() for node in ast.walk(tree)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in USES:
            by_name[node.value.id].add(node.attr)
    for module, tree in TREES.items():
        names = {
            id(node.value): target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call, method in calls_of_re(tree):
            # What it is made of is known when its module is: a name of a function's own would end this test.
            flags = call.args[1:] if method == "compile" else [word.value for word in call.keywords]
            pattern, *given = _value(ast.Tuple([call.args[0], *flags], ast.Load()), module)
            uses = {method} if method != "compile" else by_name[names.get(id(call), "")]
            yield Found(f"{module}:{call.lineno}", re.compile(pattern, *given), frozenset(uses))


def in_contract() -> Iterator[Found]:
    """Those of fields: the service reads them with an engine that never goes back, its clients may not."""
    for module, tree in TREES.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.keyword) or node.arg != "pattern":
                continue
            if (module, ast.unparse(node.value)) != ("rules.names", "pattern"):  # those are for the service alone
                pattern = re.compile(_value(node.value, module))
                yield Found(f"{module}:{node.value.lineno}", pattern, frozenset({"search"}))


def in_scripts() -> Iterator[Found]:
    literal = re.compile(r"(?:[(,=:!&|?;]|return)\s*/((?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+)/([a-z]*)")
    for path in SCRIPTS:
        for found in literal.finditer(path.read_text()):
            flags = re.RegexFlag(sum(getattr(re, flag.upper()) for flag in found[2] if flag in "ims"))
            yield Found(f"{path.name}: {found[0]}", re.compile(found[1], flags), frozenset({"search"}))


ALL = [*in_python(), *in_contract(), *in_scripts()]


@pytest.mark.parametrize("found", ALL, ids=[found.place for found in ALL])
def test_an_expression_takes_linear_time(found: Found) -> None:
    assert found.is_linear(), found.pattern.pattern


def test_all_of_them_are_found() -> None:
    """Nothing else makes expressions, and none is read by an engine that goes back but by `re`."""
    found = [method for tree in TREES.values() for _, method in calls_of_re(tree)]
    assert len(found) == sum(len(re.findall(r"\bre\.[a-z]+\(", path.read_text())) for path in MODULES.values()) > 25
    for name, path in MODULES.items():
        text = path.read_text()
        assert not re.search(r"from re import|import re as|import regex|python-re|fnmatch|RegExp", text), name
    for path in SCRIPTS:
        assert "RegExp" not in path.read_text(), path
    assert len(list(in_contract())) > 3
    assert len(list(in_scripts())) > 15


@pytest.mark.parametrize(
    ("pattern", "use"),
    [
        (r"(\S.*?)\s*:?\s*(\d{1,3}(?:[.,]\d{3})*|\d+)$", "match"),  # the one that took hours: cubic
        (r"\w*_\w*_\w*$", "match"),
        (r"a*a*b", "match"),
        (r".*x.*y", "match"),
        (r"(a|a)*b", "match"),  # exponential, as the next three
        (r"(a|ab|b)*c", "fullmatch"),
        (r"(a*)*b", "match"),
        (r"(\d+)+", "fullmatch"),
        (r"\s+$", "search"),  # from each place to the end
        (r"(^|[;\t])(\s*)(?==)", "search"),
        (r"\*\*.+?\*\*", "split"),
        (r"^[^\n]*[^\s][^\n]*$", "search"),
        (r"(?i)a*A*b", "match"),
    ],
)
def test_one_that_takes_longer_is_told(pattern: str, use: str) -> None:
    assert not Found("", re.compile(pattern), frozenset({use})).is_linear()


@pytest.mark.parametrize(
    ("pattern", "use"),
    [
        (r"(bearer )\S+", "search"),
        (r"[a-z]+(-[a-z]+)*", "fullmatch"),
        (r'"(?:[^"\\]|\\.)*"', "match"),
        (r"(\d{1,2})\s*\+\s*(\d{1,2})", "fullmatch"),
        (r"^\s+$", "search"),
        (r"x\d*y", "search"),
        (r"a*b|a*c", "match"),  # twice the way, however long
    ],
)
def test_one_that_does_not_is_not(pattern: str, use: str) -> None:
    assert Found("", re.compile(pattern), frozenset({use})).is_linear()
