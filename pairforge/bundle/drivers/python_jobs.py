"""`pairforge_jobs_NAME.py`: a method in Python for each job of a core, with its inputs by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pairforge.bundle.drivers.model import DriverJobs, byte_helpers, comment, field, meaning
from pairforge.bundle.drivers.rust_jobs import camel
from pairforge.bundle.jobs import CoreJob
from pairforge.jobs.arguments import Argument

_WIDTH = 96


def python_jobs(these: DriverJobs, header: str) -> str:
    """The text; `header`: the comment on top."""
    return f"{header}\n" + "\n".join(_lines(these)) + "\n"


def _lines(these: DriverJobs) -> Iterator[str]:
    several = these.jobs[0].opcode is not None
    with_outputs = any(len(job.outputs) > 1 for job in these.jobs)
    used = {name for job in these.jobs if job.has_bytes for name in byte_helpers(job)}
    yield f'"""The jobs of the core {these.name}, a method each."""'
    yield ""
    yield "from __future__ import annotations"
    yield ""
    if several:
        yield "from enum import IntEnum"
    if with_outputs:
        yield "from typing import NamedTuple"
    if several or with_outputs:
        yield ""
    yield "from pairforge_driver import Core, Job"
    if used:
        yield f"from pairforge_points import {', '.join(sorted(used))}"
    yield ""
    yield f"MODULUS = 0x{these.modulus:X}"
    for job in these.jobs:
        shape = f"{job.opcode}, {len(job.inputs)}, {len(job.outputs)}, {job.status}, MODULUS"
        yield f"{job.identifier.upper()} = Job({shape})"
    yield ""
    yield ""
    if several:
        yield "class Opcode(IntEnum):"
        yield '    """The numbers of the jobs."""'
        yield ""
        yield from (f"    {job.identifier.upper()} = {job.opcode}" for job in these.jobs)
        yield ""
        yield ""
    for job in these.jobs:
        if len(job.outputs) > 1:
            yield f"class {camel(job.identifier)}(NamedTuple):"
            yield f'    """What {job.label} gives."""'
            yield ""
            yield from (f"    {field(each)}: int" for each in job.outputs)
            yield ""
            yield ""
    yield "class Jobs:"
    yield '    """One job at a time, no other may be on the way; JobError where an input is wrong."""'
    yield ""
    yield "    def __init__(self, core: Core, looks: int = 1_000_000) -> None:"
    yield "        self.core, self.looks = core, looks"
    for job in these.jobs:
        yield from _method(job)
        if job.has_bytes:
            yield from _bytes_method(job)


def _method(job: CoreJob) -> Iterator[str]:
    outputs = job.outputs
    result = "None" if not outputs else "int" if len(outputs) == 1 else camel(job.identifier)
    yield from _head(job.identifier, [(field(each), "int") for each in job.inputs], result)
    yield from _doc(meaning(job))
    yield from _given([field(each) for each in job.inputs])
    made = f"self.core.compute_job({job.identifier.upper()}, given, self.looks)"
    if not outputs:
        yield f"        {made}"
    elif len(outputs) == 1:
        yield f"        return {made}[0]"
    else:
        yield f"        return {camel(job.identifier)}(*{made})"


def _bytes_method(job: CoreJob) -> Iterator[str]:
    inputs, outputs = job.byte_inputs, job.byte_outputs
    many = ", ".join(["bytes"] * len(outputs))
    result = "None" if not outputs else "bytes" if len(outputs) == 1 else f"tuple[{many}]"
    yield from _head(f"{job.identifier}_bytes", [(each.name, "bytes") for each in inputs], result)
    sizes = ", ".join(f"{each.name} of {each.size}" for each in (*inputs, *outputs))
    yield from _doc(f"the same with bytes, the highest first, points compressed: {sizes}")
    yield from _given(
        f"*read_point({each.name}, {len(each.elements) - 1}, {each.size})"
        if each.compressed
        else f"read_number({each.name}, {each.size})"
        for each in inputs
    )
    made = f"self.core.compute_job({job.identifier.upper()}, given, self.looks)"
    if not outputs:
        yield f"        {made}"
        return
    yield f"        made = {made}"
    if len(outputs) == 1:
        yield f"        return {_written(outputs[0], 0)}"
        return
    yield "        return ("
    at = 0
    for each in outputs:
        yield f"            {_written(each, at)},"
        at += len(each.elements)
    yield "        )"


def _given(elements: Iterable[str]) -> Iterator[str]:
    first, *others = elements
    if not others:
        yield f"        given = ({first},)"
        return
    yield "        given = ("
    yield from (f"            {each}," for each in (first, *others))
    yield "        )"


def _written(each: Argument, at: int) -> str:
    if each.compressed:
        return f"write_point(made[{at}:{at + len(each.elements)}], {each.size})"
    return f"write_number(made[{at}], {each.size})"


def _head(name: str, parameters: list[tuple[str, str]], result: str) -> Iterator[str]:
    yield ""
    yield f"    def {name}("
    yield "        self,"
    yield "        *,"
    yield from (f"        {each}: {kind}," for each, kind in parameters)
    yield f"    ) -> {result}:"


def _doc(text: str) -> Iterator[str]:
    lines = comment(text, _WIDTH)
    if len(lines) == 1:
        yield f'        """{lines[0]}"""'
        return
    yield f'        """{lines[0]}'
    yield from (f"        {line}" for line in lines[1:])
    yield '        """'
