"""Fingerprints: the same in Python and in C++, and odd over F_3."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.evidence import cxx, verilator
from pairforge.evidence.proof.fingerprint import fingerprint, label_of, negative, ternary_fingerprint
from pairforge.evidence.proof.stubs import FUNCTIONS

KEY = bytes(range(16))
MAIN = """
#include <cstdio>
int main() {
    svBitVecVal x[256], y[256];
    unsigned count, width, each, reads;
    unsigned long label;
    while (std::scanf("%lu %u %u %u %u", &label, &count, &width, &each, &reads) == 5) {
        for (unsigned i = 0; i < count; ++i) std::scanf("%u", &x[i]);
        if (each) fingerprint3(label, x, count, y, width, each, reads);
        else fingerprint(label, x, count, y, width);
        for (unsigned i = 0; i < (width + 31) / 32; ++i) std::printf("%u ", y[i]);
        std::printf("\\n");
    }
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fingerprint")
    (folder / "main.cpp").write_text(FUNCTIONS.read_text() + MAIN)
    include = verilator.installation().root / "include" / "vltstd"
    command = [cxx.compiler(), "-O1", f"-I{include}", "main.cpp", "-o", "program"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "program"


def in_cpp(program: Path, cases: list[tuple[bytes, list[int], list[int], int, bool]]) -> list[int]:
    lines = []
    for label, operands, widths, width, ternary in cases:
        together = place = 0
        for operand, bits in zip(operands, widths, strict=True):
            together |= operand << place
            place += bits
        count = -(-place // 32)
        words = [together >> 32 * i & 0xFFFFFFFF for i in range(count)]
        each = widths[0] if ternary else 0
        head = [int.from_bytes(label, "little"), count, width, each, len(operands)]
        lines.append(" ".join(map(str, [*head, *words])))
    done = subprocess.run(
        [str(program)],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
        env={"PAIRFORGE_KEY": KEY.hex()},
    )
    rows = [list(map(int, line.split())) for line in done.stdout.splitlines()]
    return [sum(word << 32 * i for i, word in enumerate(row)) for row in rows]


@pytest.mark.parametrize("width", [1, 5, 32, 33, 381, 512, 513, 1300])
@pytest.mark.parametrize("operands", [1, 2, 4])
def test_both_are_the_same(program: Path, width: int, operands: int) -> None:
    label = label_of("unit", "y", 3)
    given_ = [(7**40 * (i + 1) ** 9) % (1 << width) for i in range(operands)]
    widths = [width] * operands
    assert in_cpp(program, [(label, given_, widths, width, False)]) == [
        fingerprint(KEY, label, given_, widths, width)
    ]


@pytest.mark.parametrize("digits", [1, 5, 16, 17, 97, 300])
@pytest.mark.parametrize("operands", [1, 2])
def test_both_are_the_same_over_f3(program: Path, digits: int, operands: int) -> None:
    label, width = label_of("unit", "y", 0), 2 * digits
    given_ = [sum((i * i + i // 3 + k) % 3 << 2 * i for i in range(digits)) for k in range(1, operands + 1)]
    turned = [given_[0], *(negative(x, width) for x in given_[1:])]
    zero = [0, *given_[1:]]
    cases = [(label, each, [width] * operands, width, True) for each in (given_, turned, zero)]
    assert in_cpp(program, cases) == [
        ternary_fingerprint(KEY, label, each, [width] * operands, width) for each in (given_, turned, zero)
    ]


def words(digits: int) -> st.SearchStrategy[int]:
    return st.lists(st.integers(0, 2), min_size=digits, max_size=digits).map(
        lambda found: sum(digit << 2 * i for i, digit in enumerate(found))
    )


@given(words(20), words(20))
def test_it_is_odd_in_each_operand(a: int, b: int) -> None:
    label = label_of("mul", "y", 0)

    def value(*operands: int) -> int:
        return ternary_fingerprint(KEY, label, operands, [40, 40], 40)

    minus = negative(value(a, b), 40)
    assert value(negative(a, 40), b) == value(a, negative(b, 40)) == minus
    assert value(a, 0) == 0
    assert all(digit < 3 for digit in (value(a, b) >> 2 * i & 3 for i in range(20)))


@given(st.integers(0, 2**200 - 1), st.integers(0, 2**200 - 1))
def test_labels_keys_and_sides_tell_functions_apart(a: int, b: int) -> None:
    one, other = label_of("unit", "y", 0), label_of("unit", "y", 1)
    values = {
        fingerprint(KEY, one, [a, b], [200, 200], 200),
        fingerprint(KEY, other, [a, b], [200, 200], 200),
        fingerprint(KEY[::-1], one, [a, b], [200, 200], 200),
        *([fingerprint(KEY, one, [b, a], [200, 200], 200)] if a != b else []),
    }
    assert len(values) == 3 + (a != b)
