"""The drivers that a build leaves for the registers of its wrappers."""

from __future__ import annotations

from pairforge.drivers.files import driver_files
from pairforge.flow.bus import facts_of
from pairforge.flow.emit import header
from pairforge.flow.part import Part, Product


def driver_part(product: Product) -> Part:
    """`drivers/`: C, Rust and Python, and a simulated core to run them on."""
    compiled = product.compiled
    made = driver_files(compiled.name, facts_of(compiled, product.result), header(compiled))
    return Part(
        {f"drivers/{path}": text for path, text in made.items()},
        [
            "`drivers/` has drivers for the registers in C (`c/`, C99), Rust (`rust/`, no_std) and Python "
            "(`python/`), each with an example; `make -C drivers/simulation` runs these on the core behind "
            "Wishbone, simulated by Verilator 5."
        ],
    )
