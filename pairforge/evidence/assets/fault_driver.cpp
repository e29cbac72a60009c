// Puts faults into the state of a coprocessor compiled by Verilator (prefix Vcore), and tells what comes of them.
//
//   driver IN EXPECTED STATE TRIALS name=value...
//
// IN and EXPECTED: 32-bit words in host order, `pool` inputs and their results. STATE: a line "SCOPE NAME LASTS" for
// each register or memory; LASTS is 1 where a fault outlives the reset that ends a trial and has to be mended.
// TRIALS: a line "KIND STATE WORD BIT WHEN FIRST" each: KIND 0 turns a bit over behind an edge of the first batch,
// 1 and 2 hold it at 0 and at 1 from there on until the trial ends. The edge is WHEN / 2^32 of the way through.
//
// A batch is `batch` inputs that are sent as fast as the core allows, and so are their results taken but for `stalls`. A trial is a reset,
// a batch with the fault, a second one, and a third one where the second was not right; the inputs are those of the
// pool from FIRST on. Behind a trial that was not right throughout comes a batch behind a reset, which must be. A line
// for each trial:
//
//   CYCLES BATCH... RESET [WRONG...]
//
// CYCLES: those of the first batch less those without a fault. Three times BATCH: 0 right, 1 right but in other cycles
// than without a fault (first batch), 2 a result that says itself that it is none, 3 a wrong value, 4 no result within
// four times the cycles of a batch; 5: no such batch. RESET: whether a reset mended all (1), or was not needed (0);
// 2: it did not. WRONG: the results of the first batch that have a wrong value, words in hexadecimal with commas. A
// result says itself that it is none where all its words are zero, or where out_off_curve is high with its last word,
// or where out_fault is and all its words are zero. First line: "batch CYCLES". Last: "cycles N", of the simulation.
//
// Names (default): words_in, words_out, pool, batch, patience (cycles that a batch without a fault may take); seed (1);
// stalls (0: of 256 cycles of a batch, how many do not take an output, the same ones in every batch). Exit status 0; 1: the core is wrong without a fault, one
// line on stderr; 2: wrong call.
#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "Vcore.h"
#include "verilated.h"
#include "verilated_sym_props.h"
#include "verilated_syms.h"

namespace {

using Word = uint32_t;
using Cycle = uint64_t;

[[noreturn]] void fail(int status, const std::string& what) {
    std::fprintf(stderr, "fault driver: %s\n", what.c_str());
    std::exit(status);
}

std::vector<Word> words(const char* path, size_t count) {
    std::vector<Word> found(count);
    std::FILE* file = std::fopen(path, "rb");
    if (!file || std::fread(found.data(), sizeof(Word), count, file) != count) fail(2, std::string("cannot read ") + path);
    std::fclose(file);
    return found;
}

template <class Core>
auto off_curve(const Core& core, int) -> decltype(core.out_off_curve != 0) { return core.out_off_curve != 0; }
template <class Core>
bool off_curve(const Core&, long) { return false; }
template <class Core>
auto fault(const Core& core, int) -> decltype(core.out_fault != 0) { return core.out_fault != 0; }
template <class Core>
bool fault(const Core&, long) { return false; }

struct State {
    std::string scope, name;
    bool lasts;
};

struct Trial {
    int kind;
    size_t state, word, bit;
    Cycle cycle;
    size_t first;
};

enum Verdict { RIGHT, LATE, FLAGGED, WRONG, HANGS, NONE };

struct Outcome {
    Verdict verdict;
    Cycle cycles;
    std::vector<std::string> wrong;
};

class Bench {
public:
    Bench(const std::vector<State>& state, size_t words_in, size_t words_out, size_t batch, unsigned stalls,
          std::vector<Word> in, std::vector<Word> expected, uint64_t seed)
        : state{state}, words_in{words_in}, words_out{words_out}, batch{batch}, stalls{stalls},
          in{std::move(in)}, expected{std::move(expected)}, pool{this->in.size() / words_in}, seed{seed} {
        renew();
    }

    // A core as from power-up, with random values in its registers and memories.
    void renew() {
        if (core) core->final();
        core.reset();
        context = std::make_unique<VerilatedContext>();
        context->randReset(2);
        context->randSeed(static_cast<int>(seed++ & 0x3fffffff) + 1);
        core = std::make_unique<Vcore>(context.get());
        core->clk = 0;
        core->rst = 1;
        core->in_valid = 0;
        core->in_data = 0;
        core->out_ready = 0;
        core->eval();
        places.clear();
        for (const State& each : state) {
            const VerilatedScope* scope = context->scopeFind(each.scope.c_str());
            VerilatedVar* found = scope ? scope->varFind(each.name.c_str()) : nullptr;
            if (!found) fail(2, "no state " + each.scope + "." + each.name);
            places.push_back(found);
        }
    }

    void reset() {
        core->rst = 1;
        core->in_valid = 0;
        core->out_ready = 0;
        edge();
        core->rst = 0;
    }

