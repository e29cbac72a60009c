"""The definition with which an algorithm of a pairing is compared."""

from __future__ import annotations

from pairforge.evidence.identity.defined import Defined
from pairforge.evidence.identity.large_primes import Ate, EmbeddingTwo, PreparedAte
from pairforge.evidence.identity.supersingular import supersingular
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.ate.prepared import AtePrepared
from pairforge.pairings.computation import Computation
from pairforge.pairings.embedding_two import EmbeddingTwoPairing


def definition_of(
    computation: Computation, run: str, names: dict[str, str], *, quadratic: bool = False
) -> Defined | None:
    """The definition of a stage of a pairing; None where there is none here.

    `run`: the stage. `names`: the algorithm of each stage. `quadratic`: for algorithms over F_p2.
    """
    if isinstance(computation, AtePrepared):
        return PreparedAte(computation)
    if isinstance(computation, AtePairing):
        return Ate(computation, quadratic=quadratic)
    if isinstance(computation, EmbeddingTwoPairing):
        return EmbeddingTwo(computation, names.get("miller", ""))
    return supersingular(computation, run, names.get(run, ""))
