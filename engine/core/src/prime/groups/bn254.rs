//! BN254: endomorphisms of its groups.
//!
//! The bases are LLL-reduced (flint), with the signs that make the rounding constants positive.

use super::PairingGroups;
use crate::prime::ate::Bn254;
use crate::prime::curve::Lattice;
use crate::prime::params::Bn254Fp;
use crate::prime::tower::Fp2;

impl PairingGroups for Bn254 {
    const G1_B: Bn254Fp = Bn254Fp::small(3);
    const BETA: Bn254Fp = Bn254Fp::hex("30644e72e131a0295e6dd9e7e0acccb0c28f069fbb966e3de4bd44e5607cfd48");
    const PSI: [Fp2<Bn254Fp, Self>; 2] = [
        Fp2::new(
            Bn254Fp::hex("2fb347984f7911f74c0bec3cf559b143b78cc310c2c3330c99e39557176f553d"),
            Bn254Fp::hex("16c9e55061ebae204ba4cc8bd75a079432ae2a1d0b7c9dce1665d51c640fcba2"),
        ),
        Fp2::new(
            Bn254Fp::hex("63cf305489af5dcdc5ec698b6e2f9b9dbaae0eda9c95998dc54014671a0135a"),
            Bn254Fp::hex("7c03cbcac41049a0704b5a7ec796f2b21807dc98fa25bd282d37f632623b0e3"),
        ),
    ];
    const OMEGA: Bn254Fp = Bn254Fp::hex("30644e72e131a0295e6dd9e7e0acccb0c28f069fbb966e3de4bd44e5607cfd48");
    const G1_LATTICE: Lattice = Lattice::new(
        4,
        126,
        [
            ["6f4d8248eeb859fc8211bbeb7d4f1128", "-89d3256894d213e3"],
            ["89d3256894d213e3", "6f4d8248eeb859fd0be4e1541221250b"],
        ],
        ["24ccef014a773d2d25398fd0300ff6565149d540fd5e495cc", "2d91d232ec7e0b3d76eb9c714773a6ef3"],
    );
    const G2_LATTICE: Lattice = Lattice::new(
        4,
        64,
        [
            ["89d3256894d213e2", "44e992b44a6909f2", "-44e992b44a6909f1", "44e992b44a6909f1"],
            ["44e992b44a6909f1", "-44e992b44a6909f1", "44e992b44a6909f1", "89d3256894d213e3"],
            ["44e992b44a6909f2", "44e992b44a6909f1", "44e992b44a6909f1", "-89d3256894d213e2"],
            ["89d3256894d213e3", "-44e992b44a6909f1", "-44e992b44a6909f2", "-44e992b44a6909f1"],
        ],
        [
            "9e80318ab0d92b9308e5da66fc7184ae46f4bda995d51bb17d1fff2e5ce18e26",
            "9e80318ab0d92b9555b4ca7ba3e5577f2dff291532e42728353ccca0e558c73c",
            "9e80318ab0d92b9555b4ca7ba3e55782071c4c43fac4daffa3f693b55c93362e",
            "9e80318ab0d92b9555b4ca7ba3e5577dc170977dcef3cd3f23038c29bb8bb500",
        ],
    );
}
