//! Points as handles.

use crate::failure::{self, borrow_all, hand_out_all, take_back};
use crate::{Argument, Failure, PairingHandle, Status, borrow, guard, hand_out, input, output};
use pairforge_engine::registry::{DynGroup, Form, Point};

/// A point of one of a pairing's groups.
pub struct PointHandle {
    pub(crate) group: &'static dyn DynGroup,
    pub(crate) point: Point,
}

fn form(compressed: bool) -> Form {
    if compressed { Form::Compressed } else { Form::Uncompressed }
}

/// A new point of a pairing's group, by `make`.
fn make(
    pairing: *const PairingHandle,
    which: Argument,
    out: *mut *mut PointHandle,
    make: impl FnOnce(&'static dyn DynGroup) -> Result<Point, Failure>,
) -> Status {
    guard(|| {
        let group = borrow(pairing)?.group(which)?;
        hand_out(out, PointHandle { group, point: make(group)? })
    })
}

/// A new point from another, by `work`.
fn map(
    a: *const PointHandle,
    out: *mut *mut PointHandle,
    work: impl FnOnce(&PointHandle) -> Result<Point, Failure>,
) -> Status {
    guard(|| {
        let a = borrow(a)?;
        hand_out(out, PointHandle { group: a.group, point: work(a)? })
    })
}

/// The point at infinity.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_identity(
    pairing: *const PairingHandle,
    which: Argument,
    out: *mut *mut PointHandle,
) -> Status {
    make(pairing, which, out, |group| Ok(group.identity()))
}

/// The generator of the subgroup of order r.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_generator(
    pairing: *const PairingHandle,
    which: Argument,
    out: *mut *mut PointHandle,
) -> Status {
    make(pairing, which, out, |group| Ok(group.generator()))
}

/// A random point that the pairing takes, from a seed of 32 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_random(
    pairing: *const PairingHandle,
    which: Argument,
    seed: *const u8,
    out: *mut *mut PointHandle,
) -> Status {
    make(pairing, which, out, |group| {
        // SAFETY: the caller passes 32 bytes.
        let seed = unsafe { failure::seed(seed)? };
        group.random(seed, 1).pop().ok_or(Failure::NullPointer)
    })
}

/// The point that a message hashes to under a domain separation tag, which must not be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_hash(
    pairing: *const PairingHandle,
    which: Argument,
    message: *const u8,
    message_length: usize,
    dst: *const u8,
    dst_length: usize,
    out: *mut *mut PointHandle,
) -> Status {
    make(pairing, which, out, |group| {
        // SAFETY: the caller passes so many bytes.
        let (message, dst) = unsafe { (input(message, message_length)?, input(dst, dst_length)?) };
        Ok(group.hash(message, dst)?)
    })
}

/// The point of these coordinates, `count * width` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_read(
    pairing: *const PairingHandle,
    which: Argument,
    bytes: *const u8,
    out: *mut *mut PointHandle,
) -> Status {
    make(pairing, which, out, |group| {
        // SAFETY: the caller passes so many bytes.
        Ok(group.read(unsafe { input(bytes, group.shape().bytes())? })?)
    })
}

/// The coordinates of a finite point, `count * width` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_write(a: *const PointHandle, bytes: *mut u8) -> Status {
    guard(|| {
        let a = borrow(a)?;
        let written = a.group.write(&a.point)?;
        // SAFETY: the caller passes room for so many bytes.
        unsafe { output(bytes, written.len())? }.copy_from_slice(&written);
        Ok(())
    })
}

/// Bytes of an encoding of this group's points; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_encoded_size(
    pairing: *const PairingHandle,
    which: Argument,
    compressed: bool,
) -> usize {
    let group = borrow(pairing).and_then(|p| p.group(which));
    group.map_or(0, |group| group.encoded_bytes(form(compressed)))
}

/// The point that was encoded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_decode(
    pairing: *const PairingHandle,
    which: Argument,
    bytes: *const u8,
    length: usize,
    compressed: bool,
    out: *mut *mut PointHandle,
) -> Status {
    make(pairing, which, out, |group| {
        // SAFETY: the caller passes so many bytes.
        Ok(group.decode(unsafe { input(bytes, length)? }, form(compressed))?)
    })
}

