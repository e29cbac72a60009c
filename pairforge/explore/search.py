"""Multi-objective search of a space too large to enumerate: which points to measure next, by Optuna.

A point is an index for each choice. Points are asked for in batches of a fixed size and their figures told in
the order of asking, however many workers measured them: so a seed decides the whole search, and a search for
more machines begins with those of one for fewer. Nothing is stored: a search that is started again asks for
the same points, and finds in the cache what was measured before.

Imports Optuna when a search is made.
"""

from __future__ import annotations

import itertools
import math
import random
import warnings
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from optuna.samplers import BaseSampler
    from optuna.trial import Trial

__all__ = ["BATCH", "SAMPLERS", "Choice", "Point", "search"]

BATCH = 16
"""Points that are asked for before any of them is told; the population of `nsga2`."""

SAMPLERS = ("tpe", "nsga2", "random")
"""`tpe`: a multivariate tree-structured Parzen estimator (Bergstra et al. 2011, for several objectives Ozaki
et al. 2020). `nsga2`: the genetic algorithm of Deb et al. 2002. `random`: by chance, to compare with."""

_REPEATS = 8 * BATCH  # points already measured that may be asked for in a batch; then one is drawn by chance
_LISTED = 10_000  # spaces up to this size are gone through when nothing new is asked for
_WORST = 1e18  # told for a point that has no figures, beside that it is not to be had

Point = tuple[int, ...]
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True)
class Choice:
    """One coordinate of the space: `count` values; `ordered`: neighbours are alike, as numbers are."""

    name: str
    count: int
    ordered: bool


def search(
    choices: Sequence[Choice],
    budget: int,
    same: Callable[[Point], _Key | None],
    measure: Callable[[Sequence[_Key]], Sequence[tuple[float, ...] | None]],
    *,
    objectives: int = 2,
    sampler: str = "tpe",
    seed: int = 0,
) -> Iterator[_Key]:
    """Search for the least of several figures at once.

    Parameters
    ----------
    budget: how many different things to measure.
    same: what a point stands for, None for nothing; points that stand for the same thing are measured once.
    measure: the figures of each thing, None where it cannot be had; no thing is given twice.
    sampler: one of `SAMPLERS`.

    Yields all that was measured, in the order of asking; fewer than `budget` where there are no more.
    """
    import optuna

    told: dict[_Key, tuple[float, ...] | None] = {}
    others = _others(choices, seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        study = optuna.create_study(directions=["minimize"] * objectives, sampler=_sampler(sampler, seed))

        def ask() -> tuple[Trial, _Key | None]:
            trial = study.ask()
            return trial, same(tuple(_suggest(trial, choice) for choice in choices))

        def tell(trial: Trial, figures: tuple[float, ...] | None) -> None:
            trial.set_constraint("to be had", float(figures is None))
            study.tell(trial, figures or (_WORST,) * objectives)

        while len(told) < budget:
            asked: list[tuple[Trial, _Key]] = []
            fresh: dict[_Key, None] = {}
            room = min(BATCH, budget - len(told))
            for _ in range(_REPEATS):
                trial, key = ask()
                if key is None or key in told:
                    tell(trial, None if key is None else told[key])
                    continue
                asked.append((trial, key))
                fresh.setdefault(key)
                if len(fresh) == room:
                    break
            if not fresh:
                unseen = (key for key in map(same, others) if key is not None and key not in told)
                fresh.update(dict.fromkeys(itertools.islice(unseen, 1)))
                if not fresh:
                    return
            told.update(zip(fresh, measure(list(fresh)), strict=True))
            for trial, key in asked:
                tell(trial, told[key])
            yield from fresh


def _suggest(trial: Trial, choice: Choice) -> int:
    if choice.ordered:
        found: int = trial.suggest_int(choice.name, 0, choice.count - 1)
        return found
    return int(trial.suggest_categorical(choice.name, range(choice.count)))


def _sampler(name: str, seed: int) -> BaseSampler:
    from optuna.samplers import NSGAIISampler, RandomSampler, TPESampler

    if name == "nsga2":
        return NSGAIISampler(population_size=BATCH, seed=seed)
    if name == "random":
        return RandomSampler(seed=seed)
    return TPESampler(multivariate=True, n_startup_trials=BATCH, seed=seed)


def _others(choices: Sequence[Choice], seed: int) -> Iterator[Point]:
    """Points in no order: all of them, or of a large space as many by chance."""
    chance = random.Random(seed)
    counts = [range(choice.count) for choice in choices]
    if math.prod(map(len, counts)) <= _LISTED:
        points = list(itertools.product(*counts))
        chance.shuffle(points)
        yield from points
    else:
        for _ in range(_LISTED):
            yield tuple(chance.choice(values) for values in counts)
