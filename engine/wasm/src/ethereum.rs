//! Ethereum's precompiles.

use crate::call::{Failure, operations};
use pairforge_engine::protocols::ethereum::Precompile;

operations! {
    /// What the precompile at an address of one byte gives for an input.
    precompile(mut items) {
        let address = items.byte()?;
        let precompile = Precompile::by_address(address)
            .ok_or_else(|| Failure::of_caller(&format!("no precompile at address {address:#04x}")))?;
        Ok(precompile.call(items.bytes()?)?)
    }
}
