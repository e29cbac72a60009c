"""`jobs_NAME.rs`: a module in Rust for each job of a core, with its inputs and outputs by name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pairforge.bundle.drivers.model import DriverJobs, byte_helpers, comment, field, meaning, placed
from pairforge.bundle.jobs import CoreJob


def rust_jobs(these: DriverJobs, header: str) -> str:
    """The text; `header`: the comment on top."""
    return f"{header}\n" + "\n".join(_lines(these)) + "\n"


def _lines(these: DriverJobs) -> Iterator[str]:
    yield f"//! The jobs of the core `{these.name}`, a module each."
    yield "#![allow(clippy::doc_markdown)] // formulas in what jobs say of themselves"
    yield ""
    yield f"use crate::core_{these.name} as core;"
    yield ""
    yield "/// An element: words, the lowest first."
    yield "pub type Element = [u32; core::ELEMENT_WORDS as usize];"
    yield ""
    yield "/// Every element is below it; empty: drivers do not look."
    words = ", ".join(f"0x{word:09_X}" for word in these.modulus_words)
    yield f"pub const MODULUS: [u32; {len(these.modulus_words)}] = [{words}];"
    yield ""
    if these.jobs[0].opcode is not None:
        yield "/// The numbers of the jobs."
        yield "#[derive(Clone, Copy, Debug, PartialEq, Eq)]"
        yield "#[repr(u32)]"
        yield "pub enum Opcode {"
        for job in these.jobs:
            yield f"    /// `{job.label}`."
            yield f"    {camel(job.identifier)} = {job.opcode},"
        yield "}"
        yield ""
    for job in these.jobs:
        yield from _module(job)


def camel(identifier: str) -> str:
    """A name of a type."""
    return "".join(part.capitalize() for part in identifier.split("_"))


def snake(name: str) -> str:
    """A name of a field: `x_p` of `xP`."""
    return field(re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower())


def _module(job: CoreJob) -> Iterator[str]:
    yield from (f"/// {line}" for line in comment(meaning(job), 100))
    yield f"pub mod {job.identifier} {{"
    opcode = "None" if job.opcode is None else f"Some({job.opcode})"
    imports = ["Core", "Error", "Job", "Registers"]
    yield f"    use crate::{{{', '.join(imports)}}};"
    yield "    use super::{core, Element, MODULUS};"
    if job.has_bytes:
        yield f"    use crate::jobs::{{{', '.join(sorted({*byte_helpers(job), 'wipe'}))}}};"
    yield ""
    yield "    const WORDS: usize = core::ELEMENT_WORDS as usize;"
    yield ""
    yield "    /// The job, for several on the way: [`Core::send_job`] and [`Core::receive_job`]."
    yield "    pub const JOB: Job = Job {"
    yield f"        opcode: {opcode},"
    yield f"        inputs: {len(job.inputs)},"
    yield f"        outputs: {len(job.outputs)},"
    yield f"        has_status: {str(job.status).lower()},"
    yield "        element_words: WORDS,"
    yield "        modulus: &MODULUS,"
    yield "    };"
    yield ""
    yield from _struct("Inputs", "What the job takes.", job.inputs)
    if job.outputs:
        yield from _struct("Outputs", "What it gives.", job.outputs)
    result = "Outputs" if job.outputs else "()"
    yield "    /// One input, sent and waited for, looking up to `looks` times; no other may be on the way."
    yield "    pub fn compute<R: Registers>("
    yield "        on: &mut Core<R>,"
    yield "        inputs: &Inputs,"
    yield "        looks: u32,"
    yield f"    ) -> Result<{result}, Error<R::Error>> {{"
    given = ", ".join(f"inputs.{snake(each)}" for each in job.inputs)
    yield f"        let given = [{given}];"
    yield f"        let mut made: [Element; {len(job.outputs)}] = [[0; WORDS]; {len(job.outputs)}];"
    yield "        on.compute_job(&JOB, given.as_flattened(), made.as_flattened_mut(), looks)?;"
    if job.outputs:
        names = [snake(each) for each in job.outputs]
        yield f"        let [{', '.join(names)}] = made;"
        yield f"        Ok(Outputs {{ {', '.join(names)} }})"
    else:
        yield "        Ok(())"
    yield "    }"
    if job.has_bytes:
        yield ""
        yield from _bytes_function(job)
    yield "}"
    yield ""


def _struct(name: str, doc: str, fields: tuple[str, ...]) -> Iterator[str]:
    yield f"    /// {doc}"
    yield "    #[derive(Clone, Copy, Debug, PartialEq, Eq)]"
    yield "    #[allow(missing_docs)]"
    yield f"    pub struct {name} {{"
    yield from (f"        pub {snake(each)}: Element," for each in fields)
    yield "    }"
    yield ""


def _bytes_function(job: CoreJob) -> Iterator[str]:
    inputs, outputs = job.byte_inputs, job.byte_outputs
    result = "()" if not outputs else f"[u8; {outputs[0].size}]" if len(outputs) == 1 else "Bytes"
    if len(outputs) > 1:
        yield "    /// What it gives as bytes, the highest first; points are compressed."
        yield "    #[derive(Clone, Copy, Debug, PartialEq, Eq)]"
        yield "    #[allow(missing_docs)]"
        yield "    pub struct Bytes {"
        yield from (f"        pub {snake(each.name)}: [u8; {each.size}]," for each in outputs)
        yield "    }"
        yield ""
    yield "    /// The same with bytes, the highest first; points are compressed."
    yield "    pub fn compute_bytes<R: Registers>("
    yield "        on: &mut Core<R>,"
    yield from (f"        {snake(each.name)}: &[u8; {each.size}]," for each in inputs)
    yield "        looks: u32,"
    yield f"    ) -> Result<{result}, Error<R::Error>> {{"
    yield f"        let mut given: [Element; {len(job.inputs)}] = [[0; WORDS]; {len(job.inputs)}];"
    for at, each in placed(inputs):
        if each.compressed:
            place = f"given[{at}..{at + len(each.elements)}].as_flattened_mut()"
            yield f"        read_point({place}, {len(each.elements) - 1}, {snake(each.name)});"
        else:
            yield f"        read_number(&mut given[{at}], {snake(each.name)});"
    yield f"        let mut made: [Element; {len(job.outputs)}] = [[0; WORDS]; {len(job.outputs)}];"
    yield "        let done = on.compute_job(&JOB, given.as_flattened(), made.as_flattened_mut(), looks);"
    yield "        wipe(given.as_flattened_mut());"
    yield "        done?;"
    names = []
    for number, (at, each) in enumerate(placed(outputs)):
        name = f"out{number}"
        names.append(name if len(outputs) == 1 else f"{snake(each.name)}: {name}")
        yield f"        let mut {name} = [0; {each.size}];"
        if each.compressed:
            place = f"made[{at}..{at + len(each.elements)}].as_flattened()"
            yield f"        write_point(&mut {name}, {place}, {len(each.elements) - 1});"
        else:
            yield f"        write_number(&mut {name}, &made[{at}]);"
    given = f"Bytes {{ {', '.join(names)} }}" if len(names) > 1 else names[0] if names else "()"
    yield f"        Ok({given})"
    yield "    }"
