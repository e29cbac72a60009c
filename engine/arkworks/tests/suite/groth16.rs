//! Groth16 of arkworks, a prover that is generic over `Pairing`, takes this pairing: the same keys and proofs, byte by byte.

use ark_bls12_381::Bls12_381;
use ark_ec::pairing::Pairing;
use ark_ff::{AdditiveGroup, Field, PrimeField};
use ark_groth16::Groth16;
use ark_relations::gr1cs::{ConstraintSynthesizer, ConstraintSystemRef, SynthesisError};
use ark_relations::lc;
use ark_serialize::CanonicalSerialize;
use ark_snark::SNARK;
use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;
use pairforge_arkworks::{Bls12381, Bn254};

/// Knowledge of x, where x squared so many times is public.
#[derive(Clone, Copy)]
struct Squares<F> {
    x: Option<F>,
    times: u32,
}

impl<F: PrimeField> ConstraintSynthesizer<F> for Squares<F> {
    fn generate_constraints(self, system: ConstraintSystemRef<F>) -> Result<(), SynthesisError> {
        let given = |value: Option<F>| value.ok_or(SynthesisError::AssignmentMissing);
        let last = self.x.map(|x| x.pow([1_u64 << self.times]));
        let public = system.new_input_variable(|| given(last))?;
        let mut value = self.x;
        let mut power = system.new_witness_variable(|| given(value))?;
        for step in 1..=self.times {
            value = value.map(|value| value.square());
            let square =
                if step == self.times { public } else { system.new_witness_variable(|| given(value))? };
            system.enforce_r1cs_constraint(|| lc!() + power, || lc!() + power, || lc!() + square)?;
            power = square;
        }
        Ok(())
    }
}

fn bytes(value: &impl CanonicalSerialize) -> Vec<u8> {
    let mut out = Vec::new();
    value.serialize_compressed(&mut out).expect("room");
    out
}

/// The keys and a proof, as bytes.
fn proved<E: Pairing>() -> [Vec<u8>; 3] {
    let mut rng = StdRng::seed_from_u64(7);
    let (x, times) = (E::ScalarField::from(3_u64), 40);
    let (proving, verifying) =
        Groth16::<E>::circuit_specific_setup(Squares { x: None, times }, &mut rng).expect("keys");
    let proof = Groth16::<E>::prove(&proving, Squares { x: Some(x), times }, &mut rng).expect("a proof");
    let public = x.pow([1_u64 << times]);
    assert!(Groth16::<E>::verify(&verifying, &[public], &proof).expect("one input"));
    assert!(!Groth16::<E>::verify(&verifying, &[public.double()], &proof).expect("one input"));
    [bytes(&proving), bytes(&verifying), bytes(&proof)]
}

#[test]
fn groth16_gives_the_same_as_on_arkworks() {
    assert_eq!(proved::<Bls12381>(), proved::<Bls12_381>());
    assert_eq!(proved::<Bn254>(), proved::<ark_bn254::Bn254>());
}
