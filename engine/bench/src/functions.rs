//! The functions below the pairing on BLS12-381, each beside blst's in the same rounds.

use crate::blst_bls12_381::{self, final_exponentiation, miller, miller_n, verify};
use crate::blst_groups::{g1, g2};
use blst::{
    blst_fp, blst_fp_mul, blst_fp_sqr, blst_fp2, blst_fp2_mul, blst_fp2_sqr, blst_fp6, blst_fp12,
    blst_fp12_cyclotomic_sqr, blst_fp12_mul, blst_fp12_mul_by_xy00z0, blst_fp12_sqr,
};
use pairforge_engine::prime::BaseField;
use pairforge_engine::prime::ate::{self, Ate, Bls12381, Curve};
use pairforge_engine::prime::groups::{G1Affine, G2Affine, Subgroup};
use pairforge_engine::prime::tower::{Compressed, Fp2, Fp6, Fp12, Tower};
use std::hint::black_box;
use std::time::{Duration, Instant};

type Fp = <Bls12381 as Tower>::Fp;

/// How long a function is called in a round: short, so that some rounds are free of disturbances.
const MOMENT: Duration = Duration::from_micros(60);

/// Calls a function so many times, each on the result of the call before.
type Calls = Box<dyn FnMut(u32)>;

/// A function by the engine, and by blst where that offers it.
pub struct Function {
    /// What it computes.
    pub name: &'static str,
    ours: Timed,
    blst: Option<Timed>,
}

struct Timed {
    calls: Calls,
    count: u32,
    ns: f64,
}

impl Timed {
    fn new(mut calls: Calls) -> Self {
        let mut count = 1;
        loop {
            let began = Instant::now();
            calls(count);
            if began.elapsed() >= MOMENT {
                return Timed { calls, count, ns: f64::INFINITY };
            }
            count *= 2;
        }
    }

    fn sample(&mut self) {
        let began = Instant::now();
        (self.calls)(self.count);
        self.ns = self.ns.min(began.elapsed().as_nanos() as f64 / f64::from(self.count));
    }
}

impl Function {
    fn new(name: &'static str, ours: Calls, blst: Option<Calls>) -> Self {
        Function { name, ours: Timed::new(ours), blst: blst.map(Timed::new) }
    }

    /// The engine's nanoseconds, and blst's.
    #[must_use]
    pub fn ns(&self) -> (f64, Option<f64>) {
        (self.ours.ns, self.blst.as_ref().map(|blst| blst.ns))
    }
}

/// Calls of a function that changes a value in its place.
fn chain<T: Copy + 'static>(start: T, step: impl Fn(&mut T) + 'static) -> Calls {
    Box::new(move |count| {
        let mut value = start;
        for _ in 0..count {
            step(&mut value);
        }
        black_box(value);
    })
}

/// Calls of a function of constant arguments.
fn repeat<T>(step: impl Fn() -> T + 'static) -> Calls {
    Box::new(move |count| {
        for _ in 0..count {
            black_box(step());
        }
    })
}

/// Calls of a function of blst: result, operand.
fn unary<T: Copy + 'static>(start: T, function: unsafe extern "C" fn(*mut T, *const T)) -> Calls {
    // SAFETY: both are of the function's type; blst allows the result to be an operand.
    chain(start, move |value| unsafe { function(value, value) })
}

/// Calls of a function of blst: result, both operands.
fn binary<T: Copy + 'static>(start: T, function: unsafe extern "C" fn(*mut T, *const T, *const T)) -> Calls {
    // SAFETY: as above.
    chain(start, move |value| unsafe { function(value, value, &start) })
}

/// A few elements of F_p that look random.
fn elements<const N: usize>() -> [Fp; N] {
    let mut value = Bls12381::G1.0;
    core::array::from_fn(|_| {
        value = value.square().add(&Bls12381::G1.1);
        value
    })
}

fn fp2s<const N: usize>() -> [Fp2<Fp, Bls12381>; N] {
    let all = elements::<32>();
    core::array::from_fn(|k| Fp2::new(all[2 * k], all[2 * k + 1]))
}

