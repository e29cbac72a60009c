// Drives the stream interface of a coprocessor compiled by Verilator (prefix Vcore) and checks its protocol.
//
//   driver IN OUT STATISTICS name=value...
//
// IN and OUT are 32-bit words in host order; STATISTICS gets, for every pairing, the cycle its first input
// word was accepted, the cycle its last output word was accepted, and the output out_off_curve with its result,
// 0 where the core has none (three arrays of 64-bit integers).
// A cycle is one rising edge of clk; the first cycle is 0. One line on stdout: "cycles N".
// Exit status 0: all results received; 1: the core broke a rule, one line on stderr; 2: wrong call.
//
// Names (default): words_in, words_out, pairings; base (0: added to pairing numbers in messages);
//   seed (1); reset_cycles (1: length of every reset, the one at the start included);
//   gaps, stalls (0: of 256 cycles, how many do not offer an input / do not take an output);
//   hold (0: cycles for which every fourth result, the first included, is left standing);
//   spaced (0; 1: the next pairing is offered only when the result of the last is out);
//   rest (0: so many cycles more than the time before, no word is offered when a result is out);
//   timeout (1000000 cycles without a transfer);
//   drain (cycles watched for stray outputs at the end; default the longest latency seen, at most 20000);
//   resets (cycles at which a reset begins, with commas);
//   load (0: words at the front of IN that the core takes after every reset, before the first pairing).
// A reset discards what is in flight; the driver goes on with the first pairing without a whole result.
#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "Vcore.h"
#include "verilated.h"

namespace {

using Word = uint32_t;
using Cycle = uint64_t;

struct Random {  // xorshift64*
    uint64_t state;
    explicit Random(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15u + 0x2545F4914F6CDD1Du) {
        if (!state) state = 1;
        for (int i = 0; i < 8; ++i) next();
    }
    Word next() {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return static_cast<Word>((state * 0x2545F4914F6CDD1Du) >> 32);
    }
    bool of256(unsigned n) { return n != 0 && (next() & 255) < n; }
};

[[noreturn]] void usage(const std::string& what) {
    std::fprintf(stderr, "driver: %s\n", what.c_str());
    std::exit(2);
}

[[noreturn]] void broken(Cycle cycle, const std::string& what) {
    std::fprintf(stderr, "cycle %" PRIu64 ": %s\n", cycle, what.c_str());
    std::exit(1);
}

void save(const char* path, const std::vector<std::pair<const void*, size_t>>& parts) {
    std::FILE* file = std::fopen(path, "wb");
    if (!file) usage(std::string("cannot write ") + path);
    for (const auto& part : parts)
        if (part.second && std::fwrite(part.first, part.second, 1, file) != 1) usage(std::string("cannot write ") + path);
    if (std::fclose(file)) usage(std::string("cannot write ") + path);
}

std::string hex(Word word) {
    char text[16];
    std::snprintf(text, sizeof text, "%08" PRIx32, word);
    return text;
}

template <class Core>
auto off_curve(const Core& core, int) -> decltype(core.out_off_curve != 0) {
    return core.out_off_curve != 0;
}
template <class Core>
bool off_curve(const Core&, long) {
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) usage("driver IN OUT STATISTICS name=value...");
    std::map<std::string, std::string> given;
    for (int i = 4; i < argc; ++i) {
        const char* equals = std::strchr(argv[i], '=');
        if (!equals) usage(std::string("not name=value: ") + argv[i]);
        given[std::string(argv[i], equals - argv[i])] = equals + 1;
    }
    auto option = [&](const char* name, uint64_t otherwise) -> uint64_t {
        const auto found = given.find(name);
        return found == given.end() ? otherwise : std::strtoull(found->second.c_str(), nullptr, 10);
    };
    const uint64_t words_in = option("words_in", 0), words_out = option("words_out", 0);
    const uint64_t pairings = option("pairings", 0), base = option("base", 0), load = option("load", 0);
    const uint64_t reset_cycles = option("reset_cycles", 1), hold = option("hold", 0);
    const unsigned gaps = option("gaps", 0), stalls = option("stalls", 0);
    const bool spaced = option("spaced", 0) != 0;
    const uint64_t rest = option("rest", 0);
    const Cycle timeout = option("timeout", 1000000);
    if (!words_in || !words_out) usage("words_in and words_out must be positive");
    std::vector<Cycle> resets;
    for (const char* at = given["resets"].c_str(); *at;) {
        char* end;
        resets.push_back(std::strtoull(at, &end, 10));
        at = *end ? end + 1 : end;
    }
    std::sort(resets.begin(), resets.end());

    std::vector<Word> first(load), in(pairings * words_in), out(pairings * words_out);
    std::FILE* file = std::fopen(argv[1], "rb");
    if (!file || std::fread(first.data(), sizeof(Word), load, file) != load ||
        std::fread(in.data(), sizeof(Word), in.size(), file) != in.size())
        usage("cannot read the input words");
    std::fclose(file);
    std::vector<Cycle> first_in(pairings), last_out(pairings), off(pairings);

