//! NEON.

use super::level::{level, products_by_32};
use super::{Element, Single, Task, Term, bit_sliced_in};
use crate::backend::Workspace;
use crate::backend::batch_of_32::{SIDE, products};
use crate::backend::bit_sliced::{self, BitSliced, Slice, Slices};
use crate::backend::registers::Neon;
use crate::backend::single::Instructions;
use crate::tower::multiply;
use crate::trits::Trits;

level!(Base, run_base, bit_sliced_base, "neon", Neon, Neon, {
    products_by_32!("neon", Neon);
});
