@HEADER_R@
//! Driver for a Pairforge core behind its registers: no standard library, no allocation, no dependencies.
//!
//! How registers are reached is a [`Registers`]; [`Mmio`] is one for registers that stand in memory.
#![no_std]
#![deny(unsafe_op_in_unsafe_fn, missing_docs)]

pub mod core_@NAME@;
pub mod jobs;
@JOB_MODULE@pub mod registers;
mod status;

pub use jobs::Job;
pub use status::Status;

use registers as map;

/// How registers are reached: `offset` in bytes, a multiple of four.
pub trait Registers {
    /// Why an access may fail; `core::convert::Infallible` where it cannot.
    type Error;
    /// Read a register.
    fn read(&mut self, offset: u32) -> Result<u32, Self::Error>;
    /// Write a register.
    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error>;
}

/// Registers that stand in memory.
pub struct Mmio(*mut u32);

impl Mmio {
    /// Registers at an address.
    ///
    /// # Safety
    /// `base` is where the registers of a core stand, mapped without a cache for as long as this lives, and
    /// nobody else uses them.
    pub const unsafe fn new(base: *mut u32) -> Self {
        Self(base)
    }
}

impl Registers for Mmio {
    type Error = ::core::convert::Infallible;

    fn read(&mut self, offset: u32) -> Result<u32, Self::Error> {
        // SAFETY: by the contract of `new`; offsets are those of the register map.
        Ok(unsafe { self.0.add(offset as usize / 4).read_volatile() })
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        // SAFETY: as for `read`.
        unsafe { self.0.add(offset as usize / 4).write_volatile(value) };
        Ok(())
    }
}

/// What can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// An access to a register failed.
    Bus(E),
    /// ID is not that of a Pairforge core.
    NoCore,
    /// The register map has another version.
    Version,
    /// A Pairforge core, but not the one expected.
    OtherCore,
    /// Another number of words is wanted.
    Length,
    /// An input of a job is no element of the field: nothing was sent.
    Range,
    /// What a job says of its input; all of its outputs are 0.
    Job(Status),
    /// No room for an input now: take results, then try again.
    Full,
    /// No whole result now.
    Empty,
    /// The points of this result are not on their curves: it was taken and means nothing.
    OffCurve,
    /// A packet of the stream ended in the wrong place: reset.
    Framing,
    /// The core refused a word: somebody else uses it.
    Refused,
    /// It took longer than was allowed.
    Timeout,
    /// The core saw a fault: there is no result; send the input again.
    Fault,
}

/// What a core is; the module `core_NAME` has that of yours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Register CAPABILITY, the bit `streams` aside.
    pub capability: u32,
    /// Register WORDS.
    pub words: u32,
    /// Register `LOAD_WORDS`.
    pub load_words: u32,
}

/// A core that was found.
pub struct Core<R> {
    registers: R,
    identity: Identity,
}

type Done<T, R> = Result<T, Error<<R as Registers>::Error>>;

impl<R: Registers> Core<R> {
    /// Find a core: look at ID and VERSION, compare with `expected`, reset it, and have data come and go
    /// through registers.
    pub fn open(mut registers: R, expected: Option<Identity>) -> Done<Self, R> {
        let mut get = |offset| registers.read(offset).map_err(Error::Bus);
        if get(map::ID)? != map::IDENTITY {
            return Err(Error::NoCore);
        }
        if get(map::VERSION)? >> 24 != map::MAP_VERSION {
            return Err(Error::Version);
        }
        let identity = Identity {
            capability: get(map::CAPABILITY)? & !map::CAPABILITY_STREAMS,
            words: get(map::WORDS)?,
            load_words: get(map::LOAD_WORDS)?,
        };
        if expected.is_some_and(|wanted| wanted != identity) {
            return Err(Error::OtherCore);
        }
        let mut core = Self {
            registers,
            identity,
        };
        core.reset()?;
        Ok(core)
    }

    /// Words of an input.
    pub const fn words_in(&self) -> usize {
        (self.identity.words & 0xffff) as usize
    }

    /// Words of a result.
    pub const fn words_out(&self) -> usize {
        (self.identity.words >> 16) as usize
    }

    /// Words after a reset, before the first input.
    pub const fn load_words(&self) -> usize {
        self.identity.load_words as usize
    }

    /// Whether points are checked.
    pub const fn checks_curve(&self) -> bool {
        self.identity.capability & map::CAPABILITY_CHECKS_CURVE != 0
    }

