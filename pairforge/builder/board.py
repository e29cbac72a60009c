"""`pairforge board`: a design with a console on a board, simulated at its serial pins; its bitstream."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

from pairforge import boards, cache
from pairforge.boards import ulx3s
from pairforge.boards.console import MARKS, Console, Numbers
from pairforge.boards.simulate import compile_top, results
from pairforge.boards.uart import Rate
from pairforge.bundle.emit import Kind, check_folder, header, read_files, write_files, write_folder
from pairforge.compiler.check import check_design, check_tools
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.computation import computation_of
from pairforge.errors import CheckError, UserError
from pairforge.evidence import verilator
from pairforge.hdl import design_files
from pairforge.machine.design import Design, errors_in
from pairforge.pairings.base import Pairing
from pairforge.pairings.registry import SEVERAL
from pairforge.pairings.vectors import Case, dump
from pairforge.synth.routing import check_seeds
from pairforge.version import __version__

BOARDS = {"ulx3s": ulx3s}
SCHEMA = 1

_BOARD = Kind("board", "board.json")
_SIMULATED = Rate(16)  # bits are shorter in simulation, so that it does not mostly wait
_VECTORS = 8  # pairings in the file beside the bitstream
_SEED = 1


@dataclass(frozen=True)
class BoardOptions:
    """What `board` can be asked for beside board and design; `bitstream`: place, route and pack it."""

    folder: Path
    baud: int = ulx3s.BAUD
    seeds: int = 4
    pairings: int = 20
    bitstream: bool = True


def build_board(
    board: str, design: Design, options: BoardOptions, progress: Callable[[str], None]
) -> dict[str, Any]:
    """Build a design for a board into a folder; return the object of `board.json`.

    Raises
    ------
    UserError
        Something about the input or this machine is wrong; nothing was written.
    CheckError
        The hardware differs from the model, does not fit the board, or is too slow for its clock; nothing
        was written.
    """
    if board not in BOARDS:
        raise UserError(f"no board {board!r}; there is {', '.join(BOARDS)}")
    _check_pairing(design)
    rate = Rate.of(options.baud, ulx3s.CLOCK_HZ)
    check_seeds(options.seeds, None)
    check_folder(options.folder, _BOARD)
    check_tools(*((ulx3s.TARGET,) if options.bitstream else ()))
    if options.bitstream:
        ulx3s.ROUTER.tool()
    check_design(design, ulx3s.TARGET)
    stored = cache.entry(
        "board",
        board,
        repr(design),
        repr((rate, options.seeds, options.pairings, options.bitstream)),
        make=lambda folder: _make(board, design, rate, options, progress, folder),
    )
    found = read_files(stored)
    write_folder(options.folder, found, _BOARD)
    result: dict[str, Any] = json.loads(found["board.json"])
    return result


def _check_pairing(design: Design) -> None:
    """Refuse a core with whose inputs a person cannot do anything at a console (UserError)."""
    with errors_in(design):
        computation = computation_of(design)
        if not isinstance(computation, Pairing):
            first, *others = computation.name.split(SEVERAL)
            more = f" and {len(others)} more" if others else ""
            raise UserError(f"a board's console is for a pairing, not for {first}{more}; use pairforge build")


def console_of(compiled: Compiled) -> Console:
    """The console for a core."""
    pairing = compiled.pairing
    numbers = Numbers(len(pairing.inputs), len(pairing.outputs), compiled.field.width, pairing.characteristic)
    title = f"Pairforge {__version__}, {compiled.design.name}: {pairing.description}"
    ports = {net.name for _, net in compiled.core.top.ports}
    marks = tuple(mark for mark in MARKS if mark in ports)
    return Console(
        f"{compiled.name}_console", title, pairing.inputs, numbers, tuple(compiled.load_words), marks
    )


def top_files(compiled: Compiled, rate: Rate) -> tuple[str, dict[str, str]]:
    """Name of the top module of a board with a core, and Verilog by file name."""
    top = ulx3s.board_top(compiled.core.top, console_of(compiled), rate)
    return top.name, design_files(top, header(compiled))


def _make(
    board: str,
    design: Design,
    rate: Rate,
    options: BoardOptions,
    progress: Callable[[str], None],
    folder: Path,
) -> None:
    compiled = compile_design(design, progress)
    top, rtl = top_files(compiled, rate)
    warnings = verilator.lint(rtl, top)
    if warnings:
        raise CheckError(f"{top} is not lint-clean: {warnings[0]}")
    progress(f"verify: {options.pairings} random pairings, typed at the serial pins in Verilator")
    began = time.perf_counter()
    cases = _verify(compiled, options.pairings)
    seconds = {"verify": round(time.perf_counter() - began, 3)}
    result: dict[str, Any] = {
        "schema": SCHEMA,
        "board": board,
        "design": design.name,
        "pairing": compiled.pairing.name,
        "part": ulx3s.PART.order,
        "clock_mhz": ulx3s.CLOCK_HZ / 1e6,
        "baud": options.baud,
        "verified": {
            "pairings": options.pairings,
            "mismatches": 0,
            "simulator": f"verilator {verilator.version()}, at the serial pins",
        },
        "route": None,
        "seconds": seconds,
    }
    pins = ulx3s.constraints()
    files: dict[str, str | bytes] = {f"rtl/{name}": text for name, text in rtl.items()}
    files |= {
        f"{top}.lpf": pins,
        "uart.py": package_files(boards).joinpath("assets", "uart.py").read_text(),
        "vectors.json": dump(compiled.pairing, cases[:_VECTORS]),
    }
    if options.bitstream:
        mhz = ulx3s.CLOCK_HZ / 1e6
        progress(f"synthesize for {ulx3s.TARGET.name}")
        began = time.perf_counter()
        synthesis = ulx3s.TARGET.synthesize(rtl, top, depth=compiled.unit_depth + 1, progress=progress)
        seconds["synth"] = round(time.perf_counter() - began, 3)
        progress(f"place and route for {ulx3s.PART.order}")
        began = time.perf_counter()
        routing = ulx3s.ROUTER.route(
            synthesis.netlist,
            ulx3s.PART,
            seeds=range(1, options.seeds + 1),
            mhz=mhz,
            pins=pins,
            progress=progress,
        )
        if not routing.met:
            raise CheckError(
                f"{design.name} is routed at {routing.best.fmax_mhz} MHz by the best of {options.seeds} "
                f"seeds, the board's clock is {mhz:g} MHz; give more --seeds, or a design with more stages"
            )
        files[f"{top}.bit"] = ulx3s.ROUTER.bitstream(
            synthesis.netlist, ulx3s.PART, routing.best.seed, pins=pins
        )
        seconds["route"] = round(time.perf_counter() - began, 3)
        result["route"] = routing.as_json()
    files |= {
        "README.md": _readme(compiled, top, result),
        "board.json": json.dumps(result, indent=1) + "\n",
    }
    write_files(folder, files)


def _verify(compiled: Compiled, count: int) -> list[Case]:
    """Type random pairings at the serial pins of the simulated board; raise CheckError where one differs."""
    top, rtl = top_files(compiled, _SIMULATED)
    pairing = compiled.pairing
    pairs = pairing.random_points(count, _SEED)
    values = pairing.model_batch([P for P, _ in pairs], [Q for _, Q in pairs])
    typed = "".join(f"p {' '.join(f'{number:x}' for number in (*P, *Q))}\r" for P, Q in pairs)
    found = results(compile_top(rtl, top, _SIMULATED.cycles).say(typed))
    expected = [list(value) for value in values]
    if found != expected:
        wrong = next(i for i in range(count) if i >= len(found) or found[i] != expected[i])
        raise CheckError(
            f"{top} differs from the model in pairing {wrong} of {count} typed at its serial pins"
        )
    return [Case(P, Q, value) for (P, Q), value in zip(pairs, values, strict=True)]


def _of_points(compiled: Compiled) -> str:
    """What becomes of points off the curve, and of a fault, in a sentence or two."""
    checked = "Points are checked, and refused so as well."
    unchecked = "Points are not checked: give points of the curve."
    fault = " A result that a fault has spoilt is refused too: type its line again."
    return (checked if compiled.design.checks else unchecked) + (fault if compiled.design.detects else "")


def _readme(compiled: Compiled, top: str, result: dict[str, Any]) -> str:
    """How to load it, how to talk to it, and what it is."""
    pairing, route, baud = compiled.pairing, result["route"], result["baud"]
    bits = pairing.security.bits_today
    lines = [
        f"# {compiled.design.name} on a ULX3S (85F)",
        "",
        f"{pairing.description}, behind the board's USB serial port. Made by Pairforge {__version__} with "
        f"`pairforge board {result['board']} {compiled.design.asked}`.",
        "",
        f"> **Security: {'not assessed' if bits is None else f'about {bits} bits today'}.** "
        f"{pairing.security.note}.",
        "",
        "## Load it",
        "",
        "```",
        f"openFPGALoader -b ulx3s {top}.bit       # until power goes",
        f"openFPGALoader -b ulx3s -f {top}.bit    # for good",
        "```",
        "",
        "## Talk to it",
        "",
        "```",
        f"python uart.py /dev/ttyUSB0 --baud {baud} --vectors vectors.json   # known answers",
        f"python uart.py /dev/ttyUSB0 --baud {baud} {' '.join(pairing.inputs)}   # in hexadecimal",
        "```",
        "",
        f"or with any terminal program, {baud} baud, 8 data bits, no parity, one stop bit, no flow control:",
        "",
        "```",
        f"> p {' '.join(pairing.inputs)}",
        f"= {' '.join(pairing.outputs)}",
        "```",
        "",
        f"Numbers are hexadecimal, those of {compiled.field.definition}, {compiled.field.encoding}; `0x` "
        "and commas are allowed. A number that is no element is refused, and so is anything else that is "
        "wrong, with a line that begins with `?`. `h` shows the command. Backspace takes back a character, "
        f"Ctrl-C the line. {_of_points(compiled)} Send the next line when the "
        "prompt is there; up to 2,047 characters wait.",
        "",
        "LEDs: 0 blinks, 1 a pairing is under way, 2 the last line was wrong, 3 characters wait, 7 reset. "
        "Button FIRE 1 resets.",
        "",
        "## Figures",
        "",
        "| | | |",
        "|---|---|---|",
        f"| verified | {result['verified']['pairings']} random pairings, 0 mismatches | "
        f"{result['verified']['simulator']} |",
    ]
    if route is not None:
        use = ", ".join(
            f"{found['used']} of {found['available']} {kind}"
            for kind, found in route["utilization"].items()
            if found["used"]
        )
        lines += [
            f"| clock | {result['clock_mhz']:g} MHz; up to {route['fmax_mhz']} MHz | routed, "
            f"{route['tool']} |",
            f"| {result['part']} | {use} | routed |",
        ]
    lines += ["", "The board itself was not at hand: what is said above is simulated and routed.", ""]
    return "\n".join(lines)
