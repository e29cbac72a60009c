//! Tables of fixed points, as the [`Group`](pairforge_interface::Group) has them.

use crate::curve::{Affine, Curve, FixedBase, FixedBases, Shape};
use crate::limbs::bits;
use pairforge_interface::Result;
use pairforge_interface::fixed::{self, enough};

/// A table, and what makes a point of the group of a point of the curve.
struct Of<T, W> {
    table: T,
    wrap: W,
}

impl<C: Curve, P, W: Fn(Affine<C>) -> P + Send + Sync> fixed::FixedBase<P> for Of<FixedBase<C>, W> {
    fn bytes(&self) -> usize {
        FixedBase::<C>::bytes(self.table.shape())
    }
    fn mul(&self, scalar: &[u64]) -> P {
        (self.wrap)(self.table.mul(scalar).to_affine())
    }
}

impl<C: Curve, P, W: Fn(Affine<C>) -> P + Send + Sync> fixed::FixedBases<P> for Of<FixedBases<C>, W> {
    fn points(&self) -> usize {
        self.table.len()
    }
    fn bytes(&self) -> usize {
        self.table.bytes()
    }
    fn multi_mul_vartime(&self, scalars: &[&[u64]], threads: usize) -> P {
        (self.wrap)(self.table.sum_vartime(scalars, threads).to_affine())
    }
}

/// [`Group::fixed_base`](pairforge_interface::Group::fixed_base) of a group of this order.
pub(super) fn base<C: Curve, P: 'static>(
    point: &Affine<C>,
    order: &[u64],
    most_bytes: usize,
    wrap: impl Fn(Affine<C>) -> P + Send + Sync + 'static,
) -> Result<Box<dyn fixed::FixedBase<P>>> {
    let size = size_of::<Affine<C>>();
    enough(2 * size, most_bytes)?;
    let shape = Shape::within(order.len(), most_bytes / size).expect("room for two points");
    Ok(Box::new(Of { table: FixedBase::new(point, shape), wrap }))
}

/// [`Group::fixed_bases`](pairforge_interface::Group::fixed_bases) of a group of this order.
pub(super) fn bases<C: Curve, P: 'static>(
    points: &[Affine<C>],
    order: &[u64],
    most_bytes: usize,
    threads: usize,
    wrap: impl Fn(Affine<C>) -> P + Send + Sync + 'static,
) -> Result<Box<dyn fixed::FixedBases<P>>> {
    enough(size_of_val(points), most_bytes)?;
    let table = FixedBases::within(points, bits(order), most_bytes, threads).expect("room for the points");
    Ok(Box::new(Of { table, wrap }))
}
