//! Gives the shared library its name for the linker: programs ask for this major version.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!(
            "cargo::rustc-cdylib-link-arg=-Wl,-soname,libpairforge.so.{}",
            env!("CARGO_PKG_VERSION_MAJOR")
        );
    }
}
