// Sends words to a core and resets it once, at every cycle of a range, each time anew; says what is stored.
//
//   reset_driver FIRST LAST SETTLED WATCHED WORD...
//
// The core (prefix Vcore) has an output `stored`, high while any bit of its store is. Of each cycle one line:
// the cycle; whether anything was stored in it; whether anything was from SETTLED cycles behind it on, for
// WATCHED cycles in which nothing is sent.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "Vcore.h"
#include "verilated.h"

int main(int argc, char** argv) {
    if (argc < 6) return 2;
    const long first = std::atol(argv[1]), last = std::atol(argv[2]);
    const long settled = std::atol(argv[3]), watched = std::atol(argv[4]);
    std::vector<uint32_t> words;
    for (int i = 5; i < argc; ++i) words.push_back(std::strtoul(argv[i], nullptr, 0));
    for (long at = first; at <= last; ++at) {
        VerilatedContext context;
        context.randReset(2);
        context.randSeed(static_cast<int>(at) + 1);
        const auto core = std::make_unique<Vcore>(&context);
        size_t sent = 0;
        bool before = false, behind = false;
        core->out_ready = 1;
        for (long cycle = 0; cycle < at + settled + watched; ++cycle) {
            core->rst = cycle == 0 || cycle == at;
            core->in_valid = cycle && cycle < at && sent < words.size();
            core->in_data = core->in_valid ? words[sent] : static_cast<uint32_t>(cycle);
            core->clk = 0;
            core->eval();
            const bool taken = core->in_valid && core->in_ready;
            if (cycle == at) before = core->stored;
            if (cycle >= at + settled) behind = behind || core->stored;
            core->clk = 1;
            core->eval();
            if (taken) ++sent;
        }
        core->final();
        std::printf("%ld %d %d\n", at, before, behind);
    }
    return 0;
}
