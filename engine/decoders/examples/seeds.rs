//! Prints a seed a line: the property, a space, hexadecimal digits. The fuzzer begins at these.

use pairforge_decoders::ALL;
use std::fmt::Write as _;

fn main() {
    for property in &ALL {
        for seed in (property.seeds)() {
            let mut digits = String::with_capacity(2 * seed.len());
            seed.iter().for_each(|byte| write!(digits, "{byte:02x}").expect("text"));
            println!("{} {digits}", property.name);
        }
    }
}
