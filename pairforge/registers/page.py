"""The register map as a Markdown table, for documentation."""

from __future__ import annotations

from pairforge.registers.map import REGISTERS, Access

_NAMES = {
    Access.CONSTANT: "constant",
    Access.STATE: "read",
    Access.STORED: "read, write",
    Access.CLEARED: "read, write 1 to clear",
    Access.PULSE: "write 1",
    Access.PUSH: "write",
    Access.POP: "read",
}


def table() -> str:
    """One row a field, without a line end at the end."""
    rows = ["| offset | register | bits | field | access | |", "|---|---|---|---|---|---|"]
    for register in REGISTERS:
        for i, field in enumerate(register.fields):
            high = field.low + field.width - 1
            bits = f"{field.low}" if field.width == 1 else f"{high}:{field.low}"
            head = "| |" if i else f"| 0x{register.offset:02X} | `{register.name}` |"
            rows.append(f"{head} {bits} | `{field.name}` | {_NAMES[field.access]} | {field.doc} |")
    return "\n".join(rows)
