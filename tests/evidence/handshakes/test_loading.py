"""Handshakes of a core that takes a modulus behind each reset, before anything else.

The page is explanation/proofs.md.
"""

import pytest

from pairforge.builder.prove import shape_of
from pairforge.evidence.handshakes.proof import handshake_parts

from .made import changed, compiled, failures, files_of

LOADABLE = "barenghi-fp-163 tate.modulus=loadable"


def test_a_core_with_a_loadable_modulus_is_proven_for_ever() -> None:
    core = compiled(LOADABLE)
    parts = list(handshake_parts(files_of(LOADABLE), core.name, shape_of(core)))
    assert [(part.name, part.failure) for part in parts] == [("handshakes", ""), ("reset", "")]
    assert all("depth" not in part.facts for part in parts)
    # What is loaded, both places, ports.
    assert parts[0].facts["rules"] == 4


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("WORDS_TO_LOAD = 3'd7", "WORDS_TO_LOAD = 3'd6", "barenghi_fp_163_loader does not take"),
        ("in_valid_loaded = in_valid & load_loaded", "in_valid_loaded = in_valid", "in cycle"),
        ("if (rst) words_left <= WORDS_TO_LOAD;\n    else if", "if", "barenghi_fp_163_loader does not take"),
    ],
)
def test_a_bug_in_loading_is_found(before: str, after: str, said: str) -> None:
    assert said in failures(LOADABLE, changed(files_of(LOADABLE), before, after))
