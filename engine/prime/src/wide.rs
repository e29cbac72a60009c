//! Products of double width.

/// A product before Montgomery reduction: an integer below p R, low half first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Wide<const N: usize> {
    pub(super) low: [u64; N],
    pub(super) high: [u64; N],
}
