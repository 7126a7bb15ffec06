"""How many ways a regular expression may go over one text: what an engine that backtracks tries at most.

Such an engine (Python's `re`, a browser's) follows one way after the other; where there is a bound to how many ways
any text leaves it at any place, its work is linear. There is none just where one state can be left for another by a
text that leads either back to itself (an infinite degree of ambiguity), after Weber and Seidl, "On the degree of
ambiguity of finite automata" (1991), and Weideman et al., "Analyzing matching time behavior of backtracking regular
expression matchers by using ambiguity of NFA" (2016). What is here is stricter than need be: ways that an atomic
group or a possessive repeat cuts off count, and repeats with a bound count as repeated twice.
"""

import importlib
import re
from collections.abc import Iterable, Iterator
from re import _constants, _parser
from typing import Any, NamedTuple

_COMPILER: Any = importlib.import_module("re._compiler")
_END = -1
_SAMPLES = "".join(map(chr, range(256))) + "Ж٣\u2003\u2028‐😀"


class _Edge(NamedTuple):
    """To a state without reading. held: only where something else holds there (an end, what follows)."""

    to: int
    held: bool = False


class _Automaton:
    """The states of an expression: each either reads a character of a set, or leads on."""

    def __init__(self, pattern: "re.Pattern[Any]", anchored: bool, whole: bool) -> None:
        parsed = _parser.parse(pattern.pattern, pattern.flags)
        self.flags, self.bytes, self.whole = pattern.flags, isinstance(pattern.pattern, bytes), whole
        self.free: dict[int, list[_Edge]] = {}
        self.reads: dict[int, tuple[Any, int]] = {}
        self.state, self.last = parsed.state, self._new()
        starts = [self._sequence(parsed, self.last, first=True)]
        if not anchored:  # From any further place: a state that reads anything, as often as there is something.
            later, anything = self._sequence(parsed, self.last, first=False), self._new()
            begin = self._new(_Edge(later), _Edge(anything))
            self.reads[anything] = ((_constants.ANY_ALL, None), begin)
            starts.append(anything)
        self.start = self._new(*map(_Edge, starts))

    def _new(self, *edges: _Edge) -> int:
        state = len(self.free)
        self.free[state] = list(edges)
        return state

    def _sequence(self, items: Iterable[Any], then: int, first: bool) -> int:
        """The state in which the items begin that lead to `then`. first: the text begins here."""
        items = list(items)
        for place in range(len(items) - 1, -1, -1):
            kind, value = items[place]
            then = self._item(kind, value, then, first and not place)
        return then

    def _item(self, kind: Any, value: Any, then: int, first: bool) -> int:
        match kind:
            case _constants.SUBPATTERN:
                if value[1] or value[2]:
                    raise NotImplementedError("flags for a part")
                return self._sequence(value[3], then, first)
            case _constants.ATOMIC_GROUP:
                return self._sequence(value, then, first)
            case _constants.BRANCH:
                return self._new(*(_Edge(self._sequence(each, then, first)) for each in value[1]))
            case _constants.MAX_REPEAT | _constants.MIN_REPEAT | _constants.POSSESSIVE_REPEAT:
                least, most, repeated = value
                return self._repeat(least, most, repeated, then, first)
            case _constants.AT if value in (_constants.AT_BEGINNING, _constants.AT_BEGINNING_STRING):
                return then if first or self.flags & re.MULTILINE else self._new()
            case _constants.AT:
                return self._new(_Edge(then, held=True))
            case _constants.ASSERT | _constants.ASSERT_NOT:
                looked = [_Edge(self._sequence(value[1], self._new(), first=False))] if value[0] > 0 else []
                return self._new(_Edge(then, held=True), *looked)
            case _constants.GROUPREF | _constants.GROUPREF_EXISTS:
                raise NotImplementedError("what a group holds is read again")
        state = self._new()
        self.reads[state] = ((kind, value), then)
        return state

    def _repeat(self, least: int, most: Any, items: Any, then: int, first: bool) -> int:
        if most == _constants.MAXREPEAT:
            again = self._new(_Edge(then))
            self.free[again].append(_Edge(self._sequence(items, again, first=False)))
            then = again
        else:
            for _ in range(min(most, 2) - min(least, 2)):
                then = self._new(_Edge(then), _Edge(self._sequence(items, then, first=False)))
        for copy in range(min(least, 2), 0, -1):
            then = self._sequence(items, then, first and copy == 1)
        return then

    def _on(self, state: int, used: frozenset[tuple[int, int]] = frozenset(), sure: bool = True) -> Iterator[int]:
        """The states that read next, each once for every way to it, and the end where nothing else must hold."""
        if state in self.reads:
            yield state
        if state == self.last and sure and not self.whole:
            yield _END
        for index, edge in enumerate(self.free[state]):
            if (state, index) not in used:  # No engine goes round without reading.
                yield from self._on(edge.to, used | {(state, index)}, sure and not edge.held)

    def ways(self) -> dict[int, list[int]]:
        """What each reading state leads to. Ways by which the whole must succeed are left out: none is gone back."""
        found, left = dict[int, list[int]](), list(self._on(self.start))
        while left:
            if (state := left.pop()) not in found and state != _END:
                found[state] = list(self._on(self.reads[state][1]))
                left.extend(found[state])
        failing = {state for state, following in found.items() if _END not in following}
        while wider := {state for state, following in found.items() if failing & {*following}} - failing:
            failing |= wider
        return {state: [each for each in found[state] if each != _END] * (state in failing) for state in found}

    def sets(self, states: Iterable[int]) -> dict[int, frozenset[int]]:
        """Which kinds of characters each state reads, a kind being what no state tells apart."""
        states = list(states)
        samples = {*_SAMPLES}
        for number in re.findall(r"\d+", repr([self.reads[state][0] for state in states])):
            near = (int(number) + step for step in (-1, 0, 1))
            for char in (chr(code) for code in near if 0 <= code < 0x110000 and not 0xD800 <= code < 0xE000):
                samples |= {char, *char.lower()[:1], *char.upper()[:1]}
        tests = {state: self._test(*self.reads[state][0]) for state in states}
        kinds = dict[tuple[bool, ...], int]()
        for char in samples:
            if not self.bytes or ord(char) < 256:
                sent: Any = char.encode("latin-1") if self.bytes else char
                kinds.setdefault(tuple(tests[state].fullmatch(sent) is not None for state in states), len(kinds))
        return {state: frozenset(kinds[each] for each in kinds if each[n]) for n, state in enumerate(states)}

    def _test(self, kind: Any, value: Any) -> "re.Pattern[Any]":
        if kind is _constants.ANY_ALL:
            return re.compile(b"." if self.bytes else ".", re.DOTALL)
        return _COMPILER.compile(_parser.SubPattern(self.state, [(kind, value)]), self.flags)  # type: ignore[no-any-return]


