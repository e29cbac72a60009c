"""BLS signatures from C, against published vectors and the draft's definitions."""

import json
import re
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from .c_programs import compiled
from .conftest import ENGINE, VECTORS

pytestmark = [pytest.mark.xdist_group("cargo"), pytest.mark.timeout(1800)]

HERE = Path(__file__).parent
STATUS = {
    name: int(number)
    for name, number in re.findall(
        r"^  PAIRFORGE_STATUS_(\w+) = (\d+),$",
        (ENGINE / "capi" / "include" / "pairforge.h").read_text(),
        re.MULTILINE,
    )
}
MINIMAL_PUBLIC_KEY, MINIMAL_SIGNATURE = VARIANTS = 0, 1
BASIC, AUGMENTATION, POSSESSION = SCHEMES = 0, 1, 2
GROUP_OF_SIGNATURES = {MINIMAL_PUBLIC_KEY: "G2", MINIMAL_SIGNATURE: "G1"}
VALID, INVALID = "0 ", f"{STATUS['INVALID_SIGNATURE']} a signature or proof is not valid"

Program = Callable[[Iterable[tuple[Any, ...]]], list[str]]


def word(argument: Any) -> str:
    """Hexadecimal digits of the vectors, bytes, or a number of one byte, as the program reads them."""
    return (argument if isinstance(argument, str) else bytes(argument).hex()) or "-"


def pairwise(*lists: Iterable[Any]) -> list[Any]:
    """The items of all lists by turns."""
    return [item for items in zip(*lists, strict=True) for item in items]


