"""A design: a computation, and for each of its stages a machine; read from TOML, pure data.

See `docs/reference/designs.md` for the format. Nothing here knows how a unit is built; a unit's keys and
what it can do come from its kind (`machine.units`), its timing from the unit itself.
"""

from __future__ import annotations

import itertools
import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path, PurePath
from typing import Any

from pairforge.errors import UserError
from pairforge.machine.extend import COMPUTES, extended, read_toml, without_computation
from pairforge.machine.show import design_html
from pairforge.machine.storage import Storage, read_storage
from pairforge.machine.units import UnitSpec, read_unit
from pairforge.outside import OutsideFunction, read_outside
from pairforge.pairings.registry import SEVERAL, is_file, pairing_of_file
from pairforge.program.ir import WIDE_OPERANDS, WIDE_RESULT
from pairforge.table import Table, UnknownKeyError
from pairforge.units.kinds import Kinds, kinds, kinds_of

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_PLACE = re.compile(r"^stage\.([^.]+)(?:\.unit)?(?=\.)")  # what --set leaves out of a key's place
_ANY = 1 << 20  # operations: any number of them
_MOST_DIGITS = 32
_LEAST_THREADS = 4  # for digits: words and sums of digits have their registers then
_LONGEST = 64  # letters of a name: file systems refuse those of modules with much more


@dataclass(frozen=True)
class Machine:
    """Units and storage of one stage.

    `runs`: the stages of the pairing that it runs, one after the other as one program; none named: the one of
    its own name. `algorithm`: which of its algorithms; empty: the first. `operands`: "few" values
    to choose from at the operand ports, or "early" ones (see `passes.collapse`). `loops`: "pipelined", or
    "sequential": an iteration starts when the one before has ended. `exact`: the most operations that a block
    or a loop on a memory may have for an exact search of its schedule. `sequencer`: "microcode", or "blocks":
    a controller for each block and loop. `loadable`: the modulus and all that depends on it come in after a
    reset, rather than being part of the hardware. `digits`: into so many digits words are cut, of which one
    passes in a cycle; a cycle of the schedule is a word cycle of so many cycles then. 1: words pass whole.
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
    digits: int = 1

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
        able = [unit for unit in units if kind in unit.operations and unit.options.can(kind, attribute)]
        if kind != "frob":
            return able[0] if able else None
        own = [unit for unit in able if unit.power and unit.power == attribute]
        chains = [unit for unit in able if unit.raises and (attribute or 0) > 0]
        return next(iter(own + chains), None)


@dataclass(frozen=True)
class Cores:
    """How many cores there are behind one stream. `shared`: they share the sequencers, in lock step."""

    count: int = 1
    shared: bool = True

    @property
    def together(self) -> int:
        """Those that have a sequencer in common."""
        return self.count if self.shared else 1

    @property
    def whole(self) -> bool:
        """Whether there are several, each with a sequencer of its own."""
        return self.together < self.count


ONE_CORE = Cores()


@dataclass(frozen=True)
class Design:
    """A pairing, a job or a user's own algorithm mapped on one or more stages, each a machine.

    `interleave`: the pairings (threads) that share every stage, round-robin by cycle; 0: it
    is not said, and follows from the clock.
    `cores`: behind one stream. `control`: `shared` where they have the sequencers in common, in lock step, or
    `own` where each is whole. `inverters`: `shared` where cores in lock step have one for all, or `own`;
    empty: it is not said.
    `clock`: MHz on the target, for which units choose their registers; 0: none is asked for.
    `modules`: `own` where every module's name begins with that of the core, else `shared`.
    `checks`: whether the core says of each result if the points were on their curves.
    `faults`: `detect` where all of it is there twice and compared, or `none`.
    `source`: the built-in name or the file it was read from; `settings`: the `--set` of KEY=VALUE on top.
    """

    name: str
    pairing: str
    """The name of a pairing or job, those of several with + between, or the path of a curve's file
    (`registry.is_file`); else empty.
    """
    paper: str | None
    target: str
    description: str
    passes: str
    effort: float
    stages: tuple[Machine, ...]
    interleave: int = 0
    cores: int = 1
    control: str = "shared"
    inverters: str = ""
    clock: int = 0
    modules: str = "shared"
    checks: bool = False
    faults: str = "none"
    source: str = ""
    settings: tuple[str, ...] = ()
    curve: str = ""
    """A digest of the curve's file, where the pairing is named by one."""
    algorithm: OutsideFunction | None = None
    """A user's own algorithm, in the place of a pairing."""

    @property
    def computes(self) -> str:
        """What it computes, as its file says it."""
        return str(self.algorithm or self.pairing)

    @property
    def sharing(self) -> Cores:
        """Its cores, and what they share."""
        return Cores(self.cores, self.control == "shared")

    @property
    def common_inverters(self) -> int:
        """How many cores have an inverter in common (of a settled design): those in lock step, unless the
        design says otherwise or has one thread, whose pairing would wait long for it.
        """
        able = any(unit.options.for_cores for stage in self.stages for unit in stage.units)
        shared = able and self.interleave > 1 and self.inverters != "own"
        return self.sharing.together if shared else 1

    @property
    def under_way(self) -> int:
        """Pairings of which each has a place of its own: threads of all cores (of a settled design)."""
        return max(self.interleave, 1) * self.cores

    @property
    def digits(self) -> int:
        """Digits of a word, of which one passes in a cycle; a cycle of its schedules takes so many."""
        return self.stages[0].digits

    @property
    def detects(self) -> bool:
        """Whether its hardware is there twice, so that a fault in it is seen."""
        return self.faults == "detect"

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
        unsaid = ("inverters",) * (not self.inverters) + ("faults",) * (not self.detects)
        found = _shown("", self, leave=(*_NO_HARDWARE, *unsaid))
        for stage in self.stages:
            found |= _shown(f"{stage.name}.", stage, leave=("name", "units", "storage"))
            found |= {f"{stage.name}.storage.{key}": _as_text(v) for key, v in stage.storage.keys.items()}
            for unit in stage.units:
                place = f"{stage.name}.{unit.name}."
                found |= {f"{place}kind": unit.kind}
                found |= _shown(place, unit, leave=("name", "options", "content"))
                found |= {f"{place}{key}": _as_text(value) for key, value in unit.parameters.items()}
        return found

    def _repr_html_(self) -> str:
        return design_html(self)


