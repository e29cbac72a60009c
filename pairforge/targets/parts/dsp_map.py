"""How a multiplier block with all of its registers becomes a DSP block of a family: Yosys's `techmap` files.

The modules are those of `units.parts.blocks`. Of a family whose blocks are too narrow there is no map: its
blocks are inferred from the modules' contents.

Imports the modules.
"""

from __future__ import annotations

from pairforge.units.parts.blocks import NARROW, SUM, Addend, multiplier_block

__all__ = ["dsp48", "dsp48e1", "dsp48e2", "mult18x18", "mult18x18d"]

_LEAST = 17  # bits of the wider operand that units are made with, at least

# What the adder gets besides the product: nothing, the cascade moved down by 17 bits, input C.
_OPMODE = {Addend.NONE: "0000101", Addend.CASCADE: "1010101", Addend.NUMBER: "0110101"}


def dsp48e1() -> str:
    """Virtex-6 and 7 series: 24 by 17 bits."""
    return _dsp48e("DSP48E1", 24, d_bits=25, opmode_bits=7)


def dsp48e2() -> str:
    """UltraScale+: 26 by 17 bits."""
    return _dsp48e("DSP48E2", 26, d_bits=27, opmode_bits=9)


def _dsp48e(cell: str, widest: int, *, d_bits: int, opmode_bits: int) -> str:
    parameters = {"ADREG": 0, "DREG": 0, "INMODEREG": 0, "ACASCREG": 1, "BCASCREG": 1}
    parameters |= {"ALUMODEREG": 0, "OPMODEREG": 0, "CARRYINREG": 0, "CARRYINSELREG": 0}
    pins = {"INMODE": "5'd0", "ALUMODE": "4'd0", "CARRYIN": "1'b0", "CARRYINSEL": "3'd0"}
    pins |= {"D": f"{d_bits}'d0"}
    pins |= dict.fromkeys(("CEA2", "CEB2", "CEC", "CEM", "CEP"), "1'b1")
    idle = ("CEA1", "CEB1", "CED", "CEAD", "CEALUMODE", "CECTRL", "CEINMODE", "CECARRYIN")
    resets = ("A", "B", "C", "M", "P", "D", "CTRL", "ALUMODE", "INMODE", "ALLCARRYIN")
    pins |= dict.fromkeys((*idle, *(f"RST{name}" for name in resets)), "1'b0")
    return _maps(cell, widest, 30, parameters, pins, opmode_bits=opmode_bits)


def dsp48() -> str:
    """Virtex-4: 17 by 17 bits."""
    parameters = {"OPMODEREG": 0, "SUBTRACTREG": 0, "CARRYINREG": 0, "CARRYINSELREG": 0}
    pins = {"SUBTRACT": "1'b0", "CARRYIN": "1'b0", "CARRYINSEL": "2'd0", "BCIN": "18'd0"}
    pins |= dict.fromkeys(("CEA", "CEB", "CEC", "CEM", "CEP"), "1'b1")
    pins |= dict.fromkeys(("CECTRL", "CECARRYIN", "CECINSUB"), "1'b0")
    pins |= dict.fromkeys(("RSTA", "RSTB", "RSTC", "RSTM", "RSTP", "RSTCTRL", "RSTCARRYIN"), "1'b0")
    return _maps("DSP48", 17, 18, parameters, pins, opmode_bits=7)


def _maps(
    cell: str, widest: int, a_bits: int, parameters: dict[str, int], pins: dict[str, str], *, opmode_bits: int
) -> str:
    """A map for each addend and each width that the family's block holds."""
    found = []
    for wide in range(_LEAST, widest + 1):
        for addend, opmode in _OPMODE.items():
            set_ = parameters | {"AREG": 1, "BREG": 1, "MREG": 1, "PREG": 1}
            set_ |= {"CREG": int(addend is Addend.NUMBER)}
            joined = pins | {
                "CLK": "clk",
                "A": f"{{{a_bits - wide}'d0, a}}",
                "B": f"{{{18 - NARROW}'d0, b}}",
                "C": "c" if addend is Addend.NUMBER else f"{SUM}'d0",
                "PCIN": "below" if addend is Addend.CASCADE else f"{SUM}'d0",
                "OPMODE": f"{opmode_bits}'b{opmode.zfill(opmode_bits)}",
                "P": "total",
            }
            values = ", ".join(f".{name}({value})" for name, value in set_.items())
            wired = ", ".join(f".{name}({value})" for name, value in joined.items())
            found.append(_module(wide, addend, f"{cell}_whole #({values}) dsp ({wired});"))
    return "".join(found)


def mult18x18d() -> str:
    """ECP5: a multiplier with registers at its inputs and behind the product; the sum in carry cells."""
    ports = [f".A{i}(a[{i}]), .B{i}(b[{i}])" for i in range(NARROW)]
    ports += [".A17(1'b0), .B17(1'b0), .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0)"]
    ports += [f".P{i}(product[{i}])" for i in range(2 * NARROW)]
    ports += [f".{name}{i}(1'b{int(name == 'CE')})" for name in ("CE", "RST") for i in range(4)]
    ports += [".CLK0(clk), .CLK1(1'b0), .CLK2(1'b0), .CLK3(1'b0)"]
    registers = [f'.REG_{name}_CLK("CLK0")' for name in ("INPUTA", "INPUTB", "OUTPUT")]
    return _with_sums(f"MULT18X18D #({', '.join(registers)}) dsp ({', '.join(ports)});")


def mult18x18() -> str:
    """Nexus: the same."""
    ports = [".A({1'b0, a})", ".B({1'b0, b})", ".Z({idle, product})", ".CLK(clk)"]
    ports += [f".CE{name}(1'b1), .RST{name}(1'b0)" for name in ("A", "B", "OUT")]
    ports += [f".SIGNED{name}(1'b0)" for name in "AB"]
    registers = [f'.REG{name}("REGISTER")' for name in ("INPUTA", "INPUTB", "OUTPUT")]
    cell = f"MULT18X18 #({', '.join(registers)}) dsp ({', '.join(ports)});"
    return _with_sums(f"wire [{35 - 2 * NARROW}:0] idle; {cell}")


def _with_sums(multiplier: str) -> str:
    """A map for each addend: the cell, which gives `product`, and behind it the sum in a register."""
    found = []
    for addend in Addend:
        added = {
            Addend.NONE: "",
            Addend.CASCADE: f" + below[{SUM - 1}:{NARROW}]",
            Addend.NUMBER: " + c_taken",
        }[addend]
        taken = (
            f"reg [{SUM - 1}:0] c_taken; always @(posedge clk) c_taken <= c; "
            if added.endswith("taken")
            else ""
        )
        body = (
            f"wire [{2 * NARROW - 1}:0] product; reg [{SUM - 1}:0] sum; {taken}{multiplier} "
            f"always @(posedge clk) sum <= product{added}; assign total = sum;"
        )
        found.append(_module(NARROW, addend, body))
    return "".join(found)


def _module(wide: int, addend: Addend, body: str) -> str:
    module = multiplier_block(wide, addend)
    ports = ", ".join(
        f"{direction.split()[0]} [{net.width - 1}:0] {net.name}" for direction, net in module.ports
    )
    name = f"map_{module.name}"
    return f'(* techmap_celltype = "{module.name}" *)\nmodule {name} ({ports});\n  {body}\nendmodule\n'
