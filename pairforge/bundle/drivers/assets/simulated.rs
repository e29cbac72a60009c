@HEADER_R@
//! The simulated core of `../simulation` as registers.

use pairforge_driver::Registers;
use std::ffi::c_void;

#[link(name = "simulated")]
extern "C" {
    fn simulated_open(seed: u32) -> *mut c_void;
    fn simulated_close(core: *mut c_void);
    fn simulated_read(core: *mut c_void, offset: u32, value: *mut u32) -> i32;
    fn simulated_write(core: *mut c_void, offset: u32, value: u32) -> i32;
}

/// A core that Verilator simulates.
pub struct Simulated(*mut c_void);

impl Simulated {
    /// A core after a reset; `seed` is for the initial values of its registers.
    pub fn new(seed: u32) -> Self {
        // SAFETY: nobody else uses what it makes.
        Self(unsafe { simulated_open(seed) })
    }
}

impl Drop for Simulated {
    fn drop(&mut self) {
        // SAFETY: made by `simulated_open`, used by nobody else.
        unsafe { simulated_close(self.0) }
    }
}

impl Registers for Simulated {
    type Error = i32;

    fn read(&mut self, offset: u32) -> Result<u32, i32> {
        let mut value = 0;
        // SAFETY: the core lives as long as `self`.
        match unsafe { simulated_read(self.0, offset, &mut value) } {
            0 => Ok(value),
            error => Err(error),
        }
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), i32> {
        // SAFETY: as for `read`.
        match unsafe { simulated_write(self.0, offset, value) } {
            0 => Ok(()),
            error => Err(error),
        }
    }
}
