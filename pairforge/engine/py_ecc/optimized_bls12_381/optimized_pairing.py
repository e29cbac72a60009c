"""Its pairing, with the names of py_ecc.optimized_bls12_381.optimized_pairing."""

from __future__ import annotations

from pairforge.engine.py_ecc.optimized_bls12_381.optimized_curve import CURVE

__all__ = ["cast_point_to_fq12", "final_exponentiate", "miller_loop", "pairing"]

pairing = CURVE.pairing
miller_loop = CURVE.miller_loop
final_exponentiate = CURVE.final_exponentiate
cast_point_to_fq12 = CURVE.cast_point_to_fq12
