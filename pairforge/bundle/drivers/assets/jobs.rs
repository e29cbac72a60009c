@HEADER_R@
//! What jobs of all cores have in common: opcode, status, elements, and numbers as bytes.

use crate::{registers as map, Core, Done, Error, Registers, Status};

/// A job of a core; the module `jobs_NAME` has those of yours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The element in front of its inputs; none where the core has one job.
    pub opcode: Option<u32>,
    /// Elements that it takes, the opcode aside.
    pub inputs: usize,
    /// Elements that it gives, the status aside.
    pub outputs: usize,
    /// Whether a status comes in front of its outputs.
    pub has_status: bool,
    /// Words of an element.
    pub element_words: usize,
    /// Every input must be below it; empty: they are not looked at.
    pub modulus: &'static [u32],
}

/// The same as for words, for a job: its inputs and outputs alone, an element behind the other.
impl<R: Registers> Core<R> {
    /// Send the inputs of a job. `Full`, `Range`: nothing was sent.
    pub fn send_job(&mut self, job: &Job, inputs: &[u32]) -> Done<(), R> {
        let size = job.element_words;
        let front = job.opcode.map_or(0, |_| size);
        if inputs.len() != job.inputs * size || front + inputs.len() > self.words_in() {
            return Err(Error::Length);
        }
        if !inputs.chunks(size).all(|each| is_below(each, job.modulus)) {
            return Err(Error::Range);
        }
        if self.get(map::STATUS)? & map::STATUS_INPUT_READY == 0 {
            return Err(Error::Full);
        }
        if let Some(opcode) = job.opcode {
            self.put(map::DATA_IN, opcode)?;
            self.fill(size - 1)?;
        }
        self.put_all(inputs)?;
        self.fill(self.words_in() - front - inputs.len())
    }

    /// Take the oldest result, which is of this job. `Empty`: nothing was taken; `Job`, `Fault`: it was.
    pub fn receive_job(&mut self, job: &Job, outputs: &mut [u32]) -> Done<(), R> {
        let front = if job.has_status { job.element_words } else { 0 };
        if outputs.len() != job.outputs * job.element_words
            || front + outputs.len() > self.words_out()
        {
            return Err(Error::Length);
        }
        let state = self.get(map::STATUS)?;
        if state & map::STATUS_OUTPUT_VALID == 0 {
            return Err(Error::Empty);
        }
        let mut status = 0;
        for i in 0..self.words_out() {
            let word = self.get(map::DATA_OUT)?;
            if i < front {
                status |= word;
            } else if let Some(place) = outputs.get_mut(i - front) {
                *place = word;
            }
        }
        // A status of zero says that all is well, and so do the zeros of a fault but for this bit.
        if state & map::STATUS_FAULT != 0 {
            return Err(Error::Fault);
        }
        Status::of(status).map_or(Ok(()), |status| Err(Error::Job(status)))
    }

    /// The same, looking up to `looks` times whether there is a result.
    pub fn wait_job(&mut self, job: &Job, outputs: &mut [u32], looks: u32) -> Done<(), R> {
        for _ in 0..looks {
            match self.receive_job(job, outputs) {
                Err(Error::Empty) => {}
                done => return done,
            }
        }
        Err(Error::Timeout)
    }

    /// The outputs of a job; no other input may be on the way.
    pub fn compute_job(
        &mut self,
        job: &Job,
        inputs: &[u32],
        outputs: &mut [u32],
        looks: u32,
    ) -> Done<(), R> {
        self.send_job(job, inputs)?;
        self.wait_job(job, outputs, looks)
    }

    fn fill(&mut self, count: usize) -> Done<(), R> {
        (0..count).try_for_each(|_| self.put(map::DATA_IN, 0))
    }
}

/// Whether a number is below another one of as many words, or there is none; in constant time.
fn is_below(number: &[u32], limit: &[u32]) -> bool {
    let borrow = number.iter().zip(limit).fold(0, |borrow, (&a, &b)| {
        (u64::from(a).wrapping_sub(u64::from(b)).wrapping_sub(borrow) >> 32) & 1
    });
    limit.is_empty() || borrow == 1
}

/// A number from bytes, the highest first.
pub fn read_number(words: &mut [u32], bytes: &[u8]) {
    words.fill(0);
    for (i, &byte) in bytes.iter().rev().enumerate() {
        words[i / 4] |= u32::from(byte) << (8 * (i % 4));
    }
}

/// The bytes of a number, the highest first.
pub fn write_number(bytes: &mut [u8], words: &[u32]) {
    for (i, byte) in bytes.iter_mut().rev().enumerate() {
        *byte = (words[i / 4] >> (8 * (i % 4))) as u8;
    }
}

/// A compressed point: `elements` are its flags and the `count` coefficients of x.
pub fn read_point(elements: &mut [u32], count: usize, bytes: &[u8]) {
    let (words, size) = (elements.len() / (count + 1), bytes.len() / count);
    let (flags, x) = elements.split_at_mut(words);
    for (words, bytes) in x.chunks_mut(words).zip(bytes.rchunks(size)) {
        read_number(words, bytes);
    }
    let last = &mut x[(count - 1) * words..];
    last[(size - 1) / 4] &= !(0xe0 << (8 * ((size - 1) % 4)));
    flags.fill(0);
    flags[0] = u32::from(bytes[0] >> 5);
}

/// The bytes of a compressed point: the reverse.
pub fn write_point(bytes: &mut [u8], elements: &[u32], count: usize) {
    let (words, size) = (elements.len() / (count + 1), bytes.len() / count);
    let (flags, x) = elements.split_at(words);
    for (bytes, words) in bytes.rchunks_mut(size).zip(x.chunks(words)) {
        write_number(bytes, words);
    }
    bytes[0] |= (flags[0] << 5) as u8;
}

/// Zeros over a secret, which no compiler leaves out.
pub fn wipe(words: &mut [u32]) {
    for word in words {
        // SAFETY: a reference may be written to.
        unsafe { ::core::ptr::write_volatile(word, 0) };
    }
}
