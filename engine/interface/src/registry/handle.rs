//! Values whose type only their pairing knows.

use crate::Error;
use core::any::Any;
use core::fmt;
use core::marker::PhantomData;
use std::sync::Arc;

/// A value of kind `K` of some pairing, validated when it was made. Cloning shares it.
///
/// Passing it to another pairing is refused with [`OtherPairing`](Error::OtherPairing).
pub struct Handle<K>(Arc<dyn Any + Send + Sync>, PhantomData<fn() -> K>);

/// The kinds of values that handles stand for.
pub mod kind {
    /// A point of a group.
    pub enum Point {}
    /// A value of the target group.
    pub enum Value {}
    /// A value of the Miller loop.
    pub enum Miller {}
    /// What was precomputed for a fixed argument.
    pub enum Prepared {}
}

/// A point of G1 or G2, on the curve and, where the pairing needs it, in the subgroup of order r.
pub type Point = Handle<kind::Point>;
/// A value of the target group.
pub type Value = Handle<kind::Value>;
/// A value of the Miller loop, before the final exponentiation.
pub type Miller = Handle<kind::Miller>;
/// What was precomputed for a fixed argument.
pub type Prepared = Handle<kind::Prepared>;

impl<K> Handle<K> {
    pub(super) fn new<T: Send + Sync + 'static>(value: T) -> Self {
        Handle(Arc::new(value), PhantomData)
    }

    pub(super) fn all<T: Send + Sync + 'static>(values: Vec<T>) -> Vec<Self> {
        let mut handles = Vec::with_capacity(values.len());
        for value in values {
            handles.push(Handle::new(value));
        }
        handles
    }

    pub(super) fn get<T: 'static>(&self) -> Result<&T, Error> {
        self.0.downcast_ref().ok_or(Error::OtherPairing)
    }
}

impl<K> Clone for Handle<K> {
    fn clone(&self) -> Self {
        Handle(Arc::clone(&self.0), PhantomData)
    }
}

impl<K> fmt::Debug for Handle<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handle(..)")
    }
}
