//! Tables of fixed points: multiples of one, sums of multiples of many.

use crate::failure::{borrow_all, take_back};
use crate::{Failure, PointHandle, Status, borrow, guard, hand_out, input};
use pairforge_engine::registry::{DynFixedBase, DynFixedBases, DynGroup};

/// A table for multiples of one point.
pub struct FixedBaseHandle {
    group: &'static dyn DynGroup,
    table: Box<dyn DynFixedBase>,
}

/// A table for sums of multiples of some points.
pub struct FixedBasesHandle {
    group: &'static dyn DynGroup,
    table: Box<dyn DynFixedBases>,
}

/// A table for multiples of a point, which is public: of those of at most `most_bytes` the one with the fastest multiples by
/// secret scalars. SIZE_MAX sets no bound. A bound below the smallest table is refused: PAIRFORGE_STATUS_REFUSED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_fixed_base_of(
    point: *const PointHandle,
    most_bytes: usize,
    out: *mut *mut FixedBaseHandle,
) -> Status {
    guard(|| {
        let point = borrow(point)?;
        let table = point.group.fixed_base(&point.point, most_bytes)?;
        hand_out(out, FixedBaseHandle { group: point.group, table })
    })
}

/// Bytes of a table. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_fixed_base_bytes(table: *const FixedBaseHandle) -> usize {
    borrow(table).map_or(0, |fixed| fixed.table.bytes())
}

/// scalar times the point of the table. The scalar may be secret, as for pairforge_point_mul.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_fixed_base_mul(
    table: *const FixedBaseHandle,
    scalar: *const u8,
    scalar_length: usize,
    out: *mut *mut PointHandle,
) -> Status {
    guard(|| {
        let fixed = borrow(table)?;
        // SAFETY: the caller passes so many bytes.
        let scalar = unsafe { input(scalar, scalar_length)? };
        hand_out(out, PointHandle { group: fixed.group, point: fixed.table.mul(scalar) })
    })
}

/// Frees a table of one point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_fixed_base_free(table: *mut FixedBaseHandle) {
    take_back(table);
}

/// A table for sums of multiples of `n` points of one group, at least 1: of those of at most `most_bytes` the one with the
/// fastest sums. SIZE_MAX sets no bound. A bound below the smallest table is refused: PAIRFORGE_STATUS_REFUSED. `threads`:
/// 0 takes all cores.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_fixed_bases_of(
    points: *const *const PointHandle,
    n: usize,
    most_bytes: usize,
    threads: usize,
    out: *mut *mut FixedBasesHandle,
) -> Status {
    guard(|| {
        // SAFETY: the caller passes `n` pointers to handles.
        let handles = unsafe { borrow_all(points, n)? };
        let none = || Failure::Other(Status::Refused, "no points for a table; give one at least".into());
        let group = handles.first().ok_or_else(none)?.group;
        let points: Vec<_> = handles.iter().map(|handle| &handle.point).collect();
        hand_out(out, FixedBasesHandle { group, table: group.fixed_bases(&points, most_bytes, threads)? })
    })
}

/// How many points a table has. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_fixed_bases_points(table: *const FixedBasesHandle) -> usize {
    borrow(table).map_or(0, |fixed| fixed.table.points())
}

/// Bytes of a table. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_fixed_bases_bytes(table: *const FixedBasesHandle) -> usize {
    borrow(table).map_or(0, |fixed| fixed.table.bytes())
}

/// The sum of scalar times point over all points of the table, for `n` public scalars, one for each point: `width`
/// little-endian bytes each, one after the other. Time and memory accesses depend on the scalars. `threads`: 0 takes all
/// cores.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_fixed_bases_multi_mul(
    table: *const FixedBasesHandle,
    scalars: *const u8,
    width: usize,
    n: usize,
    threads: usize,
    out: *mut *mut PointHandle,
) -> Status {
    guard(|| {
        let fixed = borrow(table)?;
        let points = fixed.table.points();
        if n != points {
            let line = format!("{n} scalars for a table of {points} points; give as many scalars as points");
            return Err(Failure::Other(Status::Length, line));
        }
        // SAFETY: the caller passes `width` bytes for each of `n` scalars.
        let scalars = unsafe { input(scalars, n.saturating_mul(width))? };
        let sum = fixed.table.multi_mul_vartime(scalars, width, threads)?;
        hand_out(out, PointHandle { group: fixed.group, point: sum })
    })
}

/// Frees a table of some points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_fixed_bases_free(table: *mut FixedBasesHandle) {
    take_back(table);
}
