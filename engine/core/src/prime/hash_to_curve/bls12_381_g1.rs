//! The suites BLS12381G1_XMD:SHA-256_SSWU_RO_ and _NU_ (RFC 9380, section 8.8.1): literals, and square roots
//! in F_p.

use super::sswu::IsogenousCurve;
use crate::prime::ate::Bls12381;
use crate::prime::curve::{Coordinate, Curve};
use crate::prime::groups::G1;
use crate::prime::params::Bls381Fp;
use crate::prime::tower::ScalarField;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// The curve E' that is 11-isogenous to E(F_p) of BLS12-381.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isogenous11;

impl Curve for Isogenous11 {
    type Field = Bls381Fp;
    const A: Bls381Fp = hex("00144698a3b8e9433d693a02c96d4982b0ea985383ee66a8\
         d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d");
    const A_IS_ZERO: bool = false;
    const B: Bls381Fp = hex("12e2908d11688030018b12e8753eee3b2016c1f0f24f4070\
         a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0");
}

/// A square root of -11.
const ROOT_OF_MINUS_Z: Bls381Fp = hex("04610e003bd3ac94dfa9246c390d7a78942602029175a4ca\
     366d601f33f3946e3ed39794735c38315d874bc1d70637c3");

impl IsogenousCurve for Isogenous11 {
    type Target = G1<Bls12381>;
    const Z: Bls381Fp = Bls381Fp::small(11);
    const ISOGENY: [&'static [Bls381Fp]; 4] = [&X_NUM, &X_DEN, &Y_NUM, &Y_DEN];

    /// Appendix F.2.1.2 of the RFC, for p = 3 mod 4: root = u v (u v^3)^((p-3)/4) has root^2 v = u or -u.
    fn sqrt_ratio(u: &Bls381Fp, v: &Bls381Fp) -> (Bls381Fp, Choice) {
        let uv = Coordinate::mul(u, v);
        let root = Coordinate::mul(&Coordinate::mul(&uv, &Coordinate::square(v)).pow_p_minus_3_over_4(), &uv);
        let is_square = Coordinate::mul(&Coordinate::square(&root), v).ct_eq(u);
        let other = Coordinate::mul(&root, &ROOT_OF_MINUS_Z);
        (Bls381Fp::conditional_select(&other, &root, is_square), is_square)
    }
}

const fn hex(digits: &str) -> Bls381Fp {
    Bls381Fp::hex(digits)
}

// The isogeny (appendix E.2 of the RFC): coefficients, that of 1 first.

const X_NUM: [Bls381Fp; 12] = [
    hex("11a05f2b1e833340b809101dd99815856b303e88a2d7005f\
         f2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7"),
    hex("17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417\
         f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb"),
    hex("0d54005db97678ec1d1048c5d10a9a1bce032473295983e5\
         6878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0"),
    hex("1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25\
         f1b33289f1b330835336e25ce3107193c5b388641d9b6861"),
    hex("0e99726a3199f4436642b4b3e4118e5499db995a1257fb3f\
         086eeb65982fac18985a286f301e77c451154ce9ac8895d9"),
    hex("1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b\
         9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983"),
    hex("0d6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce1\
         9008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84"),
    hex("17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1\
         a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e"),
    hex("080d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574\
         a2c596c928c5d1de4fa295f296b74e956d71986a8497e317"),
    hex("169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99\
         676314baf4bb1b7fa3190b2edc0327797f241067be390c9e"),
    hex("10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96\
         d50af36003b14866f69b771f8c285decca67df3f1605fb7b"),
    hex("06e08c248e260e70bd1e962381edee3d31d79d7e22c837bc\
         23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229"),
];

const X_DEN: [Bls381Fp; 11] = [
    hex("08ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba\
         9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c"),
    hex("12561a5deb559c4348b4711298e536367041e8ca0cf0800c\
         0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff"),
    hex("0b2962fe57a3225e8137e629bff2991f6f89416f5a718cd1\
         fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19"),
    hex("03425581a58ae2fec83aafef7c40eb545b08243f16b16551\
         54cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8"),
    hex("13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb\
         8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e"),
    hex("0e7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d\
         0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5"),
    hex("0772caacf16936190f3e0c63e0596721570f5799af53a189\
         4e2e073062aede9cea73b3538f0de06cec2574496ee84a3a"),
    hex("14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a8\
         1996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e"),
    hex("0a10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b\
         74100da67f39883503826692abba43704776ec3a79a1d641"),
    hex("095fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d037\
         76df533978f31c1593174e4b4b7865002d6384d168ecdd0a"),
    hex("1"),
];

const Y_NUM: [Bls381Fp; 16] = [
    hex("090d97c81ba24ee0259d1f094980dcfa11ad138e48a86952\
         2b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33"),
    hex("134996a104ee5811d51036d776fb46831223e96c254f383d\
         0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696"),
    hex("00cc786baa966e66f4a384c86a3b49942552e2d658a31ce2\
         c344be4b91400da7d26d521628b00523b8dfe240c72de1f6"),
    hex("01f86376e8981c217898751ad8746757d42aa7b90eeb791c\
         09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb"),
    hex("08cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b8\
         79833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb"),
    hex("16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd\
         76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0"),
    hex("04ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb\
         5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2"),
    hex("0987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81f\
         fd038da6c26c842642f64550fedfe935a15e4ca31870fb29"),
    hex("09fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c\
         1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587"),
    hex("0e1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe\
         06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30"),
    hex("19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493f\
         d1183e416389e61031bf3a5cce3fbafce813711ad011c132"),
    hex("18b46a908f36f6deb918c143fed2edcc523559b8aaf0c246\
         2e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e"),
    hex("0b182cac101b9399d155096004f53f447aa7b12a3426b08e\
         c02710e807b4633f06c851c1919211f20d4c04f00b971ef8"),
    hex("0245a394ad1eca9b72fc00ae7be315dc757b3b080d4c1580\
         13e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133"),
    hex("05c129645e44cf1102a159f748c4a3fc5e673d81d7e86568\
         d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b"),
    hex("15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a39\
         57add4fa95af01b2b665027efec01c7704b456be69c8b604"),
];

const Y_DEN: [Bls381Fp; 16] = [
    hex("16112c4c3a9c98b252181140fad0eae9601a6de578980be6\
         eec3232b5be72e7a07f3688ef60c206d01479253b03663c1"),
    hex("1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59c\
         a4a10356f453e01f78a4260763529e3532f6102c2e49a03d"),
    hex("058df3306640da276faaae7d6e8eb15778c4855551ae7f31\
         0c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2"),
    hex("16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e\
         123da489e726af41727364f2c28297ada8d26d98445f5416"),
    hex("0be0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0\
         542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d"),
    hex("08d9e5297186db2d9fb266eaac783182b70152c65550d881\
         c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac"),
    hex("166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef\
         5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c"),
    hex("16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7\
         feb34fd206357132b920f5b00801dee460ee415a15812ed9"),
    hex("1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920\
         abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a"),
    hex("167a55cda70a6e1cea820597d94a84903216f763e13d87bb\
         5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55"),
    hex("04d2f259eea405bd48f010a01ad2911d9c6dd039bb61a629\
         0e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8"),
    hex("0accbb67481d033ff5852c1e48c50c477f94ff8aefce42d2\
         8c0f9a88cea7913516f968986f7ebbea9684b529e2561092"),
    hex("0ad6b9514c767fe3c3613144b45f1496543346d98adf0226\
         7d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc"),
    hex("02660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1\
         cb748df27942480e420517bd8714cc80d1fadc1326ed06f7"),
    hex("0e0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853\
         324efcd6356caa205ca2f570f13497804415473a1d634b8f"),
    hex("1"),
];
