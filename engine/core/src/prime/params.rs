//! The prime fields' literals. How each follows from its curve's parameter is in the comments, and checked by
//! `tests/suite/prime_field.rs`.

use super::field::{Fp, PrimeParams};
use super::limbs::parse_hex;

/// Defines the parameters type of a field and the field's own name.
macro_rules! prime_field {
    ($params:ident, $field:ident, $limbs:literal, $name:literal, $doc:literal, $modulus:expr) => {
        #[doc = concat!("Parameters of ", $doc)]
        #[derive(Clone, Copy, Debug)]
        pub enum $params {}

        impl PrimeParams<$limbs> for $params {
            const NAME: &'static str = $name;
            const MODULUS: [u64; $limbs] = $modulus;
        }

        #[doc = concat!("An element of ", $doc)]
        pub type $field = Fp<$params, $limbs>;
    };
}

prime_field!(
    Bn254Base,
    Bn254Fp,
    4,
    "bn254 p",
    "the base field of BN254 (alt_bn128): p = 36 u^4 + 36 u^3 + 24 u^2 + 6 u + 1, u = 4965661367192848881.",
    parse_hex("30644e72e131a029_b85045b68181585d_97816a916871ca8d_3c208c16d87cfd47")
);

prime_field!(
    Bn254Scalar,
    Bn254Fr,
    4,
    "bn254 r",
    "the scalar field of BN254: r = 36 u^4 + 36 u^3 + 18 u^2 + 6 u + 1.",
    parse_hex("30644e72e131a029_b85045b68181585d_2833e84879b97091_43e1f593f0000001")
);

prime_field!(
    Bn258Base,
    Bn258Fp,
    5,
    "bn258 p",
    "the base field of BN258: p = 36 u^4 + 36 u^3 + 24 u^2 + 6 u + 1, u = 2^63 + 857.",
    parse_hex(
        "0000000000000002_4000000000003c46_80000000025d853f_0000000a8f8e03b9_\
         000011ae9b61d697",
    )
);

prime_field!(
    Bls381Base,
    Bls381Fp,
    6,
    "bls12-381 p",
    "the base field of BLS12-381: p = (u - 1)^2 r / 3 + u, u = -0xd201000000010000.",
    parse_hex(
        "1a0111ea397fe69a_4b1ba7b6434bacd7_64774b84f38512bf_6730d2a0f6b0f624_\
         1eabfffeb153ffff_b9feffffffffaaab",
    )
);

prime_field!(
    Bls381Scalar,
    Bls381Fr,
    4,
    "bls12-381 r",
    "the scalar field of BLS12-381: r = u^4 - u^2 + 1.",
    parse_hex("73eda753299d7d48_3339d80809a1d805_53bda402fffe5bfe_ffffffff00000001")
);

prime_field!(
    Bn462Base,
    Bn462Fp,
    8,
    "bn462 p",
    "the base field of BN462: p = 36 u^4 + 36 u^3 + 24 u^2 + 6 u + 1, u = 2^114 + 2^101 - 2^14 - 1.",
    parse_hex(
        "0000000000002404_80360120023fffff_fffff6ff0cf6b7d9_bfca0000000000d8_\
         12908f41c8020fff_fffffff6ff66fc6f_f687f64000000000_2401b00840138013",
    )
);

prime_field!(
    Ss512Base,
    Ss512Fp,
    8,
    "ss512 p",
    "the base field of SS512, PBC's `a.param`: p + 1 = h r.",
    parse_hex(
        "a7a73868e95fba88_6edef8ce96e7217e_364bb946f5ed8396_28d1f80010940622_\
         a7afdaf9b049744a_459e54dab7ba5be9_2539e8ff9b4f30a3_cf6230c28e284d97",
    )
);

prime_field!(
    Ss1536Base,
    Ss1536Fp,
    24,
    "ss1536 p",
    "the base field of SS1536: p + 1 = h r, h from SHA-256 of a label (see `type_a`).",
    parse_hex(
        "f80235b1e989f6ec_f7688a62e9a99adc_7b2e07b5d8291062_0cf8c8ac8440a1eb_\
         3547e1b0f02cde8e_118278936084275e_d5828d28a44d927f_5ff42501e8fa17af_\
         3ec2fc2aef5edf16_56ce40548414b8ea_bd14aac8b46ee017_aed396221ea40982_\
         79b171c28bd1c510_96643740da39ad3d_2886e195d17530a7_eb2620cfada8a1cb_\
         26acfec83aa7b655_bfb2db934a1e9083_9b4439b83956eb3b_f9ad0ffc8c7d953b_\
         4ba56ba6db3afafd_030920dccf0c7fe7_ad73282397391acc_42cbfe2af523d00b",
    )
);

/// The order r of BN254's groups.
pub const BN254_ORDER: [u64; 4] =
    parse_hex("30644e72e131a029_b85045b68181585d_2833e84879b97091_43e1f593f0000001");

/// The order of BN258's groups: r = 36 u^4 + 36 u^3 + 18 u^2 + 6 u + 1.
pub const BN258_ORDER: [u64; 5] = parse_hex(
    "0000000000000002_4000000000003c46_80000000025d853d_8000000a8f8defa3_\
         000011ae9b1e98f1",
);

/// The order r of BLS12-381's groups.
pub const BLS381_ORDER: [u64; 4] =
    parse_hex("73eda753299d7d48_3339d80809a1d805_53bda402fffe5bfe_ffffffff00000001");

/// The order of BN462's groups: r = 36 u^4 + 36 u^3 + 18 u^2 + 6 u + 1.
pub const BN462_ORDER: [u64; 8] = parse_hex(
    "0000000000002404_80360120023fffff_fffff6ff0cf6b7d9_bfca0000000000d8_\
         12908ee1c201f7ff_fffffff6ff66fc7b_f717f7c000000000_2401b007e010800d",
);

/// The order of SS512's group: r = 2^159 + 2^107 + 1.
pub const SS512_ORDER: [u64; 3] = parse_hex("0000000080000000_0000080000000000_0000000000000001");

/// The order of SS1536's group: r = 2^255 + 2^41 + 1.
pub const SS1536_ORDER: [u64; 4] =
    parse_hex("8000000000000000_0000000000000000_0000000000000000_0000020000000001");
