//! The pairing on handles: values, Miller loops, prepared arguments.

use crate::failure::take_back;
use crate::{Argument, Failure, PairingHandle, PointHandle, Status, borrow, guard, hand_out, input, output};
use pairforge_engine::registry::{DynPairing, Miller, Point, Prepared, Value};

/// A value of the target group.
pub struct ValueHandle {
    pairing: &'static dyn DynPairing,
    value: Value,
}

/// A value of the Miller loop.
pub struct MillerHandle {
    pairing: &'static dyn DynPairing,
    miller: Miller,
}

/// What was precomputed for a fixed argument.
pub struct PreparedHandle {
    pairing: &'static dyn DynPairing,
    prepared: Prepared,
}

/// A new value from another, by `work`.
fn map(
    a: *const ValueHandle,
    out: *mut *mut ValueHandle,
    work: impl FnOnce(&ValueHandle) -> Result<Value, Failure>,
) -> Status {
    guard(|| {
        let a = borrow(a)?;
        hand_out(out, ValueHandle { pairing: a.pairing, value: work(a)? })
    })
}

/// The points of `n` terms.
///
/// # Safety
/// `p` and `q` are NULL or arrays of `n` pointers that are NULL or handles.
unsafe fn terms(
    p: *const *const PointHandle,
    q: *const *const PointHandle,
    n: usize,
) -> Result<Vec<(Point, Point)>, Failure> {
    if n > 0 && (p.is_null() || q.is_null()) {
        return Err(Failure::NullPointer);
    }
    (0..n)
        .map(|i| {
            // SAFETY: `i` is within the caller's arrays.
            let (p, q) = unsafe { (*p.add(i), *q.add(i)) };
            Ok((borrow(p)?.point.clone(), borrow(q)?.point.clone()))
        })
        .collect()
}

/// The pairing of two points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_pair_points(
    pairing: *const PairingHandle,
    p: *const PointHandle,
    q: *const PointHandle,
    out: *mut *mut ValueHandle,
) -> Status {
    guard(|| {
        let pairing = borrow(pairing)?.pairing;
        hand_out(out, ValueHandle { pairing, value: pairing.pair(&borrow(p)?.point, &borrow(q)?.point)? })
    })
}

/// The product of the pairings of `n` terms, from arrays of points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_product_points(
    pairing: *const PairingHandle,
    p: *const *const PointHandle,
    q: *const *const PointHandle,
    n: usize,
    out: *mut *mut ValueHandle,
) -> Status {
    guard(|| {
        let pairing = borrow(pairing)?.pairing;
        // SAFETY: the caller passes arrays of `n` points.
        let terms = unsafe { terms(p, q, n)? };
        hand_out(out, ValueHandle { pairing, value: pairing.product(&terms)? })
    })
}

/// The product of the Miller loops of `n` terms, from arrays of points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_miller_loop(
    pairing: *const PairingHandle,
    p: *const *const PointHandle,
    q: *const *const PointHandle,
    n: usize,
    out: *mut *mut MillerHandle,
) -> Status {
    guard(|| {
        let pairing = borrow(pairing)?.pairing;
        // SAFETY: the caller passes arrays of `n` points.
        let terms = unsafe { terms(p, q, n)? };
        hand_out(out, MillerHandle { pairing, miller: pairing.multi_miller_loop(&terms)? })
    })
}

/// The product of two values of the Miller loop.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_miller_mul(
    f: *const MillerHandle,
    g: *const MillerHandle,
    out: *mut *mut MillerHandle,
) -> Status {
    guard(|| {
        let f = borrow(f)?;
        let miller = f.pairing.miller_mul(&f.miller, &borrow(g)?.miller)?;
        hand_out(out, MillerHandle { pairing: f.pairing, miller })
    })
}

/// The final exponentiation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_final_exponentiation(
    f: *const MillerHandle,
    out: *mut *mut ValueHandle,
) -> Status {
    guard(|| {
        let f = borrow(f)?;
        hand_out(out, ValueHandle { pairing: f.pairing, value: f.pairing.final_exponentiation(&f.miller)? })
    })
}

