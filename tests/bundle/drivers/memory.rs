//! The driver on registers that are memory: what it says of a core that is none, or not right.

use pairforge_driver::{registers as map, Core, Error, Identity, Job, Mmio};

fn main() {
    let mut memory = [0u32; 64];
    let base = memory.as_mut_ptr();
    // SAFETY: the array outlives every use below, which all go through this pointer.
    let (registers, set) = (
        || unsafe { Mmio::new(base) },
        |offset: u32, value: u32| unsafe { base.add(offset as usize / 4).write_volatile(value) },
    );
    assert_eq!(Core::open(registers(), None).err(), Some(Error::NoCore));
    set(map::ID, map::IDENTITY);
    set(map::VERSION, (map::MAP_VERSION + 1) << 24);
    assert_eq!(Core::open(registers(), None).err(), Some(Error::Version));
    set(map::VERSION, map::MAP_VERSION << 24);
    set(map::WORDS, 4 << 16 | 4);
    let other = Identity {
        capability: 1,
        words: 0,
        load_words: 0,
    };
    assert_eq!(
        Core::open(registers(), Some(other)).err(),
        Some(Error::OtherCore)
    );
    let mut core = Core::open(registers(), None).expect("a core");
    assert_eq!((core.words_in(), core.words_out()), (4, 4));
    let mut words = [1; 4];
    assert_eq!(core.load(&words), Err(Error::Length));
    assert_eq!(core.send(&words[1..]), Err(Error::Length));
    assert_eq!(core.send(&words), Err(Error::Full));
    assert_eq!(core.receive(&mut words), Err(Error::Empty));
    assert_eq!(core.wait(&mut words, 3), Err(Error::Timeout));
    set(
        map::STATUS,
        map::STATUS_OUTPUT_VALID | map::STATUS_OFF_CURVE,
    );
    assert_eq!(core.receive(&mut words), Err(Error::OffCurve));
    assert_eq!(words, [0; 4]);
    // A job's status of zero is no answer beside a fault.
    let job = Job {
        opcode: None,
        inputs: 1,
        outputs: 3,
        has_status: true,
        element_words: 1,
        modulus: &[],
    };
    set(map::STATUS, map::STATUS_OUTPUT_VALID | map::STATUS_FAULT);
    set(map::DATA_OUT, 0);
    assert_eq!(core.receive(&mut words), Err(Error::Fault));
    assert_eq!(core.receive_job(&job, &mut words[1..]), Err(Error::Fault));
    set(map::STATUS, map::STATUS_OUTPUT_VALID);
    assert_eq!(core.receive_job(&job, &mut words[1..]), Ok(()));
    assert_eq!(core.events(), Ok(0));
    set(map::INTERRUPT_STATUS, map::INTERRUPT_FRAMING);
    assert_eq!(core.events(), Err(Error::Framing));
    set(map::INTERRUPT_STATUS, map::INTERRUPT_OUTPUT_REFUSED);
    assert_eq!(core.events(), Err(Error::Refused));
    println!("done");
}
