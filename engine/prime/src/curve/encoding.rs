//! Compressed and uncompressed encodings of points.
//!
//! All are big-endian; over F_p2 the coefficient of i comes before that of 1, as in appendix C of
//! draft-irtf-cfrg-pairing-friendly-curves. The compressed encoding is x with the sign of y, the uncompressed
//! one is x and y. Flags take the bits that the field leaves unused at the top of the first byte:
//!
//! | unused bits | curves | flags, most significant first |
//! |---|---|---|
//! | 3 or more | BLS12-381, BN258 | compressed, infinity, y > -y (the draft's, known as the ZCash format) |
//! | 2 | BN254, BN462 | 00 uncompressed, 01 compressed infinity, 1s compressed with s = (y > -y) |
//! | fewer | SS512, SS1536 | a byte of its own before x, with the flags of the first row |
//!
//! With two bits, the uncompressed point at infinity is all zeros. "y > -y" compares canonical integers, over
//! F_p2 the coefficients of i first and those of 1 where these are 0.

use super::{Affine, Coordinate, Curve};
use pairforge_interface::{Error, Result};
use subtle::CtOption;

/// The same flags as the three top bits of a byte, whatever the format.
const COMPRESSED: u8 = 0x80;
const INFINITY: u8 = 0x40;
const LARGER: u8 = 0x20;

/// How a field leaves room for flags.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    ThreeBits,
    TwoBits,
    OwnByte,
}

impl Format {
    const fn of<F: Coordinate>() -> Self {
        match F::SPARE_BITS {
            0 | 1 => Format::OwnByte,
            2 => Format::TwoBits,
            _ => Format::ThreeBits,
        }
    }

    const fn prefix(self) -> usize {
        match self {
            Format::OwnByte => 1,
            _ => 0,
        }
    }

    /// The bits of the first byte that are flags.
    const fn mask(self) -> u8 {
        match self {
            Format::ThreeBits => 0xe0,
            Format::TwoBits => 0xc0,
            Format::OwnByte => 0xff,
        }
    }

    const fn pack(self, flags: u8) -> u8 {
        match (self, flags & COMPRESSED, flags & INFINITY) {
            (Format::TwoBits, 0, _) => 0,
            (Format::TwoBits, _, 0) => 0x80 | (flags & LARGER) << 1,
            (Format::TwoBits, ..) => 0x40,
            _ => flags,
        }
    }

    /// The flags in the first byte.
    const fn unpack(self, byte: u8) -> u8 {
        match (self, byte & self.mask()) {
            (Format::TwoBits, 0x00) => 0,
            (Format::TwoBits, 0x40) => COMPRESSED | INFINITY,
            (Format::TwoBits, bits) => COMPRESSED | (bits & 0x40) >> 1,
            (_, bits) => bits,
        }
    }
}

impl<C: Curve> Affine<C> {
    const FORMAT: Format = Format::of::<C::Field>();
    const COORDINATE: usize = C::Field::COUNT * C::Field::WIDTH;
    /// Bytes of the compressed encoding.
    pub const COMPRESSED_BYTES: usize = Self::FORMAT.prefix() + Self::COORDINATE;
    /// Bytes of the uncompressed encoding.
    pub const UNCOMPRESSED_BYTES: usize = Self::FORMAT.prefix() + 2 * Self::COORDINATE;

