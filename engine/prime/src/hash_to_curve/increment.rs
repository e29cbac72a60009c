//! Try-and-increment.

use super::expand::{Expanded, bytes_of};
use crate::curve::{Affine, Coordinate, Curve};

/// The point of the curve that a message, in parts that follow each other, hashes to: the first x = 0, 1, 2, ... of a sequence that is an
/// x-coordinate, where x_i is what expand_message_xmd gives for the message followed by i as four big-endian
/// bytes, reduced as in hash_to_field; one more byte, modulo 2, is the sign of y (RFC 9380's sgn0).
///
/// The number of attempts, two on average, depends on the message: **time is variable in the message**, so
/// this is not for secret messages such as passwords. For those there is BLS12-381, whose hashes are constant
/// time.
///
/// # Panics
/// If `dst` is empty.
#[must_use]
#[inline(never)]
pub fn try_and_increment<C: Curve>(message: &[&[u8]], dst: &[u8]) -> Affine<C> {
    (0_u32..)
        .find_map(|i| {
            let mut bytes = Expanded::new(message, &i.to_be_bytes(), dst, bytes_of::<C::Field>() + 1);
            let point = Affine::<C>::from_x(bytes.element(), false)?;
            let mut sign = [0];
            bytes.fill(&mut sign);
            let odd = sign[0] & 1 == 1;
            Some(if bool::from(point.y().sgn0()) == odd { point } else { point.neg() })
        })
        .expect("half of all x are x-coordinates")
}
