"""The jobs of a core on its page: what each takes, gives and costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from pairforge.report.pieces import number, table

Jobs = Sequence[Mapping[str, Any]]
"""The entry `jobs` of result.json; empty where a core computes a pairing."""


def word_of(jobs: Jobs) -> str:
    """What the core computes."""
    return "job" if jobs else "pairing"


def run_sentence(stage: Mapping[str, Any], jobs: Jobs) -> str:
    """How long a stage's schedule is, and how often it starts."""
    length, interval = number(stage["length"]), number(stage["interval"])
    if len(jobs) > 1:
        return f"The programs of all jobs, one behind the other, are {length} cycles long."
    return f"The schedule of one {word_of(jobs)} is {length} cycles long; a new one starts every {interval}."


def jobs_html(jobs: Jobs) -> str:
    """The section with the table; nothing for a pairing."""
    if not jobs:
        return ""
    rows = [
        [
            f"{escape(job['name'])}<br>{escape(job['description'])}",
            "" if job["opcode"] is None else str(job["opcode"]),
            escape(", ".join(job["takes"])),
            escape(", ".join(job["gives"])),
            _cycles(job["interval"]),
            _cycles(job["latency"]),
            number(job["inputs"]),
            number(job["mismatches"]),
        ]
        for job in jobs
    ]
    head = (
        ("job", ""),
        ("opcode", "n"),
        ("takes", ""),
        ("gives", ""),
        ("interval", "n"),
        ("latency", "n"),
        ("simulated", "n"),
        ("wrong", "n"),
    )
    return (
        '<section id="jobs" aria-labelledby="jobs-title"><h2 id="jobs-title">Jobs</h2>'
        '<p class="lead-in">The interval is the cycles between results of a core that is kept busy, the '
        "latency those from the first input word to the last output word.</p>"
        f"{table('Jobs of the core', head, rows)}</section>"
    )


def _cycles(count: int | None) -> str:
    return "–" if count is None else number(count)
