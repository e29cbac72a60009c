//! Status codes, the line of text behind the last of them, and the borders between C's pointers and Rust's references.

use pairforge_engine::protocols::ethereum::PrecompileError;
use pairforge_engine::{Error, Refused, registry::Rejection};
use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What became of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Done.
    Ok = 0,
    /// An encoding has the wrong number of bytes.
    Length = 1,
    /// A coefficient is not in its canonical range.
    NotCanonical = 2,
    /// Flag bits of an encoding contradict each other.
    Flags = 3,
    /// Not a point of the curve.
    NotOnCurve = 4,
    /// A point outside the subgroup of order r, which this pairing needs.
    NotInSubgroup = 5,
    /// The point at infinity where a finite point is needed.
    Infinity = 6,
    /// Not an element of the target group.
    NotInTargetGroup = 7,
    /// A handle of another pairing or group.
    OtherPairing = 8,
    /// A pointer is NULL that must not be.
    NullPointer = 9,
    /// PAIRFORGE_ARGUMENT_E where an argument of the pairing is meant.
    NotAPoint = 10,
    /// Another input is refused; pairforge_last_error says why.
    Refused = 11,
    /// A defect of the library. Please report it.
    Internal = 12,
    /// A signature, an aggregate or a proof of possession is not valid.
    InvalidSignature = 13,
}

impl Status {
    const ALL: [Status; 14] = [
        Status::Ok,
        Status::Length,
        Status::NotCanonical,
        Status::Flags,
        Status::NotOnCurve,
        Status::NotInSubgroup,
        Status::Infinity,
        Status::NotInTargetGroup,
        Status::OtherPairing,
        Status::NullPointer,
        Status::NotAPoint,
        Status::Refused,
        Status::Internal,
        Status::InvalidSignature,
    ];

    const fn message(self) -> &'static CStr {
        match self {
            Status::Ok => c"done",
            Status::Length => c"an encoding has the wrong number of bytes",
            Status::NotCanonical => c"a coefficient is not a canonical field element",
            Status::Flags => c"the flag bits of an encoding contradict each other",
            Status::NotOnCurve => c"not a point of the curve",
            Status::NotInSubgroup => c"a point of the curve outside the subgroup of order r",
            Status::Infinity => c"the point at infinity",
            Status::NotInTargetGroup => c"not an element of the target group",
            Status::OtherPairing => c"a handle of another pairing or group",
            Status::NullPointer => c"a pointer is NULL",
            Status::NotAPoint => c"the target group where a group of points is meant",
            Status::Refused => c"an input is refused",
            Status::Internal => c"a defect of the library",
            Status::InvalidSignature => c"a signature or proof is not valid",
        }
    }
}

