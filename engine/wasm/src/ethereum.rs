//! Ethereum's precompiles, and what its consensus adds to BLS signatures.

use crate::bls::{keys, signature, truth};
use crate::call::{Failure, operations};
use pairforge_engine::Group;
use pairforge_engine::protocols::ethereum::{self, Precompile};

operations! {
    /// What the precompile at an address of one byte gives for an input.
    precompile(mut items) {
        let address = items.byte()?;
        let precompile = Precompile::by_address(address)
            .ok_or_else(|| Failure::of_caller(&format!("no precompile at address {address:#04x}")))?;
        Ok(precompile.call(items.bytes()?)?)
    }

    /// The compressed sum of public keys, of 48 bytes as below.
    eth_aggregate_pubkeys(items) {
        let sum = ethereum::eth_aggregate_pubkeys(&keys(items)?);
        Ok(sum.ok_or_else(|| Failure::of_caller("no keys to aggregate"))?.to_compressed())
    }

    /// FastAggregateVerify, but of no keys the point at infinity is a signature: signature, message, public keys.
    eth_fast_aggregate_verify(mut items) {
        let (signature, message) = (signature(&mut items)?, items.bytes()?);
        truth(ethereum::eth_fast_aggregate_verify(&keys(items)?, message, &signature))
    }
}
