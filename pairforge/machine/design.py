"""A design: a pairing, and for each of its stages a machine; read from TOML, pure data.

See `docs/designs.md` for the format. Nothing here knows how a unit is built; parameters of a unit are
checked against the table of kinds below, its timing comes from the unit itself.
"""

from __future__ import annotations

import itertools
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path, PurePath
from typing import Any

from pairforge.errors import UserError
from pairforge.machine.show import design_html
from pairforge.machine.table import Table, UnknownKeyError

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_ANY = 1 << 20  # operations: any number of them
_LONGEST = 64  # letters of a name: file systems refuse those of modules with much more

Parameters = Mapping[str, int | str | tuple[int, ...] | tuple[str, ...]]


@dataclass(frozen=True)
class UnitSpec:
    """`count` functional units of one kind.

    `terms`: how many values each of its operand ports can add up. `blocks`: the blocks and loops of the
    program that it works for, none named: all for which no other unit is named. `parameters`: of the kind.
    """

    name: str
    kind: str
    count: int
    terms: int
    parameters: Parameters = field(default_factory=dict)
    blocks: tuple[str, ...] = ()

    @property
    def operations(self) -> tuple[str, ...]:
        """The kinds of operation it does: mul, sum, frob, …; of kind `given` the one that its file says."""
        return KINDS[self.kind].operations or (str(self.parameters["operation"]),)

    @property
    def power(self) -> int:
        """The Frobenius power of a unit of kind `frobenius`."""
        return int(str(self.parameters.get("power", 0)))

    @property
    def raises(self) -> bool:
        """Whether it does every positive Frobenius power."""
        return "frob" in self.operations and self.kind != "frobenius"

    @property
    def shares(self) -> bool:
        """Whether units with an operand in common share the logic that depends on it alone."""
        return self.parameters.get("shares") == "operand"


@dataclass(frozen=True)
class Storage:
    """Where a stage keeps values between operations.

    `lines`: plain registers behind each unit, tapped by delay, and registers that hold a value; any number
    of reads a cycle. `ram`: a memory of `words` elements with `reads` read ports and one write port; in the
    style `registers` those are buses between registers, of which there are as many as are needed where
    `words` is 0, and `writes` results can be written in one cycle. In the style `banks` there are `writes`
    memories of `words` elements each, or as many as are needed: each takes one result a cycle, and every
    operand port reads from any of them, but operations with one operand share a port.
    """

    kind: str
    style: str = "block"
    words: int = 32
    reads: int = 2
    writes: int = 1

    @property
    def buses(self) -> bool:
        """Whether ports are buses: an operation takes any of them, and reads a value it uses twice once."""
        return self.style == "registers"

    @property
    def banked(self) -> bool:
        """Whether it is banks, read by ports of the units' own."""
        return self.style == "banks"

    @property
    def write_latency(self) -> int:
        """Cycles from a result to its first read: banks give it in the cycle in which it is written."""
        return 0 if self.banked else 1

    @property
    def one_bus(self) -> bool:
        """Whether a single bus is read: of two operands one comes a cycle before the other."""
        return self.buses and self.reads == 1

    @property
    def read_latency(self) -> int:
        """Cycles from giving the address to the value: block memories register their output."""
        return 1 if self.kind == "ram" and self.style == "block" else 0


@dataclass(frozen=True)
class Machine:
    """Units and storage of one stage.

    `runs`: the stages of the pairing that it runs, one after the other as one program; none named: the one of
    its own name. `algorithm`: which of the texts of what it runs; empty: the first. `operands`: "few" values
    to choose from at the operand ports, or "early" ones (see `passes.collapse`). `loops`: "pipelined", or
    "sequential": an iteration starts when the one before has ended. `exact`: the most operations that a block
    or a loop on a memory may have for an exact search of its schedule. `sequencer`: "microcode", or "blocks":
    a controller for each block and loop. `loadable`: the modulus and all that depends on it come in after a
    reset, rather than being part of the hardware.
    """

    name: str
    units: tuple[UnitSpec, ...]
    storage: Storage
    runs: tuple[str, ...] = ()
    algorithm: str = ""
    operands: str = "few"
    loops: str = "pipelined"
    exact: int = _ANY
    sequencer: str = "microcode"
    loadable: bool = False

    def unit_for(self, kind: str, attribute: int | None, block: str = "") -> UnitSpec | None:
        """The unit that does an operation of a block or loop, None where there is none.

        Units named for the block go before others; a power of Frobenius is done by the unit made for it
        rather than by a chain.
        """
        return self._unit_of(self._named_for(block), kind, attribute) or self._unit_of(
            self._named_for(""), kind, attribute
        )

    def _named_for(self, block: str) -> list[UnitSpec]:
        """The units for a block alone; for "" those for all of the others."""
        return [unit for unit in self.units if (block in unit.blocks if block else not unit.blocks)]

    def _unit_of(self, units: list[UnitSpec], kind: str, attribute: int | None) -> UnitSpec | None:
        able = [unit for unit in units if kind in unit.operations]
        if kind != "frob":
            return able[0] if able else None
        own = [unit for unit in able if unit.kind == "frobenius" and unit.power == attribute]
        chains = [unit for unit in able if unit.raises and (attribute or 0) > 0]
        return next(iter(own + chains), None)


