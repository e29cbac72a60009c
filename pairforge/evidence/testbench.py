"""The test bench that is handed over with a core: plain Verilog, vectors and a Makefile.

`make -C tb` runs it with Icarus Verilog, `make -C tb verilator` with Verilator; neither needs Pairforge.
The Verilog itself is `assets/testbench.v`.

Imports the interface of a core.
"""

from __future__ import annotations

import re
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from pairforge.evidence.interface import CoreInterface, Vectors

__all__ = ["fill", "testbench_files"]


def testbench_files(
    core: CoreInterface,
    vectors: Vectors,
    *,
    header: str = "",
    timeout: int = 0,
    rtl: str = "../rtl",
    folder: str = "tb",
) -> dict[str, str]:
    """File name to text of the test bench of a core: `tb/tb_<top>.v`, `.hex` files, a `Makefile`.

    Where the core promises latency or interval, the bench fails if it measures another one; elsewhere it
    prints what it measures. Of results whose points are off their curves it looks at no word. `rtl` is the
    folder of the core's files as seen from `folder`, and `header` becomes a comment on top; `timeout`: cycles
    without a transfer after which the core counts as stuck; 0: its `patience`.
    """
    count = len(vectors.inputs)
    if not count or len(vectors.expected) != count:
        raise ValueError(f"{count} pairings and {len(vectors.expected)} results")
    sent, model = vectors.arrays(core)
    top, latency, interval, threads = core.top, core.latency, core.interval, core.threads
    load, off_curve = core.load, vectors.off_curve
    if count < core.together:
        latency = None
    # How many results may have left before the interval is the steady one.
    in_flight = 1 if not (latency and interval) else -(-latency // (interval * threads)) + 1
    values: dict[str, str | int] = {
        "HEADER": "\n".join(f"// {line}".rstrip() for line in header.splitlines()),
        "TOP": top,
        "INPUTS": count,
        "TIMEOUT": timeout or core.patience,
        "THREADS": threads,
        "WORDS_IN": core.words_in,
        "WORDS_OUT": core.words_out,
        "LATENCY": latency or 0,
        "INTERVAL": interval or 0,
        "FULL": in_flight * threads,
        "LAST_IN": sent.size - 1,
        "LAST_OUT": model.size - 1,
        "IN_BITS": max(1, (sent.size - 1).bit_length()) - 1,
        "OUT_BITS": max(1, (model.size - 1).bit_length()) - 1,
        "LOAD": len(load),
        "LAST_LOAD": max(1, len(load)) - 1,
        "LOAD_BITS": max(1, (len(load) - 1).bit_length()) - 1 if load else 0,
        "RTL": rtl,
        **_off_curve(0 if off_curve is None else count),
    }
    flags = "" if off_curve is None else "".join(f"{int(off)}\n" for off in off_curve)
    return {
        f"{folder}/tb_{top}.v": fill("testbench.v", values),
        f"{folder}/vectors_in.hex": _hex(sent),
        f"{folder}/vectors_out.hex": _hex(model),
        f"{folder}/Makefile": fill("testbench.mk", values),
        **({f"{folder}/off_curve.hex": flags} if flags else {}),
        **({f"{folder}/load.hex": "".join(f"{word:08x}\n" for word in load)} if load else {}),
    }


def _off_curve(pairings: int) -> dict[str, str]:
    """What the bench of a core that checks the points of so many pairings has more; nothing for none."""
    if not pairings:
        return dict.fromkeys(("OFF_PORT", "OFF_NET", "OFF_VECTORS", "OFF_READ", "OFF_TEST", "OFF_GATE"), "")
    bits = max(1, (pairings - 1).bit_length()) - 1
    return {
        "OFF_PORT": ",\n    .out_off_curve(out_off_curve)",
        "OFF_NET": "\n  wire out_off_curve;     // its points were not on their curves",
        "OFF_VECTORS": f"""
  reg off_curve [0:{pairings - 1}];
  wire [31:0] number = got / WORDS_OUT;
  wire wanted_off = off_curve[number[{bits}:0]];
""",
        "OFF_READ": '\n    $readmemh("off_curve.hex", off_curve);',
        "OFF_TEST": """
      end else if (out_valid & out_off_curve !== wanted_off) begin
        $display("FAIL: cycle %0d, pass %0d, input %0d: out_off_curve is %b, expected %b", cycle, pass,
                 got / WORDS_OUT, out_off_curve, wanted_off);
        $fatal(1);""",
        "OFF_GATE": " & ~wanted_off",
    }


def fill(asset: str, values: dict[str, str | int]) -> str:
    """An asset with each `@NAME@` in the place of its value."""
    text = files("pairforge.evidence").joinpath("assets", asset).read_text()
    return re.sub(r"@([A-Z_]+)@", lambda match: str(values[match[1]]), text).lstrip("\n")


def _hex(rows: NDArray[np.uint32]) -> str:
    """One line a pairing, first word first."""
    return "".join(" ".join(f"{word:08x}" for word in row) + "\n" for row in rows)
