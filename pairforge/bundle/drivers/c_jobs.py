"""`NAME_jobs.h` and `NAME_jobs.c`: a function in C for each job of a core."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pairforge.bundle.drivers.model import DriverJobs, comment, field, meaning, placed
from pairforge.bundle.jobs import CoreJob
from pairforge.jobs.arguments import Argument

_WIDTH = 114


def c_files(these: DriverJobs, header: str) -> dict[str, str]:
    """File name to text; `header`: the comment on top."""
    return {
        f"{these.name}_jobs.h": f"{header}\n" + "\n".join(_header(these)) + "\n",
        f"{these.name}_jobs.c": f"{header}\n" + "\n".join(_source(these)) + "\n",
    }


def _header(these: DriverJobs) -> Iterator[str]:
    name, guard = these.name, f"{these.name.upper()}_JOBS_H"
    yield f"/* The jobs of the core {name}. Elements are {these.element_words} words, the lowest first."
    yield ""
    yield "   A function returns PAIRFORGE_OK, or there are no outputs: PAIRFORGE_JOB_... says what is wrong"
    yield "   with the inputs. It sends one input and looks up to `looks` times for its result; no other may"
    yield "   be on the way. For several there are pairforge_job_send and pairforge_job_receive, with a job"
    yield "   of here and elements behind each other as in its structures. */"
    yield f'#ifndef {guard}\n#define {guard}\n\n#include "pairforge.h"\n'
    yield '#ifdef __cplusplus\nextern "C" {\n#endif\n'
    if these.jobs[0].opcode is not None:
        yield "typedef enum {"
        names = [f"  {name.upper()}_OPCODE_{job.identifier.upper()} = {job.opcode}" for job in these.jobs]
        yield ",\n".join(names)
        yield f"}} {name}_opcode;\n"
    for job in these.jobs:
        yield from _declared(these, job)
    yield "#ifdef __cplusplus\n}\n#endif\n#endif"


def _declared(these: DriverJobs, job: CoreJob) -> Iterator[str]:
    own, words = f"{these.name}_{job.identifier}", these.element_words
    lines = comment(meaning(job), _WIDTH)
    yield "/* " + "\n   ".join(lines) + " */"
    yield f"extern const pairforge_job {own}_job;"
    for kind, names in (("in", job.inputs), ("out", job.outputs)):
        if names:
            yield "typedef struct {"
            yield from (f"  uint32_t {field(each)}[{words}];" for each in names)
            yield f"}} {own}_{kind};"
    yield f"{_call(these, job)};"
    if job.has_bytes:
        yield f"/* The same with bytes, the highest first: {_sizes(job)}. */"
        yield f"{_bytes_call(these, job)};"
    yield ""


def _sizes(job: CoreJob) -> str:
    points = [each.name for each in (*job.byte_inputs, *job.byte_outputs) if each.compressed]
    return f"{' and '.join(dict.fromkeys(points))} compressed" if points else "numbers"


def _call(these: DriverJobs, job: CoreJob) -> str:
    own = f"{these.name}_{job.identifier}"
    out = [f"{own}_out *out"] if job.outputs else []
    return _signature(own, [f"const {own}_in *in", *out])


def _bytes_call(these: DriverJobs, job: CoreJob) -> str:
    inputs = [f"const uint8_t {_own(each, job)}[{each.size}]" for each in job.byte_inputs]
    outputs = [f"uint8_t {_own(each, job)}[{each.size}]" for each in job.byte_outputs]
    return _signature(f"{these.name}_{job.identifier}_bytes", [*inputs, *outputs])


def _signature(name: str, parameters: list[str]) -> str:
    """The head of a function, in lines of a width that is read."""
    text = f"pairforge_status {name}({', '.join(('pairforge *device', *parameters, 'uint32_t looks'))})"
    return "\n".join(wrap(text, _WIDTH, subsequent_indent="    "))


def _own(each: Argument, job: CoreJob) -> str:
    """A name that no input and output have in common."""
    both = {a.name for a in job.byte_inputs} & {a.name for a in job.byte_outputs}
    return f"out_{each.name}" if each.name in both and each in job.byte_outputs else each.name


def _source(these: DriverJobs) -> Iterator[str]:
    name, size = these.name, these.element_words
    yield f'#include "{name}_jobs.h"\n'
    if any(job.has_bytes for job in these.jobs):
        yield '#include "pairforge_bytes.h"\n'
    modulus = "NULL"
    if these.modulus:
        modulus = "modulus"
        rows = [
            ", ".join(f"0x{word:08X}u" for word in these.modulus_words[i : i + 6]) for i in range(0, size, 6)
        ]
        yield f"static const uint32_t modulus[{size}] = {{\n  " + ",\n  ".join(rows) + "\n};\n"
    for job in these.jobs:
        own = f"{name}_{job.identifier}"
        opcode = -1 if job.opcode is None else job.opcode
        yield f"const pairforge_job {own}_job = {{"
        yield f"  {opcode}, {len(job.inputs)}, {len(job.outputs)}, {int(job.status)}, {size}, {modulus}"
        yield "};\n"
        out = "(uint32_t *)out" if job.outputs else "NULL"
        yield f"{_call(these, job)} {{"
        yield f"  return pairforge_job_compute(device, &{own}_job, (const uint32_t *)in, {out}, looks);"
        yield "}\n"
        if job.has_bytes:
            yield from _bytes_function(these, job)


def _bytes_function(these: DriverJobs, job: CoreJob) -> Iterator[str]:
    own, size = f"{these.name}_{job.identifier}", these.element_words
    yield f"{_bytes_call(these, job)} {{"
    yield f"  uint32_t in[{len(job.inputs) * size}];"
    if job.outputs:
        yield f"  uint32_t out[{len(job.outputs) * size}] = {{0}};"
    yield "  pairforge_status status;"
    for at, each in placed(job.byte_inputs):
        there = f"&in[{at * size}], {size}"
        if each.compressed:
            count = len(each.elements) - 1
            yield f"  pairforge_read_point({there}, {count}, {each.name}, {each.size // count});"
        else:
            yield f"  pairforge_read_number({there}, {each.name}, {each.size});"
    out = "out" if job.outputs else "NULL"
    yield f"  status = pairforge_job_compute(device, &{own}_job, in, {out}, looks);"
    yield f"  pairforge_wipe(in, {len(job.inputs) * size});"
    for at, each in placed(job.byte_outputs):
        there, target = f"&out[{at * size}]", _own(each, job)
        if each.compressed:
            count = len(each.elements) - 1
            yield f"  pairforge_write_point({target}, {each.size // count}, {there}, {size}, {count});"
        else:
            yield f"  pairforge_write_number({target}, {each.size}, {there});"
    yield "  return status;"
    yield "}\n"
