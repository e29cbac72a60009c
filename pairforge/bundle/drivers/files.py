"""The drivers of a core as files: three languages, constants of the map and of the core, a simulation.

The drivers are text in `assets/`; what depends on the map or the core is made here. Imports the register map
only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files

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
    "rust/examples/pairings.rs": "example.rs",
    "python/pairforge_driver.py": "pairforge_driver.py.in",
    "python/example.py": "example.py.in",
    "simulation/simulated.h": "simulated.h",
    "simulation/simulated.cpp": "simulated.cpp",
    "simulation/Makefile": "Makefile",
}


def driver_files(name: str, facts: Facts, header: str) -> dict[str, str]:
    """Path within `drivers/` to text. `name`: of the core's module; `header`: comment on top of each file."""
    values = {
        "NAME": name,
        "UPPER": name.upper(),
        "VERSION": ".".join(map(str, facts.version)),
        **{key: comment(header) for key, comment in _COMMENTS.items()},
    }
    made = {path: _filled(asset, values) for path, asset in _ASSETS.items()}
    c, rust, python = (values[key] for key in _COMMENTS)
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
