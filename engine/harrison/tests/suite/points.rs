//! Random points of both curves.

use crate::common::element;
use pairforge_harrison::binary::Binary241;
use pairforge_harrison::curve::{binary, ternary};
use pairforge_harrison::field::BaseField;
use pairforge_harrison::ternary::{Karatsuba, Sliced97};
use proptest::prelude::*;

pub type F3 = Sliced97<Karatsuba>;
pub type F2 = Binary241;

pub fn ternary_point<F: BaseField>() -> impl Strategy<Value = ternary::Affine<F>> {
    element().prop_filter_map("no point with this x", ternary::Affine::with_x)
}

pub fn binary_point() -> impl Strategy<Value = binary::Affine<F2>> {
    element().prop_filter_map("no point with this x", binary::Affine::with_x)
}
