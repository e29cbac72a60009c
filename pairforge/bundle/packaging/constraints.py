"""Timing constraints for the core and each wrapper, in every form that the targets of a package read."""

from __future__ import annotations

from pairforge.bundle.packaging.model import Package, PackagedModule
from pairforge.targets.parts.constraints import ConstraintFormat

__all__ = ["constraint_files", "constraint_formats"]


def constraint_formats(package: Package) -> tuple[ConstraintFormat, ...]:
    """The forms of constraints, each suffix once: of two with one suffix that of the first target."""
    found: dict[str, ConstraintFormat] = {}
    for target in package.targets:
        for form in target.constraints:
            found.setdefault(form.suffix, form)
    return tuple(found.values())


def constraint_files(package: Package) -> dict[str, str]:
    """`constraints/MODULE.SUFFIX` for the core and each wrapper."""
    with package.targets[0].errors():
        return {
            f"constraints/{module.name}.{form.suffix}": _text(package, module, form)
            for module in package.modules
            for form in constraint_formats(package)
        }


def _text(package: Package, module: PackagedModule, form: ConstraintFormat) -> str:
    what = (f"{form.purpose}. For {module.name} as the top.", *form.advice)
    return f"{package.comment(form.mark, *what)}\n{form.write(module, package.clock)}"
