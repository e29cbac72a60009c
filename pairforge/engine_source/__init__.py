"""The Rust sources of the engine that hold constants, written from the catalogue's curves.

Each constant is derived from the parameters of its curve by exact arithmetic, or stands in `curves`.
`python -m pairforge.engine_source` writes the files, `--check` compares them.

| module | what it has |
|---|---|
| `curves` | what the engine has beside the files of curves |
| `places` | where each file goes |
| `rust` | Rust expressions as text, in the layout of rustfmt; names |
| `fields`, `lattice`, `powers` | exact arithmetic: F_p2, reduced bases, exponents as chains |
| `families` | what BN and BLS12 curves are to the engine |
| `prime_fields`, `ate`, `isogeny`, `type_a`, `binary`, `ternary` | a curve to the text of a file |
| `optimal_ate`, `crate` | a curve with an optimal ate pairing to a file, or to a crate of its own |
| `vector_code` | assembly in AVX-512 IFMA in an order of its own |
| `security`, `registry` | tables over all pairings |
| `tree` | all files of the engine, and those of the tree that differ |

This package imports only from `pairings`, `algebra`, `catalog` and `errors`.
"""

from pairforge.engine_source.tree import differing, sources, write

__all__ = ["differing", "sources", "write"]