    /// Whether faults are seen.
    pub const fn detects_faults(&self) -> bool {
        self.identity.capability & map::CAPABILITY_DETECTS_FAULTS != 0
    }

    /// Cycles from the first input word to the last output word.
    pub fn latency(&mut self) -> Done<u32, R> {
        self.get(map::LATENCY)
    }

    /// Discard everything under way. What was loaded must be loaded again.
    pub fn reset(&mut self) -> Done<(), R> {
        let ways = map::CONTROL_DATA_IN | map::CONTROL_DATA_OUT;
        self.put(map::CONTROL, map::CONTROL_RESET | ways)
    }

    /// Load modulus and constants after a reset.
    pub fn load(&mut self, words: &[u32]) -> Done<(), R> {
        if words.len() != self.load_words() {
            return Err(Error::Length);
        }
        let mut left = words;
        while !left.is_empty() {
            let room = (self.get(map::STATUS)? >> map::STATUS_INPUT_ROOM_SHIFT) as usize;
            let (now, later) = left.split_at(room.min(left.len()));
            self.put_all(now)?;
            left = later;
        }
        Ok(())
    }

    /// Send an input; it may be one of several on the way. `Full`: nothing was sent.
    pub fn send(&mut self, words: &[u32]) -> Done<(), R> {
        if words.len() != self.words_in() {
            return Err(Error::Length);
        }
        if self.get(map::STATUS)? & map::STATUS_INPUT_READY == 0 {
            return Err(Error::Full);
        }
        self.put_all(words)
    }

    /// Take the oldest result. `Empty`: nothing was taken. `OffCurve`, `Fault`: it was, and `words` are zero.
    pub fn receive(&mut self, words: &mut [u32]) -> Done<(), R> {
        if words.len() != self.words_out() {
            return Err(Error::Length);
        }
        let state = self.get(map::STATUS)?;
        if state & map::STATUS_OUTPUT_VALID == 0 {
            return Err(Error::Empty);
        }
        for word in words.iter_mut() {
            *word = self.get(map::DATA_OUT)?;
        }
        if state & (map::STATUS_OFF_CURVE | map::STATUS_FAULT) == 0 {
            return Ok(());
        }
        words.fill(0);
        Err(if state & map::STATUS_FAULT == 0 {
            Error::OffCurve
        } else {
            Error::Fault
        })
    }

    /// The same, looking up to `looks` times whether there is a result.
    pub fn wait(&mut self, words: &mut [u32], looks: u32) -> Done<(), R> {
        for _ in 0..looks {
            match self.receive(words) {
                Err(Error::Empty) => {}
                done => return done,
            }
        }
        Err(Error::Timeout)
    }

    /// Send an input and wait for its result; no other may be on the way.
    pub fn compute(&mut self, words: &[u32], result: &mut [u32], looks: u32) -> Done<(), R> {
        self.send(words)?;
        self.wait(result, looks)
    }

    /// What shall raise the interrupt: bits `INTERRUPT_...` of [`registers`].
    pub fn interrupts(&mut self, enable: u32) -> Done<(), R> {
        self.put(map::INTERRUPT_ENABLE, enable)
    }

    /// For a handler: what has happened since, which is cleared. `Framing` and `Refused` are errors.
    pub fn events(&mut self) -> Done<u32, R> {
        let events = self.get(map::INTERRUPT_STATUS)?;
        self.put(map::INTERRUPT_STATUS, events)?;
        if events & map::INTERRUPT_FRAMING != 0 {
            return Err(Error::Framing);
        }
        if events & (map::INTERRUPT_INPUT_REFUSED | map::INTERRUPT_OUTPUT_REFUSED) != 0 {
            return Err(Error::Refused);
        }
        Ok(events)
    }

    /// Results taken since the last reset, modulo 2^32.
    pub fn results(&mut self) -> Done<u32, R> {
        self.get(map::RESULTS)
    }

    /// Give the registers back.
    pub fn close(self) -> R {
        self.registers
    }

    fn get(&mut self, offset: u32) -> Done<u32, R> {
        self.registers.read(offset).map_err(Error::Bus)
    }

    fn put(&mut self, offset: u32, value: u32) -> Done<(), R> {
        self.registers.write(offset, value).map_err(Error::Bus)
    }

    fn put_all(&mut self, words: &[u32]) -> Done<(), R> {
        words
            .iter()
            .try_for_each(|&word| self.put(map::DATA_IN, word))
    }
}
