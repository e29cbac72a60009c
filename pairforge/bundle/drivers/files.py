"""The drivers of a core as files: three languages, constants of the map and of the core, a simulation.

The drivers are text in `assets/`; what depends on the map or the core is made here, and what depends on the
core's jobs in `c_jobs`, `rust_jobs` and `python_jobs`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files

from pairforge.bundle.drivers.c_jobs import c_files
from pairforge.bundle.drivers.model import DriverJobs
from pairforge.bundle.drivers.python_jobs import python_jobs
from pairforge.bundle.drivers.rust_jobs import camel, rust_jobs
from pairforge.jobs.statuses import STATUS_NAMES, STATUSES
from pairforge.registers.map import (
    EVENTS,
    IDENTITY,
    MAP_VERSION,
    REGISTERS,
    Facts,
    constant_word,
    register,
)

Constants = Mapping[str, int]

_COMMENTS: Mapping[str, Callable[[str], str]] = {
    "HEADER_C": lambda text: f"/* {text.strip()} */",
    "HEADER_R": lambda text: "\n".join(f"// {line}".rstrip() for line in text.splitlines()),
    "HEADER_P": lambda text: "\n".join(f"# {line}".rstrip() for line in text.splitlines()),
}
"""How a language has a comment of several lines."""

_ASSETS = {
    "c/pairforge.h": "pairforge.h",
    "c/pairforge.c": "pairforge.c",
    "c/pairforge_mmio.h": "pairforge_mmio.h",
    "c/example.c": "example.c",
    "rust/Cargo.toml": "Cargo.toml",
    "rust/src/lib.rs": "lib.rs",
    "rust/src/jobs.rs": "jobs.rs",
    "rust/examples/vectors.rs": "example.rs",
    "rust/examples/simulated/mod.rs": "simulated.rs",
    "python/pairforge_driver.py": "pairforge_driver.py.in",
    "python/example.py": "example.py.in",
    "simulation/simulated.h": "simulated.h",
    "simulation/simulated.cpp": "simulated.cpp",
    "simulation/Makefile": "Makefile",
}


_BYTE_ASSETS = {
    "c/pairforge_bytes.h": "pairforge_bytes.h",
    "c/pairforge_bytes.c": "pairforge_bytes.c",
    "python/pairforge_points.py": "pairforge_points.py.in",
}
"""For jobs whose inputs or results are bytes for a caller."""


def driver_files(name: str, facts: Facts, header: str, jobs: DriverJobs | None = None) -> dict[str, str]:
    """Path within `drivers/` to text. `name`: of the core's module; `header`: comment on top of each file;
    `jobs`: None where it computes a pairing.
    """
    values = {
        "NAME": name,
        "UPPER": name.upper(),
        "VERSION": ".".join(map(str, facts.version)),
        **{key: comment(header) for key, comment in _COMMENTS.items()},
        **_statuses_in_c(),
        "JOB_MODULE": "" if jobs is None else f"#[rustfmt::skip]\npub mod jobs_{name};\n",
    }
    made = {path: _filled(asset, values) for path, asset in _ASSETS.items()}
    c, rust, python = (values[key] for key in _COMMENTS)
    made["rust/src/status.rs"] = f"{rust}\n{_statuses_in_rust()}"
    made["python/pairforge_statuses.py"] = f"{python}\n{_statuses_in_python()}"
    if jobs is not None:
        made |= {f"c/{file}": text for file, text in c_files(jobs, c).items()}
        made[f"rust/src/jobs_{name}.rs"] = rust_jobs(jobs, rust)
        made[f"python/pairforge_jobs_{name}.py"] = python_jobs(jobs, python)
        if any(job.has_bytes for job in jobs.jobs):
            made |= {path: _filled(asset, values) for path, asset in _BYTE_ASSETS.items()}
    shared, own = dict(map_constants()), core_constants(facts)
    made["c/pairforge_registers.h"] = _c("PAIRFORGE_REGISTERS_H", c, "PAIRFORGE_", shared)
    identity = f"{{{own['CAPABILITY']:#x}u, {own['WORDS']:#x}u, {own['LOAD_WORDS']}u}}"
    own_lines = f"\n/* For pairforge_open. */\n#define {name.upper()}_CORE {identity}\n"
    made[f"c/{name}_core.h"] = _c(f"{name.upper()}_CORE_H", c, f"{name.upper()}_", own, own_lines)
    made["rust/src/registers.rs"] = _rust(rust, "The register map: offsets in bytes, bits of fields.", shared)
    identity = (
        "\n/// For `Core::open`.\npub const IDENTITY: crate::Identity = crate::Identity {\n"
        "    capability: CAPABILITY,\n    words: WORDS,\n    load_words: LOAD_WORDS,\n};\n"
    )
    made[f"rust/src/core_{name}.rs"] = _rust(rust, f"Constants of the core `{name}`.", own) + identity
    made["python/pairforge_registers.py"] = _python(
        python, "The register map: offsets in bytes, bits of fields.", shared
    )
    made[f"python/pairforge_core_{name}.py"] = (
        _python(python, f"Constants of the core {name}.", own)
        + "IDENTITY = (CAPABILITY, WORDS, LOAD_WORDS)\n"
    )
    return made


def map_constants() -> Iterator[tuple[str, int]]:
    """Offsets of registers, bits of flags, shifts and masks of wider fields."""
    yield "IDENTITY", IDENTITY
    yield "MAP_VERSION", MAP_VERSION
    for found in REGISTERS:
        yield found.name, found.offset
    for name in ("CAPABILITY", "CONTROL", "STATUS"):
        for field in register(name).fields:
            full = f"{name}_{field.name.upper()}"
            if field.width == 1:
                yield full, field.mask
            else:
                yield f"{full}_SHIFT", field.low
                yield f"{full}_MASK", field.mask
    for bit, event in enumerate(EVENTS):
        yield f"INTERRUPT_{event.upper()}", 1 << bit


def core_constants(facts: Facts) -> Constants:
    """What a program that is written for one core may rely on."""
    streams = register("CAPABILITY").field("streams").mask
    return {
        "CAPABILITY": constant_word(register("CAPABILITY"), facts) & ~streams,
        "WORDS": constant_word(register("WORDS"), facts),
        "LOAD_WORDS": facts.load_words,
        "WORDS_IN": facts.words_in,
        "WORDS_OUT": facts.words_out,
        "ELEMENT_WORDS": -(-facts.element_bits // 32),
        "LATENCY": facts.latency,
        "INTERVAL": facts.interval,
    }


def _statuses_in_c() -> dict[str, str]:
    """What `pairforge.h` and `pairforge.c` have of the statuses of jobs."""
    lines = [
        f"  PAIRFORGE_JOB_{name} = PAIRFORGE_JOB + {number}{',' * (number != max(STATUS_NAMES))} "
        f"/* {STATUSES[number]} */"
        for number, name in STATUS_NAMES.items()
    ]
    texts = [f'      "{text}",' for text in STATUSES.values()]
    return {"STATUSES_C": "\n".join(lines), "TEXTS_C": "\n".join(texts)}


def _statuses_in_rust() -> str:
    names = {number: camel(name.lower()) for number, name in STATUS_NAMES.items()}
    variants = "".join(
        f"    /// {STATUSES[number]}.\n    {name} = {number},\n" for number, name in names.items()
    )
    arms = "".join(f"            {number} => Some(Self::{name}),\n" for number, name in names.items())
    return (
        "//! What jobs say of their inputs.\n\n/// The status of a job, where it is not 0.\n"
        "#[derive(Clone, Copy, Debug, PartialEq, Eq)]\n"
        f"pub enum Status {{\n{variants}"
        "    /// None of these.\n    Unknown = 255,\n}\n\nimpl Status {\n"
        "    /// The status of a number; none where all is well.\n"
        "    #[must_use]\n    pub const fn of(number: u32) -> Option<Self> {\n        match number {\n"
        f"            0 => None,\n{arms}            _ => Some(Self::Unknown),\n"
        "        }\n    }\n}\n"
    )


def _statuses_in_python() -> str:
    members = "".join(f"    {name} = {number}\n" for number, name in STATUS_NAMES.items())
    texts = "".join(f'    Status.{name}: "{STATUSES[number]}",\n' for number, name in STATUS_NAMES.items())
    return (
        '"""What jobs say of their inputs."""\n\nfrom enum import IntEnum\n\n\n'
        f'class Status(IntEnum):\n    """The status of a job, where it is not 0."""\n\n{members}\n\n'
        f"TEXTS = {{\n{texts}}}\n"
    )


def _filled(asset: str, values: Mapping[str, str]) -> str:
    text = files("pairforge.bundle.drivers").joinpath("assets", asset).read_text()
    return re.sub(r"@([A-Z_]+)@", lambda match: values[match[1]], text).lstrip("\n")


def _number(value: int, separator: str = "") -> str:
    return f"0x{value:{separator}X}" if value > 9 else str(value)


def _c(guard: str, header: str, prefix: str, constants: Constants, more: str = "") -> str:
    lines = "".join(f"#define {prefix}{name} {_number(value)}u\n" for name, value in constants.items())
    return f"{header}\n#ifndef {guard}\n#define {guard}\n\n{lines}{more}\n#endif\n"


def _rust(header: str, doc: str, constants: Constants) -> str:
    lines = "".join(f"pub const {name}: u32 = {_number(value, '_')};\n" for name, value in constants.items())
    return f"{header}\n//! {doc}\n#![allow(missing_docs)]\n\n{lines}"


def _python(header: str, doc: str, constants: Constants) -> str:
    lines = "".join(f"{name} = {_number(value)}\n" for name, value in constants.items())
    return f'{header}\n"""{doc}"""\n\n{lines}'
