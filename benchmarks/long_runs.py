"""Many random pairings through a core: `python -m benchmarks.long_runs DESIGN --pairings N --out FILE`.

Simulates a design's Verilog in chunks, each with a seed of its own. All results are compared with the
engine's, and of each chunk some with the model's. FILE has a line for each chunk that is done, so a run that
was cut off goes on where it was, and one that is over can be made longer. At the end comes a summary; exit
status 1 where a result was not right.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from pairforge.builder.long_run import Chunk, Core, Found, chunk_seed, core_of, run_chunk
from pairforge.errors import CheckError, UserError
from pairforge.evidence import verilator
from pairforge.explore.measure import version
from pairforge.explore.pool import Pool
from pairforge.version import __version__

SCHEMA = 1


class Mapper(Protocol):
    """Whoever does work: `pairforge.explore.pool.Workers`."""

    def map(self, work: Callable[[Chunk], Found], tasks: Sequence[Chunk]) -> Iterator[tuple[int, Any]]:
        """Index and result, or exception, of each as it comes."""
        ...


@dataclass(frozen=True)
class LongRun:
    """What is asked for: `chunks` of `size` pairings each, `modelled` of them for the model.

    Attributes
    ----------
    core: what is simulated.
    seed: of the whole run.
    out: the file that keeps what is done.
    """

    core: Core
    seed: int
    size: int
    chunks: int
    modelled: int
    out: Path

    @property
    def head(self) -> dict[str, Any]:
        """The first line of the file: what must be the same where a run goes on."""
        return {
            "schema": SCHEMA,
            "design": self.core.design,
            "settings": [list(pair) for pair in self.core.settings],
            "core": self.core.digest,
            "engine": self.core.has_engine,
            "seed": self.seed,
            "chunk": self.size,
            "modelled": self.modelled,
        }

    def run(self, workers: Mapper, progress: Callable[[str], None]) -> dict[str, Any]:
        """Do what is left, and return the summary of all chunks.

        Raises
        ------
        UserError
            The file is of another run, or cannot be read or written.
        """
        done = self._done()
        left = [index for index in range(self.chunks) if index not in done]
        tasks = [Chunk(self.core, chunk_seed(self.seed, i), self.size, self.modelled) for i in left]
        if len(left) < self.chunks:
            progress(f"{self.chunks - len(left)} of {self.chunks} chunks are in {self.out} already")
        with self.out.open("a", encoding="utf-8") as file:
            for place, found in workers.map(run_chunk, tasks):
                if isinstance(found, Exception):
                    raise found
                index = left[place]
                done[index] = asdict(found)
                line = {"index": index, "seed": tasks[place].seed, **done[index]}
                file.write(json.dumps(line) + "\n")
                file.flush()
                wrong = f": {found.first}" if found.first else ""
                progress(f"chunk {index}, {len(done)} of {self.chunks}, {found.seconds:.1f} s{wrong}")
        return self._summary([done[index] for index in range(self.chunks)])

    def _done(self) -> dict[int, dict[str, Any]]:
        """Chunks that the file has, by index; it is begun where there is none, and loses half a line."""
        try:
            if not self.out.exists() or not self.out.read_text(encoding="utf-8").strip():
                self.out.write_text(json.dumps(self.head) + "\n", encoding="utf-8")
                return {}
            text = self.out.read_text(encoding="utf-8")
            whole = text[: text.rfind("\n") + 1]
            head, *lines = (json.loads(line) for line in whole.splitlines())
            if whole != text:
                self.out.write_text(whole, encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"--out {self.out}: {error}") from None
        except ValueError:
            raise UserError(f"--out {self.out}: is no file of a long run; give another") from None
        wanted = self.head
        for key in wanted:
            if not isinstance(head, dict) or head.get(key) != wanted[key]:
                raise UserError(f"--out {self.out}: is of a run with another {key}; give another file")
        return {line.pop("index"): line for line in lines}

    def _summary(self, done: Sequence[dict[str, Any]]) -> dict[str, Any]:
        total = {key: sum(found[key] for found in done) for key in _COUNTED}
        seconds, cpu = (sum(found[key] for found in done) for key in ("seconds", "cpu"))
        return {
            **self.head,
            "version": __version__,
            "simulator": f"verilator {verilator.version()}",
            "chunks": len(done),
            **total,
            "seconds": round(seconds, 1),
            "cpu_seconds": round(cpu, 1),
            "pairings_per_cpu_second": round(total["pairings"] / cpu, 1),
            "first": next((found["first"] for found in done if found["first"]), ""),
        }


_COUNTED = ("pairings", "mismatches", "modelled", "disagreements", "cycles")


def in_words(summary: dict[str, Any]) -> str:
    """The summary for people."""
    against = "engine" if summary["engine"] else "model (the engine has no such pairing here)"
    lines = [
        f"{summary['design']}, seed {summary['seed']}: {summary['pairings']:,} pairings in "
        f"{summary['cycles']:,} cycles",
        f"{summary['mismatches']} differ from the {against}",
        f"{summary['disagreements']} of {summary['modelled']:,} given to the model differ from the engine",
        f"{summary['seconds']:,} s, {summary['pairings_per_cpu_second']} pairings a second of a core",
    ]
    return "\n".join(lines + ([f"the first: {summary['first']}"] if summary["first"] else []))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long_runs", description=__doc__)
    parser.add_argument("design", metavar="DESIGN")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="as for a build")
    parser.add_argument("--pairings", type=int, required=True, help="rounded up to whole chunks")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="what is done, a line a chunk"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chunk", type=int, default=1000, help="pairings of a chunk")
    parser.add_argument("--model", type=int, default=10, help="pairings of a chunk for the model as well")
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, as tcp://host:8786")
    parser.add_argument("--summary", type=Path, metavar="FILE", help="write the summary to this file")
    given = parser.parse_args(arguments)
    try:
        settings = dict(setting.split("=", 1) for setting in given.set)
    except ValueError:
        parser.error("--set: give KEY=VALUE")
    for name in ("pairings", "chunk"):
        if getattr(given, name) < 1:
            parser.error(f"--{name}: must be 1 or more")
    if not 0 <= given.model <= given.chunk:
        parser.error("--model: must be from 0 to the pairings of a chunk")

    def tell(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    try:
        pool = Pool(given.jobs, given.cluster)
        chunks = -(-given.pairings // given.chunk)
        run = LongRun(
            core_of(given.design, settings), given.seed, given.chunk, chunks, given.model, given.out
        )
        with pool.open(version) as workers:
            summary = run.run(workers, tell)
    except UserError as error:
        tell(f"long_runs: error: {error}")
        return 2
    except CheckError as error:
        tell(f"long_runs: {error}")
        return 1
    words = ["python", "-m", "benchmarks.long_runs", *(sys.argv[1:] if arguments is None else arguments)]
    summary["command"] = " ".join(words)
    if given.summary is not None:
        given.summary.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    print(in_words(summary))
    return 1 if summary["mismatches"] or summary["disagreements"] else 0


if __name__ == "__main__":
    sys.exit(main())
