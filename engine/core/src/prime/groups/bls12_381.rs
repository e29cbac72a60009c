//! BLS12-381: endomorphisms of its groups, and RFC 9380's suites with SHA-256 for hashing to them.
//!
//! The bases are LLL-reduced (flint), with the signs that make the rounding constants positive.

use super::{G1, G2, PairingGroups};
use crate::prime::ate::Bls12381;
use crate::prime::curve::{Jacobian, Lattice};
use crate::prime::hash_to_curve::{Isogenous3, Isogenous11, hash_to_field, map_two};
use crate::prime::params::Bls381Fp;
use crate::prime::tower::Fp2;

impl PairingGroups for Bls12381 {
    const G1_B: Bls381Fp = Bls381Fp::small(4);
    const BETA: Bls381Fp = Bls381Fp::hex(
        "5f19672fdf76ce51ba69c6076a0f77eaddb3a93b\
         e6f89688de17d813620a00022e01fffffffefffe",
    );
    const PSI: [Fp2<Bls381Fp, Self>; 2] = [
        Fp2::new(
            Bls381Fp::hex("0"),
            Bls381Fp::hex(
                "1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4\
                 897d29650fb85f9b409427eb4f49fffd8bfd00000000aaad",
            ),
        ),
        Fp2::new(
            Bls381Fp::hex(
                "135203e60180a68ee2e9c448d77a2cd91c3dedd930b1cf60\
                 ef396489f61eb45e304466cf3e67fa0af1ee7b04121bdea2",
            ),
            Bls381Fp::hex(
                "6af0e0437ff400b6831e36d6bd17ffe48395dabc2d3435e\
                 77f76e17009241c5ee67992f72ec05f4c81084fbede3cc09",
            ),
        ),
    ];
    const OMEGA: Bls381Fp = Bls381Fp::hex(
        "1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4\
         897d29650fb85f9b409427eb4f49fffd8bfd00000000aaac",
    );
    const G1_LATTICE: Lattice = Lattice::new(
        4,
        127,
        [["ac45a4010001a4020000000100000000", "1"], ["1", "-ac45a4010001a40200000000ffffffff"]],
        ["17c6becf1e01faadd63f6e522f6cfee2e034eb4b927adc028", "2355094edfede377c"],
    );
    const G2_LATTICE: Lattice = Lattice::new(
        4,
        63,
        [
            ["d201000000010000", "1", "0", "0"],
            ["0", "0", "d201000000010000", "1"],
            ["0", "-d201000000010000", "-1", "0"],
            ["1", "0", "-1", "-d201000000010000"],
        ],
        [
            "1381204ca56cd56b533cfcc0d3e76ec2892078a5e8573b29cf77cf78a2942e442",
            "1cfbe4f7bd0027db2b2ef66a238a975c0",
            "17c6becf1e01faadd63f6e522f6cfee2e034eb4b927adc028",
            "2355094edfede377c",
        ],
    );

    fn hash_to_g1_curve(message: &[u8], dst: &[u8]) -> Jacobian<G1<Self>> {
        map_two::<Isogenous11>(&hash_to_field(message, dst))
    }

    fn hash_to_g2_curve(message: &[u8], dst: &[u8]) -> Jacobian<G2<Self>> {
        map_two::<Isogenous3>(&hash_to_field(message, dst))
    }
}