/// The arithmetic of the fields.
fn fields() -> Vec<Function> {
    let [a, b] = elements();
    let [a2, b2] = fp2s();
    let six = |k: usize| {
        let all = fp2s::<16>();
        Fp6 { c: [all[k], all[k + 1], all[k + 2]] }
    };
    let (a6, b6) = (six(0), six(3));
    let (a12, b12) = (Fp12 { c: [six(0), six(3)] }, Fp12 { c: [six(6), six(9)] });
    let unit = ate::easy_part(&a12);
    let fp = |x: &Fp| blst_fp { l: *x.montgomery() };
    let fp2 = move |x: &Fp2<Fp, Bls12381>| blst_fp2 { fp: x.c.map(|c| fp(&c)) };
    let fp12 =
        move |x: &Fp12<Fp, Bls12381>| blst_fp12 { fp6: x.c.map(|c| blst_fp6 { fp2: c.c.map(|c| fp2(&c)) }) };
    let line = [fp2(&b2), fp2(&a2), fp2(&b2)];
    let by_lines = |count: usize| {
        // SAFETY: a value of blst, which may be the result, and the three coefficients of a line.
        chain(fp12(&a12), move |f| unsafe {
            for _ in 0..count {
                blst_fp12_mul_by_xy00z0(f, f, line.as_ptr().cast());
            }
        })
    };
    // What there is for two lines, else they are multiplied one after the other.
    let two_lines = move |f: &mut Fp12<Fp, Bls12381>| {
        if !f.multiplies_by_lines(2, [&[b2, a2, b2]; 2]) {
            f.mul_by_line(2, &b2, &a2, &b2);
            f.mul_by_line(2, &b2, &a2, &b2);
        }
    };
    vec![
        Function::new("F_p product", chain(a, move |x| *x = x.mul(&b)), Some(binary(fp(&a), blst_fp_mul))),
        Function::new("F_p square", chain(a, |x| *x = x.square()), Some(unary(fp(&a), blst_fp_sqr))),
        Function::new(
            "F_p2 product",
            chain(a2, move |x| *x = x.mul(&b2)),
            Some(binary(fp2(&a2), blst_fp2_mul)),
        ),
        Function::new("F_p2 square", chain(a2, |x| *x = x.square()), Some(unary(fp2(&a2), blst_fp2_sqr))),
        Function::new("F_p6 product", chain(a6, move |x| *x = x.mul(&b6)), None),
        Function::new(
            "F_p12 product",
            chain(a12, move |x| *x = x.mul(&b12)),
            Some(binary(fp12(&a12), blst_fp12_mul)),
        ),
        Function::new(
            "F_p12 square",
            chain(a12, Fp12::square_assign),
            Some(unary(fp12(&a12), blst_fp12_sqr)),
        ),
        Function::new(
            "F_p12 by a line",
            chain(a12, move |x| x.mul_by_line(2, &b2, &a2, &b2)),
            Some(by_lines(1)),
        ),
        Function::new("F_p12 by two lines", chain(a12, two_lines), Some(by_lines(2))),
        Function::new(
            "cyclotomic square",
            chain(unit, Fp12::cyclotomic_square_assign),
            Some(unary(fp12(&unit), blst_fp12_cyclotomic_sqr)),
        ),
        Function::new("the same, compressed", chain(Compressed::of(&unit), Compressed::square_assign), None),
    ]
}

