//! Whether this processor has the instructions of this folder.

use pairforge_interface::cpu;

/// Refuses to go on where they are missing.
pub fn assert_available() {
    assert!(cpu::detected() >= cpu::Level::Avx512, "this processor has no AVX-512 IFMA");
}
