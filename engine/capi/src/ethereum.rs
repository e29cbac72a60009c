//! Ethereum's precompiles.

use crate::failure::{Failure, Status, guard, input, output};
use pairforge_engine::protocols::ethereum::Precompile;

/// Bytes of the output of the precompile at this address of one byte; 0 where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn pairforge_precompile_bytes(address: u8) -> usize {
    Precompile::by_address(address).map_or(0, Precompile::output_bytes)
}

/// Calls the precompile of Ethereum at this address: 0x06 to 0x08 (EIP-196, EIP-197), 0x0a (EIP-4844), 0x0b to 0x11
/// (EIP-2537). `out` has room for pairforge_precompile_bytes(address). No gas is counted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_precompile(
    address: u8,
    data: *const u8,
    length: usize,
    out: *mut u8,
) -> Status {
    guard(|| {
        let precompile = Precompile::by_address(address).ok_or(Failure::NoPrecompile(address))?;
        // SAFETY: the caller passes `length` bytes.
        let data = unsafe { input(data, length)? };
        let result = precompile.call(data)?;
        // SAFETY: the caller passes room for the output.
        unsafe { output(out, result.len())? }.copy_from_slice(&result);
        Ok(())
    })
}
