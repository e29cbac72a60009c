//! The list of all pairings.

use pairforge_engine::Error;
use pairforge_engine::registry::{all, by_name};

#[test]
fn names_are_unique_and_found() {
    for pairing in all() {
        assert_eq!(by_name(pairing.name()).unwrap().name(), pairing.name());
        assert_eq!(all().iter().filter(|other| other.name() == pairing.name()).count(), 1);
    }
    assert_eq!(by_name("ate-x").unwrap_err(), Error::UnknownPairing("ate-x".into()));
}