pub enum Failure {
    Refused(Rejection),
    Precompile(PrecompileError),
    NoPrecompile(u8),
    Encoding(Refused),
    /// An input, by the name that its line begins with.
    Input(&'static str, Error),
    /// What no error of the engine says.
    Other(Status, String),
    NullPointer,
    NotAPoint,
    InvalidSignature,
}

impl From<Rejection> for Failure {
    fn from(rejection: Rejection) -> Self {
        Failure::Refused(rejection)
    }
}

impl From<Error> for Failure {
    fn from(why: Error) -> Self {
        Failure::Refused(why.into())
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        Failure::Encoding(refused)
    }
}

impl From<PrecompileError> for Failure {
    fn from(why: PrecompileError) -> Self {
        Failure::Precompile(why)
    }
}

impl From<&Error> for Status {
    fn from(why: &Error) -> Self {
        match why {
            Error::Length { .. } => Status::Length,
            Error::NotCanonical { .. } => Status::NotCanonical,
            Error::Flags => Status::Flags,
            Error::NotOnCurve => Status::NotOnCurve,
            Error::NotInSubgroup => Status::NotInSubgroup,
            Error::Infinity => Status::Infinity,
            Error::NotInTargetGroup => Status::NotInTargetGroup,
            Error::OtherPairing => Status::OtherPairing,
            _ => Status::Refused,
        }
    }
}

impl From<&PrecompileError> for Status {
    fn from(why: &PrecompileError) -> Self {
        match why {
            PrecompileError::Length { .. }
            | PrecompileError::PartOfTerm { .. }
            | PrecompileError::Empty { .. } => Status::Length,
            PrecompileError::Padding { .. }
            | PrecompileError::Element { .. }
            | PrecompileError::Scalar { .. } => Status::NotCanonical,
            PrecompileError::NotOnCurve { .. } => Status::NotOnCurve,
            PrecompileError::NotInSubgroup { .. } => Status::NotInSubgroup,
            PrecompileError::Encoding { why, .. } => why.into(),
            _ => Status::Refused,
        }
    }
}

impl Failure {
    fn status(&self) -> Status {
        match self {
            Failure::NullPointer => Status::NullPointer,
            Failure::NotAPoint => Status::NotAPoint,
            Failure::Refused(rejection) => (&rejection.why).into(),
            Failure::Encoding(refused) => (&refused.why).into(),
            Failure::Input(_, why) => why.into(),
            Failure::Other(status, _) => *status,
            Failure::InvalidSignature => Status::InvalidSignature,
            Failure::Precompile(why) => why.into(),
            Failure::NoPrecompile(_) => Status::Refused,
        }
    }
}

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `work`, keeps the line of its failure for this thread, and never unwinds into C.
pub fn guard(work: impl FnOnce() -> Result<(), Failure>) -> Status {
    let failure = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => return Status::Ok,
        Ok(Err(failure)) => Some(failure),
        Err(_) => None,
    };
    let status = failure.as_ref().map_or(Status::Internal, Failure::status);
    let line = match failure {
        Some(Failure::Refused(rejection)) => rejection.to_string(),
        Some(Failure::Encoding(refused)) => format!("encoding {refused}"),
        Some(Failure::Input(name, why)) => format!("{name}: {why}"),
        Some(Failure::Other(_, line)) => line,
        Some(Failure::Precompile(why)) => why.to_string(),
        Some(Failure::NoPrecompile(address)) => format!("no precompile at address {address:#04x}"),
        _ => status.message().to_string_lossy().into_owned(),
    };
    LAST.with(|last| *last.borrow_mut() = line);
    status
}

/// What a status means, in a few words; never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pairforge_message(status: c_int) -> *const c_char {
    let known = Status::ALL.iter().find(|known| **known as c_int == status);
    known.map_or(c"no status of this library", |status| status.message()).as_ptr()
}

/// Writes the line that says why the last call of this thread that failed did so, such as
/// "term 3: Q: not a point of the curve", and a zero byte, cut to `size` bytes. Returns the bytes of the whole line
/// with its zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_last_error(buffer: *mut c_char, size: usize) -> usize {
    LAST.with(|last| {
        let last = last.borrow();
        if !buffer.is_null() && size > 0 {
            let kept = last.len().min(size - 1);
            // SAFETY: the caller passes room for `size` bytes, and `kept` is less.
            unsafe {
                std::ptr::copy_nonoverlapping(last.as_ptr(), buffer.cast(), kept);
                *buffer.add(kept) = 0;
            }
        }
        last.len() + 1
    })
}

/// A handle that the caller passes.
pub fn borrow<'a, T>(pointer: *const T) -> Result<&'a T, Failure> {
    // SAFETY: by the rules of the header it is NULL or a handle of this library that was not freed.
    unsafe { pointer.as_ref() }.ok_or(Failure::NullPointer)
}

/// Hands a value out to the caller.
pub fn hand_out<T>(out: *mut *mut T, value: T) -> Result<(), Failure> {
    // SAFETY: by the rules of the header it is NULL or room for a pointer.
    let out = unsafe { out.as_mut() }.ok_or(Failure::NullPointer)?;
    *out = Box::into_raw(Box::new(value));
    Ok(())
}

