"""Boxes as Verilog that a simulator runs: modules in the place of units, which call functions in C++."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pairforge.evidence.proof.boxes import Box, Operation

FUNCTIONS = Path(__file__).parent.parent / "assets" / "fingerprint.cpp"
_LOADED, _LOADED_FOR = "is_loaded", "is_loaded_for"
_NONE = "none"
"""In the name of the function for an output while nothing has been asked for."""


def stub_files(boxes: Sequence[Box], *, ternary: bool) -> dict[str, str]:
    """File name to text: a module for each box, and the functions that they import."""
    files = {f"{box.module}.v": _module(box) for box in boxes}
    imports = [line for box in boxes for line in _imports(box, ternary)]
    return files | {"fingerprint.cpp": "\n".join([FUNCTIONS.read_text(), *imports, ""])}


def _name(box: Box, output: str, operation: int | str) -> str:
    return f"{box.module}_{output}_{operation}_word"


def _imports(box: Box, ternary: bool) -> Iterator[str]:
    """The functions in C++ that a box imports."""
    function = "fingerprint3" if ternary else "fingerprint"
    for output, width in box.outputs.items():
        for operation in range(len(box.operations)):
            label = int.from_bytes(box.label(output, operation), "little")
            count = -(-box.bits(output, operation) // 32)
            read = box.word(box.operands[output][0]), box.operations[operation].reads
            each = ", {}, {}".format(*read) if ternary else ""
            yield (
                f'extern "C" void {_name(box, output, operation)}(const svBitVecVal* x, svBitVecVal* y) '
                f"{{ {function}({label}u, x, {count}, y, {width * box.digits}{each}); }}"
            )
        yield (f'extern "C" void {_name(box, output, _NONE)}(svBitVecVal* y) {{ garbage(y, {width}); }}')


def _module(box: Box) -> str:
    ports = ["input wire clk"]
    ports += [f"input wire [{width - 1}:0] {name}" for name, width in box.inputs.items()]
    ports += [f"output wire [{width - 1}:0] {name}" for name, width in box.outputs.items()]
    lines = [f"module {box.module} ({', '.join(ports)});"]
    spans = sorted({operation.span for operation in box.operations})
    if box.digits > 1:
        spans = [digit * box.operations[0].step for digit in range(box.digits)]
    history = max([spans[-1], *(operation.history for operation in box.operations)])
    for name, width in box.inputs.items():
        if name not in box.steady:
            lines += _history(name, width, history) if name in box.controls else _moments(name, width, spans)
    lines += _loaded(box) if box.steady else ()
    for output, width in box.outputs.items():
        lines += (_output if box.digits == 1 else _output_in_digits)(box, output, width)
    return "\n".join([*lines, "endmodule", ""])


def _history(name: str, width: int, cycles: int) -> Iterator[str]:
    """`name`_past: what an input is now and was in so many cycles before, the latest in the lowest bits."""
    if not cycles:
        yield f"  wire [{width - 1}:0] {name}_past = {name};"
        return
    bits = width * cycles
    yield f"  reg [{bits - 1}:0] {name}_before;"
    yield f"  wire [{bits + width - 1}:0] {name}_past = {{{name}_before, {name}}};"
    yield f"  always @(posedge clk) {name}_before <= {name}_past[{bits - 1}:0];"


def _moments(name: str, width: int, spans: Sequence[int]) -> Iterator[str]:
    """`name`_k: what an input was k cycles before, for each k in `spans`: a word is kept in its place."""
    for cycles in spans:
        if not cycles:
            yield f"  wire [{width - 1}:0] {name}_0 = {name};"
            continue
        line, at = f"{name}_{cycles}_line", f"{name}_{cycles}_at"
        yield f"  reg [{width - 1}:0] {line} [0:{cycles - 1}];"
        yield f"  integer {at} = 0;"
        yield "  always @(posedge clk) begin"
        yield f"    {line}[{at}] <= {name};"
        yield f"    {at} <= {at} == {cycles - 1} ? 0 : {at} + 1;"
        yield "  end"
        yield f"  wire [{width - 1}:0] {name}_{cycles} = {line}[{at}];"


def _output(box: Box, output: str, width: int) -> Iterator[str]:
    """The result of each operation, made when it is known what was asked for; in its cycle at the output."""
    yield from _garbage(box, output, width)
    counts = box.aside in box.inputs
    if counts:
        yield from _steady(box, output)
    chosen = f"{output}_anything"
    for number, operation in enumerate(box.operations):
        made, asked = f"{output}_{number}", _asked(box, operation, output)
        read = box.operands[output][: operation.reads]
        together = ", ".join(f"{name}_{operation.span}" for name in reversed(read))
        yield from _imported(box, output, number)
        waits = operation.delay - operation.span
        if not waits:
            yield f"  reg [{width}:0] {made};"
            yield f"  always @* begin {made} = 0; if ({asked}) begin"
            yield f"    {_name(box, output, number)}({{{together}}}, {made}[{width - 1}:0]);"
            yield f"    {made}[{width}] = 1'b1;"
            yield "  end end"
        else:
            yield from _line(box, output, number, asked, together, waits)
            made = f"{made}_line[{made}_at]"
        there = f"{made}[{width}]"
        if box.steady:
            there += f" && {_LOADED} && {_LOADED_FOR} >= {operation.delay}"
        if counts:
            there += f" && {output}_counts && {output}_steady >= {operation.delay - 1}"
        chosen = f"({there}) ? {made}[{width - 1}:0] : ({chosen})"
    yield f"  assign {output} = {chosen};"


def _loaded(box: Box) -> Iterator[str]:
    """Whether what is steady is there, and for how many cycles it has been: no result otherwise."""
    there = [f"{name} == {box.inputs[name]}'h{value:x}" for name, value in box.steady.items()]
    yield f"  wire {_LOADED} = {' && '.join(there)};"
    yield f"  integer {_LOADED_FOR} = 0;"
    yield f"  always @(posedge clk) {_LOADED_FOR} <= {_LOADED} ? {_LOADED_FOR} + 1 : 0;"


def _output_in_digits(box: Box, output: str, width: int) -> Iterator[str]:
    """The same where words have digits: a result is made when the last digits of its operands pass, and its
    digits leave one by one, a step of the threads apart.
    """
    yield from _garbage(box, output, width)
    yield from _steady(box, output)
    whole = box.word(output)
    chosen = f"{output}_anything"
    for number, operation in enumerate(box.operations):
        made = f"{output}_{number}"
        passes = [k * operation.step for k in range(box.digits)]
        read = box.operands[output][: operation.reads]
        # The last digit is there now, the first came before all others.
        together = ", ".join(f"{name}_{k}" for name in reversed(read) for k in passes)
        size = operation.delay + passes[-1]
        yield from _imported(box, output, number)
        yield from _line(box, output, number, _asked_in_digits(box, operation, passes), together, size)
        if box.controls and operation.quiet(box.digits):
            yield from _spoiled(box, output, number)
        for k, later in enumerate(passes):
            place = f"{made}_line[({made}_at + {size - operation.delay - later}) % {size}]"
            yield f"  wire [{whole}:0] {made}_digit{k} = {place};"
            # From a digit before the first one of the operands on.
            since = operation.delay + (box.digits + k) * operation.step
            there = f"{made}_digit{k}[{whole}] && {output}_counts && {output}_steady >= {since - 1}"
            chosen = f"({there}) ? {made}_digit{k}[{(k + 1) * width - 1}:{k * width}] : ({chosen})"
    yield f"  assign {output} = {chosen};"


def _steady(box: Box, output: str) -> Iterator[str]:
    """For how many cycles digits and threads have been counted one by one: a unit has no result otherwise."""
    step = box.operations[0].step
    counts = "1'b1"
    if box.number:
        next_digit = f"{box.number}_{step} + {box.inputs[box.number]}'d1"
        yield f"  wire [{box.inputs[box.number] - 1}:0] {output}_number = {next_digit};"
        counts = f"{box.number}_0 == {output}_number"
    if box.aside in box.inputs:
        bits = box.inputs[box.aside]
        yield f"  reg [{bits - 1}:0] {output}_thread;"
        yield (
            f"  always @(posedge clk) {output}_thread <= "
            f"{box.aside} == {bits}'d{step - 1} ? {bits}'d0 : {box.aside} + {bits}'d1;"
        )
        counts += f" && {box.aside} == {output}_thread"
    yield f"  wire {output}_counts = {counts};"
    yield f"  integer {output}_steady = 0;"
    yield f"  always @(posedge clk) {output}_steady <= {output}_counts ? {output}_steady + 1 : 0;"


def _spoiled(box: Box, output: str, number: int) -> Iterator[str]:
    """A result is none where another operation is asked for too soon behind it.

    Of each cycle of a word cycle it is kept when an operation was asked for in it last, and where that is in
    the line.
    """
    made, operation = f"{output}_{number}", box.operations[number]
    word_cycle, busy = box.digits * operation.step, box.digits * operation.busy
    controls = ", ".join(box.controls)
    yield f"  integer {made}_asked [0:{word_cycle - 1}];"
    yield f"  integer {made}_slot [0:{word_cycle - 1}];"
    yield f"  integer {made}_now = 0, {made}_phase = 0, {made}_i;"
    yield (
        f"  initial for ({made}_i = 0; {made}_i < {word_cycle}; {made}_i = {made}_i + 1) "
        f"{made}_asked[{made}_i] = -{busy};"
    )
    yield "  always @(posedge clk) begin"
    yield f"    {made}_now <= {made}_now + 1;"
    yield f"    {made}_phase <= {made}_phase == {word_cycle - 1} ? 0 : {made}_phase + 1;"
    yield f"    if (|{{{controls}}} && {made}_now - {made}_asked[{made}_phase] < {busy})"
    yield f"      {made}_line[{made}_slot[{made}_phase]] <= 0;"
    yield f"    if ({made}_begins) begin"
    yield f"      {made}_asked[{made}_phase] <= {made}_now;"
    yield f"      {made}_slot[{made}_phase] <= {made}_at;"
    yield "    end"
    yield "  end"


def _garbage(box: Box, output: str, width: int) -> Iterator[str]:
    """What is at an output while nothing was asked for, anew in each cycle."""
    none = _name(box, output, _NONE)
    yield f'  import "DPI-C" function void {none}(output bit [{width - 1}:0] y);'
    yield f"  reg [{width - 1}:0] {output}_anything;"
    yield f"  always @(posedge clk) {none}({output}_anything);"


def _imported(box: Box, output: str, number: int) -> Iterator[str]:
    """The function of an operation."""
    yield (
        f'  import "DPI-C" function void {_name(box, output, number)}'
        f"(input bit [{box.bits(output, number) - 1}:0] x, output bit [{box.word(output) - 1}:0] y);"
    )


def _line(box: Box, output: str, number: int, asked: str, operands: str, size: int) -> Iterator[str]:
    """The results of an operation of the last `size` cycles, a word each with a bit on top that says whether
    there is one; that of `size` cycles ago stands at the place where the next one is put.
    """
    made, whole = f"{output}_{number}", box.word(output)
    yield f"  reg [{whole}:0] {made};"
    yield f"  reg [{whole}:0] {made}_line [0:{size - 1}];"
    yield f"  integer {made}_at = 0;"
    yield f"  wire {made}_begins = {asked};"
    yield "  always @(posedge clk) begin"
    yield f"    {made}[{whole}] = {made}_begins;"
    yield (f"    if ({made}[{whole}]) {_name(box, output, number)}({{{operands}}}, {made}[{whole - 1}:0]);")
    yield f"    {made}_line[{made}_at] <= {made};"
    yield f"    {made}_at <= {made}_at == {size - 1} ? 0 : {made}_at + 1;"
    yield "  end"


def _asked(box: Box, operation: Operation, output: str) -> str:
    """Whether an operation began `span` cycles ago, for this output."""
    span = operation.span
    tests = _were(box, ((name, span - cycle, value) for name, cycle, value in operation.tests(box.controls)))
    tests += [f"{name}_{span}" for of, name in box.joins.items() if of == output]
    return " && ".join(tests) or "1'b1"


def _asked_in_digits(box: Box, operation: Operation, passes: Sequence[int]) -> str:
    """Whether the last digits pass of what was asked for in all cycles so many ago."""
    bits = (box.digits - 1).bit_length()
    values = dict.fromkeys(box.controls, 0) | {name: value for name, _, value in operation.values}
    tests = _were(box, ((name, k, value) for name, value in values.items() for k in passes))
    return " && ".join([f"{box.number}_0[{bits - 1}:0] == {box.digits - 1}", *tests])


def _were(box: Box, values: Iterable[tuple[str, int, int]]) -> list[str]:
    """Whether control inputs had values, each so many cycles ago.

    One comparison for an input, as an operation may be many thousand cycles long.
    """
    masks: dict[str, tuple[int, int]] = {}
    for name, ago, value in values:
        width = box.inputs[name]
        mask, wanted = masks.get(name, (0, 0))
        masks[name] = mask | ((1 << width) - 1) << width * ago, wanted | value << width * ago
    found = []
    for name, (mask, wanted) in masks.items():
        bits = mask.bit_length()
        found.append(f"({name}_past & {bits}'h{mask:x}) == {bits}'h{wanted:x}")
    return found
