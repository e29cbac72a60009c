//! Try-and-increment.

use super::expand::{bytes_per_coefficient, expand_message_xmd};
use crate::curve::{Affine, Coordinate, Curve};

/// The point of the curve that a message hashes to: the first x = 0, 1, 2, ... of a sequence that is an
/// x-coordinate, where x_i is what expand_message_xmd gives for the message followed by i as four big-endian
/// bytes, reduced as in hash_to_field; one more byte, modulo 2, is the sign of y (RFC 9380's sgn0).
///
/// The number of attempts, two on average, depends on the message: **time is variable in the message**, so
/// this is not for secret messages such as passwords. For those there is BLS12-381, whose hashes are constant
/// time.
#[must_use]
#[inline(never)]
pub fn try_and_increment<C: Curve>(message: &[u8], dst: &[u8]) -> Affine<C> {
    let share = C::Field::COUNT * bytes_per_coefficient::<C::Field>();
    let mut attempt = message.to_vec();
    (0_u32..)
        .find_map(|i| {
            attempt.truncate(message.len());
            attempt.extend_from_slice(&i.to_be_bytes());
            let bytes = expand_message_xmd(&attempt, dst, share + 1);
            let x = C::Field::from_wide_be(&bytes[..share]);
            let point = Affine::<C>::from_x(x, false)?;
            let odd = bytes[share] & 1 == 1;
            Some(if bool::from(point.y().sgn0()) == odd { point } else { point.neg() })
        })
        .expect("half of all x are x-coordinates")
}
