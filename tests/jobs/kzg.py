"""Vectors of `verify_kzg_proof` of c-kzg-4844 as inputs of the job."""

import json
from pathlib import Path
from typing import Any

from pairforge.pairings.computation import Encoded

from .ethereum import elements

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "kzg" / "verify_kzg_proof.json").read_text()
)["cases"]


def kzg_inputs(case: dict[str, Any]) -> Encoded | None:
    """None where a coordinate is not below p."""
    commitment, proof = elements(case["commitment"]), elements(case["proof"])
    if commitment is None or proof is None:
        return None
    return *commitment, int(case["z"], 16), int(case["y"], 16), *proof