    VerilatedContext context;
    context.randReset(2);  // registers start with random values: nothing may rely on them
    context.randSeed(static_cast<int>(option("seed", 1) & 0x3fffffff) + 1);
    const auto core = std::make_unique<Vcore>(&context);
    Random random(option("seed", 1));

    core->clk = 0;
    core->rst = 1;
    core->in_valid = 0;
    core->in_data = random.next();
    core->out_ready = 0;
    core->eval();

    Cycle cycle = 0, reset_end = reset_cycles, progress = 0, drain_end = 0, longest = 0, hold_end = 0, rest_end = 0;
    size_t next_reset = 0;
    uint64_t in_word = 0, out_word = 0;  // transfers of whole pairings so far and of the ones under way
    uint64_t done = 0;                   // whole results
    uint64_t held = ~uint64_t{0};        // the last result whose first word was left standing
    uint64_t in_place = 0, out_place = 0, started = 0;
    uint64_t loaded = 0;  // words taken since the reset of those that come before any pairing
    const uint64_t all_in = in.size(), all_out = out.size();
    bool offering = false, waiting = false, draining = false;
    Word waiting_data = 0;
    bool waiting_off = false;
    auto number = [&](uint64_t pairing) { return std::to_string(base + pairing); };

    for (;; ++cycle) {
        if (next_reset < resets.size() && cycle >= resets[next_reset] && !draining) {
            ++next_reset;
            reset_end = cycle + reset_cycles;
            in_word = done * words_in;
            out_word = done * words_out;
            in_place = out_place = 0;
            loaded = 0;
            started = done;
            offering = waiting = false;
            hold_end = 0;
            progress = cycle;
        }
        const bool rst = cycle < reset_end;
        const uint64_t allowed = spaced ? std::min((done + 1) * words_in, all_in) : all_in;
        if (!rst && !offering && cycle >= rest_end && (loaded < load || in_word < allowed)) offering = !random.of256(gaps);
        const bool hold_next = hold && out_place == 0 && done % 4 == 0 && held != done;
        const bool ready = !hold_next && cycle >= hold_end && !random.of256(stalls);
        core->rst = rst;
        core->in_valid = offering;
        if (offering) core->in_data = loaded < load ? first[loaded] : in[in_word];
        else if (gaps) core->in_data = random.next();
        core->out_ready = ready;
        core->clk = 0;
        core->eval();
        const bool taken = offering && core->in_ready;
        const bool valid = !rst && core->out_valid;
        const Word data = core->out_data;
        const bool is_off = off_curve(*core, 0);
        const bool accept = valid && ready;
        if (waiting && !valid) broken(cycle, "out_valid fell before the word was taken (pairing " + number(done) + ")");
        if (waiting && data != waiting_data)
            broken(cycle, "out_data changed from " + hex(waiting_data) + " to " + hex(data) +
                              " while it waited for out_ready (pairing " + number(done) + ")");
        if (waiting && is_off != waiting_off)
            broken(cycle, "out_off_curve changed while a word waited for out_ready (pairing " + number(done) + ")");
        if (valid) {
            if (out_word >= all_out) broken(cycle, "an output word after the last result");
            if (done >= started) broken(cycle, "an output word of pairing " + number(done) + " before any of its input");
            if (hold_next) {
                held = done;
                hold_end = cycle + hold;
            }
        }
        waiting = valid && !accept;
        waiting_data = data;
        waiting_off = is_off;
        core->clk = 1;
        core->eval();

        if (taken) {
            offering = false;
            progress = cycle;
        }
        if (taken && loaded < load) {
            ++loaded;
        } else if (taken) {
            if (in_place == 0) {
                first_in[started] = cycle;
                ++started;
            }
            if (++in_place == words_in) in_place = 0;
            ++in_word;
        }
        if (accept) {
            out[out_word++] = data;
            if (out_place == 0) off[done] = is_off;
            if (off[done] != is_off)
                broken(cycle, "out_off_curve changed within the result of pairing " + number(done));
            if (++out_place == words_out) {
                out_place = 0;
                last_out[done] = cycle;
                longest = std::max(longest, cycle - first_in[done]);
                ++done;
                rest_end = cycle + 1 + rest * done;
            }
            progress = cycle;
        }
        if (done == pairings && !draining) {
            draining = true;
            drain_end = cycle + option("drain", std::min<Cycle>(longest, 20000) + 16);
        }
        if (draining && cycle >= drain_end) break;
        if (!draining && cycle - progress > timeout + hold)
            broken(cycle, "no transfer for " + std::to_string(timeout) + " cycles: " + std::to_string(in_word) + " of " +
                              std::to_string(all_in) + " words in, " + std::to_string(out_word) + " of " +
                              std::to_string(all_out) + " out");
    }
    core->final();
    save(argv[2], {{out.data(), out.size() * sizeof(Word)}});
    save(argv[3], {{first_in.data(), pairings * sizeof(Cycle)}, {last_out.data(), pairings * sizeof(Cycle)},
                   {off.data(), pairings * sizeof(Cycle)}});
    std::printf("cycles %" PRIu64 "\n", cycle + 1);
    return 0;
}
