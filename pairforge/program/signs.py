"""The signs of an operation's operands in its attribute: sums of three and four values, products of sums.

From the highest bit down: a one, then a bit for each operand that has a sign, the last of them first; 1 is a
minus. So + and - are 2 and 3, and of three signs -, +, + is 9.
"""

from __future__ import annotations

from collections.abc import Sequence

SUMS = {2: "add", 3: "add3", 4: "add4"}
"""The kinds of operation that add up values, by how many. The attribute of the first is a sign itself."""


def packed(signs: Sequence[int]) -> int:
    """The attribute of operands with these signs, 1 or -1 each, in their order."""
    return 1 << len(signs) | sum((sign < 0) << i for i, sign in enumerate(signs))


def unpacked(attribute: int) -> tuple[int, ...]:
    """The signs in an attribute, 1 or -1 each."""
    return tuple(-1 if attribute >> i & 1 else 1 for i in range(attribute.bit_length() - 1))