@dataclass(frozen=True)
class Design:
    """A pairing mapped on one or more stages, each a machine.

    `interleave`: the pairings (slots) that take turns, cycle by cycle, on every stage.
    `modules`: `own` where every module's name begins with that of the core, else `shared`.
    `checks`: whether the core says of each result if the points were on their curves.
    `source`: the built-in name or the file it was read from; `settings`: the `--set` of KEY=VALUE on top.
    """

    name: str
    pairing: str
    paper: str | None
    target: str
    description: str
    passes: str
    effort: float
    stages: tuple[Machine, ...]
    interleave: int = 1
    modules: str = "shared"
    checks: bool = False
    source: str = ""
    settings: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """The name of its TOML file, for messages."""
        return f"{PurePath(self.source or self.name).name.removesuffix('.toml')}.toml"

    @property
    def asked(self) -> str:
        """How a command asks for it: the built-in name or file, then what `--set` changed."""
        parts = [self.source or self.name]
        for setting in self.settings:
            parts += ["--set", setting]
        return shlex.join(parts)

    @property
    def configuration(self) -> dict[str, str]:
        """All that makes the hardware, as text, under the names that `--set` knows them by."""
        found = _shown("", self, leave=_NO_HARDWARE)
        for stage in self.stages:
            found |= _shown(f"{stage.name}.", stage, leave=("name", "units", "storage"))
            found |= _shown(f"{stage.name}.storage.", stage.storage)
            for unit in stage.units:
                place = f"{stage.name}.{unit.name}."
                found |= _shown(place, unit, leave=("name", "parameters"))
                found |= {f"{place}{key}": _as_text(value) for key, value in unit.parameters.items()}
        return found

    def _repr_html_(self) -> str:
        return design_html(self)


_NO_HARDWARE = ("name", "pairing", "paper", "target", "description", "stages", "source", "settings")


def _shown(
    place: str, part: Design | UnitSpec | Storage | Machine, leave: tuple[str, ...] = ()
) -> dict[str, str]:
    return {
        f"{place}{item.name}": _as_text(getattr(part, item.name))
        for item in fields(part)
        if item.name not in leave
    }


