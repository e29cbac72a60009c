//! Joux's one-round tripartite Diffie-Hellman (ANTS-IV, 2000), over symmetric pairings.
//!
//! Three parties with secrets a, b, c publish a P, b P, c P; each computes e(P, P)^(abc) from its own secret
//! and the two others' points, in one round and without interaction.
//!
//! Fit for: key agreement among three parties whose points arrive authenticated (signed, or compared out of
//! band). By itself it does not say who the others are: against an active attacker it is as defenceless as
//! unauthenticated Diffie-Hellman. It stands on the bilinear Diffie-Hellman problem of its pairing:
//! `tate-ss1536` is the choice today; `tate-ss512` is there for compatibility, with about 80 bits by old
//! estimates and fewer today; in **characteristic two and three discrete logarithms in the target group are
//! broken** and every use is for study only.
//!
//! ```
//! # #[cfg(feature = "prime")] {
//! use pairforge_engine::prime::type_a::TateSs1536;
//! use pairforge_engine::protocols::joux::Secret;
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//!
//! let [a, b, c] = [(); 3].map(|()| Secret::<TateSs1536>::random(&mut rng));
//! let key = a.agree_on_key([b.public(), c.public()], b"minutes of the meeting")?;
//! assert_eq!(key, b.agree_on_key([a.public(), c.public()], b"minutes of the meeting")?);
//! assert_eq!(key, c.agree_on_key([b.public(), a.public()], b"minutes of the meeting")?);
//! # }
//! # Ok::<(), pairforge_engine::Error>(())
//! ```
//!
//! Every point received is checked to lie in the subgroup of order r and not to be the identity.

use super::oracle::oracle;
use super::scalar::{Secret as Scalar, random_scalar, wipe};
use crate::{Coefficients, Error, Group, Pairing, Result, Target};
use core::fmt;
use rand_core::Rng;
use zeroize::Zeroizing;

/// A pairing whose arguments come from one group: type 1.
pub trait Symmetric: Pairing<G2 = <Self as Pairing>::G1> {}

impl<P: Pairing<G2 = <P as Pairing>::G1>> Symmetric for P {}

/// One party's secret; it is wiped when it is dropped.
pub struct Secret<P: Symmetric> {
    scalar: Scalar,
    public: P::G1,
}

impl<P: Symmetric> fmt::Debug for Secret<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secret").field("public", &self.public).finish_non_exhaustive()
    }
}

impl<P: Symmetric> Secret<P> {
    /// A fresh secret.
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let scalar = random_scalar::<P, R>(rng);
        let public = P::G1::generator().mul(&scalar);
        Secret { scalar, public }
    }

    /// The point to publish.
    #[must_use]
    pub const fn public(&self) -> &P::G1 {
        &self.public
    }

    /// The value that all three share, from the points of the two others, in either order.
    ///
    /// # Errors
    /// [`Error::Infinity`], [`Error::NotInSubgroup`].
    pub fn agree(&self, others: [&P::G1; 2]) -> Result<P::Gt> {
        for point in others {
            if point.is_identity() {
                return Err(Error::Infinity);
            }
            if !point.is_in_subgroup() {
                return Err(Error::NotInSubgroup);
            }
        }
        Ok(P::pair(others[0], others[1]).pow(&self.scalar))
    }

    /// A key of 32 bytes from the shared value and all three points, the same for all three parties.
    /// `context` names the use.
    ///
    /// # Errors
    /// [`Error::Infinity`], [`Error::NotInSubgroup`].
    pub fn agree_on_key(&self, others: [&P::G1; 2], context: &[u8]) -> Result<[u8; 32]> {
        let mut shared = self.agree(others)?;
        let mut value = Zeroizing::new(vec![0; P::Gt::COUNT * P::Gt::WIDTH]);
        shared.write(&mut value);
        wipe(&mut shared, P::Gt::one());
        let mut points = [others[0], others[1], &self.public].map(Group::to_compressed);
        points.sort();
        let [a, b, c] = &points;
        let key =
            Zeroizing::new(oracle("joux-2000 key", &[P::NAME.as_bytes(), context, &value, a, b, c], 32));
        Ok(key.as_slice().try_into().expect("32 bytes"))
    }
}
