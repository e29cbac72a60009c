//! EIP-2537: BLS12-381.

use super::bytes::{Layout, exactly, scalar, some_terms, truth};
use super::error::{Place, PrecompileError};
use crate::prime::ate::{Ate, Bls12381, Gt};
use crate::prime::groups::{G1, G2, Point, Subgroup};
use crate::prime::hash_to_curve::{Isogenous3, Isogenous11, IsogenousCurve, map_to_group};
use crate::{Group, Pairing, Target};

const LAYOUT: Layout = Layout { bytes: 64, imaginary_first: false };
const SCALAR: usize = 32;
const PAIR: usize = LAYOUT.point_bytes::<G1<Bls12381>>() + LAYOUT.point_bytes::<G2<Bls12381>>();

fn add<G: Subgroup>(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    exactly(input, 2 * LAYOUT.point_bytes::<G>())?;
    LAYOUT.sum::<G>(input)
}

fn multi_scalar_mul<G: Subgroup>(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    let length = LAYOUT.point_bytes::<G>();
    let term = |(i, bytes): (usize, &[u8])| {
        let (point, factor) = bytes.split_at(length);
        Ok((LAYOUT.point::<G>(point, Place::of_term(i, "point"))?, scalar(factor)))
    };
    let terms = some_terms(input, length + SCALAR)?.enumerate().map(term);
    let (points, scalars) = terms.collect::<Result<(Vec<_>, Vec<_>), _>>()?;
    let scalars: Vec<_> = scalars.iter().map(|scalar| &scalar[..]).collect();
    Ok(LAYOUT.encode(Point::multi_mul_vartime(&points, &scalars, 1).affine()))
}

fn map<C: IsogenousCurve<Target: Subgroup>>(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    exactly(input, LAYOUT.element_bytes::<C::Field>())?;
    let u = LAYOUT.element::<C::Field>(input, Place::only("u"))?;
    Ok(LAYOUT.encode(map_to_group::<C>(&u).affine()))
}

/// BLS12_G1ADD, address 0x0b: the sum of two points of E(F_p), of any order.
///
/// Input: 256 bytes, the coordinates x1, y1, x2, y2, 64 bytes each, of which the upper 16 are zero. Output: 128
/// bytes.
///
/// # Errors
/// [`PrecompileError::Length`], [`PrecompileError::Padding`], [`PrecompileError::Element`],
/// [`PrecompileError::NotOnCurve`].
pub fn g1_add(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    add::<G1<Bls12381>>(input)
}

/// BLS12_G1MSM, address 0x0c: the sum of scalar times point over all terms, of the subgroup of order r.
///
/// Input: terms of 160 bytes, at least one: x, y, and a scalar of any 256 bits in 32 bytes. Output: 128 bytes.
///
/// # Errors
/// [`PrecompileError::Empty`], [`PrecompileError::PartOfTerm`], [`PrecompileError::Padding`],
/// [`PrecompileError::Element`], [`PrecompileError::NotOnCurve`], [`PrecompileError::NotInSubgroup`].
pub fn g1_msm(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    multi_scalar_mul::<G1<Bls12381>>(input)
}

/// BLS12_G2ADD, address 0x0d: the sum of two points of E'(F_p2), of any order.
///
/// Input: 512 bytes, the coordinates x1, y1, x2, y2, each as its coefficients of 1 and i of 64 bytes, of which
/// the upper 16 are zero. Output: 256 bytes.
///
/// # Errors
/// Those of [`g1_add`].
pub fn g2_add(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    add::<G2<Bls12381>>(input)
}

/// BLS12_G2MSM, address 0x0e: the sum of scalar times point over all terms, of the subgroup of order r.
///
/// Input: terms of 288 bytes, at least one: x, y, and a scalar of any 256 bits in 32 bytes. Output: 256 bytes.
///
/// # Errors
/// Those of [`g1_msm`].
pub fn g2_msm(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    multi_scalar_mul::<G2<Bls12381>>(input)
}

/// BLS12_PAIRING_CHECK, address 0x0f: whether the product of the pairings of all pairs is 1.
///
/// Input: pairs of 384 bytes, at least one: P of G1 and Q of G2. Output: 1 or 0 in 32 bytes.
///
/// # Errors
/// Those of [`g1_msm`].
pub fn pairing_check(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    let pairs = LAYOUT.pairs::<G1<Bls12381>, G2<Bls12381>>(some_terms(input, PAIR)?)?;
    Ok(truth(Ate::<Bls12381>::product(&pairs) == Gt::one()))
}

/// BLS12_MAP_FP_TO_G1, address 0x10: the point of G1 that an element of F_p maps to (RFC 9380: the simplified
/// SWU map of the suite BLS12381G1_XMD:SHA-256_SSWU_RO_, and its cofactor).
///
/// Input: 64 bytes, of which the upper 16 are zero. Output: 128 bytes.
///
/// # Errors
/// [`PrecompileError::Length`], [`PrecompileError::Padding`], [`PrecompileError::Element`].
pub fn map_fp_to_g1(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    map::<Isogenous11>(input)
}

/// BLS12_MAP_FP2_TO_G2, address 0x11: the point of G2 that an element of F_p2 maps to (RFC 9380: the suite
/// BLS12381G2_XMD:SHA-256_SSWU_RO_).
///
/// Input: 128 bytes, the coefficients of 1 and i. Output: 256 bytes.
///
/// # Errors
/// Those of [`map_fp_to_g1`].
pub fn map_fp2_to_g2(input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
    map::<Isogenous3>(input)
}
