"""The text form of a program; `parse(show(p)) == p`.

program eta-f2-5.miller over 2^5
block init
  xP = input 0
  t0 = sum xP + 1
  t1 = mul (t0) (xQ + 2*yQ)
loop main 3
  carry main.0 from t0 to t7 as main.0.end
  t7 = frob -1 (main.0)
block end
  e0 = output 0 (main.0.end)

A ladder has its bits behind the number of iterations: `loop lucas 5 bits 01101`; one that the algorithm calls
the same as an earlier one says so: `loop double.2 3 as double`. Constants stand between the first line and
the first block: `constant c0 7`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pairforge.errors import UserError
from pairforge.program.ir import OPERAND_COUNT, Block, Linear, Loop, LoopCarried, Op, Program, Region, linear

_NAME = r"[A-Za-z_][A-Za-z0-9_.']*"
_HEAD = re.compile(r"program (\S+) over (\d+)\^(\d+)\Z")
_CONSTANT = re.compile(rf"constant ({_NAME}) (\d+)\Z")
_LOOP = re.compile(r"loop (\S+) (\d+)(?: bits ([01]+))?(?: as (\S+))?\Z")
_CARRIED = re.compile(rf"carry ({_NAME}) from ({_NAME}) to ({_NAME}) as ({_NAME})\Z")
_KIND = "|".join(OPERAND_COUNT)
_OP = re.compile(rf"({_NAME}) = ({_KIND})(?: (-?\d+))?((?: \([^()]*\))*)\Z")


def show(program: Program) -> str:
    """The text of a program."""
    lines = [f"program {program.name} over {program.characteristic}^{program.degree}"]
    lines += [f"constant {name} {c}" for name, c in program.constants]
    for region in program.regions:
        if isinstance(region, Loop):
            bits = f" bits {''.join(map(str, region.bits))}" if region.bits else ""
            instance_of = f" as {region.instance_of}" if region.instance_of else ""
            lines.append(f"loop {region.name} {region.count}{bits}{instance_of}")
            lines += [f"  carry {c.param} from {c.initial} to {c.next} as {c.result}" for c in region.carried]
        else:
            lines.append(f"block {region.name}")
        lines += [f"  {show_op(op)}" for op in region.ops]
    return "\n".join(lines) + "\n"


def show_op(op: Op) -> str:
    """One operation, for example `t7 = frob -1 (main.0)`."""
    attribute = "" if op.attribute is None else f" {op.attribute}"
    return f"{op.name} = {op.kind}{attribute}" + "".join(f" ({show_linear(f)})" for f in op.operands)


def show_linear(form: Linear) -> str:
    """A linear form, for example `f0 + 2*f1 + 1`."""
    parts = [name if c == 1 else f"{c}*{name}" for name, c in form.terms]
    if form.constant or not parts:
        parts.append(str(form.constant))
    return " + ".join(parts)


def parse(text: str, source: str = "program") -> Program:
    """Read the text form. UserError names the line and what was expected there."""
    lines = [(i, line.strip()) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
    head = _HEAD.match(lines[0][1]) if lines else None
    if head is None:
        raise UserError(f"{source}: line 1: expected 'program NAME over P^M'")
    name, p, m = head[1], int(head[2]), int(head[3])
    regions: list[Region] = []
    constants: list[tuple[str, int]] = []
    for number, line in lines[1:]:
        try:
            if (constant := _CONSTANT.match(line)) and not regions:
                constants.append((constant[1], int(constant[2])))
                continue
            _parse_line(line, regions, p)
        except ValueError as error:
            raise UserError(f"{source}: line {number}: {error}") from None
    program = Program(name, p, m, tuple(regions), tuple(constants))
    try:
        program.check()
    except ValueError as error:
        raise UserError(f"{source}: {error}") from None
    return program


def _parse_line(line: str, regions: list[Region], p: int) -> None:
    words = line.split()
    if words[0] == "block" and len(words) == 2:
        regions.append(Block(words[1], ()))
        return
    if loop := _LOOP.match(line):
        bits = tuple(map(int, loop[3] or ""))
        regions.append(Loop(loop[1], int(loop[2]), (), (), bits, loop[4] or ""))
        return
    if not regions:
        raise ValueError("expected 'block NAME' or 'loop NAME COUNT [bits BITS] [as LOOP]'")
    region = regions[-1]
    if looped := _CARRIED.match(line):
        if not isinstance(region, Loop):
            raise ValueError("a loop-carried value stands outside a loop")
        carried = (*region.carried, LoopCarried(*looped.groups()))
        regions[-1] = replace(region, carried=carried)
        return
    match = _OP.match(line)
    if match is None:
        raise ValueError(f"cannot read {line!r}: expected 'NAME = KIND [NUMBER] (FORM) …'")
    operands = tuple(_parse_linear(part, p) for part in re.findall(r"\(([^()]*)\)", match[4]))
    op = Op(match[1], match[2], operands, None if match[3] is None else int(match[3]))
    ops = (*region.ops, op)
    regions[-1] = replace(region, ops=ops)


def _parse_linear(text: str, p: int) -> Linear:
    terms: dict[str, int] = {}
    constant = 0
    for part in text.split("+"):
        match = re.match(rf"\s*(?:(\d+)\*)?({_NAME})\s*\Z", part)
        if match:
            terms[match[2]] = terms.get(match[2], 0) + int(match[1] or 1)
        elif part.strip().isdigit():
            constant += int(part)
        else:
            raise ValueError(f"cannot read {part.strip()!r}: expected a value, N*value or a constant")
    return linear(terms, constant, p)
