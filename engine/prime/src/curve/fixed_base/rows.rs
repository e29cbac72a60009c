//! What tables are made of.

use super::super::{Affine, Curve, normalize_all};

/// Points that share an inversion, at least.
const TOGETHER: usize = 64;

/// Fills rows of `row` points each with the multiples 1, 2, ... of `point`, of 2^spacing times it, and so on. Beside
/// these it takes some 64 points, or a row of them if that is longer.
#[inline(never)]
pub(in crate::curve) fn fill<C: Curve>(
    rows: &mut [Affine<C>],
    point: &Affine<C>,
    spacing: usize,
    row: usize,
) {
    let mut power = point.to_jacobian();
    let mut room = Vec::with_capacity(TOGETHER.next_multiple_of(row));
    let mut made = 0;
    while made < rows.len() {
        room.clear();
        while room.len() < TOGETHER && made + room.len() < rows.len() {
            if made + room.len() > 0 {
                (0..spacing).for_each(|_| power.double_assign());
            }
            let mut multiple = power;
            room.push(multiple);
            for _ in 1..row {
                multiple = multiple.add(&power);
                room.push(multiple);
            }
        }
        rows[made..][..room.len()].copy_from_slice(&normalize_all(&room));
        made += room.len();
    }
}
