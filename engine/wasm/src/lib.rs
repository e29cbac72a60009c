//! The engine as a WebAssembly module. `npm/pairforge.js` is what calls it.
//!
//! All operations have one shape, so that nothing but bytes crosses the border and no pointer comes from outside.
//! [`arguments`](call::arguments) makes room; the caller fills it with items, each after its length (four bytes,
//! little-endian), and calls an operation. That returns 0 where it is done, else 1. [`result`](call::result) and
//! [`result_length`](call::result_length) say where its bytes are: the value, or the line that says why there is none.
//!
//! Numbers are items of one byte, or of four, little-endian. Points are encodings, compressed or not, told apart by their
//! length, and leave uncompressed. What came in and what went out is wiped. There is no source of randomness: seeds
//! are the caller's. Tables of fixed points are all that stays between operations; they have numbers.

mod bls;
mod call;
mod ethereum;
mod fixed;
mod groups;
mod inputs;
mod pairings;
