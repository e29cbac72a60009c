//! Tables of fixed points, as the [`Group`](pairforge_interface::Group) has them.

use super::point::{Point, Subgroup};
use crate::curve::{Affine, FixedBase, FixedBases, Jacobian, Shape};
use crate::limbs::bits;
use pairforge_interface::Result;
use pairforge_interface::fixed::{self, enough};

/// A table, and whether its points are known to lie in the subgroup.
struct Known<T> {
    table: T,
    in_subgroup: bool,
}

impl<T> Known<T> {
    /// A sum of multiples of the points.
    fn point<G: Subgroup>(&self, sum: &Jacobian<G>) -> Point<G> {
        Point::known(sum.to_affine(), self.in_subgroup)
    }
}

impl<G: Subgroup> fixed::FixedBase<Point<G>> for Known<FixedBase<G>> {
    fn bytes(&self) -> usize {
        FixedBase::<G>::bytes(self.table.shape())
    }
    fn mul(&self, scalar: &[u64]) -> Point<G> {
        self.point(&self.table.mul(scalar))
    }
}

impl<G: Subgroup> fixed::FixedBases<Point<G>> for Known<FixedBases<G>> {
    fn points(&self) -> usize {
        self.table.len()
    }
    fn bytes(&self) -> usize {
        self.table.bytes()
    }
    fn multi_mul_vartime(&self, scalars: &[&[u64]], threads: usize) -> Point<G> {
        self.point(&self.table.sum_vartime(scalars, threads))
    }
}

/// [`Group::fixed_base`](pairforge_interface::Group::fixed_base).
pub(super) fn base<G: Subgroup>(
    point: &Point<G>,
    most_bytes: usize,
) -> Result<Box<dyn fixed::FixedBase<Point<G>>>> {
    let size = size_of::<Affine<G>>();
    enough(2 * size, most_bytes)?;
    let shape = Shape::within(G::ORDER.len(), most_bytes / size).expect("room for two points");
    let table = FixedBase::new(point.affine(), shape);
    Ok(Box::new(Known { table, in_subgroup: point.is_known_member() }))
}

/// [`Group::fixed_bases`](pairforge_interface::Group::fixed_bases).
pub(super) fn bases<G: Subgroup>(
    points: &[Point<G>],
    most_bytes: usize,
    threads: usize,
) -> Result<Box<dyn fixed::FixedBases<Point<G>>>> {
    let affine: Vec<_> = points.iter().map(|point| *point.affine()).collect();
    enough(size_of_val(&*affine), most_bytes)?;
    let table =
        FixedBases::within(&affine, bits(G::ORDER), most_bytes, threads).expect("room for the points");
    Ok(Box::new(Known { table, in_subgroup: points.iter().all(Point::is_known_member) }))
}