/// Frees a value of the Miller loop.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_miller_free(f: *mut MillerHandle) {
    take_back(f);
}

/// Which argument pairforge_prepare takes. P for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_fixed_argument(pairing: *const PairingHandle) -> Argument {
    use pairforge_engine::registry::Argument as Which;
    match borrow(pairing).map(|p| p.pairing.fixed()) {
        Ok(Which::Q) => Argument::Q,
        _ => Argument::P,
    }
}

/// Precomputes what depends on the fixed argument alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_prepare(
    pairing: *const PairingHandle,
    fixed: *const PointHandle,
    out: *mut *mut PreparedHandle,
) -> Status {
    guard(|| {
        let pairing = borrow(pairing)?.pairing;
        hand_out(out, PreparedHandle { pairing, prepared: pairing.prepare(&borrow(fixed)?.point)? })
    })
}

/// The pairing with a prepared argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_pair_prepared(
    prepared: *const PreparedHandle,
    free: *const PointHandle,
    out: *mut *mut ValueHandle,
) -> Status {
    guard(|| {
        let prepared = borrow(prepared)?;
        let value = prepared.pairing.pair_prepared(&prepared.prepared, &borrow(free)?.point)?;
        hand_out(out, ValueHandle { pairing: prepared.pairing, value })
    })
}

/// Frees a prepared argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_prepared_free(prepared: *mut PreparedHandle) {
    take_back(prepared);
}

/// The value of these coefficients, `count * width` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_value_read(
    pairing: *const PairingHandle,
    bytes: *const u8,
    out: *mut *mut ValueHandle,
) -> Status {
    guard(|| {
        let pairing = borrow(pairing)?.pairing;
        // SAFETY: the caller passes so many bytes.
        let bytes = unsafe { input(bytes, pairing.gt().shape().bytes())? };
        hand_out(out, ValueHandle { pairing, value: pairing.gt().read(bytes)? })
    })
}

/// The coefficients of a value, `count * width` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_value_write(a: *const ValueHandle, bytes: *mut u8) -> Status {
    guard(|| {
        let a = borrow(a)?;
        let written = a.pairing.gt().write(&a.value)?;
        // SAFETY: the caller passes room for so many bytes.
        unsafe { output(bytes, written.len())? }.copy_from_slice(&written);
        Ok(())
    })
}

/// a * b.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_value_mul(
    a: *const ValueHandle,
    b: *const ValueHandle,
    out: *mut *mut ValueHandle,
) -> Status {
    map(a, out, |a| Ok(a.pairing.gt().mul(&a.value, &borrow(b)?.value)?))
}

/// a^2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_value_square(a: *const ValueHandle, out: *mut *mut ValueHandle) -> Status {
    map(a, out, |a| Ok(a.pairing.gt().square(&a.value)?))
}

/// 1 / a.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_value_inverse(
    a: *const ValueHandle,
    out: *mut *mut ValueHandle,
) -> Status {
    map(a, out, |a| Ok(a.pairing.gt().inverse(&a.value)?))
}

/// a^exponent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_value_pow(
    a: *const ValueHandle,
    exponent: *const u8,
    exponent_length: usize,
    out: *mut *mut ValueHandle,
) -> Status {
    map(a, out, |a| {
        // SAFETY: the caller passes so many bytes.
        Ok(a.pairing.gt().pow(&a.value, unsafe { input(exponent, exponent_length)? })?)
    })
}

/// Whether two values are the same. False where either is NULL or they are of different groups.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_value_equal(a: *const ValueHandle, b: *const ValueHandle) -> bool {
    let (Ok(a), Ok(b)) = (borrow(a), borrow(b)) else { return false };
    a.pairing.gt().equal(&a.value, &b.value).unwrap_or(false)
}

/// Frees a value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_value_free(a: *mut ValueHandle) {
    take_back(a);
}
