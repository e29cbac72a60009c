// Puts faults into the state of a coprocessor compiled by Verilator (prefix Vcore), and tells what comes of them.
//
//   driver IN EXPECTED STATE TRIALS name=value...
//
// IN and EXPECTED: 32-bit words in host order, `pool` inputs and their results. STATE: a line "SCOPE NAME LASTS" for
// each register or memory; LASTS is 1 where a fault outlives the reset that ends a trial and has to be mended.
// TRIALS: a line "KIND STATE WORD BIT WHEN FIRST" each: KIND 0 turns a bit over behind an edge of the first batch,
// 1 and 2 hold it at 0 and at 1 from there on until the trial ends. The edge is WHEN / 2^32 of the way through.
//
// A batch is `batch` inputs that are sent as fast as the core allows, and so are their results taken but for `stalls`.
// A trial is a batch behind a reset, with the fault, a second one, and a third one where the second was not right; the
// inputs are those of the pool from FIRST on. It begins with the whole state of the core as it is without a fault, so
// that no trial leaves anything to the next one, and ends early where all state is again as it would be without the
// fault. Behind a trial that was not right throughout comes a batch behind a reset, which must be. A line for each:
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
// stalls (0: of 256 cycles of a batch, how many do not take an output, the same ones in every batch). Exit status 0;
// 1: the core is wrong without a fault, one line on stderr; 2: wrong call.
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
#include <tuple>
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
    if (!file || std::fread(found.data(), sizeof(Word), count, file) != count)
        fail(2, std::string("cannot read ") + path);
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
    bool ends = false;  // all state is as it would be without the fault
};