/// Whole pairings and the groups. Points leave as affine ones in both libraries.
fn wholes() -> Vec<Function> {
    use pairforge_engine::protocols::bls::{MinimalPublicKey, Scheme, SecretKey};
    use pairforge_engine::{Group, Pairing};
    type E = Ate<Bls12381>;
    let (p, q) = (G1Affine::<Bls12381>::generator(), G2Affine::<Bls12381>::generator());
    let f = E::miller_loop(&p, &q);
    let (blst_p, blst_q) = blst_bls12_381::generators();
    let g = blst_bls12_381::miller(&blst_p, &blst_q);
    let terms = [(p, q); 8];
    let scalar: [u64; 4] =
        [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0x5555_aaaa_3333_cccc, 0x1357_9bdf_0246_8ace];
    let bytes: [u8; 32] = core::array::from_fn(|i| scalar[i / 8].to_le_bytes()[i % 8]);
    let (message, tag) = (b"as long as a digest, which it is", b"PAIRFORGE-BENCH-V01");
    let (p_table, q_table) = (p.fixed_base(usize::MAX), q.fixed_base(usize::MAX));
    let (p_table, q_table) = (p_table.expect("room without bound"), q_table.expect("room without bound"));
    let (p7, q7) = (p.mul(&[7]), q.mul(&[7]));
    let (blst_p7, blst_q7) = ([7; 32], [7; 32]);
    let (blst_p7, blst_q7) = (g1::multiply(&blst_p7, 8), g2::multiply(&blst_q7, 8));
    let key = SecretKey::<MinimalPublicKey>::generate(&[7; 32], b"").expect("32 bytes are enough");
    let (public, signature) = (key.public_key(), key.sign(Scheme::Basic, message));
    let blst_key = blst::min_pk::SecretKey::key_gen(&[7; 32], b"").expect("32 bytes are enough");
    let blst_public = blst_key.sk_to_pk();
    let suite = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_";
    let blst_signature = blst_key.sign(message, suite, &[]);
    let (blst_public, blst_signature) = (blst_public.into(), blst_signature.into());
    let blst_verify = move || verify(&blst_public, &blst_signature, message, suite);
    vec![
        Function::new(
            "pairing",
            repeat(move || E::pair(&p, &q)),
            Some(repeat(move || final_exponentiation(&miller(black_box(&blst_p), black_box(&blst_q))))),
        ),
        Function::new(
            "Miller loop",
            repeat(move || E::miller_loop(&p, &q)),
            Some(repeat(move || miller(black_box(&blst_p), black_box(&blst_q)))),
        ),
        Function::new(
            "final exponentiation",
            repeat(move || E::final_exponentiation(&f)),
            Some(repeat(move || final_exponentiation(black_box(&g)))),
        ),
        Function::new("lines of a fixed argument", repeat(move || E::prepare(&q)), None),
        Function::new(
            "product of 8 pairings",
            repeat(move || E::product(&terms)),
            Some(repeat(move || final_exponentiation(&miller_n(&[blst_p; 8], &[blst_q; 8])))),
        ),
        Function::new(
            "G1 multiple",
            repeat(move || p.mul(&scalar)),
            Some(repeat(move || g1::multiply(&bytes, 255))),
        ),
        Function::new(
            "G2 multiple",
            repeat(move || q.mul(&scalar)),
            Some(repeat(move || g2::multiply(&bytes, 255))),
        ),
        Function::new("G1 multiple by a table", repeat(move || p_table.mul(&scalar)), None),
        Function::new("G2 multiple by a table", repeat(move || q_table.mul(&scalar)), None),
        Function::new(
            "G1 subgroup test",
            repeat(move || Subgroup::contains(p7.affine())),
            Some(repeat(move || g1::is_member(&blst_p7))),
        ),
        Function::new(
            "G2 subgroup test",
            repeat(move || Subgroup::contains(q7.affine())),
            Some(repeat(move || g2::is_member(&blst_q7))),
        ),
        Function::new(
            "hash to G1",
            repeat(|| G1Affine::<Bls12381>::hash(message, tag)),
            Some(repeat(|| g1::hash(message, tag))),
        ),
        Function::new(
            "hash to G2",
            repeat(|| G2Affine::<Bls12381>::hash(message, tag)),
            Some(repeat(|| g2::hash(message, tag))),
        ),
        Function::new(
            "BLS public key in G1",
            {
                let key = key.clone();
                repeat(move || key.public_key())
            },
            {
                let key = blst_key.clone();
                Some(repeat(move || key.sk_to_pk()))
            },
        ),
        Function::new(
            "BLS sign, keys in G1",
            repeat(move || key.sign(Scheme::Basic, message)),
            Some(repeat(move || blst_key.sign(message, suite, &[]))),
        ),
        Function::new(
            "BLS verify, keys in G1",
            repeat(move || signature.verify(Scheme::Basic, &public, message)),
            Some(repeat(blst_verify)),
        ),
    ]
}

/// All functions, timed in rounds for about `budget`.
#[must_use]
pub fn measure(budget: Duration) -> Vec<Function> {
    let mut all = fields();
    all.extend(wholes());
    let began = Instant::now();
    while began.elapsed() < budget {
        for function in &mut all {
            function.ours.sample();
            if let Some(blst) = &mut function.blst {
                blst.sample();
            }
        }
    }
    all
}