_NO_HARDWARE = (
    "name",
    "pairing",
    "algorithm",
    "paper",
    "target",
    "description",
    "stages",
    "source",
    "settings",
)


def _shown(place: str, part: Design | UnitSpec | Machine, leave: tuple[str, ...] = ()) -> dict[str, str]:
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
    return parse_design(text, path.name, overrides or {}, path.resolve())


def parse_design(text: str, source: str, overrides: Mapping[str, str], file: Path | None = None) -> Design:
    """Read the text of a design; `source` names it in messages, `file` is where it stands, if anywhere."""
    try:
        return _parsed(text, source, overrides, file)
    except UnknownKeyError as error:
        place = _PLACE.sub(r"\1", error.place)
        if place not in overrides:
            raise
        raise UnknownKeyError(f"--set {place}: unknown key; {error.hint}", error.key) from None


def _parsed(text: str, source: str, overrides: Mapping[str, str], file: Path | None) -> Design:
    folder, chain = (None, ()) if file is None else (file.parent, (str(file),))
    data = without_computation(extended(read_toml(text, source), source, folder, chain), overrides)
    for key, value in overrides.items():
        _override(data, key, value)
    top = Table(data, source)
    schema = data.get("schema")
    if type(schema) is not int or top.integer("schema", least=schema) != 1:
        given = "it is missing" if schema is None else f"not {schema!r}"
        raise top.fail("schema", f"this version reads schema 1, {given}")
    kinds = _kinds(top, folder or Path())
    interleave = top.integer("interleave", most=32) if top.has("interleave") else 0
    pairing, digest, algorithm = "", "", None
    if (key := _computed_by(top)) == "algorithm":
        wanted = top.text("algorithm")
        with _of_key(top, "algorithm"):
            near = Path() if "algorithm" in overrides else folder or Path()
            algorithm = _algorithm(wanted, near)
    else:
        pairing = _jobs(top) if key == "jobs" else top.text("pairing")
    if is_file(pairing):
        with _of_key(top, "pairing"):
            near = Path() if "pairing" in overrides else folder or Path()
            _, pairing, digest = pairing_of_file(pairing, near)
    design = Design(
        name=top.text("name"),
        pairing=pairing,
        paper=top.text("paper", "") or None,
        target=top.text("target"),
        description=top.text("description", ""),
        passes=top.text("passes", "default", choices=("default", "none")),
        effort=float(top.integer("effort", 2, least=0)),
        stages=tuple(_stage(stage, kinds) for stage in top.tables("stage")),
        interleave=interleave,
        cores=top.integer("cores", 1, most=16),
        control=top.text("control", "shared", choices=("shared", "own")),
        inverters=top.text("inverters", choices=("shared", "own")) if top.has("inverters") else "",
        clock=top.integer("clock", 0, least=0, most=1000),
        modules=top.text("modules", "shared", choices=("shared", "own")),
        checks=top.text("check", "none", choices=("none", "curve")) == "curve",
        faults=top.text("faults", "none", choices=("none", "detect")),
        source=source,
        settings=tuple(f"{key}={value}" for key, value in overrides.items()),
        curve=digest,
        algorithm=algorithm,
    )
    if not _NAME.fullmatch(design.name):
        raise top.fail("name", f"must be letters, digits, - and _, the first a letter, not {design.name!r}")
    if len(design.name) > _LONGEST:
        raise top.fail("name", f"must be at most {_LONGEST} characters, not {len(design.name)}")
    names = [stage.name for stage in design.stages]
    if len(set(names)) != len(names):
        raise top.fail("stage", f"stage names must differ, not {', '.join(names)}")
    if design.cores > 1:
        _check_cores(top, design)
    if design.inverters == "shared":
        _check_inverters(top, design)
    if any(stage.loadable for stage in design.stages) and (len(design.stages) > 1 or design.interleave > 1):
        raise top.fail("stage", 'modulus = "loadable" is for one stage and an interleave of 1')
    if any(stage.digits > 1 for stage in design.stages):
        _check_word_cycles(top, design)
    if design.detects and any(stage.loadable for stage in design.stages):
        raise top.fail("faults", '"detect" is for modulus = "fixed": a reset behind a fault would lose it')
    top.close()
    return design


