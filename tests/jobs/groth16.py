"""A proof of snarkjs as inputs of the job."""

import json
from pathlib import Path

from pairforge.jobs.groth16 import Groth16Verify
from pairforge.jobs.product_models import product_model
from pairforge.pairings.computation import Encoded

VECTOR = Path(__file__).parents[1] / "vectors" / "groth16" / "snarkjs.json"


def snarkjs_parts() -> dict[str, Encoded]:
    """All points, the public input, and what snarkjs has for e(alpha, beta)."""
    found = json.loads(VECTOR.read_text())
    return {
        name: tuple(int(c, 16) for c in values) for name, values in found.items() if isinstance(values, list)
    }


def snarkjs_inputs(job: Groth16Verify) -> Encoded:
    """With e(alpha, beta) by the model."""
    parts = snarkjs_parts()
    value = product_model(job.curve, ((parts["alpha"], parts["beta"]),))
    parts["alphabeta"] = job.curve.tower.flat.to(value)
    order = ("A", "B", "C", "n", "alphabeta", "gamma", "delta", "IC0", "IC1")
    return tuple(c for name in order for c in parts[name])