/// Hands all values out to the caller that `make` gives.
///
/// # Safety
/// `out` is NULL or room for as many pointers.
pub unsafe fn hand_out_all<T>(
    out: *mut *mut T,
    make: impl FnOnce() -> Result<Vec<T>, Failure>,
) -> Result<(), Failure> {
    if out.is_null() {
        return Err(Failure::NullPointer);
    }
    for (place, value) in make()?.into_iter().enumerate() {
        // SAFETY: the caller's promise.
        hand_out(unsafe { out.add(place) }, value)?;
    }
    Ok(())
}

/// Takes back what `hand_out` handed out.
pub fn take_back<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: by the rules of the header it comes from `hand_out` and is freed once.
        drop(unsafe { Box::from_raw(pointer) });
    }
}

/// Whether `pointer` leads to `n` things: not where there are none, which need no pointer.
fn leads_to<T>(pointer: *const T, n: usize) -> Result<bool, Failure> {
    match n {
        0 => Ok(false),
        _ if pointer.is_null() => Err(Failure::NullPointer),
        // Rust counts on it that nothing is longer.
        _ if n > isize::MAX as usize / size_of::<T>() => {
            Err(Failure::Other(Status::Length, format!("a length of {n}: no memory holds so much")))
        }
        _ => Ok(true),
    }
}

/// So many things that the caller passes.
///
/// # Safety
/// `pointer` is NULL or valid for reading `n` of them.
pub unsafe fn array<'a, T>(pointer: *const T, n: usize) -> Result<&'a [T], Failure> {
    // SAFETY: the caller's promise.
    Ok(if leads_to(pointer, n)? { unsafe { std::slice::from_raw_parts(pointer, n) } } else { &[] })
}

/// Room for so many things that the caller passes.
///
/// # Safety
/// `pointer` is NULL or valid for writing `n` of them, which nothing else uses meanwhile.
pub unsafe fn room<'a, T>(pointer: *mut T, n: usize) -> Result<&'a mut [T], Failure> {
    // SAFETY: the caller's promise.
    Ok(if leads_to(pointer, n)? { unsafe { std::slice::from_raw_parts_mut(pointer, n) } } else { &mut [] })
}

/// Bytes that the caller passes.
///
/// # Safety
/// `pointer` is NULL or valid for reading `length` bytes.
pub unsafe fn input<'a>(pointer: *const u8, length: usize) -> Result<&'a [u8], Failure> {
    // SAFETY: the caller's promise.
    unsafe { array(pointer, length) }
}

/// A seed that the caller passes.
///
/// # Safety
/// `pointer` is NULL or valid for reading 32 bytes.
pub unsafe fn seed(pointer: *const u8) -> Result<[u8; 32], Failure> {
    let mut bytes = [0; 32];
    // SAFETY: the caller's promise.
    bytes.copy_from_slice(unsafe { input(pointer, 32)? });
    Ok(bytes)
}

/// Handles that the caller passes.
///
/// # Safety
/// `pointers` is NULL or valid for reading `n` pointers that are NULL or handles.
pub unsafe fn borrow_all<'a, T>(pointers: *const *const T, n: usize) -> Result<Vec<&'a T>, Failure> {
    // SAFETY: the caller's promise.
    unsafe { array(pointers, n)? }.iter().map(|pointer| borrow(*pointer)).collect()
}

/// Room for bytes that the caller passes.
///
/// # Safety
/// `pointer` is NULL or valid for writing `length` bytes, which nothing else uses meanwhile.
pub unsafe fn output<'a>(pointer: *mut u8, length: usize) -> Result<&'a mut [u8], Failure> {
    // SAFETY: the caller's promise.
    unsafe { room(pointer, length) }
}
