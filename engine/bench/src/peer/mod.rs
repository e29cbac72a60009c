//! One library's functions, timed when someone asks (`benchmarks/peers`). The first line of standard output says whose
//! functions there are and which; each line of standard input names one of them, and a line of standard output answers
//! with the nanoseconds of a call.

mod blst;
mod inputs;
mod library;
mod ours;

pub use self::blst::blst;
pub use self::ours::ours;
