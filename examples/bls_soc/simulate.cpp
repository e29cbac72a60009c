// Runs the system until the firmware ends: prints what it writes, and exits as it does.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "Vsoc.h"
#include "verilated.h"

int main(int argc, char **argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vsoc soc(&context);
  const uint64_t most = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100'000'000;
  soc.rst = 1;
  for (uint64_t cycle = 0; cycle < most; ++cycle) {
    soc.clk = 0;
    soc.eval();
    const bool written = soc.host_valid && !soc.rst;
    const uint32_t word = soc.host_data;
    soc.clk = 1;
    soc.eval();
    if (cycle == 15) soc.rst = 0;
    if (!written) continue;
    if (word & 0x100) {
      soc.final();
      std::printf("end: %llu cycles\n", static_cast<unsigned long long>(cycle));
      return static_cast<int>(word & 0xff);
    }
    std::putchar(static_cast<int>(word));
    std::fflush(stdout);
  }
  std::fprintf(stderr, "no end after %llu cycles\n", static_cast<unsigned long long>(most));
  return 2;
}
