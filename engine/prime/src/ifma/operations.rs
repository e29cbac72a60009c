//! Single operations as `examples/ifma_cycles.rs` measures them.

use super::available::assert_available;
use super::convert;
use super::curve::InLanes;
use super::cyclotomic;
use super::fp12::{self, Lanes, Line};
use super::g2;
use core::hint::black_box;

/// An operation.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// What it is.
    pub name: &'static str,
    /// How many products of two vectors and reductions of one it has: 2 L^2 IFMA instructions each.
    pub units: u64,
    /// Does it as many times, each time with the result of the time before.
    pub times: fn(usize),
}

/// The operations that most of a pairing is made of, on some values.
#[must_use]
pub fn operations<C: InLanes<L, N>, const L: usize, const N: usize>() -> [Operation; 5] {
    [
        Operation { name: "product in F_p12", units: 15, times: times::<C, L, N, 0> },
        Operation { name: "square in F_p12", units: 9, times: times::<C, L, N, 1> },
        Operation { name: "product by a line", units: 11, times: times::<C, L, N, 2> },
        Operation { name: "cyclotomic square", units: 5, times: times::<C, L, N, 3> },
        Operation { name: "doubling with its line", units: 8, times: times::<C, L, N, 4> },
    ]
}

/// # Panics
/// If the processor lacks AVX-512 IFMA.
fn times<C: InLanes<L, N>, const L: usize, const N: usize, const OPERATION: usize>(count: usize) {
    assert_available();
    let (p, q) = (C::G1, C::G2);
    let elements = [p.0, p.1, q.0.c[0], q.0.c[1], q.1.c[0], q.1.c[1], p.0, p.1];
    // SAFETY: the processor has the instructions.
    unsafe {
        let bc = convert::enter::<C::Params, L, N>(&elements);
        let a = convert::enter::<C::Params, L, N>(&elements[4..]);
        let (mut f, mut t) = (Lanes { a, bc }, bc);
        let line = Line { quartic: a, quadratic: bc };
        match OPERATION {
            0 => (0..count).for_each(|_| f = fp12::mul::<C::Params, L>(&f, &Lanes { a, bc })),
            1 => (0..count).for_each(|_| f = fp12::square::<C::Params, L>(&f)),
            2 => (0..count).for_each(|_| f = fp12::mul_by_line::<C::Params, L>(&f, &line, C::TWIST)),
            3 => f = cyclotomic::squares::<C::Params, L>(&f, count),
            _ => (0..count).for_each(|_| {
                black_box(g2::double::<C::Params, L>(&mut t, &a, C::TWIST));
            }),
        }
        black_box((f, t));
    }
}
