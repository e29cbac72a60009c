"""Steps that several programs have in common, made instances of one body (`instances`).

An algorithm of one job is often a step of another: a decompression of a verification, a hash of a signature.
Where the operations of two blocks, or of the bodies of two loops, are the same but for names, they are made
so to the letter. Then they have cycles, units and words in common, and so the same microcode. A block becomes
a loop of one iteration. What a body reads from outside becomes a loop-carried value that no iteration
changes; what others read of a block one that begins as 0, which nobody reads.

Runs on programs that are one (`together`), when no operation will be merged with another any more, and before
`coalesce`, which keeps what lives across a step out of its places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pairforge.program.ir import Block, Loop, LoopCarried, Op, Program, Region, value
from pairforge.program.rewrite import rename_carried, rename_op

ZERO = "c.zero"
"""The name of the constant 0 where a program has none."""

_WORTH = 3
"""Operations of a block for each value that has to be brought to its place or away from there."""

_LEAST = 24
"""Operations of a block that is worth a step."""


def share_steps(program: Program) -> Program:
    """Make blocks and loops with one body instances of that."""
    program = program.with_regions(tuple(part for region in program.regions for part in _parts(region)))
    constants, wanted = program.constant_names, _wanted(program)
    shapes = {i: _Shape.of(region, constants, wanted) for i, region in enumerate(program.regions)}
    families: dict[object, list[_Family]] = {}
    # A loop has its results in the places of what it begins with; so a block can take after it.
    for i, shape in sorted(shapes.items(), key=lambda item: (item[1] is None or item[1].block, item[0])):
        if shape is None:
            continue
        found = families.setdefault(shape.key, [])
        for family in found:
            names = _matched(family.head, shape, constants)
            if names is not None:
                family.members[i] = shape, names
                break
        else:
            found.append(_Family(shape, {i: (shape, {})}))
    several = [family for found in families.values() for family in found if len(family.members) > 1]
    return _rewritten(program, several)


def _parts(region: Region) -> Iterator[Region]:
    """A block without the operations that take elements in or send them, which are blocks of their own."""
    if isinstance(region, Loop) or not any(op.streams for op in region.ops):
        yield region
        return
    first = tuple(op for op in region.ops if op.kind == "input")
    last = tuple(op for op in region.ops if op.sends)
    inner = tuple(op for op in region.ops if not op.streams)
    for name, ops in ((f"{region.name}.in", first), (region.name, inner), (f"{region.name}.out", last)):
        if ops:
            yield Block(name, ops)


@dataclass(frozen=True)
class _Shape:
    """A region as a loop that reads constants and its parameters, and nothing else from outside.

    `block`: whether it is one. `wanted`: what others read of a block. `key`: kinds and attributes of the
    operations.
    """

    loop: Loop
    block: bool
    wanted: frozenset[str]
    key: object

    @classmethod
    def of(cls, region: Region, constants: Collection[str], wanted: Collection[str]) -> _Shape | None:
        """None for what no other can repeat, or where that gains nothing."""
        block = isinstance(region, Block)
        if any(op.streams for op in region.ops) or (isinstance(region, Loop) and region.bits):
            return None
        own = {op.name for op in region.ops}
        carried = region.carried if isinstance(region, Loop) else ()
        params = {looped.param for looped in carried}
        reads = dict.fromkeys(name for op in region.ops for name in op.reads)
        outside = [name for name in reads if name not in own | params and name not in constants]
        results = frozenset(own.intersection(wanted)) if block else frozenset()
        if block and len(region.ops) < max(_LEAST, _WORTH * len(outside)):
            return None
        given = {name: f"{region.name}.in{k}" for k, name in enumerate(outside)}
        held = (LoopCarried(param, name, param, f"{param}.end") for name, param in given.items())
        ops = tuple(_renamed(op, given) for op in region.ops)
        count = region.count if isinstance(region, Loop) else 1
        instance_of = region.instance_of if isinstance(region, Loop) else ""
        loop = Loop(region.name, count, (*carried, *held), ops, instance_of=instance_of)
        return cls(loop, block, results, tuple((op.kind, op.attribute) for op in ops))

    @property
    def free(self) -> frozenset[str]:
        """The parameters that an instance may give a constant."""
        return frozenset(looped.param for looped in self.loop.carried if looped.held)


@dataclass
class _Family:
    """Regions of one body, by number: each as a loop, and its names for those of the head."""

    head: _Shape
    members: dict[int, tuple[_Shape, Mapping[str, str]]]


def _renamed(op: Op, names: Mapping[str, str]) -> Op:
    """An operation, each of whose operands is one value, with the values it reads renamed."""
    forms = (value(names.get(form.names[0], form.names[0])) for form in op.operands)
    return replace(op, operands=tuple(forms))


def _matched(head: _Shape, other: _Shape, constants: Collection[str]) -> Mapping[str, str] | None:
    """The names of another for those of the head, where the bodies are the same but for names and for the
    order of the operands of products and additions; else None.
    """
    pairs = _Pairs(constants, head.free)
    rows = list(zip(head.loop.ops, other.loop.ops, strict=True))
    for a, b in rows:
        pairs.join(a.name, b.name)
    unclear = [row for row in rows if not pairs.operands(*row)]
    while unclear and not pairs.differ:
        left = [row for row in unclear if not pairs.operands(*row)]
        if len(left) == len(unclear):  # either order may be right
            pairs.in_order(*left.pop(0))
        unclear = left
    if pairs.differ or not _carries_alike(head, other, pairs):
        return None
    return pairs.names


def _carries_alike(head: _Shape, other: _Shape, pairs: _Pairs) -> bool:
    """Whether two bodies carry the same, where their operations are. Loops that an algorithm calls otherwise
    are to have other places, as those for the digits of a power.
    """
    changing = [looped for looped in head.loop.carried if not looped.held]
    if any(looped.held and looped.param not in pairs.names for looped in head.loop.carried):
        return False
    if any(looped.held and looped.param not in pairs.of for looped in other.loop.carried):
        return False
    made = {pairs.names[looped.next] for looped in changing if looped.next in pairs.names}
    if len(made) < len(changing):
        return False
    if other.block:
        return head.block or other.wanted <= made
    by_next = {looped.next: looped for looped in other.loop.carried if not looped.held}
    if head.block or head.loop.called != other.loop.called or by_next.keys() != made:
        return False
    return all(pairs.may(looped.param, by_next[pairs.names[looped.next]].param) for looped in changing)


@dataclass
class _Pairs:
    """The `names` of another body for those of the first; `of` the other way round. `free`: names of the
    first that may be constants in the other. `differ`: that two bodies are not the same.
    """

    constants: Collection[str]
    free: Collection[str]
    names: dict[str, str] = field(default_factory=dict)
    of: dict[str, str] = field(default_factory=dict)
    differ: bool = False

    def join(self, a: str, b: str) -> None:
        """Name b of the other is a of the first."""
        if not self.may(a, b):
            self.differ = True
        elif a not in self.constants:
            self.names[a] = b
            if b not in self.constants:
                self.of[b] = a

    def may(self, a: str, b: str) -> bool:
        """Whether they may belong together."""
        if a in self.constants:
            return a == b
        if b in self.constants:
            return a in self.free and self.names.get(a, b) == b
        return self.of.get(b, a) == a and self.names.get(a, b) == b

    def operands(self, a: Op, b: Op) -> bool:
        """Join the operands of two operations where there is but one way; whether that is so."""
        names = [form.names[0] for form in b.operands]
        ways = [names, names[::-1]] if commutes(b) and names[0] != names[1] else [names]
        others = [form.names[0] for form in a.operands]
        ways = [way for way in ways if all(map(self.may, others, way))]
        if len(ways) > 1:
            return False
        if not ways:
            self.differ = True
        for way in ways:
            for pair in zip(others, way, strict=True):
                self.join(*pair)
        return True

    def in_order(self, a: Op, b: Op) -> None:
        """Join the operands as they stand."""
        for x, y in zip(a.operands, b.operands, strict=True):
            self.join(x.names[0], y.names[0])


def commutes(op: Op) -> bool:
    """Whether the order of its two operands does not matter."""
    return op.kind == "mul" or (op.kind, op.attribute) == ("add", 1)


def _rewritten(program: Program, families: Sequence[_Family]) -> Program:
    """The program with the regions of each family as instances of one body."""
    zero = next((name for name, c in program.constants if c == 0), ZERO)
    loops: dict[int, Loop] = {}
    results: dict[int, Mapping[str, str]] = {}
    for family in families:
        first, outputs = min(family.members), _outputs(family)
        for i, (shape, names) in sorted(family.members.items()):
            loop, made = _instance(family.head, shape, names, outputs, zero)
            loops[i] = replace(loop, instance_of="" if i == first else program.regions[first].name)
            results[i] = made
    renamed: dict[str, str] = {}
    regions: list[Region] = []
    for i, own in enumerate(program.regions):
        region = loops.get(i, own)
        ops = tuple(rename_op(op, renamed, program.characteristic) for op in region.ops)
        region = replace(region, ops=ops)
        if isinstance(region, Loop):
            region = replace(region, carried=tuple(rename_carried(c, renamed) for c in region.carried))
        renamed |= results.get(i, {})
        regions.append(region)
    held = program.constants if zero in program.constant_names else (*program.constants, (zero, 0))
    return replace(program, regions=tuple(regions), constants=held)


def _wanted(program: Program) -> frozenset[str]:
    """The values that a region other than their own reads, or begins with."""
    found: set[str] = set()
    for region in program.regions:
        own = {op.name for op in region.ops}
        found |= {name for op in region.ops for name in op.reads if name not in own}
        if isinstance(region, Loop):
            found |= {looped.initial for looped in region.carried}
    return frozenset(found)


def _outputs(family: _Family) -> Sequence[str]:
    """Of a family of blocks, what one of them has to leave behind, by the names of the head."""
    if not family.head.block:
        return ()
    made = [op.name for op in family.head.loop.ops]
    return [
        name
        for name in made
        if any(names.get(name, name) in shape.wanted for shape, names in family.members.values())
    ]


def _instance(
    head: _Shape, own: _Shape, names: Mapping[str, str], outputs: Sequence[str], zero: str
) -> tuple[Loop, Mapping[str, str]]:
    """A region as a loop written as the head is, and what the results of a block are called behind it.

    `outputs`: those of a family of blocks, by the names of the head.
    """
    names = names or {op.name: op.name for op in own.loop.ops} | {c.param: c.param for c in own.loop.carried}
    by_param = {looped.param: looped for looped in own.loop.carried}
    by_next = {looped.next: looped for looped in own.loop.carried if not looped.held}
    renamed = dict(names)
    carried: list[LoopCarried] = []
    results: dict[str, str] = {}
    for k, looped in enumerate(head.loop.carried):
        given, made = names.get(looped.param), names.get(looped.next, "")
        if looped.held:
            if given not in by_param:  # a constant
                param = renamed[looped.param] = f"{own.loop.name}.given{k}"
                carried.append(LoopCarried(param, given or zero, param, f"{param}.end"))
            else:
                carried.append(by_param[given])
        elif own.block:
            result = results[made] = f"{own.loop.name}.out{k}.end"
            start = by_param[given] if given else LoopCarried(f"{own.loop.name}.out{k}", zero, "", "")
            carried.append(replace(start, next=made, result=result))
        else:
            carried.append(by_next[made])
    for k, name in enumerate(outputs):
        made, result = names[name], f"{own.loop.name}.left{k}.end"
        carried.append(LoopCarried(result.removesuffix(".end"), zero, made, result))
        results[made] = result
    ops = tuple(_renamed(replace(op, name=names[op.name]), renamed) for op in head.loop.ops)
    return replace(own.loop, ops=ops, carried=tuple(carried)), results
