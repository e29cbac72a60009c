//! EIP-196 and EIP-197: the curve that Ethereum calls alt_bn128.

use super::bytes::{Layout, scalar, terms, truth};
use super::error::{Place, PrecompileError};
use crate::prime::ate::{Ate, Bn254, Gt};
use crate::prime::groups::{G1, G2};
use crate::{Group, Pairing, Target};

const LAYOUT: Layout = Layout { bytes: 32, imaginary_first: true };
const SCALAR: usize = 32;
const PAIR: usize = LAYOUT.point_bytes::<G1<Bn254>>() + LAYOUT.point_bytes::<G2<Bn254>>();

/// The input filled up with zeros, or cut.
fn resized(input: &[u8], length: usize) -> Vec<u8> {
    let mut bytes = input[..input.len().min(length)].to_vec();
    bytes.resize(length, 0);
    bytes
}

/// ECADD, address 0x06 (EIP-196): the sum of two points of G1.
///
/// Input: 128 bytes, the coordinates x1, y1, x2, y2, 32 bytes each; a shorter input is filled up with zeros, a
/// longer one cut. Output: 64 bytes.
///
/// # Errors
/// [`PrecompileError::Element`], [`PrecompileError::NotOnCurve`].
pub fn ecadd(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    LAYOUT.sum::<G1<Bn254>>(&resized(input, 2 * LAYOUT.point_bytes::<G1<Bn254>>()))
}

/// ECMUL, address 0x07 (EIP-196): a multiple of a point of G1.
///
/// Input: 96 bytes, the coordinates x and y and a scalar of any 256 bits, 32 bytes each; a shorter input is
/// filled up with zeros, a longer one cut. Output: 64 bytes.
///
/// # Errors
/// [`PrecompileError::Element`], [`PrecompileError::NotOnCurve`].
pub fn ecmul(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    let length = LAYOUT.point_bytes::<G1<Bn254>>();
    let input = resized(input, length + SCALAR);
    let (point, factor) = input.split_at(length);
    let point = LAYOUT.point::<G1<Bn254>>(point, Place::only("point"))?;
    Ok(LAYOUT.encode(point.mul_vartime(&scalar(factor)).affine()))
}

/// ECPAIRING, address 0x08 (EIP-197): whether the product of the pairings of all pairs is 1.
///
/// Input: any number of pairs of 192 bytes, none included: P of G1 as x and y, Q of G2 as the coefficients of i
/// and 1 of x, then those of y, 32 bytes each. Output: 1 or 0 in 32 bytes.
///
/// # Errors
/// [`PrecompileError::PartOfTerm`], [`PrecompileError::Element`], [`PrecompileError::NotOnCurve`],
/// [`PrecompileError::NotInSubgroup`].
pub fn ecpairing(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    let pairs = LAYOUT.pairs::<G1<Bn254>, G2<Bn254>>(terms(input, PAIR)?)?;
    Ok(truth(Ate::<Bn254>::product(&pairs) == Gt::one()))
}
