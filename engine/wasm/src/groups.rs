//! Groups of points.

use crate::call::{Bytes, Failure, Items, operations};
use crate::inputs::{decode, group};
use pairforge_engine::Result as Decoded;
use pairforge_engine::registry::{DynGroup, Form, Point};

/// A point as it leaves.
pub fn encoded(group: &dyn DynGroup, point: &Point) -> Bytes {
    Ok(group.encode(point, Form::Uncompressed)?)
}

/// A new point of the group that comes first.
fn with_group(
    mut items: Items<'_>,
    work: impl FnOnce(&dyn DynGroup, Items<'_>) -> Result<Point, Failure>,
) -> Bytes {
    let group = group(&mut items)?;
    encoded(group, &work(group, items)?)
}

/// Scalars one after the other, which must be of one length, and that length.
pub fn joined(scalars: &[&[u8]]) -> Result<(Vec<u8>, usize), Failure> {
    let width = scalars.first().map_or(0, |scalar| scalar.len());
    if scalars.iter().any(|scalar| scalar.len() != width) {
        return Err(Failure::of_caller("scalars must be of one length"));
    }
    Ok((scalars.concat(), width))
}

operations! {
    /// The generator.
    group_generator(items) {
        with_group(items, |group, _| Ok(group.generator()))
    }

    /// The point that a message hashes to under a domain separation tag, which must not be empty.
    group_hash(items) {
        with_group(items, |group, mut items| Ok(group.hash(items.bytes()?, items.bytes()?)?))
    }

    /// The sum of all points.
    group_sum(items) {
        with_group(items, |group, items| {
            let mut sum = group.identity();
            for bytes in items {
                sum = group.add(&sum, &decode(group, bytes)?)?;
            }
            Ok(sum)
        })
    }

    /// The opposite point.
    group_negate(items) {
        with_group(items, |group, mut items| Ok(group.neg(&decode(group, items.bytes()?)?)?))
    }

    /// A multiple of a point; the scalar is little-endian, and time depends on its length alone.
    group_multiply(items) {
        with_group(items, |group, mut items| Ok(group.mul(&decode(group, items.bytes()?)?, items.bytes()?)?))
    }

    /// The sum of scalar times point, for public scalars: points and little-endian scalars in turn, all scalars of one
    /// length.
    group_combine(items) {
        with_group(items, |group, items| {
            let terms = items.pairs()?;
            let points = terms.iter().map(|(point, _)| decode(group, point)).collect::<Decoded<Vec<_>>>()?;
            let (scalars, width) = joined(&terms.iter().map(|(_, scalar)| *scalar).collect::<Vec<_>>())?;
            let points = points.iter().collect::<Vec<_>>();
            Ok(group.multi_mul_vartime(&points, &scalars, width, 1)?)
        })
    }

    /// The compressed encoding of a point.
    group_compress(mut items) {
        let group = group(&mut items)?;
        Ok(group.encode(&decode(group, items.bytes()?)?, Form::Compressed)?)
    }

    /// The uncompressed encoding of a point.
    group_uncompress(items) {
        with_group(items, |group, mut items| Ok(decode(group, items.bytes()?)?))
    }
}
