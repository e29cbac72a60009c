//! Constants of the fields and curves, as functions of m that are evaluated at compile time.

/// x^m + `a` x^k + `b`, irreducible over F_3; a and b are 1 or -1.
#[derive(Clone, Copy)]
pub(super) struct Trinomial {
    /// The exponent of the middle term.
    pub k: usize,
    /// The coefficient of x^k.
    pub a: i8,
    /// The constant.
    pub b: i8,
}

/// The field polynomial. Degrees 97, 167, 193, 239, 313: Beuchat et al. 2010, Table II; 163: Harrison, Page, Smart 2002. In
/// their list the trinomial of degree 79 is reducible and that of 173 has a second term too high to
/// fold quickly: those two and 509 (where no cube root is sparse, whichever the trinomial) have the trinomial of least k.
pub(super) const fn trinomial(m: usize) -> Trinomial {
    let (k, a, b) = match m {
        79 => (26, 1, -1),
        97 => (16, 1, -1),
        163 => (80, 1, -1),
        167 => (71, -1, 1),
        173 => (7, -1, 1),
        193 => (64, 1, -1),
        239 => (5, -1, 1),
        313 => (187, -1, -1),
        509 => (151, -1, 1),
        _ => panic!("no field of this degree"),
    };
    Trinomial { k, a, b }
}

/// The supersingular curve y^2 = x^3 - x + b over F_3^m and the subgroup that protocols use.
pub(super) struct Curve {
    /// The constant of the curve, 1 or -1.
    pub b: i8,
    /// mu b of Beuchat et al. 2010, Table I: the number of points is N = 3^m + 1 + mu b 3^((m+1)/2).
    pub trace_sign: i8,
    /// The prime order r of the subgroup, little-endian.
    pub order: &'static [u64],
    /// N / r.
    pub cofactor: u64,
    /// The name of the pairing.
    pub name: &'static str,
}

/// The curve of the pairing over F_3^m: Beuchat et al. 2010, Table IV; for 509, b = 1 gives N = 7 r.
pub(super) const fn curve(m: usize) -> Curve {
    let (b, cofactor, name, order): (i8, u64, &str, &[u64]) = match m {
        97 => (1, 7, "eta-f3-97", &ORDER_97),
        167 => (1, 7, "eta-f3-167", &ORDER_167),
        193 => (-1, 1, "eta-f3-193", &ORDER_193),
        239 => (-1, 1, "eta-f3-239", &ORDER_239),
        313 => (1, 7 * 37561 * 477013, "eta-f3-313", &ORDER_313),
        509 => (1, 7, "eta-f3-509", &ORDER_509),
        _ => panic!("no pairing over this field"),
    };
    let mu = if matches!(m % 12, 1 | 11) { 1 } else { -1 };
    Curve { b, trace_sign: mu * b, order, cofactor, name }
}

const ORDER_97: [u64; 3] = [0x717e08644135de41, 0x901f72546f8d3eba, 0x00000000007a46e0];
const ORDER_167: [u64; 5] =
    [0xa7861922f6207b3b, 0x9ab93a01becc119b, 0x706046b795645793, 0xf2cf8efe382ce00c, 0x000000000000003a];
const ORDER_193: [u64; 5] =
    [0xcbbb0dda30013281, 0xae0b6688e9a505c7, 0x8c7719263467f837, 0x19237adbc4d30b80, 0x0003b9f1fb1cc258];
const ORDER_239: [u64; 6] = [
    0x687757b3d69c4a8b,
    0xd00082fca139128e,
    0xa03cd3b824c857e1,
    0x2b5045cb25748084,
    0x2909f97badc66856,
    0x06fe5d541f71c0e1,
];
const ORDER_313: [u64; 8] = [
    0x91ef7c882ad9bd75,
    0x9f6c10e0222267a9,
    0x8df9ba6178d4a891,
    0x079e2fe4f38b1c84,
    0x849d827246d0e74a,
    0x20b9f391ffa484dc,
    0x23740b6b344a51ea,
    0x000000000000095a,
];
const ORDER_509: [u64; 13] = [
    0x83052da72ba17d0f,
    0x6607d4498cdf5427,
    0x3274f4bebef69acf,
    0xf49178a4b1ce5ccc,
    0x04864caaf1ce8705,
    0x67631df5dca125b9,
    0x96849c665dcbfc69,
    0x5f94aeb02f9e80ea,
    0x7455abbdb5a45fd4,
    0x392acb80dc5fb128,
    0x511bd8e8b7161c15,
    0xa59de6ba959587d5,
    0x0000000f55386ba0,
];
