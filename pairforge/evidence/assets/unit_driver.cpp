// Plays a file of inputs through a module compiled by Verilator (prefix Vcore), one row of words a cycle, and
// writes down its outputs.
//
//   driver IN OUT rows=N words_in=I words_out=O
//
// IN and OUT are 32-bit words in host order, a row for each cycle: first what the port `bus_in` gets, then what
// `bus_out` holds before the rising edge of clk that ends the cycle. Registers start with random values.
// Exit status 0: done; 2: wrong call.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "Vcore.h"
#include "verilated.h"

namespace {

using Word = uint32_t;

[[noreturn]] void usage(const char* what) {
    std::fprintf(stderr, "driver: %s\n", what);
    std::exit(2);
}

size_t option(int argc, char** argv, const char* name) {
    const size_t length = std::strlen(name);
    for (int i = 3; i < argc; ++i)
        if (!std::strncmp(argv[i], name, length) && argv[i][length] == '=')
            return std::strtoull(argv[i] + length + 1, nullptr, 10);
    usage(name);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) usage("driver IN OUT rows=N words_in=I words_out=O");
    const size_t rows = option(argc, argv, "rows"), words_in = option(argc, argv, "words_in");
    const size_t words_out = option(argc, argv, "words_out");
    std::vector<Word> in(rows * words_in), out(rows * words_out);
    std::FILE* file = std::fopen(argv[1], "rb");
    if (!file || std::fread(in.data(), sizeof(Word), in.size(), file) != in.size()) usage("cannot read the inputs");
    std::fclose(file);

    VerilatedContext context;
    context.randReset(2);
    context.randSeed(1);
    const auto core = std::make_unique<Vcore>(&context);
    core->clk = 0;
    core->eval();
    for (size_t row = 0; row < rows; ++row) {
        for (size_t i = 0; i < words_in; ++i) core->bus_in[i] = in[row * words_in + i];
        core->eval();
        for (size_t i = 0; i < words_out; ++i) out[row * words_out + i] = core->bus_out[i];
        core->clk = 1;
        core->eval();
        core->clk = 0;
        core->eval();
    }
    core->final();

    file = std::fopen(argv[2], "wb");
    if (!file || std::fwrite(out.data(), sizeof(Word), out.size(), file) != out.size()) usage("cannot write the outputs");
    if (std::fclose(file)) usage("cannot write the outputs");
}
