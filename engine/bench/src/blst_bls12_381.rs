//! blst's pairing on BLS12-381.

use blst::{
    blst_final_exp, blst_fp12, blst_miller_loop, blst_miller_loop_n, blst_p1_affine,
    blst_p1_affine_generator, blst_p2_affine, blst_p2_affine_generator,
};

/// Generators of both groups.
#[must_use]
pub fn generators() -> (blst_p1_affine, blst_p2_affine) {
    // SAFETY: the functions return pointers to constants.
    unsafe { (*blst_p1_affine_generator(), *blst_p2_affine_generator()) }
}

/// The Miller loop.
#[must_use]
pub fn miller(p: &blst_p1_affine, q: &blst_p2_affine) -> blst_fp12 {
    let mut f = blst_fp12::default();
    // SAFETY: all three point to values of the right type.
    unsafe { blst_miller_loop(&mut f, q, p) };
    f
}

/// The product of the Miller loops of pairs of points.
#[must_use]
pub fn miller_n(p: &[blst_p1_affine], q: &[blst_p2_affine]) -> blst_fp12 {
    let mut f = blst_fp12::default();
    let (ps, qs) = ([p.as_ptr(), std::ptr::null()], [q.as_ptr(), std::ptr::null()]);
    // SAFETY: by blst's convention, a NULL after the first pointer says that the points lie in a row.
    unsafe { blst_miller_loop_n(&mut f, qs.as_ptr(), ps.as_ptr(), p.len().min(q.len())) };
    f
}

/// The final exponentiation.
#[must_use]
pub fn final_exponentiation(f: &blst_fp12) -> blst_fp12 {
    let mut e = blst_fp12::default();
    // SAFETY: both point to values of the right type.
    unsafe { blst_final_exp(&mut e, f) };
    e
}

/// Whether a signature with the key in G1 is right, on one thread; neither point's subgroup is tested.
#[must_use]
pub fn verify(key: &blst_p1_affine, signature: &blst_p2_affine, message: &[u8], suite: &[u8]) -> bool {
    let mut pairing = blst::Pairing::new(true, suite);
    let _ = pairing.aggregate(key, false, signature, false, message, &[]);
    pairing.commit();
    pairing.finalverify(None)
}
