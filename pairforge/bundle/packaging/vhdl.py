"""VHDL for a core: a package with component declarations and constants, and an instantiation of each module.

Everything is VHDL-93. A Verilog name that is no basic identifier of VHDL, or a reserved word there, is
written as an extended identifier (`\\signal\\`), which mixed-language tools match letter by letter.
"""

from __future__ import annotations

import re

from pairforge.bundle.packaging.model import Package, PackagedModule
from pairforge.targets.parts.constraints import Port

__all__ = ["vhdl_files"]

_BASIC = re.compile(r"[a-zA-Z](_?[a-zA-Z0-9])*")

# Reserved words of VHDL-2008, and names from outside that every file uses.
_TAKEN = frozenset(
    """
    abs access after alias all and architecture array assert assume assume_guarantee attribute begin block
    body buffer bus case component configuration constant context cover default disconnect downto else elsif
    end entity exit fairness file for force function generate generic group guarded if impure in inertial
    inout is label library linkage literal loop map mod nand new next nor not null of on open or others out
    package parameter port postponed procedure process property protected pure range record register reject
    release rem report restrict restrict_guarantee return rol ror select sequence severity shared signal sla
    sll sra srl strong subtype then to transport type unaffected units until use variable vmode vprop vunit
    wait when while with xnor xor
    ieee natural std std_logic std_logic_1164 std_logic_vector work
    """.split()
)


def vhdl_files(package: Package) -> dict[str, str]:
    """`vhdl/NAME_pkg.vhd` and `vhdl/NAME_instance.vhd`."""
    return {
        f"vhdl/{package.name}_pkg.vhd": _package(package),
        f"vhdl/{package.name}_instance.vhd": _instances(package),
    }


def identifier(name: str) -> str:
    """A Verilog name in VHDL."""
    return name if _BASIC.fullmatch(name) and name.lower() not in _TAKEN else f"\\{name}\\"


def _type(port: Port) -> str:
    return "std_logic" if port.width == 1 else f"std_logic_vector({port.width - 1} downto 0)"


def _port_lines(module: PackagedModule) -> list[str]:
    names = [identifier(port.name) for port in module.ports]
    wide = max(map(len, names))
    last = len(names) - 1
    lines = [
        f"{name:{wide}} : {port.direction:3} {_type(port)}{'' if i == last else ';'}"
        for i, (name, port) in enumerate(zip(names, module.ports, strict=True))
    ]
    return ["port (", *(f"  {line}" for line in lines), ");"]


def _indented(lines: list[str], by: int) -> str:
    return "".join(" " * by + line + "\n" for line in lines)


def _package(package: Package) -> str:
    name = identifier(f"{package.name}_pkg")
    text = package.comment("--", "Component declarations and constants. The modules themselves are Verilog.")
    text += f"\nlibrary ieee;\nuse ieee.std_logic_1164.all;\n\npackage {name} is\n"
    for constant, (value, meaning) in package.constants.items():
        text += f"\n  -- {meaning}\n"
        text += f"  constant {identifier(f'{package.name}_{constant}')} : natural := {value};\n"
    for module in package.modules:
        text += f"\n  -- {module.purpose}\n  component {identifier(module.name)} is\n"
        text += _indented(_port_lines(module), 4)
        text += "  end component;\n"
    return f"{text}\nend package;\n"


def _instances(package: Package) -> str:
    text = package.comment(
        "--",
        "Each module instantiated, as an entity with its ports: a start for a design of your own.",
    )
    for module in package.modules:
        entity = identifier(f"{module.name}_instance")
        names = [identifier(port.name) for port in module.ports]
        wide = max(map(len, names))
        last = len(names) - 1
        text += f"\n-- {module.purpose}\nlibrary ieee;\nuse ieee.std_logic_1164.all;\n\nlibrary work;\n"
        text += f"use work.{identifier(f'{package.name}_pkg')}.all;\n\nentity {entity} is\n"
        text += _indented(_port_lines(module), 2)
        text += f"end entity;\n\narchitecture structure of {entity} is\nbegin\n\n"
        text += f"  wrapped : component {identifier(module.name)}\n    port map (\n"
        text += _indented(
            [f"{name:{wide}} => {name}{'' if i == last else ','}" for i, name in enumerate(names)], 6
        )
        text += "    );\n\nend architecture;\n"
    return text
