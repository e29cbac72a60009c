"""The register map of a core in SystemRDL 2.0."""

from __future__ import annotations

from pairforge.registers.map import ADDRESS_BITS, REGISTERS, Access, Facts, Field, Register, constant

_PROPERTIES = {
    Access.CONSTANT: "sw = r; hw = na;",
    Access.STATE: "sw = r; hw = w;",
    Access.STORED: "sw = rw; hw = r;",
    Access.CLEARED: "sw = rw; onwrite = woclr; hw = rw; hwset;",
    Access.PULSE: "sw = w; hw = r; singlepulse;",
    Access.PUSH: "sw = w; hw = r; swacc;",
    Access.POP: "sw = r; onread = ruser; hw = rw;",
}


def rdl_text(name: str, facts: Facts, title: str, header: str, about: str = "") -> str:
    """The map as an `addrmap` called `name`; `header` becomes comments on top, `about` ends its description.

    Where the two wrappers differ the map says what the AXI wrapper does; texts say the rest.
    """
    lines = [f"// {line}".rstrip() for line in header.splitlines()]
    lines += [
        "",
        f"addrmap {name} {{",
        f"    name = {_quoted(title)};",
        f"    desc = {_quoted(f'Registers of the bus wrappers, 32 bits each, little-endian.{about}')};",
        "    default regwidth = 32;",
        "    default accesswidth = 32;",
        "    littleendian;",
        "    lsb0;",
    ]
    for register in REGISTERS:
        lines += ["", *_register(register, facts)]
    # The wrappers take that many bits of an address, and refuse what is not in the map.
    lines += ["", f"    // {1 << ADDRESS_BITS} bytes; accesses elsewhere are refused.", "};"]
    return "\n".join(lines) + "\n"


def _register(register: Register, facts: Facts) -> list[str]:
    # What a read or write does besides is not a register's: in SystemRDL that is external.
    outside = any(field.access in (Access.PUSH, Access.POP) for field in register.fields)
    lines = [
        "    external reg {" if outside else "    reg {",
        f"        name = {_quoted(register.name)};",
        f"        desc = {_quoted(register.doc)};",
    ]
    for field in register.fields:
        high = field.low + field.width - 1
        reset = constant(field, facts) if field.fixed else field.reset
        value = (
            "" if field.access in (Access.PUSH, Access.POP, Access.STATE) else f" = {field.width}'h{reset:x}"
        )
        lines += [
            "        field {",
            f"            desc = {_quoted(_sentence(field))};",
            f"            {_PROPERTIES[field.access]}",
            f"        }} {field.name}[{high}:{field.low}]{value};",
        ]
    lines.append(f"    }} {register.name} @ 0x{register.offset:02X};")
    return lines


def _sentence(field: Field) -> str:
    return field.doc[0].upper() + field.doc[1:] + "."


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
