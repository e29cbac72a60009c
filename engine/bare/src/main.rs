//! Pairings and BLS signatures on a machine without operating system or allocator: a program that one call enters, with
//! what to do and where the bytes are. It links no allocator, so that it links at all shows that nothing is allocated.
//!
//! | operation | input | output |
//! |---|---|---|
//! | 0 to 3: pairing on BN254, BN258, BLS12-381, BN462 | coordinates of P, of Q | coefficients of the value |
//! | 4 to 7: the same points, read and validated alone | the same | |
//! | 8: BLS signature, minimal public keys, proof of possession | secret key, 32 bytes of message | signature |
//! | 9: its verification | public key, 32 bytes of message, signature | |
#![cfg_attr(target_os = "none", no_std)]
#![cfg_attr(target_os = "none", no_main)]

use pairforge_engine::prime::ate::{Ate, Bls12381, Bn254, Bn258, Bn462};
use pairforge_engine::protocols::bls::{MinimalPublicKey, PublicKey, Scheme, SecretKey, Signature};
use pairforge_engine::{Coefficients, Error, Pairing};

const SCHEME: Scheme = Scheme::ProofOfPossession;
const SECRET: usize = 32;
const MESSAGE: usize = 32;
const KEY: usize = 48;
const SIGNATURE: usize = 96;

/// Does what is asked for. Returns whether the input is accepted and, where it is a signature, right.
///
/// # Safety
/// `input` and `output` are valid for the bytes that the operation reads and writes.
#[cfg_attr(target_os = "none", unsafe(no_mangle))]
unsafe extern "C" fn _start(operation: u32, input: *const u8, output: *mut u8) -> bool {
    // SAFETY: by the caller.
    let (read, write) = unsafe {
        (
            |length| core::slice::from_raw_parts(input, length),
            |length| core::slice::from_raw_parts_mut(output, length),
        )
    };
    let done = match operation {
        0 => pair::<Ate<Bn254>>(read, write),
        1 => pair::<Ate<Bn258>>(read, write),
        2 => pair::<Ate<Bls12381>>(read, write),
        3 => pair::<Ate<Bn462>>(read, write),
        4 => points::<Ate<Bn254>>(read).map(drop),
        5 => points::<Ate<Bn258>>(read).map(drop),
        6 => points::<Ate<Bls12381>>(read).map(drop),
        7 => points::<Ate<Bn462>>(read).map(drop),
        8 => sign(read(SECRET + MESSAGE), write(SIGNATURE)),
        _ => return verify(read(KEY + MESSAGE + SIGNATURE)).unwrap_or(false),
    };
    done.is_ok()
}

/// Both points, validated.
fn points<'a, E: Pairing>(read: impl Fn(usize) -> &'a [u8]) -> Result<(E::G1, E::G2), Error> {
    let [first, second] = [E::G1::COUNT * E::G1::WIDTH, E::G2::COUNT * E::G2::WIDTH];
    let (p, q) = read(first + second).split_at(first);
    Ok((E::G1::read(p)?, E::G2::read(q)?))
}

fn pair<'a, E: Pairing>(
    read: impl Fn(usize) -> &'a [u8],
    write: impl Fn(usize) -> &'a mut [u8],
) -> Result<(), Error> {
    let (p, q) = points::<E>(read)?;
    E::pair(&p, &q).write(write(E::Gt::COUNT * E::Gt::WIDTH));
    Ok(())
}

fn sign(input: &[u8], output: &mut [u8]) -> Result<(), Error> {
    let (secret, message) = input.split_at(SECRET);
    SecretKey::<MinimalPublicKey>::from_bytes(secret)?.sign(SCHEME, message).write(output);
    Ok(())
}

fn verify(input: &[u8]) -> Result<bool, Error> {
    let (key, rest) = input.split_at(KEY);
    let (message, signature) = rest.split_at(MESSAGE);
    let key = PublicKey::<MinimalPublicKey>::from_bytes(key)?;
    Ok(Signature::from_bytes(signature)?.verify(SCHEME, &key, message))
}

#[cfg(target_os = "none")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Where there is an operating system: a signature, made and verified.
#[cfg(not(target_os = "none"))]
fn main() {
    let (secret, message) = ([7; SECRET], [1; MESSAGE]);
    let mut signed = [0; KEY + MESSAGE + SIGNATURE];
    let key = SecretKey::<MinimalPublicKey>::from_bytes(&secret).expect("below r").public_key();
    key.write(&mut signed[..KEY]);
    signed[KEY..][..MESSAGE].copy_from_slice(&message);
    let input = [secret, message].concat();
    // SAFETY: both are as long as the operations want them.
    let right = unsafe {
        _start(8, input.as_ptr(), signed[KEY + MESSAGE..].as_mut_ptr())
            && _start(9, signed.as_ptr(), core::ptr::null_mut())
    };
    println!("{}", if right { "the signature is right" } else { "the signature is wrong" });
}
