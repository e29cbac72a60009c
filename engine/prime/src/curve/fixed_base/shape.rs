//! How large a table is, and how much is done with it. Nothing here depends on the curve, so that it is compiled once.

/// Bits of the widest window: digits run from -128 to 128.
const WIDEST: usize = 8;

/// Multiplications of a mixed addition, with its exceptions and the bringing of a scalar to digits.
const ADDITION: f64 = 13.0;
/// Of a doubling.
const DOUBLING: f64 = 7.5;
/// Of reading an entry of a row that is searched whole.
const READING: f64 = 0.2;

/// The rows of a table: scalars of `bits` bits are signed digits of `window` bits each, and there is a row for every
/// `stride`-th of them, with the multiples 1 to 2^(window - 1) of its power of 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    bits: usize,
    window: usize,
    stride: usize,
}

impl Shape {
    /// For scalars of so many limbs. A multiple takes an addition a digit, and `window` doublings for every step of the
    /// stride beyond the first.
    ///
    /// # Panics
    /// If `limbs` or `stride` is 0, or `window` not from 2 to 8.
    #[must_use]
    pub const fn new(limbs: usize, window: usize, stride: usize) -> Self {
        assert!(limbs > 0, "scalars of no bits have no digits");
        assert!(window >= 2 && window <= WIDEST, "windows have 2 to 8 bits");
        assert!(stride > 0, "a row serves one digit or more");
        Shape { bits: 64 * limbs, window, stride }
    }

    /// The one of at most so many entries with the fastest multiples by secret scalars of so many limbs; None if there are
    /// not even two entries.
    ///
    /// # Panics
    /// If `limbs` is 0.
    #[must_use]
    pub fn within(limbs: usize, entries: usize) -> Option<Self> {
        let windows = 2..=WIDEST;
        let all = windows.filter_map(|window| {
            let rows = entries >> (window - 1);
            let digits = Shape::new(limbs, window, 1).digits();
            (rows > 0).then(|| Shape::new(limbs, window, digits.div_ceil(rows.min(digits))))
        });
        all.min_by(|a, b| a.cost().total_cmp(&b.cost()))
    }

    /// Multiplications of a multiple by a secret scalar.
    fn cost(&self) -> f64 {
        let addition = ADDITION + READING * self.row() as f64;
        self.digits() as f64 * addition + (self.spacing() - self.window) as f64 * DOUBLING
    }

    /// Points of the table.
    #[must_use]
    pub const fn entries(&self) -> usize {
        self.digits().div_ceil(self.stride) * self.row()
    }

    /// Bits of the scalars.
    pub(super) const fn bits(&self) -> usize {
        self.bits
    }

    /// Bits of a digit.
    pub(super) const fn window(&self) -> usize {
        self.window
    }

    /// Digits that share a row.
    pub(super) const fn stride(&self) -> usize {
        self.stride
    }

    /// Points of a row.
    pub(super) const fn row(&self) -> usize {
        1 << (self.window - 1)
    }

    /// Bits from a row to the next.
    pub(super) const fn spacing(&self) -> usize {
        self.window * self.stride
    }

    /// Digits of a scalar.
    const fn digits(&self) -> usize {
        self.bits / self.window + 1
    }
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn bounds_are_kept_and_used() {
        for limbs in [1, 4, 10] {
            assert_eq!(Shape::within(limbs, 1), None);
            let mut last = f64::INFINITY;
            for entries in (2..3000).chain([1 << 20]) {
                let shape = Shape::within(limbs, entries).expect("room for two entries");
                assert!(shape.entries() <= entries);
                assert!(shape.cost() <= last, "more room is not slower");
                last = shape.cost();
            }
        }
    }

    #[test]
    fn every_digit_has_its_row() {
        // 256 bits in digits of 5 bits are 52 with the last carry: 26 rows of 16 serve two each, 18 serve three.
        let entries = |stride| Shape::new(4, 5, stride).entries();
        assert_eq!([entries(1), entries(2), entries(3), entries(52)], [52 * 16, 26 * 16, 18 * 16, 16]);
    }
}
