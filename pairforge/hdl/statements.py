"""Statements: what the body of a module is a list of, so that a module can be made from another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairforge.hdl.expressions import Const, Expr, Memory, Net

if TYPE_CHECKING:
    from pairforge.hdl.module import Module


@dataclass(frozen=True, eq=False)
class Comment:
    """A comment line in the body."""

    text: str


@dataclass(frozen=True, eq=False)
class Declaration:
    """A wire or a register; `start`: what a register holds when the device has been configured."""

    net: Net
    register: bool
    start: int | None = None


@dataclass(frozen=True, eq=False)
class Assignment:
    """What drives a wire, or bit `bit` of it."""

    net: Net
    value: Expr
    bit: int | None = None


@dataclass(frozen=True, eq=False)
class Leftover:
    """Bits left over on purpose."""

    values: tuple[Expr, ...]


@dataclass(frozen=True, eq=False)
class Load:
    """The input of a register, its enable, and (condition, value) of its reset."""

    net: Net
    value: Expr
    enable: Expr | None
    reset: tuple[Expr, int | Const] | None


@dataclass(frozen=True, eq=False)
class Write:
    """A write port of a memory."""

    memory: Memory
    address: Expr
    value: Expr
    enable: Expr


@dataclass(frozen=True, eq=False)
class Instance:
    """A module inside another; `pins` in the order of its ports."""

    module: Module
    name: str
    pins: tuple[tuple[str, Expr], ...]


Statement = Comment | Declaration | Assignment | Leftover | Load | Memory | Write | Instance
