"""Reading and writing vectors: round trip, and the whole of every message."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pairforge.errors import UserError
from pairforge.pairings import vectors
from pairforge.pairings.registry import PAIRINGS, find_pairing

VECTORS = Path(__file__).parents[1] / "vectors"
KNOWN = sorted(path for path in VECTORS.glob("*.json") if path.stem in PAIRINGS)
TINY = PAIRINGS["eta-f2-5"]
P, Q = (tuple(map(hex, point)) for point in TINY.random_points(1, seed=0)[0])
GOOD = {"P": P, "Q": Q}
POINT = "a point is given by its affine coordinates [x, y]"


@pytest.mark.parametrize("path", KNOWN, ids=lambda p: p.stem)
def test_files_come_back_byte_for_byte(path: Path) -> None:
    pairing = PAIRINGS[path.stem]
    assert vectors.dump(pairing, vectors.load(path, pairing)) == path.read_text()


def test_value_and_schema_are_optional() -> None:
    text = json.dumps({"schema": 1, "pairing": "eta-f2-5", "cases": [GOOD, {**GOOD, "e": None}]})
    expected = vectors.Case(tuple(int(c, 16) for c in P), tuple(int(c, 16) for c in Q))
    assert vectors.parse(text, TINY) == vectors.parse(text.encode(), TINY) == [expected, expected]
    assert "e" not in json.loads(vectors.dump(TINY, [expected]))["cases"][0]


def message(text: bytes | str) -> str:
    with pytest.raises(UserError) as error:
        vectors.parse(text, TINY, "in.json")
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "in.json: malformed JSON at line 1, column 1: Expecting value"),
        ('{"pairing": ', "in.json: malformed JSON at line 1, column 13: Expecting value"),
        (b"\xff", 'in.json: malformed JSON; expected {"pairing": …, "cases": […]} in UTF-8'),
        ("[" * 100_000, 'in.json: malformed JSON; expected {"pairing": …, "cases": […]} in UTF-8'),
        ("1" * 5000, 'in.json: malformed JSON; expected {"pairing": …, "cases": […]} in UTF-8'),
        ("[]", 'in.json: expected an object {"pairing": …, "cases": […]}, got a list'),
        ("null", 'in.json: expected an object {"pairing": …, "cases": […]}, got null'),
    ],
)
def test_documents_refused(text: bytes | str, expected: str) -> None:
    assert message(text) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"schema": 2}, "in.json: schema: 2 is not known; expected 1"),
        ({"schema": True}, "in.json: schema: true is not known; expected 1"),
        ({"schema": "1"}, 'in.json: schema: "1" is not known; expected 1'),
        ({"pairing": "eta-f2-239"}, 'in.json: pairing: is "eta-f2-239"; expected "eta-f2-5"'),
        ({"pairing": None}, 'in.json: pairing: is null; expected "eta-f2-5"'),
        ({"cases": {}}, 'in.json: cases: expected a list of {"P": …, "Q": …}, got an object'),
        ({"cases": [GOOD, 3]}, 'in.json: case 1: expected an object {"P": …, "Q": …}, got a number'),
    ],
)
def test_heads_refused(change: Mapping[str, Any], expected: str) -> None:
    assert message(json.dumps({"pairing": "eta-f2-5", "cases": [GOOD], **change})) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("pairing", 'in.json: missing key "pairing"; expected "eta-f2-5"'),
        ("cases", 'in.json: missing key "cases"; expected a list of {"P": …, "Q": …}'),
    ],
)
def test_missing_keys_refused(key: str, expected: str) -> None:
    document = {"pairing": "eta-f2-5", "cases": [GOOD]}
    del document[key]
    assert message(json.dumps(document)) == expected


@pytest.mark.parametrize("key", ["P", "Q"])
def test_missing_point_refused(key: str) -> None:
    case = {k: v for k, v in GOOD.items() if k != key}
    text = json.dumps({"pairing": "eta-f2-5", "cases": [case]})
    assert message(text) == f'in.json: case 0: missing key "{key}"; {POINT}'


@pytest.mark.parametrize(
    "point",
    [None, [], "inf", "Infinity", "O", {"infinity": True}, 0, False, {}, [None, None], ["inf", "inf"], ""],
)
def test_infinity_refused_however_written(point: Any) -> None:
    text = json.dumps({"pairing": "eta-f2-5", "cases": [GOOD, {**GOOD, "Q": point}]})
    assert message(text) == f"in.json: case 1: Q: the point at infinity is refused; {POINT}"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            {"P": ["0x1"]},
            f"P: expected 2 coordinates, got 1 (the point at infinity is refused; {POINT})",
        ),
        (
            {"Q": ["0x0", "0x1", "0x0"]},
            f"Q: expected 2 coordinates, got 3 (the point at infinity is refused; {POINT})",
        ),
        ({"P": "0x12"}, "P: expected [x, y], got a string"),
        ({"P": {"x": "0x1"}}, "P: expected [x, y], got an object"),
        ({"P": ["0x1", 2]}, 'P[1]: expected a hexadecimal string such as "0x1f", got a number'),
        ({"P": [["0x1"], "0x1"]}, 'P[0]: expected a hexadecimal string such as "0x1f", got a list'),
        ({"Q": ["1f", "0x1"]}, 'Q[0]: "1f" is not hexadecimal; expected a string such as "0x1f"'),
        ({"Q": ["0x1", "0xg"]}, 'Q[1]: "0xg" is not hexadecimal; expected a string such as "0x1f"'),
        ({"Q": ["0x1", "-0x1"]}, 'Q[1]: "-0x1" is not hexadecimal; expected a string such as "0x1f"'),
        ({"Q": ["0x1", "0x1_0"]}, 'Q[1]: "0x1_0" is not hexadecimal; expected a string such as "0x1f"'),
        ({"Q": ["0x1", " 0x1"]}, 'Q[1]: " 0x1" is not hexadecimal; expected a string such as "0x1f"'),
        ({"P": ["0x20", "0x1"]}, 'P[0]: "0x20" is 6 bits wide, an element of F_2^5 at most 5'),
        (
            {"P": ["0x1" + "0" * 60, "0x1"]},
            'P[0]: "0x100000000000000000000…0000000" is 241 bits wide, an element of F_2^5 at most 5',
        ),
        ({"e": ["0x1"]}, "e: expected 4 coefficients, got 1"),
        ({"e": "0x1"}, "e: expected a list of 4 hexadecimal strings, got a string"),
        ({"e": ["0x1", "0x0", "0x0", "0x40"]}, 'e[3]: "0x40" is 7 bits wide, an element of F_2^5 at most 5'),
    ],
)
def test_cases_refused(change: Mapping[str, Any], expected: str) -> None:
    text = json.dumps({"pairing": "eta-f2-5", "cases": [GOOD, GOOD, {**GOOD, **change}]})
    assert message(text) == f"in.json: case 2: {expected}"


def test_point_off_the_curve_refused() -> None:
    x, y = P
    case = {**GOOD, "P": [x, hex(int(y, 16) ^ 2)]}
    text = json.dumps({"pairing": "eta-f2-5", "cases": [case]})
    assert message(text) == "in.json: case 0: P: is not on the curve y^2 + y = x^3 + x + 1 over F_2^5"


def test_unreadable_file_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        vectors.load(tmp_path / "none.json", TINY)
    assert str(error.value) == f"{tmp_path / 'none.json'}: cannot be read: No such file or directory; " + (
        "give an existing vector file"
    )


def test_unknown_pairing_refused() -> None:
    with pytest.raises(UserError) as error:
        find_pairing("eta-f2-240")
    assert str(error.value) == "no pairing 'eta-f2-240'; did you mean eta-f2-239?"
    assert find_pairing("eta-f2-239") is PAIRINGS["eta-f2-239"]
