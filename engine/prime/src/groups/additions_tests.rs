//! Sums of points that are held for vectors against sums one by one, on the curves that have vectors.

use super::{G1, G2, Point, Subgroup};
use crate::ate::{Bls12381, Bn254, Bn258, Bn462};
use crate::curve::{Adder, Affine, Block, FixedBases, Form, Jacobian, Sums, multi_scalar_mul_vartime};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// 0, -1, 2, 3, -4, ... times the generator.
fn points<C: Subgroup>(count: u64) -> Vec<Affine<C>> {
    let [x, y] = C::GENERATOR;
    let generator = Affine::<C>::new_unchecked(x, y);
    let multiples = (0..count).map(|i| generator.mul_vartime(&[i]).to_affine());
    multiples.enumerate().map(|(i, point)| if i % 3 == 1 { point.neg() } else { point }).collect()
}

/// All lists, of points that coincide, are opposite and at infinity as often as `few` makes them.
fn lists_are_summed<C: Subgroup>(few: usize, rng: &mut ChaCha20Rng) {
    let points = points::<C>(300);
    for form in [Form::fastest(), Form::PLAIN] {
        let held = form.points(&points);
        let mut back = vec![Affine::IDENTITY; points.len()];
        form.leave(held.as_slice().words, &mut back);
        assert_eq!(back, points);
        let mut adder = Adder::new(form.arithmetic, 6000);
        for (lists, members) in [(1, 0), (3, 1), (1, 2), (1, 3), (5, 40), (1, 301), (40, 6000), (3000, 6000)]
        {
            let mut below = |n: usize| rng.next_u32() as usize % n;
            let drawn: Vec<_> = (0..members).map(|_| (below(lists), below(few), below(2) == 1)).collect();
            let mut sums = Sums::new(form.arithmetic.words, lists);
            for (list, point, minus) in &drawn {
                adder.add(&mut sums, *list, held.get(*point), *minus);
            }
            adder.finish(&mut sums);
            let mut found = vec![Affine::IDENTITY; lists];
            form.leave(sums.into_points(&form.arithmetic).as_slice().words, &mut found);
            let mut expected = vec![Jacobian::IDENTITY; lists];
            for (list, point, minus) in &drawn {
                let point = if *minus { points[*point].neg() } else { points[*point] };
                expected[*list] = expected[*list].add_affine(&point);
            }
            let expected: Vec<_> = expected.iter().map(Jacobian::to_affine).collect();
            assert!(found == expected, "{members} points in {lists} lists");
        }
    }
}

/// Vectors do blocks of any length without an exception, and leave each with one to the others.
fn exceptions_are_seen<C: Subgroup>() {
    let Some(vectors) = C::vector_additions() else { return };
    let points = points::<C>(60);
    let mut held = vec![0; points.len() * vectors.words];
    Form::fastest().enter(&points, &mut held);
    let pairs = |pairs: &[(usize, usize)]| {
        let mut words = [vec![0; 40 * vectors.words], vec![0; 40 * vectors.words]];
        for (i, (left, right)) in pairs.iter().enumerate() {
            for (words, point) in words.iter_mut().zip([left, right]) {
                words[i * vectors.words..][..vectors.words]
                    .copy_from_slice(&held[point * vectors.words..][..vectors.words]);
            }
        }
        words
    };
    let mut scratch = vec![0; 40 * vectors.scratch];
    let mut done = |summands: &[(usize, usize)]| {
        let both = [0, 1].map(|negative| {
            let [mut left, right] = pairs(summands);
            let before = left.clone();
            let negative = &[negative; 40][..summands.len()];
            let block = &mut Block { left: &mut left, right: &right, negative, scratch: &mut scratch };
            let done = (vectors.add)(block);
            assert!(done || left == before);
            done
        });
        assert_eq!(both[0], both[1]);
        both[0]
    };
    for count in 1..30 {
        let mut summands: Vec<_> = (0..count).map(|i| (i + 1, i + 30)).collect();
        assert!(done(&summands));
        for place in [0, count / 2, count - 1] {
            let regular = summands[place];
            for exception in [(5, 5), (25, 25)] {
                summands[place] = exception;
                assert!(!done(&summands), "{count} {place} {exception:?}");
            }
            summands[place] = regular;
        }
    }
}

/// Sums of multiples with and without a table, of points that coincide often.
fn multiples_are_summed<C: Subgroup>(rng: &mut ChaCha20Rng) {
    let points = points::<C>(40);
    for terms in [1, 20, 150, 700] {
        let drawn: Vec<_> = (0..terms).map(|_| rng.next_u32() as usize % points.len()).collect();
        let scalars: Vec<_> = (0..terms).map(|_| [rng.next_u64(), rng.next_u64() >> 20]).collect();
        let scalars: Vec<_> = scalars.iter().map(|scalar| &scalar[..]).collect();
        let points: Vec<_> = drawn.iter().map(|i| Point::<C>::from_affine_unchecked(points[*i])).collect();
        let affine: Vec<_> = points.iter().map(|point| *point.affine()).collect();
        let expected = affine
            .iter()
            .zip(&scalars)
            .fold(Jacobian::IDENTITY, |sum, (point, scalar)| sum.add(&point.mul_vartime(scalar)));
        let table = FixedBases::within(&affine, 128, usize::MAX, 1).expect("room");
        for threads in [1, 3] {
            assert_eq!(multi_scalar_mul_vartime(&affine, &scalars, threads), expected, "{terms} terms");
            assert_eq!(C::multi_multiply_vartime(&points, &scalars, threads), expected, "{terms} terms");
            assert_eq!(table.sum_vartime(&scalars, threads), expected, "{terms} terms by a table");
        }
    }
}

fn vectors_agree<C: Subgroup>(rng: &mut ChaCha20Rng) {
    multiples_are_summed::<C>(rng);
    exceptions_are_seen::<C>();
    lists_are_summed::<C>(300, rng);
    lists_are_summed::<C>(4, rng);
}

#[test]
fn additions_in_vectors_agree() {
    let mut rng = ChaCha20Rng::seed_from_u64(8);
    vectors_agree::<G1<Bls12381>>(&mut rng);
    vectors_agree::<G2<Bls12381>>(&mut rng);
    vectors_agree::<G1<Bn254>>(&mut rng);
    vectors_agree::<G2<Bn254>>(&mut rng);
    vectors_agree::<G1<Bn258>>(&mut rng);
    vectors_agree::<G2<Bn258>>(&mut rng);
    vectors_agree::<G1<Bn462>>(&mut rng);
    vectors_agree::<G2<Bn462>>(&mut rng);
}
