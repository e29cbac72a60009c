//! The power T = 2^((m+1)/2) of many elements at once, as what it is: a linear map.
//!
//! Sixteen vectors are transposed so that byte i of all their elements stands in one vector; byte o of the results is then
//! the sum over i of 8 x 8 maps of bits, by GF2P8AFFINEQB or by lookups of nibbles within a register. This costs
//! (16 L) ceil(m/8) maps for 16 vectors, and the (m+1)/2 squarings it replaces many times that.

use super::backend::{Kernel, Vector, Words};
use super::field::Field;
use super::lanes::Lanes;
use super::limbs::Limbs;

/// Vectors taken together: as many as a lane has bytes.
const ROWS: usize = 16;

/// The 8 x 8 maps: from byte i of an argument (16 L of them) to byte o of a result, at 16 L o + i.
struct Maps<B>(Vec<B>);

impl<B: Copy + Send + Sync + 'static> Maps<B> {
    /// The maps of a field, computed when first asked for.
    fn of<F: Field, V: Vector<ByteMap = B>>() -> &'static Self {
        F::map_slots()[V::MAP_SLOT]
            .get_or_init(|| Box::new(Self::compute::<V>(&images::<F>(), F::WIDTH)))
            .downcast_ref()
            .expect("a slot holds the maps of one type")
    }

    /// From the images of the powers of x, of so many bytes. It knows of no field.
    #[inline(never)]
    fn compute<V: Vector<ByteMap = B>>(images: &[Vec<u8>], width: usize) -> Self {
        let from = images.len() / 8;
        let map = |o: usize, i: usize| V::byte_map(core::array::from_fn(|k| images[8 * i + k][o]));
        Self((0..width).flat_map(|o| (0..from).map(move |i| (o, i))).map(|(o, i)| map(o, i)).collect())
    }
}

/// The images of x^k, which are (x^T)^k, for all k of a representative.
fn images<F: Field>() -> Vec<Vec<u8>> {
    let mut x = Lanes::<F, Words>::zero();
    x.0.as_mut()[0] = Words([2, 0]);
    let step = x.frobenius(F::DEGREE.div_ceil(2));
    let mut image = Lanes::<F, Words>::one();
    let mut images = Vec::new();
    for _ in 0..128 * F::Limbs::<Words>::COUNT {
        let canonical = super::element::Element::<F>::from_lanes(image);
        let mut bytes = vec![0; F::WIDTH];
        canonical.write(&mut bytes);
        image = canonical.lanes().mul(&step);
        images.push(bytes);
    }
    images
}

/// Transposes the 16 x 16 bytes of each lane: four rounds of a perfect shuffle.
#[inline(always)]
fn transpose<V: Vector>(mut rows: [V; ROWS]) -> [V; ROWS] {
    for _ in 0..4 {
        let mut next = rows;
        for i in 0..ROWS / 2 {
            (next[2 * i], next[2 * i + 1]) = rows[i].interleave(rows[i + ROWS / 2]);
        }
        rows = next;
    }
    rows
}

/// Replaces every element by its T-th power, by a function of its own.
#[inline(always)]
pub fn power_t<F: Field, V: Vector>(elements: &mut [Lanes<F, V>]) {
    V::outline(PowerT(elements));
}

struct PowerT<'a, F: Field, V: Vector>(&'a mut [Lanes<F, V>]);

impl<F: Field, V: Vector> Kernel for PowerT<'_, F, V> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        power_t_inline(self.0);
    }
}

#[inline(always)]
fn power_t_inline<F: Field, V: Vector>(elements: &mut [Lanes<F, V>]) {
    let maps = Maps::of::<F, V>();
    let count = F::Limbs::<V>::COUNT;
    for rows in elements.chunks_mut(ROWS) {
        let mut digits = Vec::with_capacity(ROWS * count);
        for l in 0..count {
            let mut limb = [V::zero(); ROWS];
            for (to, from) in limb.iter_mut().zip(rows.iter()) {
                *to = from.0.as_ref()[l];
            }
            V::outline(Bytes(limb, &mut digits));
        }
        for (l, maps) in maps.0.chunks(ROWS * digits.len()).enumerate() {
            for (from, to) in V::outline(Sums(&digits, maps)).iter().zip(rows.iter_mut()) {
                to.0.as_mut()[l] = *from;
            }
        }
    }
}

/// Vectors of which the bytes are to be added to the digits, in their order. It knows of no field, nor does [`Sums`]: each is
/// compiled once for a type of vectors.
struct Bytes<'a, V: Vector>([V; ROWS], &'a mut Vec<V::Digits>);

impl<V: Vector> Kernel for Bytes<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.1.extend(transpose(self.0).map(V::digits));
    }
}

/// Digits, and the maps of all of them to each of up to sixteen bytes.
struct Sums<'a, V: Vector>(&'a [V::Digits], &'a [V::ByteMap]);

impl<V: Vector> Kernel for Sums<'_, V> {
    type Output = [V; ROWS];

    /// The vectors that have these bytes.
    #[inline(always)]
    fn run(self) -> [V; ROWS] {
        let Self(digits, maps) = self;
        let mut limb = [V::zero(); ROWS];
        for (to, maps) in limb.iter_mut().zip(maps.chunks_exact(digits.len())) {
            let mut sums = [V::zero(); 2];
            for (two, map) in digits.chunks_exact(2).zip(maps.chunks_exact(2)) {
                sums[0] = sums[0].xor(V::apply(two[0], &map[0]));
                sums[1] = sums[1].xor(V::apply(two[1], &map[1]));
            }
            *to = sums[0].xor(sums[1]);
        }
        transpose(limb)
    }
}