@pytest.fixture(scope="module")
def ask(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """What the program answers to calls: a function, a variant, arguments."""
    program = tmp_path_factory.mktemp("bls") / "bls"
    environment = compiled(installed, HERE / "bls.c", program)

    def ask(calls: Iterable[tuple[Any, ...]]) -> list[str]:
        lines = [f"{name} {variant} {' '.join(map(word, rest))}\n" for name, variant, *rest in calls]
        done = subprocess.run(
            [program], env=environment, input="".join(lines), capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.splitlines()

    return ask


def vectors(name: str) -> Any:
    return json.loads((VECTORS / "bls" / f"{name}.json").read_text())


def scheme(number: int) -> bytes:
    return bytes([number])


def valid(answers: list[str]) -> list[bool]:
    """Whether each says that a signature is valid; what is no key or signature counts as not."""
    assert all(answer == VALID or not answer.startswith("0") for answer in answers)
    return [answer == VALID for answer in answers]


def test_the_signatures_of_ethereum(ask: Program) -> None:
    known = vectors("ethereum")
    signed = ask(("sign", 0, scheme(POSSESSION), case["sk"], case["msg"]) for case in known["sign"])
    assert signed == [f"0 {case['sig']}" for case in known["sign"]]
    verified = ask(
        ("verify", 0, scheme(POSSESSION), case["pk"], case["msg"], case["sig"]) for case in known["verify"]
    )
    assert valid(verified) == [case["valid"] for case in known["verify"]]


def test_the_aggregates_of_ethereum(ask: Program) -> None:
    different = vectors("aggregate_verify")["cases"] + vectors("consensus")["aggregate_verify"]
    verified = ask(
        (
            *("aggregate_verify", 0, scheme(POSSESSION), case["signature"]),
            *pairwise(case["pubkeys"], case["messages"]),
        )
        for case in different
    )
    assert valid(verified) == [case["valid"] for case in different]
    same = vectors("consensus")["fast_aggregate_verify"] + vectors("fast_aggregate_verify")["cases"]
    verified = ask(
        ("fast_aggregate_verify", 0, case["signature"], case["message"], *case["pubkeys"]) for case in same
    )
    assert valid(verified) == [case["valid"] for case in same]


def test_what_the_consensus_of_ethereum_adds(ask: Program) -> None:
    known = vectors("consensus")
    sums = known["eth_aggregate_pubkeys"]
    answers = ask(("eth_aggregate_pubkeys", 0, *case["pubkeys"]) for case in sums)
    assert [answer.removeprefix("0 ") if answer.startswith("0 ") else None for answer in answers] == [
        case["aggregate"] for case in sums
    ]
    same = known["eth_fast_aggregate_verify"]
    verified = ask(
        ("eth_fast_aggregate_verify", 0, case["signature"], case["message"], *case["pubkeys"])
        for case in same
    )
    assert valid(verified) == [case["valid"] for case in same]
    assert len(sums) == 8 and len(same) == 12


def test_the_beacon_of_drand(ask: Program) -> None:
    known = vectors("drand")
    for case in known["rounds"]:
        call = ("verify", MINIMAL_SIGNATURE, scheme(BASIC), known["pk"])
        assert ask([(*call, case["msg"], case["sig"]), (*call, case["msg"][2:], case["sig"])]) == [
            VALID,
            INVALID,
        ]


@pytest.mark.parametrize(("variant", "name"), [(0, "minpk"), (1, "minsig")])
def test_the_signatures_of_cardano(ask: Program, variant: int, name: str) -> None:
    """Computed with blst, under a tag of their own."""
    known, tag = vectors("cardano")[name], b"BLS_DST_CARDANO_BASE_V1"
    for case in known["sign"]:
        assert ask(
            [
                ("generate", variant, case["seed"], b""),
                ("public_key", variant, case["sk"]),
                ("core_sign", variant, tag, case["sk"], case["msg"]),
                ("core_verify", variant, tag, case["vk"], case["msg"], case["sig"]),
                ("core_verify", variant, tag + b"!", case["vk"], case["msg"], case["sig"]),
            ]
        ) == [f"0 {case['sk']}", f"0 {case['vk']}", f"0 {case['sig']}", VALID, INVALID]
    for case in known["aggregate_keys"]:
        keys = [signer["vk"] for signer in case["signers"]]
        assert ask([("aggregate_keys", variant, *keys)]) == [f"0 {case['agg_vk']}"]
    for case in [*known["same_message"], *known["distinct_messages"]]:
        signers = case["signers"]
        pairs = pairwise([s["vk"] for s in signers], [s["msg"] for s in signers])
        call = ("core_aggregate_verify", variant, tag, case["agg_sig"])
        assert ask(
            [
                ("aggregate", variant, *(signer["sig"] for signer in signers)),
                (*call, *pairs),
                (*call, *pairs[2:]),
                call,
            ]
        ) == [f"0 {case['agg_sig']}", VALID, INVALID, INVALID]


@pytest.mark.parametrize("variant", VARIANTS)
def test_schemes_are_the_tags_of_the_draft(ask: Program, variant: int) -> None:
    """Sections 3 and 4: what each signs, and under which tag."""
    (secret,) = ask([("generate", variant, bytes(range(32)), b"info")])
    secret = secret.removeprefix("0 ")
    (key,) = ask([("public_key", variant, secret)])
    key, message = key.removeprefix("0 "), b"a message".hex()
    group = GROUP_OF_SIGNATURES[variant]

    def core(kind: str, suffix: str, signed: str) -> tuple[Any, ...]:
        tag = f"BLS_{kind}_BLS12381{group}_XMD:SHA-256_SSWU_RO_{suffix}_".encode()
        return "core_sign", variant, tag, secret, signed

    expected = ask(
        [
            core("SIG", "NUL", message),
            core("SIG", "AUG", key + message),
            core("SIG", "POP", message),
            core("POP", "POP", key),
        ]
    )
    *signatures, proof = (answer.removeprefix("0 ") for answer in expected)
    signed = ask(("sign", variant, scheme(number), secret, message) for number in SCHEMES)
    assert [*signed, *ask([("prove_possession", variant, secret)])] == expected
    for number in SCHEMES:
        verified = ask(("verify", variant, scheme(number), key, message, each) for each in signatures)
        assert verified == [VALID if of == number else INVALID for of in SCHEMES]
    assert ask([("verify_possession", variant, key, each) for each in (proof, *signatures)]) == [
        VALID,
        *[INVALID] * 3,
    ]


def test_secrets_depend_on_all_that_they_are_made_of(ask: Program) -> None:
    made = [(bytes(32), b""), (bytes(33), b""), (bytes(32), b"\0"), (bytes(32), b"info")]
    assert len(set(ask(("generate", 0, *of) for of in made))) == len(made)


@pytest.fixture(scope="module", params=VARIANTS)
def claims(request: pytest.FixtureRequest, ask: Program) -> tuple[int, dict[int, list[list[str]]]]:
    """A variant, and for every scheme five keys, messages (the last two are equal) and signatures."""
    variant = request.param
    secrets = ask(("generate", variant, bytes([i]) * 32, b"") for i in range(5))
    secrets = [answer.removeprefix("0 ") for answer in secrets]
    keys = [answer.removeprefix("0 ") for answer in ask(("public_key", variant, each) for each in secrets)]
    messages = ["", "00", "0001", "ff", "ff"]
    found = {}
    for number in SCHEMES:
        calls = (("sign", variant, scheme(number), *pair) for pair in zip(secrets, messages, strict=True))
        found[number] = [keys, messages, [answer.removeprefix("0 ") for answer in ask(calls)]]
    return variant, found


@pytest.mark.parametrize("number", SCHEMES)
def test_many_at_once(ask: Program, claims: tuple[int, dict[int, list[list[str]]]], number: int) -> None:
    variant, found = claims
    keys, messages, signatures = found[number]

    def both(*lists: list[str]) -> list[str]:
        calls = ("verify_batch", "find_invalid")
        return ask((call, variant, scheme(number), bytes([7]) * 32, *pairwise(*lists)) for call in calls)

    assert both(keys, messages, signatures) == [VALID, VALID]
    assert both([], [], []) == [VALID, VALID]
    # The sum of both signatures stays what it was.
    swapped = [*signatures[:3], signatures[4], signatures[3]]
    assert both(keys, messages, swapped) == [INVALID, "0 3 4"]
    assert both(keys, ["01", *messages[1:]], signatures) == [INVALID, "0 0"]
    assert both([*keys[:4], keys[0]], messages, signatures) == [INVALID, "0 4"]


@pytest.mark.parametrize("number", SCHEMES)
def test_aggregates(ask: Program, claims: tuple[int, dict[int, list[list[str]]]], number: int) -> None:
    variant, found = claims
    keys, messages, signatures = found[number]
    sums = ask(("aggregate", variant, *some) for some in (signatures, signatures[:4], signatures[3:]))
    whole, differing, equal = (answer.removeprefix("0 ") for answer in sums)
    call = ("aggregate_verify", variant, scheme(number))
    # Messages of an aggregate must differ in the basic scheme.
    assert ask(
        [
            (*call, whole, *pairwise(keys, messages)),
            (*call, differing, *pairwise(keys[:4], messages[:4])),
            (*call, differing, *pairwise(keys[:4], messages[3::-1])),
            (*call, differing),
        ]
    ) == [INVALID if number == BASIC else VALID, VALID, INVALID, INVALID]
    fast = ("fast_aggregate_verify", variant, equal)
    assert ask([(*fast, "ff", *keys[3:]), (*fast, "fe", *keys[3:]), (*fast, "ff", keys[3])]) == [
        VALID if number == POSSESSION else INVALID,
        INVALID,
        INVALID,
    ]


def test_what_is_refused_says_why(ask: Program) -> None:
    bad = vectors("cardano")["bad_encodings"]
    order = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001.to_bytes(32)
    identity, one = b"\xc0" + bytes(47), bytes(31) + b"\1"
    (least,) = ask([("public_key", 0, order[:-1] + b"\0")])
    (generator,) = ask([("public_key", 0, one)])
    key, opposite = generator.removeprefix("0 "), least.removeprefix("0 ")
    nothing = b"\xc0" + bytes(95)
    large = ask([("public_key", 1, one)])[0].removeprefix("0 ")
    # No key, but the sum of two.
    assert ask([("eth_aggregate_pubkeys", 0, key, opposite)]) == [f"0 {identity.hex()}"]
    assert ask([("eth_fast_aggregate_verify", 0, nothing, b"", key, opposite)]) == [INVALID]
    for call, status, line in [
        (("generate", 0, bytes(31), b""), "LENGTH", "material: 31 bytes where 32 are needed"),
        (("public_key", 0, bytes(31)), "LENGTH", "secret key: 31 bytes where 32 are needed"),
        (("public_key", 0, bytes(32)), "NOT_CANONICAL", "secret key: must be an integer from 1 to r - 1"),
        (("public_key", 1, order), "NOT_CANONICAL", "secret key: must be an integer from 1 to r - 1"),
        (("public_key", 2, one), "REFUSED", "no BLS variant 2; there are 0 (minimal public keys), 1"),
        (("sign", 0, scheme(3), one, b""), "REFUSED", "no BLS scheme 3; there are 0 (basic), 1"),
        (("verify", 0, scheme(0), key[2:], b"", key), "LENGTH", "public key: 47 bytes where 48"),
        (("verify", 0, scheme(0), identity, b"", key), "INFINITY", "public key: the point at infinity"),
        (("verify", 0, scheme(0), key, b"", key), "LENGTH", "signature: 48 bytes where 96 are needed"),
        (("aggregate", 0), "REFUSED", "no signatures to aggregate"),
        (("aggregate", 1, bad["G1_comp_not_on_curve"]), "NOT_ON_CURVE", "signature: not a point of"),
        (("aggregate", 1, bad["G1_comp_not_on_group"]), "NOT_IN_SUBGROUP", "signature: a point of the"),
        (("aggregate", 0, bad["G2_comp_not_on_curve"]), "NOT_ON_CURVE", "signature: not a point of"),
        (("aggregate", 0, bad["G2_comp_not_on_group"]), "NOT_IN_SUBGROUP", "signature: a point of the"),
        (("aggregate_keys", 0), "REFUSED", "no keys to aggregate"),
        (("aggregate_keys", 0, bad["G1_comp_not_on_group"]), "NOT_IN_SUBGROUP", "public key: a point"),
        (("aggregate_keys", 1, bad["G2_comp_not_on_curve"]), "NOT_ON_CURVE", "public key: not a point"),
        (("aggregate_keys", 0, key, opposite), "INFINITY", "sum of the keys: the point at infinity"),
        (("eth_aggregate_pubkeys", 0), "REFUSED", "no keys to aggregate"),
        (("eth_aggregate_pubkeys", 1, large), "OTHER_PAIRING", "public key: a handle of the other BLS"),
        (
            ("eth_fast_aggregate_verify", 1, identity, b""),
            *("OTHER_PAIRING", "signature: a handle of the other BLS variant"),
        ),
        (("verify_possession", 0, key, b""), "LENGTH", "proof of possession: 0 bytes where 96 are needed"),
        (
            ("find_invalid", 0, scheme(0), bytes(32), *[key, b"", nothing] * 2, identity, b"", nothing),
            *("INFINITY", "encoding 2: the point at infinity"),
        ),
    ]:
        (answer,) = ask([call])
        assert answer.startswith(f"{STATUS[status]} {line}"), (call, answer)


def test_what_c_programs_get_wrong(installed: Path, tmp_path: Path) -> None:
    environment = compiled(installed, HERE / "wrong_bls.c", tmp_path / "wrong")
    done = subprocess.run([tmp_path / "wrong"], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "good\n"), done.stdout + done.stderr


def test_the_example(installed: Path, tmp_path: Path) -> None:
    environment = compiled(installed, ENGINE / "capi" / "examples" / "sign.c", tmp_path / "sign")
    done = subprocess.run([tmp_path / "sign"], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "3 signatures of one message in 96 bytes",
        "of another message: a signature or proof is not valid",
        "3 signatures of different messages are valid",
        "invalid: number 2",
        "refused: public key: 47 bytes where 48 are needed (an encoding has the wrong number of bytes)",
    ]
