"""The drivers that a build leaves for the registers of its wrappers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pairforge.bundle.addition import Addition, Product
from pairforge.bundle.bus_addition import facts_of
from pairforge.bundle.drivers.files import driver_files
from pairforge.bundle.drivers.model import DriverJobs
from pairforge.bundle.emit import header
from pairforge.bundle.jobs import jobs_of
from pairforge.compiler.compile import Compiled


def driver_jobs(compiled: Compiled, result: Mapping[str, Any] | None = None) -> DriverJobs | None:
    """The jobs that drivers have functions for; None where the core computes a pairing. `result`: as of
    `jobs_of`.
    """
    jobs, computation = jobs_of(compiled, result), compiled.computation
    if not jobs:
        return None
    is_large = computation.characteristic > 3
    return DriverJobs(compiled.name, jobs, computation.characteristic if is_large else 0)


def driver_addition(product: Product) -> Addition:
    """`drivers/`: C, Rust and Python, and a simulated core to run them on."""
    compiled = product.compiled
    facts, jobs = facts_of(compiled, product.result), driver_jobs(compiled, product.result)
    made = driver_files(compiled.name, facts, header(compiled), jobs)
    functions = "" if jobs is None else ", with a function for each job"
    return Addition(
        {f"drivers/{path}": text for path, text in made.items()},
        [
            "`drivers/` has drivers for the registers in C (`c/`, C99), Rust (`rust/`, no_std) and Python "
            f"(`python/`){functions}, each with an example; `make -C drivers/simulation` runs these on the "
            "core behind Wishbone, simulated by Verilator 5."
        ],
    )
