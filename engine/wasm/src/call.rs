//! The border: room for the items that come in and for the bytes that go out.

use pairforge_engine::protocols::ethereum::PrecompileError;
use pairforge_engine::registry::Rejection;
use pairforge_engine::{Error, Refused};
use std::cell::RefCell;
use zeroize::{Zeroize, Zeroizing};

thread_local! {
    static ARGUMENTS: RefCell<Zeroizing<Vec<u8>>> = RefCell::default();
    static RESULT: RefCell<Zeroizing<Vec<u8>>> = RefCell::default();
}

/// Makes room for so many bytes of items and says where it is. It holds until the next operation.
#[unsafe(no_mangle)]
pub extern "C" fn arguments(length: usize) -> *mut u8 {
    ARGUMENTS.with_borrow_mut(|room| {
        *room = Zeroizing::new(vec![0; length]);
        room.as_mut_ptr()
    })
}

/// Where the bytes of the last operation are. They hold until the next operation.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const u8 {
    RESULT.with_borrow(|bytes| bytes.as_ptr())
}

/// How many they are.
#[unsafe(no_mangle)]
pub extern "C" fn result_length() -> usize {
    RESULT.with_borrow(|bytes| bytes.len())
}

/// Wipes them.
#[unsafe(no_mangle)]
pub extern "C" fn forget() {
    RESULT.with_borrow_mut(|bytes| bytes.zeroize());
}

/// Why there is no result: one line.
pub struct Failure(String);

macro_rules! failures {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(why: $error) -> Self {
                Failure(why.to_string())
            }
        })*
    };
}

failures!(Error, Rejection, PrecompileError);

impl Failure {
    /// A call that the loader does not make.
    pub fn of_caller(what: &str) -> Self {
        Failure(what.into())
    }

    /// One of many things that are called so.
    pub fn of_one(name: &str, refused: &Refused) -> Self {
        Failure(format!("{name} {refused}"))
    }
}

/// What an operation gives.
pub type Bytes = Result<Vec<u8>, Failure>;

/// Two items that belong together.
pub type Pair<'a> = (&'a [u8], &'a [u8]);

/// Items that have not been taken yet.
pub struct Items<'a>(&'a [u8]);

impl<'a> Items<'a> {
    /// The next item.
    pub fn bytes(&mut self) -> Result<&'a [u8], Failure> {
        self.next().ok_or_else(|| Failure::of_caller("an argument is missing"))
    }

    /// The next item, one byte.
    pub fn byte(&mut self) -> Result<u8, Failure> {
        match self.bytes()? {
            [byte] => Ok(*byte),
            _ => Err(Failure::of_caller("one byte is needed")),
        }
    }

    /// The next item, four bytes.
    pub fn number(&mut self) -> Result<usize, Failure> {
        let bytes = self.bytes()?.try_into().map_err(|_| Failure::of_caller("four bytes are needed"))?;
        Ok(u32::from_le_bytes(bytes) as usize)
    }

    /// What all that is left decodes to; what is refused is called so.
    pub fn of_each<T>(
        self,
        name: &str,
        decode: impl Fn(&'a [u8]) -> Result<T, Error>,
    ) -> Result<Vec<T>, Failure> {
        let each = self.enumerate().map(|(place, bytes)| {
            decode(bytes).map_err(|why| Failure::of_one(name, &Refused { place, why }))
        });
        each.collect()
    }

    /// All that is left, in pairs.
    pub fn pairs(mut self) -> Result<Vec<Pair<'a>>, Failure> {
        let mut pairs = Vec::new();
        while let Some(first) = self.next() {
            pairs.push((first, self.bytes()?));
        }
        Ok(pairs)
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk()?;
        let (item, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        self.0 = rest;
        Some(item)
    }
}

/// Bytes of the stack that an operation may have left parts of secrets in.
const STACK: usize = 1 << 17;

/// Overwrites what lies below on the stack.
#[inline(never)]
fn wipe_stack() {
    let mut room = [0_u8; STACK];
    room.zeroize();
    core::hint::black_box(&room);
}

/// Runs an operation below this frame of the stack, so that [`wipe_stack`] reaches all of its own.
#[inline(never)]
fn apart(work: impl FnOnce(Items<'_>) -> Bytes, items: Items<'_>) -> Bytes {
    work(items)
}

/// Runs an operation on the items that are there, wipes them, and keeps what it gives. 0: done; 1: refused.
pub fn run(work: impl FnOnce(Items<'_>) -> Bytes) -> u32 {
    let given = ARGUMENTS.take();
    let outcome = apart(work, Items(&given));
    wipe_stack();
    let (status, bytes) = match outcome {
        Ok(bytes) => (0, bytes),
        Err(Failure(line)) => (1, line.into_bytes()),
    };
    RESULT.set(Zeroizing::new(bytes));
    status
}

/// Declares operations: `/// what it gives. name(items) { work }`.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident($items:pat) $work:block)*) => {
        $(
            $(#[$doc])*
            #[unsafe(no_mangle)]
            pub extern "C" fn $name() -> u32 {
                $crate::call::run(|$items| $work)
            }
        )*
    };
}

pub(crate) use operations;
