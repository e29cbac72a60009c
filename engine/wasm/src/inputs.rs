//! What items name: pairings, groups, points.

use crate::call::{Failure, Items};
use pairforge_engine::registry::{self, DynGroup, DynPairing, Form, Point};
use pairforge_engine::{Error, Result as Decoded};

/// The pairing whose place in the list is the next item.
pub fn pairing(items: &mut Items<'_>) -> Result<&'static dyn DynPairing, Failure> {
    registry::all()
        .get(items.number()?)
        .copied()
        .ok_or_else(|| Failure::of_caller("no pairing of this number"))
}

/// The group that the next two items name: a pairing by its place in the list, then 0 for G1 or 1 for G2.
pub fn group(items: &mut Items<'_>) -> Result<&'static dyn DynGroup, Failure> {
    let pairing = pairing(items)?;
    Ok(if items.byte()? == 0 { pairing.g1() } else { pairing.g2() })
}

/// A point from either encoding, validated.
pub fn decode(group: &dyn DynGroup, bytes: &[u8]) -> Decoded<Point> {
    let form = [Form::Compressed, Form::Uncompressed]
        .into_iter()
        .find(|form| group.encoded_bytes(*form) == bytes.len())
        .ok_or(Error::Length { expected: group.encoded_bytes(Form::Uncompressed), got: bytes.len() })?;
    group.decode(bytes, form)
}
