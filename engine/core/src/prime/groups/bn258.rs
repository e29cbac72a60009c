//! BN258: endomorphisms of its groups.
//!
//! The bases are LLL-reduced (flint), with the signs that make the rounding constants positive.

use super::PairingGroups;
use crate::prime::ate::Bn258;
use crate::prime::curve::Lattice;
use crate::prime::params::Bn258Fp;
use crate::prime::tower::Fp2;

impl PairingGroups for Bn258 {
    const G1_B: Bn258Fp = Bn258Fp::small(12);
    const BETA: Bn258Fp = Bn258Fp::hex("24000000000002d3600000000012ed1b180000002a415f936");
    const PSI: [Fp2<Bn258Fp, Self>; 2] = [
        Fp2::new(
            Bn258Fp::hex("b493b6e71ca480c6f1d8ac0897f73ddee3b78cbe996e2bca65c37aaf91e9e4d2"),
            Bn258Fp::hex("13999afaec330cb20ea0de45a8cbe5b0d045a3e3425161e761a6940a2bade00dc"),
        ),
        Fp2::new(
            Bn258Fp::hex("17742af7393b62443b9a2c5370dcfa208eb49aa811519bac64fb56fd553ed3234"),
            Bn258Fp::hex("1abb292be1d723bc75fd225ecc467eacf678faba4d4b769047175178fc9e55f58"),
        ),
    ];
    const OMEGA: Bn258Fp = Bn258Fp::hex("24000000000003c4440000000025d58090000000a8e5f3207800011abf74bdd60");
    const G1_LATTICE: Lattice = Lattice::new(
        5,
        128,
        [
            ["180000000000014180000000000434b0b", "100000000000006b3"],
            ["100000000000006b3", "-180000000000014170000000000434458"],
        ],
        [
            "aaaaaaaaaaaaa1bc71c71c71c7762b2a38e38e35c244dd7c71c736a676e5621c",
            "71c71c71c71c68d95555555555cceb471c71c7173b1428af",
        ],
    );
    const G2_LATTICE: Lattice = Lattice::new(
        5,
        65,
        [
            ["100000000000006b2", "800000000000035a", "-8000000000000359", "8000000000000359"],
            ["100000000000006b3", "-8000000000000359", "-800000000000035a", "-8000000000000359"],
            ["800000000000035a", "8000000000000359", "8000000000000359", "-100000000000006b2"],
            ["8000000000000359", "-8000000000000359", "8000000000000359", "100000000000006b3"],
        ],
        [
            "55555555555553195555555555644f8471c71c7162b779e471c71f12bb727141a11dc96a35b08734",
            "555555555555531a00000000000ef140e38e38e32a2da50eaaaaad487db74ebe12e50010ac95e950",
            "555555555555531a00000000000ef1418e38e38dd4d8425471c71f0f9adc7cb92f56c7254beceb88",
            "555555555555531a00000000000ef1411c71c71c0dbbd97b1c71c9ba450f917212e5000e10d8c2da",
        ],
    );
}
