//! The two curves fixed at compile time.

use super::super::PrimeParams;
use super::super::limbs::parse_hex;
use super::super::params::{SS512_ORDER, SS1536_ORDER, Ss512Base, Ss1536Base};
use super::curve::Curve;
use super::{CurveOf, Tate, TypeA};

/// SS512: PBC's `a.param`. r = 2^159 + 2^107 + 1, p of 512 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ss512 {}

/// SS1536: r = 2^255 + 2^41 + 1, and p = h r - 1 of 1536 bits with a pseudo-random h, so that p has no form that the special number
/// field sieve could use: h = 2^1280 + 4 floor(H / 4), where H is the big-endian integer of the five digests
/// SHA-256("pairforge tate-ss1536 cofactor", i, j), i in four big-endian bytes, j = 0, ..., 4 in one, for
/// the least i that gives a prime p: i = 746. A test derives it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ss1536 {}

/// The Tate pairing on SS512: the value of PBC with `a.param`.
pub type TateSs512 = Tate<Ss512, 8>;
/// The Tate pairing on SS1536.
pub type TateSs1536 = Tate<Ss1536, 24>;

/// h = (p + 1) / r.
const SS512_COFACTOR: [u64; 8] = parse_hex(
    "0000000000000000_0000000000000000_000000014f4e70d1_d2bf601bf6b0d471_\
         37cc83915f505f0e_85050f93a6344777_e2cd28ff9b4f30a3_cf6230c28e284d98",
);

static SS512_CURVE: CurveOf<8> =
    CurveOf(Curve::new(Ss512Base::MODULUS, SS512_COFACTOR, (159, 107, false, false)));

impl TypeA<8> for Ss512 {
    const NAME: &'static str = "tate-ss512";
    const SECURITY: (u32, &'static str) = (
        80,
        "discrete logarithms in F_p2 of 1024 bits: NIST SP 800-57 part 1 rev. 5, table 2 gives 80 bits and disallows it",
    );
    const WIDTH: usize = 64;
    const ORDER: &'static [u64] = &SS512_ORDER;
    /// h times the point with the least x > 0 for which that is not infinity, y even.
    const GENERATOR: ([u64; 8], [u64; 8]) = (
        parse_hex(
            "4cfd27578626c761_d854778dfcbeed90_736898a0920eee19_1d619128721f0209_\
         9697110e1e350c10_29d862b9cf358313_76cb0fa404823e30_b64f8f4d74d37f31",
        ),
        parse_hex(
            "1916626c3ef074b9_3384af70a68daa51_d3614a6d5cd1f8f1_6352b706e6137809_\
         d386583e24aa3e87_fc8b5a00a033c7cb_ac3f56d7627018d9_f8bfa3b08e4caad4",
        ),
    );

    fn curve() -> &'static CurveOf<8> {
        &SS512_CURVE
    }
}

/// h = (p + 1) / r.
const SS1536_COFACTOR: [u64; 24] = parse_hex(
    "0000000000000000_0000000000000000_0000000000000000_0000000000000001_\
         f0046b63d313edd9_eed114c5d35335b8_f65c0f6bb05220c4_19f18998f6d3b486_\
         3acf84def5deca1a_f88be3c1aa24348a_75c9eb1221d07f9b_3d331de6a6394a7a_\
         8cbe82b5c371234e_2bb28f4e8c34c039_4c97127858c5265f_fe170643f6caa702_\
         1558a56ac6840954_02626ab23fbff8a4_a3461e42954704b4_af822cc20b264a78_\
         128362b15e9c9104_7abe4f34fc442568_d3e9642d3f6cc4e1_fb2be62af523d00c",
);

static SS1536_CURVE: CurveOf<24> =
    CurveOf(Curve::new(Ss1536Base::MODULUS, SS1536_COFACTOR, (255, 41, false, false)));

impl TypeA<24> for Ss1536 {
    const NAME: &'static str = "tate-ss1536";
    const SECURITY: (u32, &'static str) = (
        128,
        "discrete logarithms in F_p2 of 3072 bits, r of 256 bits: NIST SP 800-57 part 1 rev. 5, table 2; p has no special form",
    );
    const WIDTH: usize = 192;
    const ORDER: &'static [u64] = &SS1536_ORDER;
    /// h times the point with the least x > 0 for which that is not infinity, y even.
    const GENERATOR: ([u64; 24], [u64; 24]) = (
        parse_hex(
            "98faf2b60b04a222_e1ee66166c867f58_bbf00b09c985f6dd_cc6b212b249ebb9f_\
         bd00072bac676884_7742e3d10982e0a7_c0fd67e92f11e1fc_db3af63c82166ef2_\
         d8db2888c63a8cb0_c5108cdbd20d182a_210abc68645176ae_5cffd1b59a1f1577_\
         8888102182b7b8b9_6cf1c2cc045d6afc_8ffdecc19dbd5417_c92770467d66047a_\
         c286a2f9beed81e8_06b20fd476f792b3_856dd714140d9afa_386e4e57f6a687fa_\
         d6495ec2bf507a27_d96c736a7225d16f_c7107c5d34382366_d53429035e30b064",
        ),
        parse_hex(
            "52ae59097c99747b_5341175c664f0095_fa2a71c3b4b863ff_ca390b6e29ca6d32_\
         29fd14707736824b_ee7848f646eadc6d_f7d731f2e1c90002_2d6d650fd49938c3_\
         333d1a9e171ecabd_c92c88b71dbd470f_17e1f4beb5dd127f_198d0cd81874e973_\
         8defd6339e8dffa0_51eebf7335864a99_3cc2b7e10a31ccb2_8c7494ed3a231ca2_\
         120c6774ab890b38_eeba42a32743c002_f2a9bcfd03f1ca3c_910bce0b31fbc9dd_\
         5eceba90a92bd3e5_4a500ada9922b413_91dc6ac2e5969ec2_a0fe4487d00398f4",
        ),
    );

    fn curve() -> &'static CurveOf<24> {
        &SS1536_CURVE
    }
}
