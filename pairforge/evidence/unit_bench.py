"""The test bench that is handed over with a functional unit: plain Verilog, vectors and a Makefile.

`make -C tb` runs it with Icarus Verilog, `make -C tb verilator` with Verilator; neither needs Pairforge.
The Verilog itself is `assets/unit_testbench.v`. Imports the unit protocol, and how assets are filled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pairforge.evidence.operations import Operation
from pairforge.evidence.testbench import fill
from pairforge.units.base import Unit
from pairforge.units.parts.representation import values_at

__all__ = ["unit_testbench_files"]


def unit_testbench_files(unit: Unit, todo: Sequence[Operation], *, header: str = "") -> dict[str, str]:
    """File name to text of a unit's test bench: `tb/tb_<module>.v`, `tb/vectors.hex`, `tb/Makefile`.

    `todo` are the operations to check, `header` a comment on top. In the vectors an operation is one number:
    its kind (which of the constants it has; 8 bits), result and operands, fields of whole hexadecimal digits
    that hold the widest of them.
    """
    top = unit.module().name
    kinds = list(dict.fromkeys(operation.attribute for operation in todo))
    widths = {port: values_at(unit, port).width for port in (*unit.operands, "y")}
    digits = -(-max(widths.values()) // 4)
    latencies = [unit.latency(kind) for kind in kinds]
    longest = max(latencies)
    row = 8 + 4 * digits * (1 + len(unit.operands))
    places = {port: 4 * digits * i for i, port in enumerate(unit.operands)}
    controls = _controls(unit, kinds)
    values: dict[str, str | int] = {
        "HEADER": "\n".join(f"// {line}".rstrip() for line in header.splitlines()),
        "TOP": top,
        "OPERATIONS": len(todo),
        "LONGEST": longest,
        "WIDTH": widths["y"],
        "ROW": row,
        "LAST": len(todo) - 1,
        "PLACE": max(1, (len(todo) - 1).bit_length()) - 1,
        "TIMING": "\n".join(
            [
                *_by_kind("latency", max(1, longest.bit_length()), kinds, latencies),
                *_by_kind("interval", 32, kinds, [unit.interval(kind) for kind in kinds]),
            ]
        ),
        "DECLARATIONS": "\n".join(f"  reg {_bits(widths, port)} {port};" for port in unit.operands),
        "PINS": ",\n".join(f"    .{n}({n})" for n in ("clk", *unit.operands, *controls, "y")),
        "INITIAL": "\n".join(f"    {port} = {widths[port]}'d0;" for port in unit.operands),
        "CONTROLS": "\n".join(controls.values()) or "  // (This unit has none.)",
        "OPERANDS": "\n".join(
            f"      {port} <= row[{place + widths[port] - 1}:{place}];" for port, place in places.items()
        ),
        "WORDS": -(-(max(widths.values()) + len(unit.operands)) // 16),
        "NOISE": "\n".join(
            f"      {port} <= noise[{widths[port] - 1 + i}:{i}];" for i, port in enumerate(unit.operands)
        ),
        "RESULT": f"{4 * digits * len(unit.operands) + widths['y'] - 1}:{4 * digits * len(unit.operands)}",
        "SUMMARY": _summary(unit, kinds),
        "EXACT": int(not unit.sooner),
    }
    lines = []
    for operation in todo:
        elements = (operation.result, *reversed(operation.operands))
        lines.append(
            "_".join([f"{kinds.index(operation.attribute):02x}", *(f"{e:0{digits}x}" for e in elements)])
        )
    return {
        f"tb/tb_{top}.v": fill("unit_testbench.v", values),
        "tb/vectors.hex": "\n".join(lines) + "\n",
        "tb/Makefile": fill("unit_testbench.mk", values),
    }


def _bits(widths: Mapping[str, int], port: str) -> str:
    """The range of an operand, in the bench's own parameter where it is that of the result."""
    return f"[{widths[port] - 1}:0]" if widths[port] != widths["y"] else "[WIDTH - 1:0]"


def _by_kind(name: str, width: int, kinds: Sequence[int | None], cycles: Sequence[int]) -> Iterator[str]:
    """A function from the kind of an operation to a number of cycles."""
    yield f"  function [{width - 1}:0] {name};"
    yield "    input [7:0] of_kind;"
    yield "    case (of_kind)"
    for number, count in enumerate(cycles[1:], 1):
        yield f"      8'd{number}: {name} = {width}'d{count};"
    yield f"      default: {name} = {width}'d{cycles[0]};"
    yield "    endcase"
    yield "  endfunction"


def _controls(unit: Unit, kinds: Sequence[int | None]) -> dict[str, str]:
    """For each control input the wire that drives it."""
    module = unit.module()
    ports = [
        net
        for direction, net in module.ports
        if direction.startswith("input") and net.name not in ("clk", *unit.operands)
    ]
    found = {}
    for port in ports:
        when: dict[tuple[int, int], list[int]] = {}  # (cycle, value) to the kinds that drive it so
        for number, kind in enumerate(kinds):
            for control in unit.controls(kind):
                if control.signal == port.name:
                    when.setdefault((control.offset, control.value), []).append(number)
        terms = []
        for (offset, driven), numbers in when.items():
            condition = f"running & age == 32'd{offset}"
            if len(numbers) < len(kinds):
                condition += " & (" + " | ".join(f"kind == 8'd{n}" for n in numbers) + ")"
            terms.append(
                condition if port.width == 1 else f"{{{port.width}{{{condition}}}}} & {port.width}'d{driven}"
            )
        size = "" if port.width == 1 else f"[{port.width - 1}:0] "
        value = " | ".join(f"({term})" for term in terms) or f"{port.width}'d0"
        found[port.name] = f"  wire {size}{port.name} = {value};"
    return found


def _summary(unit: Unit, kinds: Sequence[int | None]) -> str:
    parts = []
    for kind in kinds:
        name = "" if kind is None else f"constant {kind}: "
        parts.append(f"{name}latency {unit.latency(kind)}, interval {unit.interval(kind)} cycles")
    return "; ".join(parts)
