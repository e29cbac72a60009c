"""`pairforge unit KIND`: one functional unit: Verilog, test bench, area; for Karatsuba a search as well."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from pairforge.cli.options import check_count, check_target, complete_target, write_line
from pairforge.errors import UserError

app = typer.Typer(
    help="Make one functional unit: Verilog with its test bench, area by target.",
    context_settings={"help_option_names": ["-h", "--help"]},
)

FieldOption = Annotated[
    str,
    typer.Option(
        "--field",
        metavar="F",
        help="A name as f2-239, f3-97 or fp-ss512, a polynomial as x^239+x^81+1, or p: and a prime.",
    ),
]
TargetOption = Annotated[
    str, typer.Option("--target", help="Device family, or all.", autocompletion=complete_target)
]
OutOption = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Output folder; by default build/KIND-FIELD.")
]
SynthOption = Annotated[bool, typer.Option("--synth/--no-synth", help="Synthesize; area and timing.")]
OperationsOption = Annotated[
    int, typer.Option("--operations", metavar="N", help="Random operations to verify with.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the object of result.json.")]

_Item = TypeVar("_Item", int, str)


@app.command("karatsuba")
def karatsuba_command(
    field: FieldOption,
    stages: Annotated[
        str | None,
        typer.Option(metavar="N", help="Pipeline stages; by default 5. To explore: 5, 4-7 or 5,7."),
    ] = None,
    split: Annotated[str | None, typer.Option(help="halves or oddeven; needs --cutoff.")] = None,
    ways: Annotated[int | None, typer.Option(help="2 or 3; needs --cutoff.")] = None,
    cutoff: Annotated[
        int | None, typer.Option(metavar="BITS", help="Largest product that is made bit by bit.")
    ] = None,
    levels: Annotated[
        str | None,
        typer.Option(
            metavar="L,…", help="Sizes that blocks are cut to, as 120,60,30,15,t5 (t: thirds, e: odd/even)."
        ),
    ] = None,
    cuts: Annotated[
        str | None, typer.Option(metavar="P,…", help="Where registers stand, as in0,in5,out3,out0,reduced.")
    ] = None,
    chain: Annotated[
        int | None, typer.Option(metavar="N", help="Over F_3: products added in a row; by default 2.")
    ] = None,
    sharing: Annotated[
        str | None, typer.Option(help="none, or pairs: sums that the reduction needs twice are made once.")
    ] = None,
    explore: Annotated[
        str | None,
        typer.Option(metavar="GOAL", help="Search over levels and registers: smallest, fastest or front."),
    ] = None,
    best: Annotated[int, typer.Option(metavar="N", help="How many to measure when exploring.")] = 8,
    target: TargetOption = "xc4v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """The pipelined Karatsuba multiplier: one product a cycle."""
    if explore is not None:
        chosen = {
            "split": split,
            "ways": ways,
            "cutoff": cutoff,
            "levels": levels,
            "cuts": cuts,
            "out": out,
            "chain": chain,
            "sharing": sharing,
        }
        _refuse_with_explore(chosen, target)
        _explore(field, explore, _stages(stages or "5"), best, target if synth else None, as_json)
        return
    options = {
        "stages": _one("--stages", stages),
        "split": split,
        "ways": ways,
        "cutoff": cutoff,
        "levels": _listed("--levels", levels, str),
        "cuts": _listed("--cuts", cuts, str),
        "chain": chain,
        "sharing": sharing,
    }
    _unit("karatsuba", field, options, target, out, synth, operations, as_json)


@app.command("digit-serial")
def digit_serial_command(
    field: FieldOption,
    digit: Annotated[
        int | None,
        typer.Option(metavar="D", help="Coefficients of the second operand a cycle; by default 16."),
    ] = None,
    structure: Annotated[str | None, typer.Option(help="joint or separate.")] = None,
    chain: Annotated[
        int | None, typer.Option(metavar="N", help="Over F_3: products added in a row; by default 2.")
    ] = None,
    target: TargetOption = "xc4v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """The digit-serial multiplier: D coefficients a cycle."""
    options = {"digit": digit, "structure": structure, "chain": chain}
    _unit("digit-serial", field, options, target, out, synth, operations, as_json)


CoreOption = Annotated[
    int | None, typer.Option("--core", metavar="BITS", help="Bits of a word; by default 64.")
]
NetworkOption = Annotated[
    str | None, typer.Option("--network", help="How carries go through a word: kogge-stone or ripple.")
]


@app.command("modular-adder")
def modular_adder_command(
    field: FieldOption,
    core: CoreOption = None,
    network: NetworkOption = None,
    target: TargetOption = "xc4v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """Addition and subtraction modulo a large prime, a word a cycle."""
    options = {"core": core, "network": network}
    _unit("modular-adder", field, options, target, out, synth, operations, as_json)


@app.command("montgomery")
def montgomery_command(
    field: FieldOption,
    core: CoreOption = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", help="Registers in the multiplier of words; by default 3.")
    ] = None,
    target: TargetOption = "xc4v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """Montgomery multiplication modulo a large prime, a product of two words a cycle."""
    _unit("montgomery", field, {"core": core, "depth": depth}, target, out, synth, operations, as_json)


@app.command("polynomial-montgomery")
def polynomial_montgomery_command(
    field: FieldOption,
    core: Annotated[
        str | None,
        typer.Option(help="Multiplier of coefficients: pipelined (11 multiplier blocks) or serial (7)."),
    ] = None,
    pause: Annotated[
        int | None, typer.Option(metavar="N", help="Cycles between products beyond what they take.")
    ] = None,
    target: TargetOption = "xc6v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """Montgomery multiplication of polynomials in the seed of a BN curve, after Brinci et al."""
    options = {"core": core, "pause": pause}
    _unit("polynomial-montgomery", field, options, target, out, synth, operations, as_json)


@app.command("polynomial-adder")
def polynomial_adder_command(
    field: FieldOption,
    target: TargetOption = "xc6v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """Addition and subtraction of polynomials in the seed of a BN curve."""
    _unit("polynomial-adder", field, {}, target, out, synth, operations, as_json)


@app.command("polynomial-converter")
def polynomial_converter_command(
    field: FieldOption,
    target: TargetOption = "xc6v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """Integers to polynomials in the seed of a BN curve and back."""
    _unit("polynomial-converter", field, {}, target, out, synth, operations, as_json)


@app.command("inverter")
def inverter_command(
    field: FieldOption,
    core: CoreOption = None,
    network: NetworkOption = None,
    target: TargetOption = "xc4v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """Montgomery's inverse modulo a large prime in constant time."""
    _unit("inverter", field, {"core": core, "network": network}, target, out, synth, operations, as_json)


