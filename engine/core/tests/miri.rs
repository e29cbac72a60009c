//! What Miri can interpret in some minutes: group laws and encodings, multiples and their sums, and an ate pairing.
//! `make miri` runs it; there, the portable paths are the ones in use.

#![cfg(feature = "registry")]

use pairforge_engine::registry::{self, Argument, DynGroup, Form};

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

fn multiples(group: &dyn DynGroup) {
    let g = group.generator();
    let twice = group.mul(&g, &[2]).unwrap();
    assert!(group.equal(&twice, &group.double(&g).unwrap()).unwrap());
    let sum = group.multi_mul_vartime(&[&g, &twice], &[3, 1], 1, 1).unwrap();
    assert!(group.equal(&sum, &group.mul(&g, &[5]).unwrap()).unwrap());
}

#[test]
fn multiples_in_characteristic_two() {
    let Ok(pairing) = registry::by_name("eta-f2-239") else { return };
    multiples(pairing.g1());
}

#[test]
fn multiples_over_a_large_prime() {
    let Ok(pairing) = registry::by_name("ate-bn254") else { return };
    multiples(pairing.g1());
    multiples(pairing.g2());
}

/// e(P, 2 Q) = e(2 P, Q) = e(P, Q)^2, by the pairing, a product and a prepared argument.
fn bilinear(name: &str) {
    let Ok(pairing) = registry::by_name(name) else { return };
    let (p, q) = (pairing.g1().generator(), pairing.g2().generator());
    let (p2, q2) = (pairing.g1().double(&p).unwrap(), pairing.g2().double(&q).unwrap());
    let target = pairing.gt();
    let value = pairing.pair(&p, &q2).unwrap();
    let product = pairing.product(&[(p.clone(), q.clone()), (p.clone(), q.clone())]).unwrap();
    assert!(target.equal(&product, &value).unwrap());
    assert!(!target.equal(&value, &target.one()).unwrap());
    let (fixed, free) = match pairing.fixed() {
        Argument::P => (&p2, &q),
        Argument::Q => (&q, &p2),
    };
    let prepared = pairing.prepare(fixed).unwrap();
    assert!(target.equal(&pairing.pair_prepared(&prepared, free).unwrap(), &value).unwrap());
}

#[test]
fn an_ate_pairing_of_a_large_prime() {
    bilinear("ate-bn254");
}
