//! `peer LIBRARY`: times functions of `pairforge` or `blst` that standard input names (`benchmarks/peers`).

use pairforge_bench::peer::{blst, ours};

fn main() -> std::io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("pairforge") => ours().serve(),
        Some("blst") => blst().serve(),
        _ => panic!("peer pairforge|blst"),
    }
}
