//! Measures the tables of Harrison, Page, Smart 2002 on this machine: JSON on standard output, what is being measured on
//! standard error.

use std::io::{Write, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().len() > 1 {
        eprintln!("harrison: takes no arguments; prints the measured tables as JSON");
        return ExitCode::from(2);
    }
    let tables = pairforge_harrison::measure::tables(|what| eprintln!("{what}"));
    match writeln!(stdout(), "{tables:#}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
