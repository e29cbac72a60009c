"""The drivers that a build leaves for the registers of its wrappers."""

from __future__ import annotations

from pairforge.bundle.addition import Addition, Product
from pairforge.bundle.bus_addition import facts_of
from pairforge.bundle.drivers.files import driver_files
from pairforge.bundle.emit import header


def driver_addition(product: Product) -> Addition:
    """`drivers/`: C, Rust and Python, and a simulated core to run them on."""
    compiled = product.compiled
    made = driver_files(compiled.name, facts_of(compiled, product.result), header(compiled))
    return Addition(
        {f"drivers/{path}": text for path, text in made.items()},
        [
            "`drivers/` has drivers for the registers in C (`c/`, C99), Rust (`rust/`, no_std) and Python "
            "(`python/`), each with an example; `make -C drivers/simulation` runs these on the core behind "
            "Wishbone, simulated by Verilator 5."
        ],
    )
