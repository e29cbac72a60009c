// Sends jobs to a core one at a time, waits for each answer, and writes the state of every register, wire and
// memory into a file, so many cycles behind the last answer, or behind a reset.
//
//   driver IN VCD WORDS_IN WORDS_OUT LATER [RESET]
//
// RESET: cycles behind the first word of the last job, for a reset of one cycle; the answer does not come then.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "Vcore.h"
#include "verilated.h"
#include "verilated_vcd_c.h"

int main(int argc, char** argv) {
    if (argc < 6) return 2;
    const size_t words_in = std::strtoul(argv[3], nullptr, 10), words_out = std::strtoul(argv[4], nullptr, 10);
    const long later = std::strtol(argv[5], nullptr, 10), reset = argc > 6 ? std::strtol(argv[6], nullptr, 10) : -1;
    std::vector<uint32_t> in;
    std::FILE* file = std::fopen(argv[1], "rb");
    if (!file) return 2;
    for (uint32_t word; std::fread(&word, sizeof word, 1, file) == 1;) in.push_back(word);
    std::fclose(file);

    VerilatedContext context;
    context.randReset(2);
    context.randSeed(7);
    context.traceEverOn(true);
    Vcore core(&context, "core");
    core.clk = 0;
    core.rst = 1;
    core.in_valid = 0;
    core.in_data = 0;
    core.out_ready = 1;
    auto cycle = [&] {
        core.clk = 1;
        core.eval();
        core.clk = 0;
        core.eval();
    };
    cycle();
    core.rst = 0;
    size_t sent = 0, taken = 0;
    long since = -1, left = later;
    for (long now = 0; left > 0; ++now) {
        if (now > 10000000) return 1;
        const bool last = sent / words_in + 1 >= in.size() / words_in;
        const size_t asked = taken / words_out + 1;
        core.in_valid = sent < in.size() && sent < asked * words_in;
        core.in_data = core.in_valid ? in[sent] : 0;
        core.eval();
        const bool gives = core.in_valid && core.in_ready, gets = core.out_valid;
        if (gives && last && since < 0) since = 0;
        cycle();
        sent += gives;
        taken += gets;
        if (since >= 0) ++since;
        if (reset >= 0 && since >= reset) {
            core.rst = 1;
            core.in_valid = 0;
            core.in_data = 0;
            cycle();
            core.rst = 0;
            for (long i = 0; i < later; ++i) cycle();
            break;
        }
        if (taken == in.size() / words_in * words_out) --left;
    }
    VerilatedVcdC trace;
    core.trace(&trace, 1000);
    trace.open(argv[2]);
    trace.dump(0);
    trace.close();
    return 0;
}
