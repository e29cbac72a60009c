//! Pairings by their place in the list, and values of target groups.

use crate::call::{Failure, Items, operations};
use crate::inputs::{decode, pairing};
use pairforge_engine::registry::{self, DynPairing, Form, Value};

/// A new value from the value that is the next item.
fn with_value(
    mut items: Items<'_>,
    work: impl FnOnce(&dyn DynPairing, Value, Items<'_>) -> Result<Value, Failure>,
) -> Result<Vec<u8>, Failure> {
    let pairing = pairing(&mut items)?;
    let value = pairing.gt().read(items.bytes()?)?;
    Ok(pairing.gt().write(&work(pairing, value, items)?)?)
}

operations! {
    /// The names of all pairings, one a line.
    pairing_names(_) {
        let names: Vec<_> = registry::all().iter().map(|pairing| pairing.name()).collect();
        Ok(names.join("\n").into_bytes())
    }

    /// Of a pairing: bits of security, coefficients of a value, bytes of a coefficient; of G1, then of G2: bytes of a
    /// compressed point, bytes of an uncompressed one. Each four bytes, little-endian. Then what the bits rest on.
    pairing_facts(mut items) {
        let pairing = pairing(&mut items)?;
        let (bits, note) = pairing.security();
        let value = pairing.gt().shape();
        let mut facts = vec![bits as usize, value.count, value.width];
        for group in [pairing.g1(), pairing.g2()] {
            facts.extend([Form::Compressed, Form::Uncompressed].map(|form| group.encoded_bytes(form)));
        }
        let mut bytes: Vec<u8> = facts.iter().flat_map(|fact| (*fact as u32).to_le_bytes()).collect();
        bytes.extend_from_slice(note.as_bytes());
        Ok(bytes)
    }

    /// The product of the pairings of all terms, P and Q in turn.
    pairing_product(mut items) {
        let pairing = pairing(&mut items)?;
        let mut terms = Vec::new();
        for (i, (p, q)) in items.pairs()?.into_iter().enumerate() {
            let of = |group, bytes, argument| {
                decode(group, bytes).map_err(|why| registry::Rejection::of(argument, why).in_term(i))
            };
            terms.push((
                of(pairing.g1(), p, registry::Argument::P)?,
                of(pairing.g2(), q, registry::Argument::Q)?,
            ));
        }
        Ok(pairing.gt().write(&pairing.product(&terms)?)?)
    }

    /// The product of two values.
    value_multiply(items) {
        with_value(items, |pairing, value, mut items| {
            Ok(pairing.gt().mul(&value, &pairing.gt().read(items.bytes()?)?)?)
        })
    }

    /// A power of a value; the exponent is little-endian.
    value_power(items) {
        with_value(items, |pairing, value, mut items| Ok(pairing.gt().pow(&value, items.bytes()?)?))
    }

    /// The inverse of a value.
    value_inverse(items) {
        with_value(items, |pairing, value, _| Ok(pairing.gt().inverse(&value)?))
    }
}