def _as_text(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "any" if value == _ANY else f"{value:g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class _Kind:
    operations: tuple[str, ...]  # none: a parameter
    read: Callable[[Table], Parameters]


def _karatsuba(t: Table) -> Parameters:
    return {
        "stages": t.integer("stages", 5, most=20),
        "split": t.text("split", "halves", choices=("halves", "oddeven")),
        "ways": t.integer("ways", 2, least=2, most=3),
        "cutoff": t.integer("cutoff", 0, least=0),
        "levels": t.texts("levels", ()),
        "sharing": t.text("sharing", "none", choices=("none", "pairs")),
        "cuts": t.texts("cuts", ()),
        "chain": t.integer("chain", 2, least=1, most=64),
    }


def _digit_serial(t: Table) -> Parameters:
    return {
        "digit": t.integer("digit", 16),
        "structure": t.text("structure", "joint", choices=("joint", "separate")),
        "shares": t.text("shares", "none", choices=("none", "operand")),
        "chain": t.integer("chain", 2, least=1, most=64),
    }


def _power(t: Table) -> Parameters:
    value = t.integer("power", least=-(1 << 20))
    if value == 0:
        raise t.fail("power", "must not be 0; 1 is the Frobenius map, -1 its inverse")
    return {"power": value}


def _chain(t: Table) -> Parameters:
    return {"steps": t.integers("steps", (1, 3))}


def _core(t: Table) -> int:
    return t.integer("core", 64, least=2, most=2048)


def _word_adders(t: Table) -> Parameters:
    return {"core": _core(t), "network": t.text("network", "ripple", choices=("kogge-stone", "ripple"))}


def _polynomial_montgomery(t: Table) -> Parameters:
    return {
        "core": t.text("core", "pipelined", choices=("pipelined", "serial")),
        "pause": t.integer("pause", 0, least=0, most=64),
    }


def _stages(t: Table, default: int) -> int:
    return t.integer("stages", default, most=64)


def _pipelined_montgomery(t: Table) -> Parameters:
    return {
        "stages": _stages(t, 4),
        "levels": t.integer("levels", -1, least=-1, most=6),
        "block": t.integer("block", 24, least=17, most=32),
        "interval": t.integer("interval", 1, most=8),
    }


def _given(t: Table) -> Parameters:
    operation = t.text("operation", choices=("mul", "sum", "frob", "add", "inv"))
    latency = t.integer("latency", most=1 << 20)
    return {
        "operation": operation,
        "latency": latency,
        "interval": t.integer("interval", latency, most=1 << 20),
        "area": t.integer("area", 0, least=0),
    }


KINDS: Mapping[str, _Kind] = {
    "karatsuba": _Kind(("mul",), _karatsuba),
    "digit-serial": _Kind(("mul",), _digit_serial),
    "sum": _Kind(("sum",), lambda _: {}),
    "frobenius": _Kind(("frob",), _power),
    "frobenius-chain": _Kind(("frob",), _chain),
    "modular-adder": _Kind(("add",), _word_adders),
    "montgomery": _Kind(("mul",), lambda t: {"core": _core(t), "depth": t.integer("depth", 3, most=4)}),
    "inverter": _Kind(("inv",), _word_adders),
    "polynomial-montgomery": _Kind(("mul",), _polynomial_montgomery),
    "polynomial-adder": _Kind(("add",), lambda _: {}),
    "polynomial-converter": _Kind(("convert",), lambda _: {}),
    "modular-adder-pipelined": _Kind(("add",), lambda t: {"stages": _stages(t, 1)}),
    "montgomery-pipelined": _Kind(("mul",), _pipelined_montgomery),
    "montgomery-dot": _Kind(("mul", "dot"), _pipelined_montgomery),
    "inverter-divstep": _Kind(("inv",), lambda t: {"steps": t.integer("steps", 4, most=8)}),
    "given": _Kind((), _given),
}


@contextmanager
def errors_in(design: Design) -> Iterator[None]:
    """Put the design's file in front of any UserError raised inside."""
    try:
        yield
    except UserError as error:
        raise UserError(f"{design.file}: {error}") from None


def load_design(path: Path, overrides: Mapping[str, str] | None = None) -> Design:
    """Read a design file. `overrides` are `--set KEY=VALUE` pairs, KEY as in `miller.mul.stages`."""
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot read the design: {error}") from None
    return parse_design(text, path.name, overrides or {})


def parse_design(text: str, source: str, overrides: Mapping[str, str]) -> Design:
    """Read the text of a design; `source` names it in messages."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{source}: not TOML: {error}") from None
    for key, value in overrides.items():
        _override(data, key, value)
    top = Table(data, source)
    schema = data.get("schema")
    if type(schema) is not int or top.integer("schema", least=schema) != 1:
        given = "it is missing" if schema is None else f"not {schema!r}"
        raise top.fail("schema", f"this version reads schema 1, {given}")
    design = Design(
        name=top.text("name"),
        pairing=top.text("pairing"),
        paper=top.text("paper", "") or None,
        target=top.text("target"),
        description=top.text("description", ""),
        passes=top.text("passes", "default", choices=("default", "none")),
        effort=float(top.integer("effort", 2, least=0)),
        stages=tuple(_stage(stage) for stage in top.tables("stage")),
        interleave=top.integer("interleave", 1, most=32),
        modules=top.text("modules", "shared", choices=("shared", "own")),
        checks=top.text("check", "none", choices=("none", "curve")) == "curve",
        source=source,
        settings=tuple(f"{key}={value}" for key, value in overrides.items()),
    )
    if not _NAME.fullmatch(design.name):
        raise top.fail("name", f"must be letters, digits, - and _, the first a letter, not {design.name!r}")
    if len(design.name) > _LONGEST:
        raise top.fail("name", f"must be at most {_LONGEST} characters, not {len(design.name)}")
    names = [stage.name for stage in design.stages]
    if len(set(names)) != len(names):
        raise top.fail("stage", f"stage names must differ, not {', '.join(names)}")
    if any(stage.loadable for stage in design.stages) and (len(design.stages) > 1 or design.interleave > 1):
        raise top.fail("stage", 'modulus = "loadable" is for one stage and an interleave of 1')
    top.close()
    return design


def _stage(t: Table) -> Machine:
    name = t.text("name")
    runs = t.texts("runs", ())
    operands = t.text("operands", "few", choices=("few", "early"))
    loops = t.text("loops", "pipelined", choices=("pipelined", "sequential"))
    sequencer = t.text("sequencer", "microcode", choices=("microcode", "blocks"))
    loadable = t.text("modulus", "fixed", choices=("fixed", "loadable")) == "loadable"
    s = t.table("storage")
    kind = s.text("kind", "lines", choices=("lines", "ram"))
    if kind == "lines" and sequencer == "blocks":
        raise t.fail(
            "sequencer", "runs on storage.kind = 'lines' overlap, so 'blocks' needs storage.kind = 'ram'"
        )
    storage = Storage(kind)
    if kind == "ram":
        style = s.text("style", "block", choices=("block", "distributed", "registers", "banks"))
        if style == "banks":
            banks, words = s.integer("banks", 1, most=32), s.integer("words", 0, least=0, most=4096)
            storage = Storage(kind, style, words, 0, banks)
        elif style == "registers":
            words, writes = s.integer("words", 0, least=0, most=4096), s.integer("writes", 1, most=8)
            storage = Storage(kind, style, words, s.integer("reads", 2, most=8), writes)
        else:
            words = s.integer("words", 32, least=2, most=4096)
            storage = Storage(kind, style, words, s.integer("reads", 2, most=8))
    s.close()
    units = tuple(_unit(unit) for unit in t.tables("unit"))
    names = [unit.name for unit in units]
    if len(set(names)) != len(names):
        raise t.fail("unit", f"unit names must differ, not {', '.join(names)}")
    for name_a, name_b in itertools.permutations(names, 2):
        if re.fullmatch(rf"{name_a}\d*(_.*)?", name_b):
            raise t.fail("unit", f"{name_b} can be taken for a part of {name_a}; rename one of them")
    for a, b in itertools.combinations(units, 2):
        together = set(a.blocks) & set(b.blocks) if a.blocks or b.blocks else {""}
        if set(a.operations) & set(b.operations) and a.power == b.power and together:
            raise t.fail("unit", f"{a.name} and {b.name} do the same; keep one, and set its count to 2")
    for unit in units:
        if storage.kind == "ram" and unit.shares:
            raise t.fail(
                f"unit.{unit.name}.shares",
                "units that share logic give their results in one cycle; a memory takes one a cycle",
            )
        if storage.kind == "ram" and not storage.banked and unit.terms > storage.reads:
            raise t.fail(
                f"unit.{unit.name}.terms",
                f"must be at most storage.reads = {storage.reads}, not {unit.terms}",
            )
    if loadable and (storage.kind != "ram" or storage.style not in ("registers", "distributed")):
        raise t.fail(
            "modulus",
            'loadable: constants stand in registers then; use storage.kind = "ram" with style = "registers" '
            'or "distributed"',
        )
    algorithm = t.text("algorithm", "")
    exact = t.integer("exact", _ANY, least=0, most=_ANY)
    t.close()
    return Machine(name, units, storage, runs, algorithm, operands, loops, exact, sequencer, loadable)


def _unit(t: Table) -> UnitSpec:
    name = t.text("name")
    if not name.isidentifier() or not name.islower():
        raise t.fail("name", f"must be lower-case letters, digits and _, not {name!r}")
    kind = t.text("kind", choices=tuple(KINDS))
    unit = UnitSpec(
        name,
        kind,
        t.integer("count", 1, most=64),
        t.integer("terms", 1, most=16),
        KINDS[kind].read(t),
        t.texts("blocks", ()),
    )
    t.close()
    return unit


def _override(data: dict[str, Any], key: str, text: str) -> None:
    """Set `key` (STAGE.UNIT.KEY, STAGE.storage.KEY or a top-level key) to the TOML value `text`."""
    try:
        value = tomllib.loads(f"v = {text}")["v"]
    except tomllib.TOMLDecodeError:
        value = text
    parts = key.split(".")
    place: Any = data
    for part in parts[:-1]:
        for child in ("stage", "unit"):
            named = [item for item in _tables(place, child) if item.get("name") == part]
            if named:
                place = named[0]
                break
        else:
            if part != "storage" or "unit" not in place:
                known = [str(i["name"]) for c in ("stage", "unit") for i in _tables(place, c) if "name" in i]
                there = ", ".join(known) or "nothing"
                raise UnknownKeyError(f"--set {key}: no {part!r} here; there is {there}", parts[-1])
            place = place.setdefault(part, {})
        if not isinstance(place, dict):
            raise UserError(f"--set {key}: {part!r} is no table")
    place[parts[-1]] = value


def _tables(place: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """The tables of an array, none where it is something else: reading it says so."""
    value = place.get(key)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
