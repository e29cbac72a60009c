//! The C interface of the engine. `include/pairforge.h` is made of this crate by cbindgen and says what holds for all
//! functions: what may be NULL, who frees, what threads may do.
// The header states the safety rules once for all functions.
#![allow(clippy::missing_safety_doc)]

mod bls;
mod ethereum;
mod failure;
mod fixed;
mod point;
mod value;

pub use bls::{BlsScheme, BlsVariant, PossessionHandle, PublicKeyHandle, SecretKeyHandle, SignatureHandle};
pub use failure::Status;
use failure::{Failure, borrow, guard, hand_out, input, output};
pub use fixed::{FixedBaseHandle, FixedBasesHandle};
pub use point::PointHandle;
pub use value::{MillerHandle, PreparedHandle, ValueHandle};

use pairforge_engine::registry::{self, DynGroup, DynPairing};
use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::sync::LazyLock;

/// A pairing. Never freed.
pub struct PairingHandle {
    pairing: &'static dyn DynPairing,
    name: CString,
    security_note: CString,
}

/// An argument of a pairing.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum Argument {
    /// The first, of G1.
    P = 0,
    /// The second, of G2.
    Q = 1,
    /// The value, of the target group.
    E = 2,
}

/// How values are laid out.
#[repr(C)]
pub struct Shape {
    /// Number of coefficients.
    pub count: usize,
    /// Bytes of each.
    pub width: usize,
}

impl PairingHandle {
    fn group(&self, which: Argument) -> Result<&'static dyn DynGroup, Failure> {
        match which {
            Argument::P => Ok(self.pairing.g1()),
            Argument::Q => Ok(self.pairing.g2()),
            Argument::E => Err(Failure::NotAPoint),
        }
    }

    fn shape(&self, which: Argument) -> registry::Shape {
        match which {
            Argument::P => self.pairing.g1().shape(),
            Argument::Q => self.pairing.g2().shape(),
            Argument::E => self.pairing.gt().shape(),
        }
    }
}

fn pairings() -> &'static [PairingHandle] {
    static ALL: LazyLock<Vec<PairingHandle>> = LazyLock::new(|| {
        let text = |text: &str| CString::new(text).unwrap_or_default();
        let of = |&pairing: &&'static dyn DynPairing| PairingHandle {
            pairing,
            name: text(pairing.name()),
            security_note: text(pairing.security().1),
        };
        registry::all().iter().map(of).collect()
    });
    &ALL
}

/// The number of pairings.
#[unsafe(no_mangle)]
pub extern "C" fn pairforge_count() -> usize {
    pairings().len()
}

/// The pairing of this index, or NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pairforge_at(index: usize) -> *const PairingHandle {
    pairings().get(index).map_or(ptr::null(), ptr::from_ref)
}

/// The pairing of this name, as in the vectors, or NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_by_name(name: *const c_char) -> *const PairingHandle {
    if name.is_null() {
        return ptr::null();
    }
    // SAFETY: the caller passes a string that ends in a zero byte.
    let name = unsafe { CStr::from_ptr(name) };
    pairings().iter().find(|p| p.name.as_c_str() == name).map_or(ptr::null(), ptr::from_ref)
}

/// The name of a pairing; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_name(pairing: *const PairingHandle) -> *const c_char {
    // SAFETY: the caller passes a pairing or NULL.
    unsafe { pairing.as_ref() }.map_or(ptr::null(), |p| p.name.as_ptr())
}

/// Estimated bits of security today; `*note` becomes what the estimate rests on, unless `note` is NULL. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_security(pairing: *const PairingHandle, note: *mut *const c_char) -> u32 {
    // SAFETY: the caller passes a pairing or NULL.
    let Some(pairing) = (unsafe { pairing.as_ref() }) else { return 0 };
    // SAFETY: the caller passes room for a pointer or NULL.
    if let Some(note) = unsafe { note.as_mut() } {
        *note = pairing.security_note.as_ptr();
    }
    pairing.pairing.security().0
}

/// The layout of an argument or of the value; zeros for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_shape_of(pairing: *const PairingHandle, which: Argument) -> Shape {
    // SAFETY: the caller passes a pairing or NULL.
    let shape = unsafe { pairing.as_ref() }.map(|p| p.shape(which));
    shape.map_or(Shape { count: 0, width: 0 }, |s| Shape { count: s.count, width: s.width })
}

/// The level of instructions in use: "portable", "base", "avx2", "vpclmulqdq" or "avx512".
#[unsafe(no_mangle)]
pub extern "C" fn pairforge_cpu() -> *const c_char {
    use pairforge_engine::cpu::{Level, level};
    match level() {
        Level::Portable => c"portable",
        Level::Base => c"base",
        Level::Avx2 => c"avx2",
        Level::Vpclmulqdq => c"vpclmulqdq",
        Level::Avx512 => c"avx512",
    }
    .as_ptr()
}

/// The pairing of one P and one Q, each the bytes of its coordinates; `e` has room for the value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_pair(
    pairing: *const PairingHandle,
    p: *const u8,
    q: *const u8,
    e: *mut u8,
) -> Status {
    // SAFETY: one term of the same pointers.
    unsafe { pairforge_batch(pairing, p, q, e, 1, 1) }
}

/// The product of the pairings of `n` terms, one after the other in `p` and in `q`; `e` has room for one value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_product(
    pairing: *const PairingHandle,
    p: *const u8,
    q: *const u8,
    n: usize,
    e: *mut u8,
) -> Status {
    guard(|| {
        let pairing = borrow(pairing)?;
        let bytes = |which| pairing.shape(which).bytes();
        let (p_bytes, q_bytes) = (bytes(Argument::P), bytes(Argument::Q));
        // SAFETY: the caller passes as many bytes as `n` points take, and room for one value.
        let (p, q, e) = unsafe {
            (
                input(p, n.saturating_mul(p_bytes))?,
                input(q, n.saturating_mul(q_bytes))?,
                output(e, bytes(Argument::E))?,
            )
        };
        let terms: Vec<_> = p.chunks_exact(p_bytes).zip(q.chunks_exact(q_bytes)).collect();
        e.copy_from_slice(&pairing.pairing.product_bytes(&terms)?);
        Ok(())
    })
}

/// `n` independent pairings, one after the other in `p`, `q` and `e`, on so many threads (0: all cores).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_batch(
    pairing: *const PairingHandle,
    p: *const u8,
    q: *const u8,
    e: *mut u8,
    n: usize,
    threads: usize,
) -> Status {
    guard(|| {
        let pairing = borrow(pairing)?;
        let bytes = |which| n.saturating_mul(pairing.shape(which).bytes());
        // SAFETY: the caller passes as many bytes as `n` points take, and room for `n` values.
        let (p, q, e) = unsafe {
            (input(p, bytes(Argument::P))?, input(q, bytes(Argument::Q))?, output(e, bytes(Argument::E))?)
        };
        let width = pairing.shape(Argument::P).width;
        pairing.pairing.batch_bytes(p, q, e, width, threads).map_err(|rejection| {
            let rejection = if n == 1 { registry::Rejection { term: None, ..rejection } } else { rejection };
            Failure::Refused(rejection)
        })
    })
}
