"""Types, with the names of py_ecc.typing."""

from __future__ import annotations

from typing import TypeVar

from pairforge.engine.py_ecc.elements import FQ, FQ2, FQ12

__all__ = [
    "FQ2_modulus_coeffs_type",
    "FQ12_modulus_coeffs_type",
    "Field",
    "GeneralPoint",
    "Optimized_Field",
    "Optimized_GeneralPoint",
    "Optimized_Point2D",
    "Optimized_Point3D",
    "PlainPoint2D",
    "PlainPoint3D",
    "Point2D",
    "Point3D",
]

Field = TypeVar("Field", FQ, FQ2, FQ12)
Point2D = tuple[Field, Field] | None
Point3D = tuple[Field, Field, Field] | None
GeneralPoint = tuple[Field, Field] | tuple[Field, Field, Field] | None

Optimized_Field = TypeVar("Optimized_Field", FQ, FQ2, FQ12)
Optimized_Point2D = tuple[Optimized_Field, Optimized_Field]
Optimized_Point3D = tuple[Optimized_Field, Optimized_Field, Optimized_Field]
Optimized_GeneralPoint = (
    tuple[Optimized_Field, Optimized_Field] | tuple[Optimized_Field, Optimized_Field, Optimized_Field]
)

PlainPoint2D = tuple[int, int]
PlainPoint3D = tuple[int, int, int]
FQ2_modulus_coeffs_type = tuple[int, int]
FQ12_modulus_coeffs_type = tuple[int, int, int, int, int, int, int, int, int, int, int, int]
