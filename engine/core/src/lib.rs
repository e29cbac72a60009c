//! Pairings on elliptic curves over binary, ternary and large prime fields, as fast as this processor allows.
//!
//! | family | pairings | module |
//! |---|---|---|
//! | characteristic two | eta_T, Tate; embedding degree 4 | `binary` |
//! | characteristic three | eta_T; embedding degree 6 | `ternary` |
//! | large primes | Tate with embedding degree 2, optimal ate with embedding degree 12 | `prime` |
//! | any family of pairing-friendly curves | optimal ate with embedding degree 6, 12, 16, 18, 24, 48 | `families` |
//!
//! Every pairing is a type that implements [`Pairing`]; [`cpu`] says which instructions it uses.
//!
//! Each family is a feature. The feature `bare` alone, without `std`, has optimal ate pairings over large primes, their
//! groups, and BLS signatures. Nothing is allocated then.
//!
//! ```
//! use pairforge_engine::prime::ate::{Ate, Bls12381};
//! use pairforge_engine::{Group, Pairing, Target};
//!
//! type Bls = Ate<Bls12381>;
//! let (p, q) = (<Bls as Pairing>::G1::generator(), <Bls as Pairing>::G2::generator());
//! let e = Bls::pair(&p, &q);
//! assert_eq!(Bls::pair(&p.mul(&[5]), &q.mul(&[7])), e.pow(&[35]));
//! assert_eq!(Bls::product(&[(p, q), (p.neg(), q)]), Target::one());
//! ```

#![cfg_attr(not(feature = "std"), no_std)]

pub mod protocols;
#[cfg(feature = "registry")]
pub mod registry;

#[cfg(feature = "binary")]
#[doc(inline)]
pub use pairforge_binary as binary;
#[cfg(feature = "families")]
#[doc(inline)]
pub use pairforge_families as families;
#[cfg(feature = "std")]
#[doc(inline)]
pub use pairforge_interface::fixed;
#[doc(inline)]
pub use pairforge_interface::{
    Coefficients, Error, Group, Pairing, Refused, Result, Target, cpu, pairing, security,
};
#[cfg(feature = "bare")]
#[doc(inline)]
pub use pairforge_prime as prime;
#[cfg(feature = "ternary")]
#[doc(inline)]
pub use pairforge_ternary as ternary;
