//! BN462: endomorphisms of its groups.
//!
//! The bases are LLL-reduced (flint), with the signs that make the rounding constants positive.

use super::PairingGroups;
use crate::prime::ate::Bn462;
use crate::prime::curve::Lattice;
use crate::prime::params::Bn462Fp;
use crate::prime::tower::Fp2;

impl PairingGroups for Bn462 {
    const G1_B: Bn462Fp = Bn462Fp::small(5);
    const BETA: Bn462Fp = Bn462Fp::hex(
        "4806c036008ffffffffffffff27f03fa5ff70000000\
         0000000d80b402ac035fffffffffffffb7fdbff93ff8",
    );
    const PSI: [Fp2<Bn462Fp, Self>; 2] = [
        Fp2::new(
            Bn462Fp::hex(
                "d1477fc3d23d4dc083ecc2fe6475bf80d1ba95854723056ef270f14ff\
                 b93f45dc40c515a007f58b812a5133e6417755d9031a060041e7ca52e0",
            ),
            Bn462Fp::hex(
                "37e72384e7d8e822d8586ee3c6862f4e3d03b3fd190ab836ecff9ee8b\
                 c0859d989598b37eaded036640b4a4e2d1a723f092418e7da3286e947d",
            ),
        ),
        Fp2::new(
            Bn462Fp::hex(
                "5eba5f8f335a9f38d39556a50ecc60d385b4166027a229f8c6cdcefb6\
                 d73fafa1172b9e8ee16c71e891b9ace8803a012e0cd1b3b97999067c9c",
            ),
            Bn462Fp::hex(
                "bd74bf1e66b53e71a72aad4a1d98c1a70b682cc04f4453f18d9b9df6d\
                 ae7f5f422e573d1dc2d8e3d1237359d10074025c19a36772f3320cf938",
            ),
        ),
    ];
    const OMEGA: Bn462Fp = Bn462Fp::hex(
        "240480360120023ffffffffff6ff08764bd65fc10000000000d813689f\
         0222029ffffffffff6ff597bbbf3dbf2e0000000002401f80a801a401a",
    );
    const G1_LATTICE: Lattice = Lattice::new(
        8,
        230,
        [
            ["60060017fffffffffffffffff3ff7fff00000000000000000060020003", "8003fffffffffffffffffffff7fff"],
            ["8003fffffffffffffffffffff7fff", "-60060017fffffffffffffffff3ff77fec0000000000000000060028004"],
        ],
        [
            "2aa8001ffeaab7ff8004aa8006d4d6400334e79445f3910a56881693d8ba9692121e95ee4c2d46300ce2ffb",
            "38de3938df1ca71a1c8aa9aabf53c1e0fe8ba142a5b5315206419ff949",
        ],
    );
    const G2_LATTICE: Lattice = Lattice::new(
        8,
        116,
        [
            [
                "4001fffffffffffffffffffffbfff",
                "-4001fffffffffffffffffffffbfff",
                "4001fffffffffffffffffffffbfff",
                "8003fffffffffffffffffffff7fff",
            ],
            [
                "4001fffffffffffffffffffffc000",
                "4001fffffffffffffffffffffbfff",
                "4001fffffffffffffffffffffbfff",
                "-8003fffffffffffffffffffff7ffe",
            ],
            [
                "8003fffffffffffffffffffff7fff",
                "-4001fffffffffffffffffffffbfff",
                "-4001fffffffffffffffffffffc000",
                "-4001fffffffffffffffffffffbfff",
            ],
            [
                "8003fffffffffffffffffffff7ffe",
                "4001fffffffffffffffffffffc000",
                "-4001fffffffffffffffffffffbfff",
                "4001fffffffffffffffffffffbfff",
            ],
        ],
        [
            "aaa5557ffeaab5550002aa9560aa255ad51eacb5425602a49635f37b4\
             3b22d2aeb5ee3735e715f74dfd4c1355d3c945aa2d08e33626ce15c37e",
            "aaa5557ffeaab5550002aa9560aa255ad51eacb5425602a49635f37b4\
             74010be7950ade5003a0a0f8bc9fd536d254e6ecd2be14882d0fb5bcc8",
            "aaa5557ffeaab5550002aa9560aa255ad51eacb5425602a49635f37b4\
             1eb3b612465fe3a8d8d0a2789da235f31ba8c9cffe66ca91ce229e4a2f",
            "aaa5557ffeaab5550002aa9560a9fab2d4feae0a8a56829febb5eca66\
             bab382c3cd1b846fc82b39f73464aa49b287a7e69f8207bd6b21d01a33",
        ],
    );
}
