"""Delays of AMD's (Xilinx) cells, ns: one set of figures a family, the same arcs in all.

Imports the timing analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from pairforge.synth.timing.delays import Arc, CellDelays, Delays, Link, Nets, table

__all__ = [
    "CALIBRATED",
    "SEVEN_SERIES",
    "ULTRASCALE_PLUS",
    "VIRTEX_4",
    "VIRTEX_6",
    "Block",
    "Carry",
    "Dsp",
    "Fabric",
    "cell_delays",
    "nets",
]


@dataclass(frozen=True)
class Carry:
    """A carry chain.

    `enter`: select or data to the carry of its own bit; `bit`: from a carry to the next one within a cell;
    `leave`: from a carry to a sum; `own`: from a select to the sum of its bit; `cell`: from the carry into a
    cell to the one out of it, which is less than its bits one by one.
    """

    enter: float
    bit: float
    leave: float
    own: float
    cell: float


@dataclass(frozen=True)
class Block:
    """A block RAM. `launch`: clock to output without its output register; `registered`: with it."""

    launch: float
    registered: float
    address: float
    data: float
    write: float
    enable: float


@dataclass(frozen=True)
class Dsp:
    """A DSP block.

    `a`, `b`, `c`: setup to the registers of these inputs. `a_to_m`, `b_to_m`: setup of pins to the register
    of the product. `a_to_p`: pins to output without any register; `ab_to_p`: from registers of A and B, with
    none behind them; `m_to_p`: from the register of the product; `c_to_p`: from C or the cascade to the
    output. `p`: clock to output with the register of the result, and how much less a way to the result takes
    where it ends in that register. `cascade`: what PCOUT takes more than P.
    `limit`: the shortest period with all registers.
    """

    a: float
    b: float
    c: float
    a_to_m: float
    b_to_m: float
    a_to_p: float
    ab_to_p: float
    m_to_p: float
    c_to_p: float
    p: float
    cascade: float
    limit: float


@dataclass(frozen=True)
class Fabric:
    """Look-up tables, flip-flops and wires in slices, and the blocks.

    `lut`, `mux`: inputs to output. `launch`: clock to output of a flip-flop; `enable`, `reset`: setup of
    these inputs, that of data is zero. `memory`: clock to output of distributed RAM and shift registers,
    `written`: setup of what they are given.
    """

    lut: float
    mux: float
    launch: float
    enable: float
    reset: float
    memory: float
    written: float
    carry: Carry
    block: Block
    dsp: Dsp

    def scaled(self, factor: float) -> Fabric:
        """All delays so many times as long."""

        def scaled(part: Any) -> Any:
            if isinstance(part, float):
                return round(factor * part, 3)
            return replace(part, **{item.name: scaled(getattr(part, item.name)) for item in fields(part)})

        found: Fabric = scaled(self)
        return found


SEVEN_SERIES = Fabric(
    lut=0.124,
    mux=0.29,
    launch=0.34,
    enable=0.109,
    reset=0.4,
    memory=1.46,
    written=0.45,
    # Of the arcs of a CARRY4 the largest of each sort: S or DI to CO3 0.53, CIN to CO3 0.114, CIN to O 0.33.
    carry=Carry(enter=0.45, bit=0.07, leave=0.33, own=0.23, cell=0.114),
    block=Block(launch=2.454, registered=0.882, address=0.566, data=0.74, write=0.532, enable=0.44),
    dsp=Dsp(
        a=0.362,
        b=0.45,
        c=0.233,
        a_to_m=1.928,
        b_to_m=1.743,
        a_to_p=3.841,
        ab_to_p=4.009,
        m_to_p=2.305,
        c_to_p=1.93,
        p=0.434,
        cascade=0.195,
        limit=2.155,
    ),
)
"""The slow corner of Artix-7, the largest figure of each arc: timing database of Project X-Ray (openXC7
prjxray-db, artix7/timings) and, for the clock limit of the DSP block, DS181 at grade -1 (464 MHz). Not in
there: setup of distributed RAM (0.45), and ways from C to the output, which the difference of "A to P" and
"A to M" gives.
"""


VIRTEX_6 = SEVEN_SERIES.scaled(464 / 600)
"""7-series delays by the clock limits of the DSP blocks: 464 MHz there (DS181, -1), 600 MHz here (DS152, -3).
"""

ULTRASCALE_PLUS = SEVEN_SERIES.scaled(464 / 645)
"""The same; 645 MHz here (DS922, -1)."""

VIRTEX_4 = Fabric(
    lut=0.2,
    mux=0.35,
    launch=0.36,
    enable=0.5,
    reset=0.6,
    memory=1.6,
    written=0.6,
    carry=Carry(enter=0.45, bit=0.05, leave=0.4, own=0.3, cell=0.2),
    block=Block(launch=1.83, registered=0.72, address=0.4, data=0.3, write=0.6, enable=0.5),
    dsp=Dsp(
        a=0.3,
        b=0.3,
        c=0.3,
        a_to_m=2.0,
        b_to_m=2.0,
        a_to_p=4.5,
        ab_to_p=4.6,
        m_to_p=2.6,
        c_to_p=2.2,
        p=0.6,
        cascade=0.1,
        limit=2.2,
    ),
)
"""Virtex-4 -11, assumed values of the size that DS302 has; what is calibrated is the wires."""

CALIBRATED = "assumed cells, wires calibrated on the published clock of freecores/pairing, not routed"
"""Where the delays of Virtex-4 and Virtex-II Pro are from, see docs/explanation/timing-estimate.md."""


def cell_delays(fabric: Fabric) -> Mapping[str, Delays]:
    """The delays of all cells that synthesis for one of the families may leave."""
    mux = CellDelays(arcs=(Arc(("*",), ("*",), fabric.mux),))
    wire = CellDelays(arcs=(Arc(("*",), ("*",), 0.0),))
    flip_flop = CellDelays(
        setup={"D": 0.0, "CE": fabric.enable, **dict.fromkeys(("R", "S", "CLR", "PRE"), fabric.reset)},
        launch={"Q": fabric.launch},
    )
    latch = CellDelays(
        setup={"D": 0.0, "G": 0.0, "GE": fabric.enable, "CLR": fabric.reset, "PRE": fabric.reset},
        launch={"Q": fabric.launch},
    )
    found: dict[str, Delays] = dict.fromkeys(("GND", "VCC", "BUFGCTRL", "IOBUF"), CellDelays())
    found |= dict.fromkeys(("BUFG", "IBUF", "OBUF", "OBUFT"), wire)
    found |= dict.fromkeys((*(f"LUT{n}" for n in range(1, 7)), "LUT6_2", "INV"), table(fabric.lut))
    found |= dict.fromkeys(
        (name + edge for name in ("FDRE", "FDSE", "FDCE", "FDPE", "FDRSE", "FDCPE") for edge in ("", "_1")),
        flip_flop,
    )
    found |= dict.fromkeys((name + edge for name in ("LDCE", "LDPE", "LDCPE") for edge in ("", "_1")), latch)
    found |= {f"MUXF{n}": mux for n in range(5, 10)}
    found |= dict.fromkeys(("SRL16", "SRL16E", "SRLC16", "SRLC16E", "SRLC32E"), _shift_register(fabric))
    found |= dict.fromkeys(_DISTRIBUTED, _distributed(fabric))
    carry = fabric.carry
    found |= {
        "MUXCY": CellDelays(
            "carry", (Arc(("S", "DI"), ("O",), carry.enter), Arc(("CI",), ("O",), carry.cell / 4))
        ),
        "XORCY": CellDelays("carry", (Arc(("CI",), ("O",), carry.leave), Arc(("LI",), ("O",), carry.own))),
        "MULT_AND": CellDelays("carry", (Arc(("I0", "I1"), ("LO",), fabric.lut),)),
        "ORCY": CellDelays("carry", (Arc(("CI", "I"), ("O",), carry.leave),)),
        "CARRY4": _chain(carry, 4),
        "CARRY8": _chain(carry, 8),
    }
    found |= dict.fromkeys(("DSP48", "DSP48E", "DSP48E1", "DSP48E2"), _dsp(fabric.dsp))
    found |= {"MULT18X18": _multiplier(fabric.dsp), "MULT18X18S": _multiplier(fabric.dsp, registered=True)}
    found |= dict.fromkeys(_BLOCKS, _block(fabric.block))
    return found


def nets(fabric: Fabric, first: float, doubling: float, spread: float) -> Nets:
    """Wires: general ones as `Nets` has it; those inside a slice, and cascades of blocks.

    A table stands beside what it feeds in its slice; a carry cell is reached through one.
    """
    table, register = r"(LUT\d|LUT6_2|INV)\.O\d?", r"FD\w+\.D"
    links = (
        Link(rf"{table}|MUXF\d\.O|(CARRY[48]|XORCY)\.(O|CO)|SRL\w+\.Q|RAM\d+\w+\.(\wPO|O|DO\w)", register),
        Link(r"(CARRY[48]\.CO|MUXCY\.O)", r"(CARRY[48]|MUXCY|XORCY|ORCY)\.CI"),
        Link(table, r"(CARRY[48]\.(S|DI)|MUXCY\.(S|DI)|XORCY\.LI|MUXF\d\.I\d)"),
        Link(r"MUXF\d\.O", r"MUXF\d\.I\d"),
        Link(".*", r"(CARRY[48]\.S|MUXCY\.S|XORCY\.LI|MUXF\d\.I\d)", fabric.lut, routed=True),
        Link(r"DSP\w+\.(PCOUT|ACOUT|BCOUT)", r"DSP\w+\.(PCIN|ACIN|BCIN)"),
        Link(r"SRL\w+\.Q(31|15)", r"SRL\w+\.D"),
    )
    return Nets(first, doubling, spread, links)


def _shift_register(fabric: Fabric) -> CellDelays:
    """A shift register: its length is an address."""
    return CellDelays(
        arcs=(Arc(("A", "A0", "A1", "A2", "A3"), ("Q",), fabric.lut),),
        setup={"D": fabric.written, "CE": fabric.enable},
        launch=dict.fromkeys(("Q", "Q15", "Q31"), fabric.memory),
        kind="ram",
    )


_DISTRIBUTED = (
    *(f"RAM{n}X1{kind}" for n in (16, 32, 64, 128, 256, 512) for kind in "SD"),
    *("RAM32M", "RAM64M", "RAM32M16", "RAM64M8", "RAM32X16DR8", "RAM64X8SW"),
)


def _distributed(fabric: Fabric) -> CellDelays:
    """Distributed RAM answers an address within the cycle, and has new data after the edge of the clock."""
    letters = "ABCDEFGH"
    arcs = [Arc((f"ADDR{x}",), (f"DO{x}",), fabric.lut) for x in letters]
    arcs += [
        Arc(("A", *(f"A{i}" for i in range(6))), ("SPO", "O"), fabric.lut),
        Arc(("DPRA", *(f"DPRA{i}" for i in range(6))), ("DPO",), fabric.lut),
    ]
    # The port that is written takes its address by the clock's edge.
    written = ("D", "WE", *(f"DI{x}" for x in letters), "A", *(f"A{i}" for i in range(6)), "ADDRD", "ADDRH")
    return CellDelays(
        "ram",
        tuple(arcs),
        dict.fromkeys(written, fabric.written),
        dict.fromkeys(("SPO", "DPO", "O", *(f"DO{x}" for x in letters)), fabric.memory),
    )


def _chain(carry: Carry, bits: int) -> CellDelays:
    """A carry cell of several bits: to the carry and the sum of each bit from all that stands below it."""
    arcs = []
    for i in range(bits):
        through = carry.cell * (i + 1) / bits if i == bits - 1 else carry.bit * (i + 1)
        arcs.append(Arc(("CI",), (f"CO[{i}]",), through))
        arcs.append(Arc(("CYINIT",), (f"CO[{i}]",), carry.enter + carry.bit * i))
        arcs.append(Arc(("CI",), (f"O[{i}]",), carry.leave))
        arcs.append(Arc(("CYINIT",), (f"O[{i}]",), carry.enter + carry.leave))
        arcs.append(Arc((f"S[{i}]",), (f"O[{i}]",), carry.own))
        for j in range(i + 1):
            arcs.append(
                Arc(
                    (f"S[{j}]", f"DI[{j}]"),
                    (f"CO[{i}]",),
                    min(0.53 / 0.45 * carry.enter, carry.enter + 0.3 * carry.bit * (i - j)),
                )
            )
        for j in range(i):
            arcs.append(Arc((f"S[{j}]", f"DI[{j}]"), (f"O[{i}]",), carry.enter + 0.5 * carry.leave))
    return CellDelays("carry", tuple(arcs))


def _set(parameters: Mapping[str, str], name: str, default: bool = False) -> bool:
    """Whether a parameter is there and not zero."""
    return bool(parameters[name].strip("0 ")) if name in parameters else default


def _multiplier(dsp: Dsp, *, registered: bool = False) -> CellDelays:
    """A multiplier block of Virtex-II; one with a register has it behind the product."""
    if registered:
        return CellDelays(
            "dsp", setup={"A": dsp.a_to_m, "B": dsp.b_to_m, "CE": dsp.c, "R": dsp.c}, launch={"P": dsp.p}
        )
    return CellDelays("dsp", (Arc(("A", "B"), ("P",), dsp.a_to_p),))


def _dsp(dsp: Dsp) -> Callable[[Mapping[str, str]], CellDelays]:
    """A DSP block, by its registers."""

    def found(parameters: Mapping[str, str]) -> CellDelays:
        a, b, c, m, p = (_set(parameters, f"{x}REG") for x in "ABCMP")
        multiplies = parameters.get("USE_MULT", "MULTIPLY").strip() != "NONE"
        arcs: list[Arc] = []
        setup = dict.fromkeys(("CEA1", "CEA2", "CEB1", "CEB2", "CEA", "CEB", "CEC", "CEM", "CEP"), dsp.c)
        setup |= dict.fromkeys(("RSTA", "RSTB", "RSTC", "RSTM", "RSTP"), dsp.c)
        to_adder = {
            "C": c,
            "PCIN": False,
            "CARRYIN": False,
            "OPMODE": False,
            "ALUMODE": False,
            "SUBTRACT": False,
        }
        for pin, to_m, taken, ns in (("A", dsp.a_to_m, a, dsp.a), ("B", dsp.b_to_m, b, dsp.b)):
            if taken:
                setup[pin] = ns
            elif not multiplies:
                to_adder[pin] = False
            elif m:
                setup[pin] = to_m
            elif p:
                setup[pin] = dsp.a_to_p - dsp.p
            else:
                arcs += [Arc((pin,), ("P",), dsp.a_to_p), Arc((pin,), ("PCOUT",), dsp.a_to_p + dsp.cascade)]
        for pin, taken in to_adder.items():
            if taken:
                setup[pin] = dsp.c
            elif p:
                setup[pin] = dsp.c_to_p - dsp.p
            else:
                arcs += [Arc((pin,), ("P",), dsp.c_to_p), Arc((pin,), ("PCOUT",), dsp.c_to_p + dsp.cascade)]
        if p:
            out = dsp.p
        elif m or c or not multiplies:
            out = dsp.m_to_p
        else:
            out = dsp.ab_to_p
        launch = {"P": out, "PCOUT": out + dsp.cascade} if p or m or c or a or b else {}
        inside = 0.0
        if m and (a or b or p):
            inside = dsp.limit
        elif p and (a or b) and multiplies:
            inside = dsp.ab_to_p - dsp.p
        return CellDelays("dsp", tuple(arcs), setup, launch, inside)

    return found


_WIDTHS = (1, 2, 4, 9, 18, 36)
_BLOCKS = (
    *("RAMB16", "RAMB16BWER", "RAMB18E1", "RAMB18E2", "RAMB36E1", "RAMB36E2"),
    *(f"RAMB16_S{a}" for a in _WIDTHS),
    *(f"RAMB16_S{a}_S{b}" for a in _WIDTHS for b in _WIDTHS),
)


def _block(block: Block) -> Callable[[Mapping[str, str]], CellDelays]:
    """A block RAM, by its output registers. The names of its ports are those of all families together."""
    setup = dict.fromkeys(("ADDR", "ADDRA", "ADDRB", "ADDRARDADDR", "ADDRBWRADDR"), block.address)
    setup |= dict.fromkeys(
        (
            *("DI", "DIP", "DIA", "DIB", "DIPA", "DIPB", "DIADI", "DIBDI", "DIPADIP", "DIPBDIP"),
            *("DINADIN", "DINBDIN", "DINPADINP", "DINPBDINP"),
        ),
        block.data,
    )
    setup |= dict.fromkeys(("WE", "WEA", "WEB", "WEBWE"), block.write)
    setup |= dict.fromkeys(
        (
            *(
                "EN",
                "ENA",
                "ENB",
                "ENARDEN",
                "ENBWREN",
                "SSR",
                "SSRA",
                "SSRB",
                "REGCEA",
                "REGCEB",
                "REGCEAREGCE",
            ),
            *("RSTRAMARSTRAM", "RSTRAMB", "RSTREGARSTREG", "RSTREGB"),
        ),
        block.enable,
    )
    of_port = {
        "A": ("DO", "DOP", "DOA", "DOPA", "DOADO", "DOPADOP", "DOUTADOUT", "DOUTPADOUTP"),
        "B": ("DOB", "DOPB", "DOBDO", "DOPBDOP", "DOUTBDOUT", "DOUTPBDOUTP"),
    }

    def found(parameters: Mapping[str, str]) -> CellDelays:
        registered = {port: _set(parameters, f"DO{port}_REG") for port in of_port}
        if parameters.get("RAM_MODE", "").strip() == "SDP":  # both halves of a word are read by port A
            registered["B"] = registered["A"]
        launch = {
            pin: block.registered if registered[port] else block.launch
            for port, pins in of_port.items()
            for pin in pins
        }
        # The memory behind an output register answers no later than one without.
        return CellDelays("ram", (), setup, launch, block.launch if any(registered.values()) else 0.0)

    return found
