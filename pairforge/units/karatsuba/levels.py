"""How a Karatsuba multiplier is cut: its levels, and where its registers stand. Imports the error types."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from pairforge.errors import UserError

_LETTERS = {"halves": "", "three": "t", "oddeven": "e", "toom": "x"}


@dataclass(frozen=True)
class Split:
    """One level: blocks are cut at `size` digits.

    `kind` is "halves" (two parts), "three" (three parts, six products), "oddeven" (two parts, interleaved;
    only blocks of more than one digit) or "toom" (three parts, five products; the first level over F_2 only).
    """

    kind: str
    size: int

    def __post_init__(self) -> None:
        if self.kind not in _LETTERS:
            raise UserError(f"split {self.kind!r} is not one of {', '.join(_LETTERS)}")
        if self.size < 1:
            raise UserError(f"a split leaves blocks of {self.size} digits; at least 1 is needed")

    @classmethod
    def of(cls, tag: str) -> Split:
        """The level of this tag: `120` cuts into halves of 120, `t5` into thirds, `e60` into odd and even,
        `x80` into thirds for five products.
        """
        kinds = {letter: kind for kind, letter in _LETTERS.items()}
        letter, size = (tag[:1], tag[1:]) if tag[:1].isalpha() else ("", tag)
        if letter not in kinds or not size.isdecimal():
            raise UserError(
                f"level {tag!r}: give a size in digits; before it t for thirds, e for odd/even, "
                "x for five products of thirds"
            )
        return cls(kinds[letter], int(size))

    @property
    def tag(self) -> str:
        """For options and module names: the size, with a letter where the kind is not "halves"."""
        return _LETTERS[self.kind] + str(self.size)

    @property
    def parts(self) -> int:
        """Parts of a block that is cut."""
        return 3 if self.kind in ("three", "toom") else 2

    def splits(self, size: int) -> bool:
        """Whether a block of `size` digits is cut; smaller ones go down a level whole."""
        return size > (self.parts - 1) * self.size


def levels_for(
    m: int, *, cutoff: int, split: str | Sequence[str] = "halves", ways: int | Sequence[int] = 2
) -> tuple[Split, ...]:
    """Levels that cut m digits into equal parts until a block has at most `cutoff` digits.

    `split` ("halves" or "oddeven") and `ways` (2 or 3) are for all levels, or one value a level from the top;
    the last value holds for the levels below.
    """
    if cutoff < 1:
        raise UserError(f"cut-off {cutoff} is below 1 digit")
    splits = [split] if isinstance(split, str) else list(split)
    counts = [ways] if isinstance(ways, int) else list(ways)
    levels: list[Split] = []
    while m > cutoff:
        style, count = (row[min(len(levels), len(row) - 1)] for row in (splits, counts))
        if style not in ("halves", "oddeven") or count not in (2, 3) or (style, count) == ("oddeven", 3):
            raise UserError(f"no {count}-way {style} split; halves takes 2 or 3 ways, oddeven 2")
        if count == 3 and m < 5:
            count = 2
        m = -(-m // int(count))
        levels.append(Split("three" if count == 3 else str(style), m))
    return tuple(levels)


def check_levels(levels: Sequence[Split], m: int, characteristic: int) -> None:
    """Refuse levels (UserError) that do not cut a product of m digits as they say.

    Halves and thirds may leave a rest, of fewer digits than a part.
    """
    size = m
    for k, split in enumerate(levels):
        if split.kind == "toom" and (characteristic != 2 or k > 0 or not split.splits(size)):
            raise UserError(
                f"level {split.tag}: five products of thirds are there for the first level over F_2 only"
            )
        rest = size - split.parts * split.size
        most = split.size - 1 if split.kind in ("halves", "three") else 0
        if rest > most:
            raise UserError(
                f"level {split.tag}: {split.parts} parts of {split.size} digits leave {rest} of {size}; "
                f"at most {most} may be left"
            )
        size = split.size if split.splits(size) else size


def cut_names(levels: int, *, toom: bool = False) -> tuple[str, ...]:
    """Where registers may stand, in the order a product passes them.

    ``in k`` is in front of the block products of level k (``in0``: the operands; behind the additions of
    level k - 1), ``out k`` behind them, ``reduced`` behind the reduction; with a first level of five products
    (`toom`), ``mid`` halfway through its interpolation.
    """
    return (
        *(f"in{k}" for k in range(levels + 1)),
        *(f"out{k}" for k in reversed(range(1, levels + 1))),
        *(("mid",) if toom else ()),
        "out0",
        "reduced",
    )


def cuts_for(levels: int, stages: int) -> tuple[str, ...]:
    """Default register places for a number of stages over F_2.

    Result and operands first, then the places that split the logic most evenly. One is between the
    additions of operands and the base: there mapping cannot pull additions into the products, which costs
    tables. A place just behind the base comes last: a register there keeps the last sum of bit products out
    of the table that uses it.
    """
    if stages < 1:
        raise UserError(f"a pipeline of {stages} stages; at least 1 is needed")
    upper, half = max(levels - 2, 0), levels // 2
    ranking = ["reduced", "in0", f"out{upper}", f"in{levels}", "out0", f"in{half}", f"out{half}"]
    ranking += [*(f"out{k}" for k in range(levels)), *(f"in{k}" for k in range(levels)), f"out{levels}"]
    chosen = list(dict.fromkeys(ranking))[:stages]
    chosen += ["in0"] * (stages - len(chosen))
    return tuple(sorted(chosen, key=cut_names(levels).index))


def balanced_cuts(stages: int, depths: Sequence[int]) -> tuple[str, ...]:
    """Default register places for a number of stages where registers cost no tables: over F_3.

    `depths` are the levels of tables between consecutive places of `cut_names`. Result and operands first,
    then the places that leave the least depth between two of them; of equals those furthest out, where fewer
    registers are needed.
    """
    if stages < 1:
        raise UserError(f"a pipeline of {stages} stages; at least 1 is needed")
    names = cut_names((len(depths) - 2) // 2)
    inner = range(1, len(names) - 1)
    free = min(max(stages - 2, 0), len(inner))
    at = [0]
    for depth in depths:
        at.append(at[-1] + depth)

    def deepest(places: tuple[int, ...]) -> tuple[int, int]:
        edges = [0, *places, len(names) - 1]
        steps = [at[high] - at[low] for low, high in itertools.pairwise(edges)]
        return max(steps), sum(min(place, len(names) - 1 - place) for place in places)

    chosen = min(itertools.combinations(inner, free), key=deepest)
    cuts = [names[-1], *(names[place] for place in chosen), *[names[0]] * (stages - 1 - free)]
    return tuple(sorted(cuts, key=names.index))
