//! Pairings.

/// The type of a pairing on the curve `Curve` of the engine, from the types of its groups and fields. `$value` is what arkworks
/// has in the place of the engine's value.
macro_rules! pairing {
    ($doc:literal, $name:ident, |$e:ident| $value:expr) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name;

        /// A point of G1 for Miller loops.
        pub type G1Prepared = crate::prepared::Prepared<G1Config>;
        /// A point of G2 for Miller loops.
        pub type G2Prepared = crate::prepared::Prepared<G2Config>;

        impl ark_ec::pairing::Pairing for $name {
            type BaseField = Fq;
            type ScalarField = Fr;
            type G1 = G1Projective;
            type G1Affine = G1Affine;
            type G1Prepared = G1Prepared;
            type G2 = G2Projective;
            type G2Affine = G2Affine;
            type G2Prepared = G2Prepared;
            type TargetField = Fq12;

            /// Points must lie in their subgroups. Values are those of the engine's loop, which differ from other libraries' by
            /// what the final exponentiation takes to 1.
            fn multi_miller_loop(
                a: impl IntoIterator<Item = impl Into<G1Prepared>>,
                b: impl IntoIterator<Item = impl Into<G2Prepared>>,
            ) -> MillerLoopOutput<Self> {
                let terms: Vec<_> = a
                    .into_iter()
                    .zip(b)
                    .map(|(p, q)| {
                        let (p, q): (G1Prepared, G2Prepared) = (p.into(), q.into());
                        (
                            Point::from_affine_unchecked(point::<G1Config, _>(&p.0)),
                            Point::from_affine_unchecked(point::<G2Config, _>(&q.0)),
                        )
                    })
                    .collect();
                MillerLoopOutput(Fq12::theirs(&Ate::<Curve>::multi_miller_loop(&terms)))
            }

            /// None of 0.
            fn final_exponentiation(value: MillerLoopOutput<Self>) -> Option<PairingOutput<Self>> {
                if value.0.is_zero() {
                    return None;
                }
                let $e = Ate::<Curve>::final_exponentiation(&value.0.ours());
                Some(PairingOutput(Fq12::theirs($value.element())))
            }
        }
    };
}

pub(crate) use pairing;
