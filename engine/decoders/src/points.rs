//! Points and values of every pairing, one by one and in batches.

use crate::{Outcome, behind, byte, is_one_line};
use pairforge_engine::registry::{self, DynGroup, DynPairing, Form};

const DECODERS: [&str; 7] = [
    "coordinates of G1",
    "compressed G1",
    "uncompressed G1",
    "coordinates of G2",
    "compressed G2",
    "uncompressed G2",
    "value",
];

fn chosen(which: u8) -> &'static dyn DynPairing {
    let all = registry::all();
    all[usize::from(which) % all.len()]
}

fn form(decoder: usize) -> Option<Form> {
    [None, Some(Form::Compressed), Some(Form::Uncompressed)][decoder % 3]
}

fn encoded(group: &dyn DynGroup, bytes: &[u8], form: Option<Form>) -> Option<Vec<u8>> {
    let point = form.map_or_else(|| group.read(bytes), |form| group.decode(bytes, form));
    let point = point.inspect_err(is_one_line).ok()?;
    Some(
        form.map_or_else(|| group.write(&point), |form| group.encode(&point, form))
            .expect("a point of the group"),
    )
}

/// The first byte chooses the pairing, the second the decoder.
pub fn decode(input: &[u8]) -> Option<Outcome> {
    let [which, decoder, bytes @ ..] = input else { return None };
    let (pairing, decoder) = (chosen(*which), usize::from(*decoder) % DECODERS.len());
    let again = match decoder {
        0..3 => encoded(pairing.g1(), bytes, form(decoder)),
        3..6 => encoded(pairing.g2(), bytes, form(decoder)),
        _ => pairing.gt().read(bytes).inspect_err(is_one_line).ok().map(|value| {
            assert!(pairing.gt().is_member(&value).expect("a value of the pairing"));
            pairing.gt().write(&value).expect("a value of the pairing")
        }),
    };
    if let Some(again) = &again {
        assert_eq!(again, bytes);
    }
    Some(Outcome { of: pairing.name(), decoder: DECODERS[decoder], accepted: again.is_some() })
}

/// The generators, their doubles, their opposites and the points at infinity in every encoding; values.
pub fn encodings() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for (which, pairing) in registry::all().iter().enumerate() {
        for (first, group) in [(0, pairing.g1()), (3, pairing.g2())] {
            let p = group.generator();
            let own = [group.double(&p), group.neg(&p), Ok(p.clone()), Ok(group.identity())];
            for point in own.map(|made| made.expect("a point of the group")) {
                for decoder in first..first + 3 {
                    let bytes =
                        form(decoder).map_or_else(|| group.write(&point), |form| group.encode(&point, form));
                    // The point at infinity has no coordinates.
                    found.extend(bytes.ok().map(|bytes| behind(&[byte(which), byte(decoder)], &bytes)));
                }
            }
        }
        let gt = pairing.gt();
        let e = pairing.pair(&pairing.g1().generator(), &pairing.g2().generator()).expect("a value");
        for value in [gt.one(), gt.square(&e).expect("a value of the pairing"), e] {
            let bytes = gt.write(&value).expect("a value of the pairing");
            found.push(behind(&[byte(which), 6], &bytes));
        }
    }
    found
}

/// The first byte chooses the pairing, the second is the pitch of coefficients, the third says where the Q begin.
pub fn batch(input: &[u8]) -> Option<Outcome> {
    let [which, pitch, split, bytes @ ..] = input else { return None };
    let pairing = chosen(*which);
    let (ps, qs) = bytes.split_at(usize::from(*split).min(bytes.len()));
    let shape = pairing.gt().shape();
    let terms = ps.len() / (pairing.g1().shape().count * usize::from(*pitch)).max(1);
    let mut out = vec![0; terms * shape.count * usize::from(*pitch)];
    let done = pairing.batch_bytes(ps, qs, &mut out, usize::from(*pitch), 1);
    let accepted = done.inspect_err(is_one_line).is_ok();
    Some(Outcome { of: pairing.name(), decoder: "batch", accepted })
}

/// One term of generators for every pairing whose coordinates of a point the third byte can count.
pub fn batches() -> Vec<Vec<u8>> {
    let seed = |(which, pairing): (usize, &&dyn DynPairing)| {
        let [p, q] = [pairing.g1(), pairing.g2()]
            .map(|group| group.write(&group.generator()).expect("a finite point"));
        let split = u8::try_from(p.len()).ok()?;
        Some(behind(&[byte(which), byte(pairing.g1().shape().width), split], &[p, q].concat()))
    };
    registry::all().iter().enumerate().filter_map(seed).collect()
}
