//! What Miri can interpret in a few minutes: group laws and encodings in every kind of field, and a scalar
//! multiplication. `make miri` runs it; there, the portable paths are the ones in use.

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
        assert!(!group.encode(&g, form).unwrap().is_empty());
    }
    let coordinates = group.write(&g).unwrap();
    assert!(group.read(&coordinates[1..]).is_err());
}

fn first_group(name: &str) {
    let Ok(pairing) = registry::by_name(name) else { return };
    law_and_encodings(pairing.g1());
}

#[test]
fn characteristic_two() {
    first_group("eta-f2-239");
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn characteristic_three() {
    first_group("eta-f3-97");
}

#[test]
fn prime_field_with_a_full_top_word() {
    first_group("tate-ss512");
}

#[test]
fn prime_field_and_its_quadratic_extension() {
    let Ok(pairing) = registry::by_name("ate-bn254") else { return };
    law_and_encodings(pairing.g1());
    law_and_encodings(pairing.g2());
}

#[test]
fn a_short_scalar() {
    let Ok(pairing) = registry::by_name("eta-f2-239") else { return };
    let (group, g) = (pairing.g1(), pairing.g1().generator());
    let twice = group.mul(&g, &[2]).unwrap();
    assert!(group.equal(&twice, &group.double(&g).unwrap()).unwrap());
}
