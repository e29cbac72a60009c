//! blst's operations in its groups; points leave as affine ones.

use blst::*;

macro_rules! group {
    (
        $module:ident, $point:ident, $affine:ident, $bytes:literal, $generator:ident, $mult:ident,
        $to_affine:ident, $in_group:ident, $hash:ident, $uncompress:ident, $compress:ident, $serialize:ident
    ) => {
        pub mod $module {
            //! One of the groups.
            use super::*;

            /// A multiple of the generator.
            #[must_use]
            pub fn multiply(scalar: &[u8; 32], bits: usize) -> $affine {
                let mut out = $point::default();
                // SAFETY: a value to be written, a generator, and a scalar of so many bits.
                unsafe { $mult(&mut out, $generator(), scalar.as_ptr(), bits) };
                affine(&out)
            }

            /// The affine point.
            #[must_use]
            pub fn affine(point: &$point) -> $affine {
                let mut affine = $affine::default();
                // SAFETY: a value to be written, and a point.
                unsafe { $to_affine(&mut affine, point) };
                affine
            }

            /// Whether the point lies in the group.
            #[must_use]
            pub fn is_member(point: &$affine) -> bool {
                // SAFETY: a point.
                unsafe { $in_group(point) }
            }

            /// The point that a message hashes to.
            #[must_use]
            pub fn hash(message: &[u8], tag: &[u8]) -> $affine {
                let mut out = $point::default();
                let nothing = std::ptr::null();
                // SAFETY: a value to be written, and three strings with their lengths.
                unsafe {
                    $hash(&mut out, message.as_ptr(), message.len(), tag.as_ptr(), tag.len(), nothing, 0);
                }
                affine(&out)
            }

            /// The point of a compressed encoding; whether it lies in the group is not tested.
            #[must_use]
            pub fn decompress(bytes: &[u8; $bytes]) -> $affine {
                let mut point = $affine::default();
                // SAFETY: a value to be written, and as many bytes as an encoding has.
                let status = unsafe { $uncompress(&mut point, bytes.as_ptr()) };
                assert_eq!(status, BLST_ERROR::BLST_SUCCESS);
                point
            }

            /// The compressed encoding.
            #[must_use]
            pub fn compress(point: &$affine) -> [u8; $bytes] {
                let mut out = [0; $bytes];
                // SAFETY: room for an encoding, and a point.
                unsafe { $compress(out.as_mut_ptr(), point) };
                out
            }

            /// The uncompressed encoding.
            #[must_use]
            pub fn serialize(point: &$affine) -> [u8; 2 * $bytes] {
                let mut out = [0; 2 * $bytes];
                // SAFETY: room for an encoding, and a point.
                unsafe { $serialize(out.as_mut_ptr(), point) };
                out
            }
        }
    };
}

group!(
    g1,
    blst_p1,
    blst_p1_affine,
    48,
    blst_p1_generator,
    blst_p1_mult,
    blst_p1_to_affine,
    blst_p1_affine_in_g1,
    blst_hash_to_g1,
    blst_p1_uncompress,
    blst_p1_affine_compress,
    blst_p1_affine_serialize
);
group!(
    g2,
    blst_p2,
    blst_p2_affine,
    96,
    blst_p2_generator,
    blst_p2_mult,
    blst_p2_to_affine,
    blst_p2_affine_in_g2,
    blst_hash_to_g2,
    blst_p2_uncompress,
    blst_p2_affine_compress,
    blst_p2_affine_serialize
);
