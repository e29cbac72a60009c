//! What is tested over F_2^m at every level of instructions, each in a process of its own: a process has one level.
#![cfg(target_arch = "x86_64")]

use pairforge_interface::cpu::{Level, detected};
use std::process::Command;

#[test]
fn every_level_does_the_same() {
    if std::env::var_os("PAIRFORGE_ENGINE_CPU").is_some() {
        return;
    }
    for level in Level::ALL.into_iter().filter(|&level| level <= detected()) {
        for tests in ["fields::", "pairings::", "vectors::"] {
            let done = Command::new(std::env::current_exe().expect("this program"))
                .arg(tests)
                .env("PAIRFORGE_ENGINE_CPU", level.name())
                .output()
                .expect("a process");
            let said = String::from_utf8_lossy(&done.stdout);
            assert!(done.status.success(), "{tests} at {}: {said}", level.name());
            assert!(!said.contains("running 0 tests"), "{tests} does not exist");
        }
    }
}