    /// The compressed encoding.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn to_compressed(&self) -> Vec<u8> {
        let mut out = vec![0; Self::COMPRESSED_BYTES];
        self.write_compressed(&mut out);
        out
    }

    /// The uncompressed encoding.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn to_uncompressed(&self) -> Vec<u8> {
        let mut out = vec![0; Self::UNCOMPRESSED_BYTES];
        self.write_uncompressed(&mut out);
        out
    }

    /// Writes the compressed encoding.
    ///
    /// # Panics
    /// If `out` is not [`COMPRESSED_BYTES`](Self::COMPRESSED_BYTES) long.
    #[inline(never)]
    pub fn write_compressed(&self, out: &mut [u8]) {
        assert_eq!(out.len(), Self::COMPRESSED_BYTES);
        self.x.write_be(&mut out[Self::FORMAT.prefix()..]);
        let mut flags = COMPRESSED | if self.infinity { INFINITY } else { 0 };
        flags |= self.y.is_larger().unwrap_u8() * LARGER;
        Self::set_flags(flags, out);
    }

    /// Writes the uncompressed encoding.
    ///
    /// # Panics
    /// If `out` is not [`UNCOMPRESSED_BYTES`](Self::UNCOMPRESSED_BYTES) long.
    #[inline(never)]
    pub fn write_uncompressed(&self, out: &mut [u8]) {
        assert_eq!(out.len(), Self::UNCOMPRESSED_BYTES);
        let (x, y) = out[Self::FORMAT.prefix()..].split_at_mut(Self::COORDINATE);
        self.x.write_be(x);
        self.y.write_be(y);
        Self::set_flags(if self.infinity { INFINITY } else { 0 }, out);
    }

    /// Sets the flags, in bits of x that are 0 or in the byte before it.
    fn set_flags(flags: u8, out: &mut [u8]) {
        let own = if Self::FORMAT == Format::OwnByte { 0 } else { out[0] };
        out[0] = own | Self::FORMAT.pack(flags);
    }

    /// Decodes a compressed encoding of a point of the curve, whatever its order.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Flags`], [`Error::NotCanonical`], [`Error::NotOnCurve`].
    #[inline(never)]
    pub fn from_compressed(bytes: &[u8]) -> Result<Self> {
        Self::read_compressed(bytes)?
            .map_or(Ok(Self::IDENTITY), |half| half.with_root(C::right_side(&half.x).sqrt()))
    }

    /// What a compressed encoding says; None of the point at infinity.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Flags`], [`Error::NotCanonical`].
    pub(crate) fn read_compressed(bytes: &[u8]) -> Result<Option<HalfPoint<C>>> {
        let (flags, body) = Self::split_flags(bytes, Self::COMPRESSED_BYTES)?;
        if flags & COMPRESSED == 0 {
            return Err(Error::Flags);
        }
        if flags & INFINITY != 0 {
            return Self::infinity_if(flags & LARGER == 0, &body).map(|_| None);
        }
        let x = C::Field::read_be(body.x())?;
        Ok(Some(HalfPoint { x, larger: flags & LARGER != 0 }))
    }

    /// Decodes an uncompressed encoding of a point of the curve, whatever its order.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Flags`], [`Error::NotCanonical`], [`Error::NotOnCurve`].
    #[inline(never)]
    pub fn from_uncompressed(bytes: &[u8]) -> Result<Self> {
        let (flags, body) = Self::split_flags(bytes, Self::UNCOMPRESSED_BYTES)?;
        if flags & (COMPRESSED | LARGER) != 0 {
            return Err(Error::Flags);
        }
        if flags & INFINITY != 0 {
            return Self::infinity_if(true, &body);
        }
        if Self::FORMAT == Format::TwoBits && body.is_zero() {
            return Ok(Self::IDENTITY);
        }
        Self::from_coordinates(body.x(), body.y, C::Field::read_be)
    }

    /// Reads x and y, each as `read` does, and checks that the point is on the curve. Errors count the
    /// coefficients of both.
    pub(crate) fn from_coordinates(
        x: &[u8],
        y: &[u8],
        read: impl Fn(&[u8]) -> Result<C::Field>,
    ) -> Result<Self> {
        let (x, y) = (read(x)?, read(y));
        let y = y.map_err(|error| match error {
            Error::NotCanonical { coefficient } => {
                Error::NotCanonical { coefficient: C::Field::COUNT + coefficient }
            }
            other => other,
        })?;
        Self::new(x, y).ok_or(Error::NotOnCurve)
    }

    /// The flags, and the encoding without them.
    fn split_flags(bytes: &[u8], expected: usize) -> Result<(u8, Body<'_>)> {
        if bytes.len() != expected {
            return Err(Error::Length { expected, got: bytes.len() });
        }
        let flags = Self::FORMAT.unpack(bytes[0]);
        if flags & !(COMPRESSED | INFINITY | LARGER) != 0 {
            return Err(Error::Flags);
        }
        const { assert!(Self::COORDINATE <= MOST) };
        let (given, y) = bytes[Self::FORMAT.prefix()..].split_at(Self::COORDINATE);
        let mut x = [0; MOST];
        x[..given.len()].copy_from_slice(given);
        if Self::FORMAT != Format::OwnByte {
            x[0] &= !Self::FORMAT.mask();
        }
        Ok((flags, Body { x, length: given.len(), y }))
    }

    /// The point at infinity, of which `body` must be zeros.
    fn infinity_if(good: bool, body: &Body<'_>) -> Result<Self> {
        if good && body.is_zero() { Ok(Self::IDENTITY) } else { Err(Error::Flags) }
    }
}

/// A point of which y is not known yet, but for its sign.
pub(crate) struct HalfPoint<C: Curve> {
    /// x.
    pub x: C::Field,
    /// Whether y > -y.
    larger: bool,
}

impl<C: Curve> HalfPoint<C> {
    /// The point, from a square root of the right side of the equation at x.
    ///
    /// # Errors
    /// [`Error::NotOnCurve`] where there is none, [`Error::Flags`].
    pub fn with_root(&self, root: CtOption<C::Field>) -> Result<Affine<C>> {
        let point = Affine::<C>::from_x_and_root(self.x, self.larger, root).ok_or(Error::NotOnCurve)?;
        // Of y = 0 there is one sign only.
        if bool::from(point.y.is_larger()) == self.larger { Ok(point) } else { Err(Error::Flags) }
    }
}

/// The most bytes of a coordinate: eight coefficients of 640 bits.
const MOST: usize = 640;

/// An encoding without its flags.
struct Body<'a> {
    x: [u8; MOST],
    length: usize,
    /// Empty where the encoding is compressed.
    y: &'a [u8],
}

impl Body<'_> {
    fn x(&self) -> &[u8] {
        &self.x[..self.length]
    }

    fn is_zero(&self) -> bool {
        self.x().iter().chain(self.y).all(|byte| *byte == 0)
    }
}