def _computed_by(top: Table) -> str:
    """Which key says what the design computes."""
    keys = [key for key in COMPUTES if top.has(key)]
    if len(keys) > 1:
        raise top.fail(keys[-1], f"stands in the place of {keys[0]}; leave out one of them")
    return keys[0] if keys else "pairing"


def _jobs(top: Table) -> str:
    """The names of several jobs, with + between."""
    jobs = top.texts("jobs", ())
    if len(jobs) < 2:
        raise top.fail("jobs", f"is for two or more; for one set pairing = {(*jobs, '')[0]!r}")
    return SEVERAL.join(jobs)


def _algorithm(text: str, folder: Path) -> OutsideFunction:
    """The function that FILE.py:FUNCTION names, the file relative to `folder`."""
    name, colon, function = text.rpartition(":")
    if not colon or not name.endswith(".py") or not function.isidentifier():
        raise UserError(f'must be FILE.py:FUNCTION, as in "mine.py:my_function", not {text!r}')
    return OutsideFunction(read_outside(folder / name, name), function)


@contextmanager
def _of_key(top: Table, key: str) -> Iterator[None]:
    """Put the place of a key in front of any UserError raised inside."""
    try:
        yield
    except UserError as error:
        raise top.fail(key, str(error)) from None


def _check_cores(top: Table, design: Design) -> None:
    """Refuse what several cores cannot have (UserError)."""
    if design.control == "own" and any(stage.loadable for stage in design.stages):
        raise top.fail("control", 'modulus = "loadable" is for control = "shared", where all load the same')
    for stage in design.stages:
        if design.control == "shared" and stage.sequencer == "blocks":
            raise top.fail("control", f'sequencer = "blocks" (stage {stage.name}) is for control = "own"')


