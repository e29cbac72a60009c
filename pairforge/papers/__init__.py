"""Published tables beside ours: one module a paper, a common form for all.

To add a paper: its figures as printed go to `catalog/papers/NAME.toml`, ours as last measured to
`results/papers/NAME.json`, and a `Paper` in a module of its own here says how to measure and what to
conclude; `PAPERS` names it.
"""

from __future__ import annotations

from pairforge.errors import UserError
from pairforge.papers.barenghi import BARENGHI
from pairforge.papers.base import Cell, Comparison, Conclusion, Paper, Row, Table, Wanted
from pairforge.papers.beuchat import BEUCHAT
from pairforge.papers.brinci import BRINCI
from pairforge.papers.harrison import HARRISON
from pairforge.papers.present import paper_lines, paper_object
from pairforge.papers.shu import SHU

__all__ = [
    "PAPERS",
    "Cell",
    "Comparison",
    "Conclusion",
    "Paper",
    "Row",
    "Table",
    "Wanted",
    "find_paper",
    "paper_lines",
    "paper_object",
]

PAPERS: dict[str, Paper] = {paper.name: paper for paper in (HARRISON, SHU, BEUCHAT, BARENGHI, BRINCI)}
"""The papers by name, in the order in which they are listed."""


def find_paper(name: str) -> Paper:
    """The paper of this name (UserError where there is none)."""
    if name not in PAPERS:
        raise UserError(f"no paper {name!r}; there are {', '.join(PAPERS)}")
    return PAPERS[name]