def is_linear(pattern: "re.Pattern[Any]", anchored: bool = False, whole: bool = False) -> bool:
    """Whether an engine that backtracks is done with any text in time linear in its length.

    anchored: it is tried only where the text begins (`match`, `fullmatch`).
    whole: it must reach the end (`fullmatch`).
    """
    automaton = _Automaton(pattern, anchored, whole)
    ways = automaton.ways()
    sets = automaton.sets(ways)
    reach = {state: _closure(following, ways) for state, following in ways.items()}
    cyclic = {
        state: {each for each in reach[state] if state in reach[each]} for state in ways if state in reach[state]
    }

    def steps(*at: int) -> Iterator[tuple[int, ...]]:
        """Where a character leads each of several at once."""
        if frozenset.intersection(*(sets[state] for state in at)):
            together: list[tuple[int, ...]] = [()]
            for state in at:
                together = [(*so_far, each) for so_far in together for each in ways[state]]
            yield from together

    def leads(begin: tuple[int, ...], within: list[set[int]]) -> set[tuple[int, ...]]:
        seen, left = set[tuple[int, ...]](), [begin]
        while left:
            for after in steps(*left.pop()):
                if after not in seen and all(each in bound for each, bound in zip(after, within, strict=True)):
                    seen.add(after)
                    left.append(after)
        return seen

    for state, loop in cyclic.items():
        if any(len(following) > len({*following}) for following in ([x for x in ways[y] if x in loop] for y in loop)):
            return False  # two ways round without a difference: exponential
        if any(
            a != b and (state, state) in leads((a, b), [loop, loop]) for a, b in leads((state, state), [loop, loop])
        ):
            return False  # two ways round by the same text: exponential
    return not any(
        (p, q, q) in leads((p, p, q), [cyclic[p], {*ways}, cyclic[q]])
        for p in cyclic
        for q in cyclic
        if p != q and q in reach[p]
    )


def _closure(begin: Iterable[int], ways: dict[int, list[int]]) -> set[int]:
    seen, left = set[int](), list(begin)
    while left:
        if (state := left.pop()) not in seen:
            seen.add(state)
            left.extend(ways[state])
    return seen
