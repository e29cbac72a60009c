"""Assembly in AVX-512 IFMA whose order and registers are ours: programs, their schedule, their registers.

Compilers keep no order of instructions, and an AMD Zen 5 looks some sixty vector instructions ahead, so where
two chains of a formula are to fill each other's gaps the order decides (docs/explanation/engine/ifma.md).

| module | what |
|---|---|
| `program` | values, places in memory, instructions, columns of sums: a program in no order yet |
| `machine` | what single instructions take on the processor that is scheduled for |
| `schedule` | list scheduling of a loop's body, with the accumulators of columns |
| `registers` | registers for the values of straight-line code, and its text |
| `words` | what formulas are made of: constants, signed multiples, carries, products with their reduction |
| `cyclotomic` | squares in the cyclotomic subgroup of F_p12 |
| `plans` | how the squares of each field are scheduled |
| `source` | the files of the engine |
"""
