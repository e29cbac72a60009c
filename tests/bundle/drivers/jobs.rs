//! Calls the functions of the jobs of a simulated core. Each line of standard input is a function and its inputs in
//! hexadecimal; the line that comes back is what it returned, and its outputs.

use pairforge_driver::jobs_jobs_bls12_13::{g1_mul, g1_subgroup, g2_decompress, Opcode};
use pairforge_driver::{Core, Error, Job};
use simulated::Simulated;

mod simulated;

const LOOKS: u32 = 1_000_000;

/// What the C functions return: statuses of jobs from 256 on, and of the driver the one that is tried here.
fn code(error: Error<i32>) -> i32 {
    match error {
        Error::Job(status) => 256 + status as i32,
        Error::Range => 6,
        other => panic!("{other:?}"),
    }
}

fn main() {
    let mut core = Core::open(Simulated::new(1), None).expect("a core");
    for line in std::io::stdin().lines() {
        let line = line.expect("a line");
        let (name, rest) = line.split_once(' ').expect("a function and its inputs");
        let value = |word| u32::from_str_radix(word, 16).expect("a hexadecimal word");
        let given: Vec<u32> = rest.split_whitespace().map(value).collect();
        let (code, outputs) = match name {
            "g1_mul" => {
                let inputs = g1_mul::Inputs {
                    n: [given[0]],
                    x_p: [given[1]],
                    y_p: [given[2]],
                };
                g1_mul::compute(&mut core, &inputs, LOOKS).map_or_else(
                    |error| (code(error), vec![0; 2]),
                    |out| (0, vec![out.x[0], out.y[0]]),
                )
            }
            "g1_subgroup" => {
                let inputs = g1_subgroup::Inputs {
                    x_p: [given[0]],
                    y_p: [given[1]],
                };
                let done = g1_subgroup::compute(&mut core, &inputs, LOOKS);
                (done.map_or_else(code, |()| 0), vec![])
            }
            "g2_decompress" => {
                let inputs = g2_decompress::Inputs {
                    flags: [given[0]],
                    x_q0: [given[1]],
                    x_q1: [given[2]],
                };
                g2_decompress::compute(&mut core, &inputs, LOOKS).map_or_else(
                    |error| (code(error), vec![0; 4]),
                    |out| (0, vec![out.x0[0], out.x1[0], out.y0[0], out.y1[0]]),
                )
            }
            "g2_decompress_bytes" => {
                let point = given[0].to_be_bytes();
                let number = |bytes: [u8; 2]| u32::from(u16::from_be_bytes(bytes));
                g2_decompress::compute_bytes(&mut core, &point, LOOKS).map_or_else(
                    |error| (code(error), vec![0; 4]),
                    |out| (0, [out.x0, out.x1, out.y0, out.y1].map(number).to_vec()),
                )
            }
            _ => {
                let wrong = Job {
                    opcode: Some(9),
                    ..g1_subgroup::JOB
                };
                core.send_job(&g1_mul::JOB, &given).expect("room");
                core.send_job(&wrong, &given[1..]).expect("room");
                core.send_job(&g1_subgroup::JOB, &given[1..]).expect("room");
                let mut out = [0; 2];
                let first = core.wait_job(&g1_mul::JOB, &mut out, LOOKS);
                let second = core.wait_job(&wrong, &mut [], LOOKS);
                let third = core.wait_job(&g1_subgroup::JOB, &mut [], LOOKS);
                let [first, second, third] =
                    [first, second, third].map(|done| done.map_or_else(code, |()| 0));
                println!("{first} {:x} {:x} {second} {third}", out[0], out[1]);
                continue;
            }
        };
        let outputs: Vec<String> = outputs.iter().map(|word| format!(" {word:x}")).collect();
        println!("{code}{}", outputs.concat());
    }
    assert_eq!(Opcode::G2Decompress as u32, 2);
}
