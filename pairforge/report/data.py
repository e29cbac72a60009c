"""What the report needs to know of one build: typed, validated, written as JSON (schema 1).

The builder fills these classes; `as_data` turns them into the plain mapping that `render`, `schedule_text`
and the pictures take, and `validate` checks such a mapping, wherever it came from. The JSON schema is
derived from the classes (`json_schema`), so that there is one description only.

Time is in cycles. Everything inside a block (operations, values) is counted **from the start of its
block**, and in a loop block from the start of its iteration: iteration k of an operation starts in cycle
`block.start + k * block.interval + operation.start` of the run. Cycles may be negative or exceed the
interval.

This module imports nothing of Pairforge but the errors.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import jsonschema

from pairforge.errors import UserError

SCHEMA = 1

Kind = Literal["measured", "scheduled", "modelled", "published", "estimated", "proved"]
"""Where a number comes from. Measured: counted in simulation or by the synthesizer on this very hardware."""

NodeKind = Literal["unit", "register", "ram", "input", "output", "network"]


@dataclass(frozen=True)
class Repetition:
    """A loop that runs once more: the cycle of the run in which it starts, and its iterations."""

    start: int
    count: int


@dataclass(frozen=True)
class DrawnBlock:
    """A straight-line block, or a counted loop when `interval` is given.

    `start`: the cycle of the run in which it (its first iteration) starts. `length`: cycles of one pass.
    `again`: of a loop that the algorithm calls several times all but the first, in the order of the run.
    """

    name: str
    start: int
    length: int
    interval: int | None = None
    count: int = 1
    again: tuple[Repetition, ...] = ()


@dataclass(frozen=True)
class Unit:
    """A kind of functional unit of this machine and its instances (`instances` empty: one, called `name`).

    `interval`: cycles before it can start again. `busy`: 0..1, as `result.json` defines it. `primary`: the
    unit the machine is built around (the multiplier): its occupancy is drawn and it carries the accent.
    """

    name: str
    kind: str
    description: str
    latency: int
    interval: int = 1
    busy: float | None = None
    primary: bool = False
    instances: tuple[str, ...] = ()


@dataclass(frozen=True)
class Operand:
    """A value an operation reads.

    `source`: the place it is read from ("f.line[3]", "ram[5]", "mul.y"). `ready`: the cycle from which it
    can be read, in the reader's own time frame. `producer`: the operation that makes it, `distance`
    iterations earlier (a producer in another loop block means that loop's last iteration). `initial`: who
    makes it in the first iterations. `run`, `initial_run`: in which run of their loops they do, where these
    run several times, the first one being 0. Of an operation in such a loop they are those of its first run.
    """

    name: str
    source: str
    ready: int | None = None
    producer: str | None = None
    distance: int = 0
    initial: str | None = None
    run: int = 0
    initial_run: int = 0


@dataclass(frozen=True)
class Operation:
    """One operation: `start` within its block, `duration` cycles the unit is taken, result after `latency`.

    `unit` names an instance. `text` is what a person reads: "m2 = (g0 + g1) * (f0 + f1)".
    """

    id: str
    block: str
    unit: str
    start: int
    duration: int
    latency: int
    text: str
    operands: tuple[Operand, ...] = ()
    result: str | None = None


@dataclass(frozen=True)
class Value:
    """A value held in a place from cycle `start` to cycle `end` inclusive, counted as operations are."""

    name: str
    place: str
    start: int
    end: int
    block: str


@dataclass(frozen=True)
class Bound:
    """What was reached and the lower bound it is held against."""

    what: str
    got: int
    bound: int
    optimal: bool
    reason: str
    method: str
    seconds: float | None = None


@dataclass(frozen=True)
class Node:
    """A box of the datapath. `width` in bits."""

    id: str
    kind: NodeKind
    label: str
    detail: str = ""
    width: int | None = None


@dataclass(frozen=True)
class Link:
    """A connection of the datapath, into `port` of the node `target`."""

    source: str
    target: str
    port: str = ""
    label: str = ""


@dataclass(frozen=True)
class Datapath:
    """Nodes and links; the drawing is ours."""

    nodes: tuple[Node, ...] = ()
    links: tuple[Link, ...] = ()


@dataclass(frozen=True)
class DrawnStage:
    """One stage of the design. `interval`: cycles between pairings; `length`: cycles for one.

    `control`: facts about the sequencer, name to value, shown as they are ({"microcode words": 24, …}).
    """

    name: str
    description: str
    interval: int
    length: int
    blocks: tuple[DrawnBlock, ...]
    units: tuple[Unit, ...]
    operations: tuple[Operation, ...]
    values: tuple[Value, ...] = ()
    bounds: tuple[Bound, ...] = ()
    datapath: Datapath = field(default_factory=Datapath)
    control: Mapping[str, str | int | float] = field(default_factory=dict)


@dataclass(frozen=True)
class AreaRow:
    """Cells of one module instance as synthesis counted them, less the children that have rows of their own.

    `path`: the hierarchical name. `stage`: the stage it belongs to, None for what is outside (interface).
    """

    name: str
    path: str
    lut: int
    ff: int
    dsp: int = 0
    bram: int = 0
    stage: str | None = None


@dataclass(frozen=True)
class Figure:
    """A number and where it comes from."""

    value: float
    kind: Kind


@dataclass(frozen=True)
class ComparisonRow:
    """A line of the table of published designs. Exactly the row of this build has `ours`.

    `us`: microseconds between results, or for one pairing where the source gives that (say so in `note`).
    """

    source: str
    device: str = ""
    note: str = ""
    ours: bool = False
    cycles: Figure | None = None
    slices: Figure | None = None
    mhz: Figure | None = None
    us: Figure | None = None


@dataclass(frozen=True)
class Check:
    """One thing that was run: `count` cases, `failures` of them wrong. `tool`: what ran it."""

    what: str
    count: int
    failures: int = 0
    unit: str = "cases"
    tool: str = ""
    detail: str = ""
    seconds: float | None = None


@dataclass(frozen=True)
class Proven:
    """Something that was proven for every input: by what, under which assumptions; how much was looked at."""

    what: str
    method: str
    assumes: tuple[str, ...]
    facts: Mapping[str, int]
    seconds: float


@dataclass(frozen=True)
class Citation:
    """A source in words; `url` becomes a link that is never loaded by itself."""

    text: str
    url: str | None = None


@dataclass(frozen=True)
class Security:
    """The security line. `bits_today`: what is left against today's best attack, None where not assessed."""

    bits_today: int | None
    note: str
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class Report:
    """Everything the page shows of one build. `result` is the object of `result.json`.

    `field`: the field in words ("F_2^239 = F_2[x]/(x^239 + x^81 + 1)"). `command`: what made it.
    `tools`: name to version of what took part. `configuration`: keys of the design to their values.
    """

    title: str
    subtitle: str
    field: str
    version: str
    command: str
    result: Mapping[str, Any]
    stages: tuple[DrawnStage, ...]
    security: Security
    area_by_unit: tuple[AreaRow, ...] = ()
    published: tuple[ComparisonRow, ...] = ()
    verification: tuple[Check, ...] = ()
    proof: tuple[Proven, ...] = ()
    tools: Mapping[str, str] = dataclasses.field(default_factory=dict)
    configuration: Mapping[str, str] = dataclasses.field(default_factory=dict)


def as_data(report: Report) -> dict[str, Any]:
    """Return the plain mapping of a report (with `"schema": 1`), checked."""
    data: dict[str, Any] = {"schema": SCHEMA} | _plain(report)
    validate(data)
    return data


def stage_data(stage: DrawnStage) -> dict[str, Any]:
    """Return the plain mapping of one stage, checked: what `schedule_text` and the pictures take."""
    data: dict[str, Any] = _plain(stage)
    validate_stage(data)
    return data


def validate(data: Mapping[str, Any]) -> None:
    """Check a report's data. Raises UserError: one line with the place, what is wrong, what is right."""
    if not isinstance(data, Mapping):
        raise UserError(f"report data: an object is needed, not {type(data).__name__}")
    schema = data.get("schema")
    if schema != SCHEMA:
        raise UserError(f"report data: schema: {schema!r} is not known; this version reads schema {SCHEMA}")
    _structure(data, json_schema(), "")
    names = [stage["name"] for stage in data["stages"]]
    _unique(names, "stages", "stage")
    for index, stage in enumerate(data["stages"]):
        _stage_references(stage, f"stages[{index}].")
    for index, row in enumerate(data["area_by_unit"]):
        if row["stage"] is not None:
            _known(row["stage"], names, f"area_by_unit[{index}].stage", "stage")
    ours = sum(row["ours"] for row in data["published"])
    if data["published"] and ours != 1:
        raise UserError(f"report data: published: {ours} rows are marked `ours`; exactly 1 must be")


def validate_stage(stage: Mapping[str, Any]) -> None:
    """Check one stage's data alone; errors as `validate`."""
    root = json_schema()
    _structure(stage, {"$ref": "#/$defs/DrawnStage", "$defs": root["$defs"]}, "")
    _stage_references(stage, "")


def json_schema() -> dict[str, Any]:
    """Return the JSON schema (draft 2020-12) of a report's data."""
    definitions: dict[str, Any] = {}
    _object_schema(Report, definitions)
    root = definitions.pop("Report")
    root["properties"] = {"schema": {"const": SCHEMA}} | root["properties"] | {"result": _RESULT}
    root["required"] = ["schema", *root["required"]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Pairforge report data",
        **root,
        "$defs": definitions,
    }


# -- the part of result.json that the page reads --------------------------------

_COUNT = {"type": "integer", "minimum": 0}
_COUNT_OR_NULL = {"type": ["integer", "null"], "minimum": 0}


def _open_object(
    required: Mapping[str, Any], *, null: bool = False, optional: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    return {
        "type": ["object", "null"] if null else "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
    }


_PATH: dict[str, Any] = _open_object(
    {
        "from": {"type": "string"},
        "to": {"type": "string"},
        "total_ns": {"type": "number"},
        "ns": _open_object({kind: {"type": "number"} for kind in ("logic", "carry", "ram", "dsp", "wire")}),
    }
)

_NAMES = {"type": "array", "items": {"type": "string"}}

_JOB: dict[str, Any] = _open_object(
    {
        "name": {"type": "string"},
        "opcode": _COUNT_OR_NULL,
        "description": {"type": "string"},
        "takes": _NAMES,
        "gives": _NAMES,
        "latency": _COUNT_OR_NULL,
        "interval": _COUNT_OR_NULL,
        "inputs": _COUNT,
        "mismatches": _COUNT,
    }
)

_RESULT: dict[str, Any] = _open_object(
    {
        "schema": {"const": 1},
        "design": {"type": "string"},
        "pairing": {"type": "string"},
        "paper": {"type": ["string", "null"]},
        "target": {"type": ["string", "null"]},
        "cycles": _open_object(
            {
                "latency": _COUNT,
                "interval": _COUNT,
                "stages": {
                    "type": "array",
                    "items": _open_object(
                        {
                            "name": {"type": "string"},
                            "latency": _COUNT,
                            "interval": _COUNT,
                            "operations": {"type": "object"},
                            "units": {"type": "object"},
                            "lower_bound": _COUNT,
                            "optimal": {"type": "boolean"},
                        }
                    ),
                },
            }
        ),
        "verified": _open_object({"pairings": _COUNT, "mismatches": _COUNT}, null=True),
        "area": _open_object(
            {
                "lut": _COUNT,
                "ff": _COUNT,
                "dsp": _COUNT,
                "bram": _COUNT,
                "slices": _COUNT_OR_NULL,
                "slices_calibrated": _COUNT_OR_NULL,
            },
            null=True,
        ),
        "timing": _open_object(
            {"fmax_mhz": {"type": "number"}, "kind": {"enum": ["routed", "estimated"]}},
            # Builds of older versions have none of these.
            optional={
                "period_ns": {"type": "number"},
                "model": {"type": "string"},
                "model_error": {"type": ["number", "null"]},
                "paths": {"type": "array", "items": _PATH},
            },
            null=True,
        ),
        "security": _open_object({"bits_today": _COUNT_OR_NULL, "note": {"type": "string"}}),
    },
    # Of cores that compute something else than a pairing.
    optional={"jobs": {"type": "array", "items": _JOB}},
)


# -- from classes to schema and plain data --------------------------------


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: _plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _object_schema(cls: type, definitions: dict[str, Any]) -> dict[str, str]:
    reference = {"$ref": f"#/$defs/{cls.__name__}"}
    if cls.__name__ not in definitions:
        definitions[cls.__name__] = {}
        hints = typing.get_type_hints(cls)
        properties = {
            item.name: _type_schema(hints[item.name], definitions) for item in dataclasses.fields(cls)
        }
        summary = (cls.__doc__ or "").strip().splitlines()[0]
        definitions[cls.__name__] = {
            "description": summary,
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }
    return reference


_SIMPLE: dict[Any, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    types.NoneType: "null",
}


def _type_schema(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    if hint in _SIMPLE:
        return {"type": _SIMPLE[hint]}
    if hint is Any:
        return {}
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return dict(_object_schema(hint, definitions))
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple:
        return {"type": "array", "items": _type_schema(arguments[0], definitions)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _type_schema(arguments[1], definitions)}
    if origin in (types.UnionType, typing.Union):
        if all(item in _SIMPLE for item in arguments):
            return {"type": [_SIMPLE[item] for item in arguments]}
        return {"anyOf": [_type_schema(item, definitions) for item in arguments]}
    raise TypeError(f"no schema for {hint!r}")


# -- checks --------------------------------


def _structure(data: Any, schema: Mapping[str, Any], prefix: str) -> None:
    error = jsonschema.exceptions.best_match(
        jsonschema.Draft202012Validator(schema).iter_errors(_lists(data))
    )
    if error is not None:
        where = prefix + "".join(
            f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path
        ).lstrip(".")
        message = " ".join(str(error.message).split())
        if len(message) > 160:
            message = f"…{message[-159:]}"
        raise UserError(f"report data: {where + ': ' if where else ''}{message}")


def _lists(value: Any) -> Any:
    """The validator takes lists and dicts only; a caller may hold tuples and other mappings."""
    if isinstance(value, Mapping):
        return {key: _lists(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_lists(item) for item in value]
    return value


def cycles_in(loop: Mapping[str, Any]) -> int:
    """How long a loop is run, all of its runs together."""
    found: int = loop["interval"] * (loop["count"] + sum(run["count"] for run in loop["again"]))
    return found


def instances(stage: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield every unit instance of a stage with its unit, in the order of the data."""
    for unit in stage["units"]:
        for name in unit["instances"] or [unit["name"]]:
            yield name, unit


def _stage_references(stage: Mapping[str, Any], prefix: str) -> None:
    blocks = [block["name"] for block in stage["blocks"]]
    _unique(blocks, f"{prefix}blocks", "block")
    units = [name for name, _ in instances(stage)]
    _unique(units, f"{prefix}units", "unit instance")
    operations = [operation["id"] for operation in stage["operations"]]
    _unique(operations, f"{prefix}operations", "operation")
    operation_set = set(operations)
    for index, block in enumerate(stage["blocks"]):
        where = f"{prefix}blocks[{index}]"
        _positive(block["length"], f"{where}.length")
        _positive(block["count"], f"{where}.count")
        if block["interval"] is not None:
            _positive(block["interval"], f"{where}.interval")
        elif block["count"] != 1 or block["again"]:
            raise UserError(f"report data: {where}.count: {block['count']} passes need an `interval`")
        for at, run in enumerate(block["again"]):
            _positive(run["count"], f"{where}.again[{at}].count")
    for index, operation in enumerate(stage["operations"]):
        where = f"{prefix}operations[{index}]"
        _known(operation["block"], blocks, f"{where}.block", "block")
        _known(operation["unit"], units, f"{where}.unit", "unit instance")
        _positive(operation["duration"], f"{where}.duration")
        for at, operand in enumerate(operation["operands"]):
            for key in ("producer", "initial"):
                if operand[key] is not None and operand[key] not in operation_set:
                    raise UserError(
                        f"report data: {where}.operands[{at}].{key}: {operand[key]!r} is no operation "
                        f"of this stage"
                    )
    for index, value in enumerate(stage["values"]):
        where = f"{prefix}values[{index}]"
        _known(value["block"], blocks, f"{where}.block", "block")
        if value["end"] < value["start"]:
            raise UserError(
                f"report data: {where}.end: {value['end']} lies before its start, {value['start']}"
            )
    nodes = [node["id"] for node in stage["datapath"]["nodes"]]
    _unique(nodes, f"{prefix}datapath.nodes", "node")
    node_set = set(nodes)
    for index, link in enumerate(stage["datapath"]["links"]):
        for key in ("source", "target"):
            if link[key] not in node_set:
                raise UserError(
                    f"report data: {prefix}datapath.links[{index}].{key}: {link[key]!r} is no node of "
                    f"the datapath"
                )


def _unique(names: Sequence[str], where: str, what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise UserError(f"report data: {where}: {what} {name!r} appears twice; names must differ")
        seen.add(name)


def _known(name: str, names: Sequence[str], where: str, what: str) -> None:
    if name not in names:
        shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
        raise UserError(f"report data: {where}: {name!r} is no {what}; known: {shown or 'none'}")


def _positive(number: int, where: str) -> None:
    if number < 1:
        raise UserError(f"report data: {where}: {number} must be at least 1")
