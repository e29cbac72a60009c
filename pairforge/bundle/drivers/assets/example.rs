@HEADER_R@
//! Sends the inputs of the test bench to a core, several on the way, and compares what comes. The core is a
//! simulated one here (`../simulation`); in a system its registers are `Mmio`.

use pairforge_driver::core_@NAME@::IDENTITY;
use pairforge_driver::{Core, Error};
use simulated::Simulated;
use std::path::Path;

mod simulated;

const LOOKS: u32 = 1_000_000;

/// The lines of a file of the test bench, each as words; none where there is no such file.
fn lines(folder: &Path, name: &str) -> Vec<Vec<u32>> {
    let text = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    let word = |word| u32::from_str_radix(word, 16).expect("a hexadecimal word");
    text.lines()
        .map(|line| line.split_whitespace().map(word).collect())
        .collect()
}

fn main() -> Result<(), Error<i32>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "../../tb".into());
    let folder = Path::new(&folder);
    let (sent, wanted) = (
        lines(folder, "vectors_in.hex"),
        lines(folder, "vectors_out.hex"),
    );
    let off_curve: Vec<bool> = lines(folder, "off_curve.hex")
        .iter()
        .map(|line| line[0] != 0)
        .collect();
    let mut core = Core::open(Simulated::new(1), Some(IDENTITY))?;
    core.load(&lines(folder, "load.hex").concat())?;
    let mut result = vec![0; core.words_out()];
    let mut taken = 0;
    let mut compare = |core: &mut Core<Simulated>| {
        let off = off_curve.get(taken).copied().unwrap_or(false);
        match core.wait(&mut result, LOOKS) {
            Ok(()) if !off => assert_eq!(result, wanted[taken], "input {taken}"),
            Err(Error::OffCurve) if off => {}
            other => panic!("input {taken}: {other:?}"),
        }
        taken += 1;
    };
    for words in &sent {
        loop {
            match core.send(words) {
                Err(Error::Full) => compare(&mut core),
                done => break done?,
            }
        }
    }
    while core.results()? < sent.len() as u32 {
        compare(&mut core);
    }
    let off = off_curve.iter().filter(|&&off| off).count();
    println!(
        "{} results right, {off} of them of points off their curves",
        core.results()?
    );
    Ok(())
}