    // One batch, with a fault from its cycle on where `trial` is given and `when` is not past.
    Outcome run(size_t first, const Trial* trial, bool from_start, Cycle limit) {
        const size_t all_in = batch * words_in, all_out = batch * words_out;
        std::vector<Word> got;
        std::vector<bool> says_fault, says_off;
        size_t sent = 0;
        Cycle cycle = 0;
        uint64_t random = 0x2545F4914F6CDD1Du;
        for (; got.size() < all_out && cycle < limit; ++cycle) {
            core->in_valid = sent < all_in;
            if (sent < all_in) core->in_data = in[(first + sent / words_in) % pool * words_in + sent % words_in];
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            core->out_ready = (random >> 32 & 255) >= stalls;
            core->clk = 0;
            core->eval();
            if (core->in_valid && core->in_ready) ++sent;
            if (core->out_valid && core->out_ready) {
                got.push_back(core->out_data);
                says_fault.push_back(fault(*core, 0));
                says_off.push_back(off_curve(*core, 0));
            }
            core->clk = 1;
            core->eval();
            ++cycles;
            if (trial && (from_start ? trial->kind != 0 : cycle == trial->cycle || (trial->kind && cycle > trial->cycle)))
                put(*trial);
        }
        Outcome outcome{RIGHT, cycle, {}};
        bool flagged = false;
        for (size_t i = 0; i + 1 <= got.size() / words_out; ++i) {
            const auto begin = got.begin() + i * words_out;
            if (says_off[(i + 1) * words_out - 1]) {
                flagged = true;
                continue;
            }
            bool zero = true;
            for (size_t j = 0; j < words_out; ++j) zero = zero && begin[j] == 0;
            if (zero) {
                flagged = true;
            } else if (says_fault[(i + 1) * words_out - 1] ||
                       !std::equal(begin, begin + words_out, expected.begin() + (first + i) % pool * words_out)) {
                std::string text;
                char word[16];
                for (size_t j = 0; j < words_out; ++j) {
                    std::snprintf(word, sizeof word, "%s%" PRIx32, j ? "," : "", begin[j]);
                    text += word;
                }
                outcome.wrong.push_back(text);
            }
        }
        if (!outcome.wrong.empty()) outcome.verdict = WRONG;
        else if (got.size() < all_out) outcome.verdict = HANGS;
        else if (flagged) outcome.verdict = FLAGGED;
        return outcome;
    }

    // Turn the bit over, or hold it at a value; takes effect with the next evaluation.
    void put(const Trial& trial) {
        uint8_t* at = static_cast<uint8_t*>(places[trial.state]->datap());
        const auto& var = *places[trial.state];
        at += trial.word * var.entSize();
        uint8_t& byte = at[trial.bit / 8];  // the machine is little-endian, as the Python side checks
        const uint8_t mask = 1u << trial.bit % 8;
        byte = trial.kind == 0 ? byte ^ mask : trial.kind == 1 ? byte & ~mask : byte | mask;
    }

    Cycle cycles = 0;

private:
    void edge() {
        core->clk = 0;
        core->eval();
        core->clk = 1;
        core->eval();
        ++cycles;
    }

    const std::vector<State>& state;
    const size_t words_in, words_out, batch;
    const unsigned stalls;
    const std::vector<Word> in, expected;
    const size_t pool;
    uint64_t seed;
    std::unique_ptr<VerilatedContext> context;
    std::unique_ptr<Vcore> core;
    std::vector<VerilatedVar*> places;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) fail(2, "driver IN EXPECTED STATE TRIALS name=value...");
    std::map<std::string, uint64_t> given{{"seed", 1}};
    for (int i = 5; i < argc; ++i) {
        const char* equals = std::strchr(argv[i], '=');
        if (!equals) fail(2, std::string("not name=value: ") + argv[i]);
        given[std::string(argv[i], equals - argv[i])] = std::strtoull(equals + 1, nullptr, 10);
    }
    const size_t words_in = given["words_in"], words_out = given["words_out"], pool = given["pool"];
    if (!words_in || !words_out || !pool || !given["batch"]) fail(2, "words_in, words_out, pool and batch are needed");
    std::vector<State> state;
    std::vector<Trial> trials;
    std::ifstream states{argv[3]}, lines{argv[4]};
    for (State each; states >> each.scope >> each.name >> each.lasts;) state.push_back(each);
    for (Trial each; lines >> each.kind >> each.state >> each.word >> each.bit >> each.cycle >> each.first;) {
        if (each.state >= state.size()) fail(2, "no such state");
        trials.push_back(each);
    }
    Bench bench{state,
                words_in,
                words_out,
                given["batch"],
                static_cast<unsigned>(given["stalls"]),
                words(argv[1], pool * words_in),
                words(argv[2], pool * words_out),
                given["seed"]};
    bench.reset();
    const Outcome clean = bench.run(0, nullptr, false, given["patience"]);
    if (clean.verdict != RIGHT) fail(1, "the core is wrong without a fault");
    const Cycle usual = clean.cycles, limit = 4 * usual + 64;
    std::printf("batch %" PRIu64 "\n", usual);
    for (Trial& trial : trials) {
        trial.cycle = trial.cycle * usual >> 32;
        bench.reset();
        Outcome found[3] = {bench.run(trial.first, &trial, false, limit), {NONE, 0, {}}, {NONE, 0, {}}};
        if (found[0].verdict == RIGHT && found[0].cycles != usual) found[0].verdict = LATE;
        const Trial* held = trial.kind ? &trial : nullptr;
        found[1] = bench.run(trial.first + given["batch"], held, true, limit);
        if (found[1].verdict != RIGHT) found[2] = bench.run(trial.first + 2 * given["batch"], held, true, limit);
        if (trial.kind == 0 && state[trial.state].lasts) bench.put(trial);
        int mended = 0;
        if (found[0].verdict != RIGHT || found[1].verdict != RIGHT) {
            bench.reset();
            const Outcome again = bench.run(trial.first, nullptr, false, limit);
            mended = again.verdict == RIGHT && again.cycles == usual ? 1 : 2;
            if (mended == 2) bench.renew();
        }
        std::printf("%" PRId64 " %d %d %d %d", static_cast<int64_t>(found[0].cycles - usual), found[0].verdict,
                    found[1].verdict, found[2].verdict, mended);
        for (const std::string& wrong : found[0].wrong) std::printf(" %s", wrong.c_str());
        std::printf("\n");
    }
    std::printf("cycles %" PRIu64 "\n", bench.cycles);
    return 0;
}
