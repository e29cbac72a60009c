"""The drivers of cores that nobody has made: their text depends on facts and on jobs alone."""

from collections.abc import Sequence
from pathlib import Path

from pairforge.bundle.drivers.files import driver_files
from pairforge.bundle.drivers.model import DriverJobs
from pairforge.bundle.emit import write_files
from pairforge.bundle.jobs import core_job
from pairforge.jobs.registry import find_computation
from pairforge.registers.map import Facts

SIGNATURES = ("bls-verify", "bls-sign", "g1-decompress", "g2-decompress", "hash-to-field", "ate")
CORE = "bls"
BITS = 381
WORDS = 12  # of an element


def written(folder: Path, jobs: Sequence[str] = SIGNATURES) -> Path:
    """The drivers of a core called `bls`, of these jobs over BLS12-381 or of a pairing, in a folder."""
    computations = [find_computation(f"{job}-bls12-381") for job in jobs]
    inputs = 1 + max((len(each.inputs) for each in computations), default=5)
    outputs = 13 if computations else 12
    facts = Facts((0, 1, 0), 2**BITS - 1, 16, BITS, inputs * WORDS, outputs * WORDS, 0, 900, 60, False)
    made = [
        core_job(each, job, i, 900, 60) for i, (job, each) in enumerate(zip(jobs, computations, strict=True))
    ]
    its = DriverJobs(CORE, tuple(made), computations[0].characteristic) if made else None
    write_files(folder, driver_files(CORE, facts, "Drivers of a core that nobody has made", its))
    return folder
