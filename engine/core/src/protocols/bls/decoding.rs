//! Many keys or signatures decoded at once: roots are taken together, and random sums tell whether all lie in the subgroup.

use super::{PublicKey, Signature, Variant};
use crate::prime::groups::Point;
use crate::{Error, Group, Refused};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

impl<V: Variant> PublicKey<V> {
    /// [`from_bytes`](Self::from_bytes) of many keys, in a fraction of the time where there are some hundreds.
    ///
    /// A point outside the subgroup is missed with a probability of at most 2^-128, **provided that who made the
    /// encodings could not guess `seed`**: draw it afresh from a cryptographic generator. `threads`: 0 takes all cores.
    ///
    /// # Errors
    /// The first encoding that `from_bytes` refuses.
    pub fn from_bytes_all(
        encodings: &[&[u8]],
        seed: &[u8; 32],
        threads: usize,
    ) -> Result<Vec<Self>, Refused> {
        let decode = |encodings| {
            Point::<V::Key>::from_compressed_all(encodings, threads, &mut ChaCha20Rng::from_seed(*seed))
        };
        // Before what is refused as a point the identity may stand, which is refused as a key.
        let (points, refused) = match decode(encodings) {
            Ok(points) => (points, None),
            Err(refused) => (decode(&encodings[..refused.place])?, Some(refused)),
        };
        if let Some(place) = points.iter().position(Group::is_identity) {
            return Err(Refused { place, why: Error::Infinity });
        }
        refused.map_or_else(|| Ok(points.into_iter().map(PublicKey).collect()), Err)
    }
}

impl<V: Variant> Signature<V> {
    /// [`from_bytes`](Self::from_bytes) of many signatures. `seed`, `threads`: as for
    /// [`PublicKey::from_bytes_all`].
    ///
    /// # Errors
    /// The first encoding that `from_bytes` refuses.
    pub fn from_bytes_all(
        encodings: &[&[u8]],
        seed: &[u8; 32],
        threads: usize,
    ) -> Result<Vec<Self>, Refused> {
        let points = Point::from_compressed_all(encodings, threads, &mut ChaCha20Rng::from_seed(*seed))?;
        Ok(points.into_iter().map(Signature).collect())
    }
}