def _check_word_cycles(top: Table, design: Design) -> None:
    """Refuse what a core cannot have whose words pass in digits (UserError)."""
    if len({stage.digits for stage in design.stages}) > 1:
        raise top.fail("stage", "all stages have as many digits; set the same for each")
    if design.interleave < _LEAST_THREADS:  # over a large prime it is one where nothing is said
        given = design.interleave or 1
        raise top.fail("interleave", f"digits are for {_LEAST_THREADS} or more, not {given}")
    if design.sharing.together > 1:
        raise top.fail("control", 'digits are for control = "own", where cores do not run in lock step')


def _check_inverters(top: Table, design: Design) -> None:
    """Refuse one inverter for all cores where there can be none (UserError)."""
    if design.sharing.whole:
        raise top.fail("inverters", '"shared" is for control = "shared"')
    if design.interleave < 2:
        raise top.fail("inverters", '"shared" is for an interleave of 2 or more')
    if not any(unit.options.for_cores for stage in design.stages for unit in stage.units):
        able = [name for name, kind in kinds().items() if kind.for_cores]
        raise top.fail(
            "inverters", f'"shared" is for units of kind {", ".join(able)}, of which there is none'
        )


def _kinds(top: Table, folder: Path) -> Kinds:
    """The kinds of unit that a design can name: with those of the files of its key `units`."""
    names = top.texts("units", ())
    try:
        return kinds_of([read_outside(folder / name, name) for name in names])
    except UserError as error:
        raise top.fail("units", str(error)) from None


def _stage(t: Table, kinds: Kinds) -> Machine:
    name = t.text("name")
    runs = t.texts("runs", ())
    operands = t.text("operands", "few", choices=("few", "early"))
    loops = t.text("loops", "pipelined", choices=("pipelined", "sequential"))
    sequencer = t.text("sequencer", "microcode", choices=("microcode", "blocks"))
    loadable = t.text("modulus", "fixed", choices=("fixed", "loadable")) == "loadable"
    storage = read_storage(t.table("storage"))
    storage.check_sequencer(t, sequencer)
    every = [read_unit(unit, kinds) for unit in t.tables("unit")]
    units = tuple(unit for unit in every if unit.count)  # none: what the design extends has it, this one not
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
        storage.check_unit(t, unit.name, unit.terms, shares=unit.shares)
    _check_wide(t, storage, units)
    if loadable:
        storage.check_loadable(t)
    digits = t.integer("digits", 1, most=_MOST_DIGITS)
    if digits > 1:
        _check_digits(t, digits, storage, sequencer)
    algorithm = t.text("algorithm", "")
    exact = t.integer("exact", _ANY, least=0, most=_ANY)
    t.close()
    return Machine(name, units, storage, runs, algorithm, operands, loops, exact, sequencer, loadable, digits)


def _check_digits(t: Table, digits: int, storage: Storage, sequencer: str) -> None:
    """Refuse what a machine whose words have digits cannot have (UserError); banks refuse a loadable modulus
    themselves.
    """
    if digits.bit_count() > 1:
        raise t.fail("digits", f"must be a power of two, not {digits}")
    if not storage.holds_digits:
        raise t.fail("digits", 'are for storage.kind = "ram" with style = "banks", without wide_banks')
    if sequencer != "microcode":
        raise t.fail("digits", 'are for sequencer = "microcode"')


def _check_wide(t: Table, storage: Storage, units: Sequence[UnitSpec]) -> None:
    """Refuse values of double width where there is no place for them, or no way back (UserError)."""
    does = {operation: unit.name for unit in units for operation in unit.operations}
    made, taken = (sorted(kinds & does.keys()) for kinds in (WIDE_RESULT, WIDE_OPERANDS))
    for operation in (*made, *taken):
        if not storage.holds_wide:
            raise t.fail(
                f"unit.{does[operation]}.kind",
                "has to do with values of double width, for which there is no place; use storage.style = "
                "'banks' and set storage.wide_banks",
            )
        for needed in ("product", "reduce"):
            if needed not in does:
                raise t.fail(
                    f"unit.{does[operation]}.kind",
                    f"has to do with values of double width; add a unit for the operation {needed!r}",
                )


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