class Bench {
public:
    Bench(const std::vector<State>& state, size_t words_in, size_t words_out, size_t batch, unsigned stalls,
          std::vector<Word> in, std::vector<Word> expected, uint64_t seed)
        : state{state}, words_in{words_in}, words_out{words_out}, batch{batch}, stalls{stalls},
          in{std::move(in)}, expected{std::move(expected)}, pool{this->in.size() / words_in} {
        context->randReset(2);  // registers and memories start with random values
        context->randSeed(static_cast<int>(seed & 0x3fffffff) + 1);
        core = std::make_unique<Vcore>(context.get());
        core->clk = 0;
        core->rst = 1;
        core->in_valid = 0;
        core->in_data = 0;
        core->out_ready = 0;
        core->eval();
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

    // One batch. Of the first one of a trial (`trial`, not `held`) what comes before the fault is not simulated again.
    Outcome run(size_t first, const Trial* trial, bool held, Cycle limit, Cycle usual = 0) {
        const bool begins = trial && !held;
        const std::vector<Point>* course = begins ? &without_fault(first, usual) : nullptr;
        Progress now;
        size_t next = 0;
        if (course) {
            while (next + 1 < course->size() && (*course)[next + 1].progress.cycle <= trial->cycle) ++next;
            now = (*course)[next].progress;
            restore((*course)[next].state);
            ++next;
        }
        while (now.got.size() < batch * words_out && now.cycle < limit) {
            if (course && next < course->size() && now.cycle == (*course)[next].progress.cycle) {
                const Point& point = (*course)[next++];
                const bool past = now.cycle > trial->cycle && trial->kind == 0;
                if (past && now == point.progress && state_of_core() == point.state) return {RIGHT, usual, {}, true};
            }
            step(first, now);
            const bool due = begins && (trial->kind ? now.cycle > trial->cycle : now.cycle == trial->cycle + 1);
            if (held || due) put(*trial);
        }
        return judged(first, now);
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
    using Words = std::vector<Word>;

    // What the driver has done of a batch.
    struct Progress {
        size_t sent = 0;
        Cycle cycle = 0;
        uint64_t random = 0x2545F4914F6CDD1Du;
        Words got;
        std::vector<bool> says_fault, says_off;
        bool operator==(const Progress& other) const {
            return std::tie(sent, got, says_fault, says_off) ==
                   std::tie(other.sent, other.got, other.says_fault, other.says_off);
        }
    };

    struct Point {
        Progress progress;
        std::vector<uint8_t> state;
    };

    void step(size_t first, Progress& now) {
        const size_t all_in = batch * words_in;
        const size_t next = (first + now.sent / words_in) % pool * words_in + now.sent % words_in;
        core->in_valid = now.sent < all_in;
        core->in_data = now.sent < all_in ? in[next] : static_cast<Word>(now.random);
        now.random ^= now.random << 13;
        now.random ^= now.random >> 7;
        now.random ^= now.random << 17;
        core->out_ready = (now.random >> 32 & 255) >= stalls;
        core->clk = 0;
        core->eval();
        if (core->in_valid && core->in_ready) ++now.sent;
        if (core->out_valid && core->out_ready) {
            now.got.push_back(core->out_data);
            now.says_fault.push_back(fault(*core, 0));
            now.says_off.push_back(off_curve(*core, 0));
        }
        core->clk = 1;
        core->eval();
        ++now.cycle;
        ++cycles;
    }

    Outcome judged(size_t first, const Progress& now) const {
        Outcome outcome{RIGHT, now.cycle, {}, false};
        bool flagged = false;
        for (size_t i = 0; i + 1 <= now.got.size() / words_out; ++i) {
            const auto begin = now.got.begin() + i * words_out;
            const size_t last = (i + 1) * words_out - 1;
            const bool zero = std::count(begin, begin + words_out, 0u) == static_cast<std::ptrdiff_t>(words_out);
            if (now.says_off[last] || zero) {
                flagged = true;
            } else if (now.says_fault[last] ||
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
        else if (now.got.size() < batch * words_out) outcome.verdict = HANGS;
        else if (flagged) outcome.verdict = FLAGGED;
        return outcome;
    }

    // The state of the core at some cycles of a batch without a fault.
    const std::vector<Point>& without_fault(size_t first, Cycle usual) {
        std::vector<Point>& course = courses[first];
        if (!course.empty()) return course;
        if (at_reset.empty()) {
            reset();
            at_reset = state_of_core();
        }
        restore(at_reset);
        Progress now;
        for (size_t i = 0; i < POINTS; ++i) {
            while (now.cycle < usual * i / POINTS) step(first, now);
            course.push_back({now, state_of_core()});
        }
        return course;
    }

    std::vector<uint8_t> state_of_core() const {
        std::vector<uint8_t> found;
        for (const VerilatedVar* each : places) {
            const uint8_t* at = static_cast<const uint8_t*>(each->datap());
            found.insert(found.end(), at, at + each->totalSize());
        }
        return found;
    }

    void restore(const std::vector<uint8_t>& kept) {
        // Behind an edge, as it was kept: the next evaluation lowers the clock.
        core->rst = 0;
        size_t from = 0;
        for (VerilatedVar* each : places) {
            std::memcpy(each->datap(), kept.data() + from, each->totalSize());
            from += each->totalSize();
        }
    }

    static constexpr size_t POINTS = 48;
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
    const std::unique_ptr<VerilatedContext> context = std::make_unique<VerilatedContext>();
    std::unique_ptr<Vcore> core;
    std::vector<VerilatedVar*> places;
    std::map<size_t, std::vector<Point>> courses;
    std::vector<uint8_t> at_reset;
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
        Outcome found[3] = {bench.run(trial.first, &trial, false, limit, usual), {NONE, 0, {}}, {NONE, 0, {}}};
        if (found[0].verdict == RIGHT && found[0].cycles != usual) found[0].verdict = LATE;
        const Trial* held = trial.kind ? &trial : nullptr;
        if (found[0].ends) {
            found[1].verdict = RIGHT;
        } else {
            found[1] = bench.run(trial.first + given["batch"], held, held, limit);
            if (found[1].verdict != RIGHT) found[2] = bench.run(trial.first + 2 * given["batch"], held, held, limit);
        }
        if (trial.kind == 0 && state[trial.state].lasts) bench.put(trial);
        int mended = 0;
        if (found[0].verdict != RIGHT || found[1].verdict != RIGHT) {
            bench.reset();
            const Outcome again = bench.run(trial.first, nullptr, false, limit);
            mended = again.verdict == RIGHT && again.cycles == usual ? 1 : 2;
        }
        std::printf("%" PRId64 " %d %d %d %d", static_cast<int64_t>(found[0].cycles - usual), found[0].verdict,
                    found[1].verdict, found[2].verdict, mended);
        for (const std::string& wrong : found[0].wrong) std::printf(" %s", wrong.c_str());
        std::printf("\n");
    }
    std::printf("cycles %" PRIu64 "\n", bench.cycles);
    return 0;
}
