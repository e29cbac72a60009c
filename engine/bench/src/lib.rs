//! What is timed: every pairing of the registry, and the pairings of other libraries, as closures of one shape. The
//! criterion benchmarks and the quick program `pairforge-bench` share it.

pub mod blst_bls12_381;
pub mod blst_groups;
pub mod clmul;
pub mod functions;
pub mod ours;
pub mod peer;
pub mod prior_work;
pub mod rounds;
pub mod signatures;
pub mod sums;

/// Something to time: one call does it once.
pub struct Task {
    /// Whose: the name of a pairing, or a library's.
    pub subject: String,
    /// What: one of the columns of the table.
    pub what: What,
    /// Pairings that one call computes, by which its time is divided.
    pub per_call: u32,
    /// Does it.
    pub run: Box<dyn FnMut()>,
}

impl Task {
    fn new(subject: &str, what: What, per_call: u32, run: impl FnMut() + 'static) -> Self {
        Task { subject: subject.into(), what, per_call, run: Box::new(run) }
    }
}

/// What a task computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// One pairing.
    Pair,
    /// The Miller loop alone.
    Miller,
    /// The final exponentiation alone.
    Final,
    /// One pairing with a prepared argument.
    Prepared,
    /// A product of two pairings.
    Product2,
    /// A product of eight.
    Product8,
    /// Many independent pairings on one core; the time is that of each.
    Batch,
}

impl What {
    /// The key of its nanoseconds in the JSON output.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            What::Pair => "ns",
            What::Miller => "miller_ns",
            What::Final => "final_ns",
            What::Prepared => "prepared_ns",
            What::Product2 => "product2_ns",
            What::Product8 => "product8_ns",
            What::Batch => "batch_ns",
        }
    }
}