/// The points of `n` compressed encodings, one after the other, in the groups of large primes faster than one by one. There
/// a point outside the subgroup is missed with a probability of at most 2^-128, provided that whoever made the encodings
/// could not guess the 32 bytes of `seed`: draw them afresh from a cryptographic generator. `threads`: 0 takes all cores.
/// `out` has room for `n` handles; where an encoding is refused it has none, and pairforge_last_error says which one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_decode_all(
    pairing: *const PairingHandle,
    which: Argument,
    bytes: *const u8,
    n: usize,
    seed: *const u8,
    threads: usize,
    out: *mut *mut PointHandle,
) -> Status {
    guard(|| {
        let group = borrow(pairing)?.group(which)?;
        let size = group.encoded_bytes(Form::Compressed);
        let decode = || {
            // SAFETY: the caller passes 32 bytes, and so many for each of `n` encodings.
            let (seed, bytes) = unsafe { (failure::seed(seed)?, input(bytes, n.saturating_mul(size))?) };
            let encodings: Vec<_> = bytes.chunks_exact(size).collect();
            let points = group.decode_all(&encodings, &seed, threads)?.into_iter();
            Ok(points.map(|point| PointHandle { group, point }).collect())
        };
        // SAFETY: the caller passes room for `n` handles.
        unsafe { hand_out_all(out, decode) }
    })
}

/// The encoding of a point, pairforge_point_encoded_size bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_encode(
    a: *const PointHandle,
    compressed: bool,
    bytes: *mut u8,
) -> Status {
    guard(|| {
        let a = borrow(a)?;
        let encoded = a.group.encode(&a.point, form(compressed))?;
        // SAFETY: the caller passes room for so many bytes.
        unsafe { output(bytes, encoded.len())? }.copy_from_slice(&encoded);
        Ok(())
    })
}

/// a + b.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_add(
    a: *const PointHandle,
    b: *const PointHandle,
    out: *mut *mut PointHandle,
) -> Status {
    map(a, out, |a| Ok(a.group.add(&a.point, &borrow(b)?.point)?))
}

/// 2a.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_double(a: *const PointHandle, out: *mut *mut PointHandle) -> Status {
    map(a, out, |a| Ok(a.group.double(&a.point)?))
}

/// -a.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_neg(a: *const PointHandle, out: *mut *mut PointHandle) -> Status {
    map(a, out, |a| Ok(a.group.neg(&a.point)?))
}

/// scalar * a.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_mul(
    a: *const PointHandle,
    scalar: *const u8,
    scalar_length: usize,
    out: *mut *mut PointHandle,
) -> Status {
    map(a, out, |a| {
        // SAFETY: the caller passes so many bytes.
        Ok(a.group.mul(&a.point, unsafe { input(scalar, scalar_length)? })?)
    })
}

/// The sum of scalar times point over `n` terms, for public scalars: `width` little-endian bytes each, one after the
/// other. All points are of one group. Time and memory accesses depend on the scalars. `threads`: 0 takes all cores. `n` is
/// at least 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_multi_mul(
    points: *const *const PointHandle,
    scalars: *const u8,
    width: usize,
    n: usize,
    threads: usize,
    out: *mut *mut PointHandle,
) -> Status {
    guard(|| {
        // SAFETY: the caller passes `n` pointers to handles, and `width` bytes for each.
        let (handles, scalars) =
            unsafe { (borrow_all(points, n)?, input(scalars, n.saturating_mul(width))?) };
        let group = handles.first().ok_or(Failure::NullPointer)?.group;
        let points: Vec<_> = handles.iter().map(|handle| &handle.point).collect();
        let sum = group.multi_mul_vartime(&points, scalars, width, threads)?;
        hand_out(out, PointHandle { group, point: sum })
    })
}

/// Whether two points are the same. False where either is NULL or they are of different groups.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_equal(a: *const PointHandle, b: *const PointHandle) -> bool {
    let (Ok(a), Ok(b)) = (borrow(a), borrow(b)) else { return false };
    a.group.equal(&a.point, &b.point).unwrap_or(false)
}

/// Whether this is the point at infinity. False for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_is_identity(a: *const PointHandle) -> bool {
    borrow(a).is_ok_and(|a| a.group.is_identity(&a.point).unwrap_or(false))
}

/// Whether r times the point is the point at infinity. False for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_is_in_subgroup(a: *const PointHandle) -> bool {
    borrow(a).is_ok_and(|a| a.group.is_in_subgroup(&a.point).unwrap_or(false))
}

/// Frees a point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_point_free(a: *mut PointHandle) {
    take_back(a);
}
