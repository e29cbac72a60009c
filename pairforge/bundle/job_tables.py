"""The tables of a core's jobs in its README, and as text for the pages of its registers."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.bundle.jobs import CoreJob
from pairforge.jobs.statuses import OPCODE, STATUSES


def job_lines(jobs: Sequence[CoreJob]) -> list[str]:
    """A section of Markdown: what each job takes, gives and costs; the statuses. Nothing for a pairing."""
    if not jobs:
        return []
    lines = ["## Jobs" if len(jobs) > 1 else "## The job", "", *_table(jobs), ""]
    lines += [f"- `{job.label}`: {job.description}." for job in jobs] + [""]
    if any(job.status for job in jobs):
        lines += [
            "The status says what is wrong with the input; where it is not 0 all other results are 0.",
            "",
            "| status | meaning |",
            "|---|---|",
            *(f"| {number} | {meaning} |" for number, meaning in statuses_of(jobs).items()),
            "",
        ]
    return lines


def _table(jobs: Sequence[CoreJob]) -> list[str]:
    several = jobs[0].opcode is not None
    head = "| opcode " if several else ""
    rule = "|---" if several else ""
    rows = []
    for job in jobs:
        first = f"| {job.opcode} " if several else ""
        gives = (*(("status",) if job.status else ()), *job.outputs)
        interval = "not known" if job.interval is None else f"{job.interval:,}"
        rows.append(
            f"{first}| `{job.label}` | {', '.join(job.inputs)} | {', '.join(gives)} | {interval} | "
            f"{job.latency:,} |"
        )
    return [f"{head}| job | takes | gives | interval | latency |", f"{rule}|---|---|---|---|---|", *rows]


def statuses_of(jobs: Sequence[CoreJob]) -> dict[int, str]:
    """The statuses that a core may give, with their meanings; none where no job has one."""
    if not any(job.status for job in jobs):
        return {}
    several = jobs[0].opcode is not None
    return {number: meaning for number, meaning in STATUSES.items() if several or number != OPCODE}


def job_text(jobs: Sequence[CoreJob]) -> str:
    """The same in sentences, for the description of a register map; nothing for a pairing."""
    if not jobs:
        return ""
    parts = []
    for job in jobs:
        number = "" if job.opcode is None else f"opcode {job.opcode}: "
        gives = ", ".join(job.outputs) or "nothing"
        parts.append(f"{number}{job.label} takes {', '.join(job.inputs)}, gives {gives}")
    text = f" Words through DATA_IN and DATA_OUT: {'; '.join(parts)}."
    if found := statuses_of(jobs):
        text += " Status before the results: " + "; ".join(f"{n} {words}" for n, words in found.items()) + "."
    return text
