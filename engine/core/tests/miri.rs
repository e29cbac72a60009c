//! What Miri can interpret in a few minutes: every pairing's generators, encodings and group law, and one pairing on bytes.
//! `make miri` runs it; there, the portable paths are the ones in use.

use pairforge_engine::registry::{self, DynGroup, Form};

fn law_and_encodings(group: &dyn DynGroup) {
    let g = group.generator();
    let double = group.double(&g).unwrap();
    assert!(group.equal(&group.add(&g, &g).unwrap(), &double).unwrap());
    let zero = group.add(&g, &group.neg(&g).unwrap()).unwrap();
    assert!(group.is_identity(&zero).unwrap());
    for form in [Form::Compressed, Form::Uncompressed] {
        let identity = group.encode(&zero, form).unwrap();
        assert!(group.is_identity(&group.decode(&identity, form).unwrap()).unwrap());
        assert!(group.decode(&identity[1..], form).is_err());
    }
    let coordinates = group.write(&g).unwrap();
    assert!(group.read(&coordinates[1..]).is_err());
}

#[test]
fn groups() {
    for name in ["eta-f2-239", "eta-f3-97", "tate-ss512", "ate-bn254"] {
        let Ok(pairing) = registry::by_name(name) else { continue };
        law_and_encodings(pairing.g1());
        law_and_encodings(pairing.g2());
    }
}

#[test]
fn one_pairing() {
    let Ok(pairing) = registry::by_name("eta-f2-239") else { return };
    let (g1, gt) = (pairing.g1(), pairing.gt());
    let p = g1.write(&g1.generator()).unwrap();
    let q = g1.write(&g1.double(&g1.generator()).unwrap()).unwrap();
    let e = gt.read(&pairing.pair_bytes(&p, &p).unwrap()).unwrap();
    let f = gt.read(&pairing.pair_bytes(&p, &q).unwrap()).unwrap();
    assert!(gt.equal(&f, &gt.square(&e).unwrap()).unwrap());
    let mut wrong = p.clone();
    wrong[0] ^= 1;
    assert!(pairing.pair_bytes(&p, &wrong).is_err());
}