StagesOption = Annotated[
    int | None, typer.Option("--stages", metavar="N", help="Registers on each path: the latency.")
]


@app.command("modular-adder-pipelined")
def pipelined_adder_command(
    field: FieldOption,
    stages: StagesOption = None,
    target: TargetOption = "xc4v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """Addition and subtraction modulo a large prime, one every cycle."""
    _unit("modular-adder-pipelined", field, {"stages": stages}, target, out, synth, operations, as_json)


LevelsOption = Annotated[
    int | None, typer.Option("--levels", metavar="N", help="Levels of Karatsuba; by default -1: to 64 bits.")
]
BlockOption = Annotated[
    int | None,
    typer.Option(
        "--block", metavar="BITS", help="Bits of the wider operand of a multiplier block; by default 24."
    ),
]
IntervalOption = Annotated[
    int | None,
    typer.Option("--interval", metavar="N", help="Cycles between results: 1, 2, 4 or 8; by default 1."),
]


def _pipelined_montgomery(kind: str, doc: str) -> None:
    """The command of a unit that multiplies as `PipelinedMontgomery`."""

    def command(
        field: FieldOption,
        stages: StagesOption = None,
        levels: LevelsOption = None,
        block: BlockOption = None,
        interval: IntervalOption = None,
        target: TargetOption = "xc4v",
        out: OutOption = None,
        synth: SynthOption = True,
        operations: OperationsOption = 1000,
        as_json: JsonOption = False,
    ) -> None:
        options = {"stages": stages, "levels": levels, "block": block, "interval": interval}
        _unit(kind, field, options, target, out, synth, operations, as_json)

    app.command(kind, help=doc)(command)


_pipelined_montgomery(
    "montgomery-pipelined",
    "Montgomery multiplication modulo a large prime, a product every cycle or every few.",
)
_pipelined_montgomery(
    "montgomery-dot", "The same for two products at a time, a b + c d or a b - c d with one reduction."
)


@app.command("inverter-divstep")
def divstep_command(
    field: FieldOption,
    steps: Annotated[
        int | None, typer.Option(metavar="N", help="Division steps a cycle, 1 to 8; by default 4.")
    ] = None,
    target: TargetOption = "xc4v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """Inversion modulo a large prime by division steps, in constant time."""
    _unit("inverter-divstep", field, {"steps": steps}, target, out, synth, operations, as_json)


@app.command("sum")
def sum_command(
    field: FieldOption,
    terms: Annotated[int | None, typer.Option(metavar="N", help="Operands; by default 2.")] = None,
    target: TargetOption = "xc4v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """A registered sum of several operands."""
    _unit("sum", field, {"terms": terms}, target, out, synth, operations, as_json)


@app.command("frobenius")
def frobenius_command(
    field: FieldOption,
    power: Annotated[int, typer.Option(metavar="K", help="a^(p^K); negative for roots.")] = 1,
    target: TargetOption = "xc4v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """A power of Frobenius as logic."""
    _unit("frobenius", field, {"power": power}, target, out, synth, operations, as_json)


@app.command("frobenius-chain")
def chain_command(
    field: FieldOption,
    steps: Annotated[
        str | None, typer.Option(metavar="K,…", help="Powers of one step; by default 1,3.")
    ] = None,
    target: TargetOption = "xc4v",
    out: OutOption = None,
    synth: SynthOption = True,
    operations: OperationsOption = 1000,
    as_json: JsonOption = False,
) -> None:
    """Any positive power of Frobenius, a step a cycle."""
    options = {"steps": _listed("--steps", steps, int)}
    _unit("frobenius-chain", field, options, target, out, synth, operations, as_json)


def _listed(option: str, text: str | None, kind: Callable[[str], _Item]) -> list[_Item] | None:
    """A list with commas."""
    if text is None:
        return None
    try:
        return [kind(part.strip()) for part in text.split(",")]
    except ValueError:
        raise UserError(f"{option} {text}: give whole numbers with commas between them") from None


def _one(option: str, text: str | None) -> int | None:
    """A whole number."""
    if text is not None and not text.isdecimal():
        raise UserError(f"{option} {text}: give one whole number (several are for --explore)")
    return None if text is None else int(text)


def _stages(text: str) -> tuple[int, ...]:
    """Numbers with commas between them, each alone or a range as in 4-7."""
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or not (last.isdecimal() or not dash) or (dash and int(last) < int(first)):
            raise UserError(f"--stages {text}: give whole numbers as in 5, 4-7 or 5,7")
        found += range(int(first), int(last or first) + 1)
    return tuple(dict.fromkeys(found))


def _refuse_with_explore(options: Mapping[str, object], target: str) -> None:
    for key, value in options.items():
        if value is not None:
            raise UserError(f"--explore finds options and writes no folder; leave out --{key}")
    if target == "all":
        raise UserError("--explore measures on one target; give its name in the place of all")


def _explore(
    field: str, goal: str, stages: tuple[int, ...], best: int, target: str | None, as_json: bool
) -> None:
    if target is not None:
        check_target(target)
    check_count("--best", best, 1)

    from pairforge.cli.options import show_table
    from pairforge.cli.progress import progress
    from pairforge.flow.explore_unit import Search, explore_unit
    from pairforge.flow.field import read_field

    search = Search(goal, stages, best, target)
    chosen = read_field(field)
    with progress() as tell:
        result = explore_unit(chosen, search, tell)
    if as_json:
        write_line(json.dumps(result, indent=1))
        return
    head = [
        "stages",
        "LUT model",
        "FF model",
        *(["LUT", "FF", "levels", "MHz est."] if target else []),
        "options",
    ]
    rows = [
        [
            str(c["stages"]),
            *(f"{c['model'][key]:,}" for key in ("lut", "ff")),
            *([f"{c['measured'][key]:,}" for key in ("lut", "ff", "levels", "mhz")] if target else []),
            c["options"],
        ]
        for c in result["candidates"]
    ]
    show_table(head, rows)


def _targets(target: str, synth: bool) -> tuple[str, ...]:
    from pairforge.catalog.targets import TARGETS

    chosen = tuple(TARGETS) if target == "all" else (check_target(target),)
    return chosen if synth else ()


def _unit(
    kind: str,
    field: str,
    options: Mapping[str, Any],
    target: str,
    out: Path | None,
    synth: bool,
    operations: int,
    as_json: bool,
) -> None:
    targets = _targets(target, synth)
    check_count("--operations", operations, 1)

    from pairforge.cli.progress import progress
    from pairforge.flow.field import read_field
    from pairforge.flow.summary import unit_lines
    from pairforge.flow.unit import UnitOptions, build_unit, unit_request

    request = unit_request(kind, read_field(field), options)
    folder = out or Path("build") / request.name
    with progress() as tell:
        result = build_unit(request, UnitOptions(folder, targets, operations), tell)
    if as_json:
        write_line(json.dumps(result, indent=1))
        return
    for line in unit_lines(result, folder):
        write_line(line)
