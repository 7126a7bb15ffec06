"""Check of a transcript: it is held against the rules as a referee would, every fault with what is right instead.

A referee goes on after a fault, and what follows is judged as the table would (`rules.referee`).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from rules.contract import AnyRules, Rank, ranked
from rules.faults import Fault
from rules.referee import Referee
from rules.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a check.

    finished: whether the game came to its end; a transcript that stops before is no fault. claimed: the totals that
    were written down, None where none were, and the ranking by them. totals, ranking: what is right, at the end or as
    it stands.
    """

    faults: tuple[Fault, ...]
    finished: bool
    claimed: tuple[int, ...] | None
    claimed_ranking: tuple[Rank, ...] | None
    totals: tuple[int, ...]
    ranking: tuple[Rank, ...]


def check(
    rules: AnyRules,
    transcript: Transcript[Any, Any],
    paragraphs: Mapping[str, str],
    lines: Collection[int] = (),
) -> Checked:
    """Every fault of a transcript whose options made `rules`; `paragraphs` are those of the game (`Game.paragraphs`).

    lines: the indices of the entries with which the table began a new line, where that is known (`Reading.lines`);
    a line is one turn, whatever is wrong in it. ValueError for a number of seats that the game does not know.
    """
    referee = Referee(rules, transcript, paragraphs, lines)
    referee.read()
    totals, outcome = rules.totals(referee.state), rules.outcome(referee.state)
    resigned = rules.resigned(referee.state)
    ranking = ranked(totals, resigned) if outcome is None else outcome.ranking
    claimed = transcript.totals
    for seat, (said, right) in enumerate(zip(claimed or totals, totals, strict=True)):
        if said != right:
            referee.find(("totals", seat), "wrong_total", said, right)
    claimed_ranking = None if claimed is None else ranking if claimed == totals else ranked(claimed, resigned)
    return Checked(tuple(referee.faults), outcome is not None, claimed, claimed_ranking, totals, ranking)
