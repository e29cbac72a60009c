@HEADER_C@
#include "simulated.h"

#include <memory>

#include "Vcore.h"
#include "verilated.h"

namespace {

struct Simulated {
  VerilatedContext context;
  std::unique_ptr<Vcore> core;

  void cycle() {
    core->clk = 0;
    core->eval();
    core->clk = 1;
    core->eval();
  }

  // A classic access; the answer comes in the cycle after the request.
  int access(bool write, uint32_t offset, uint32_t value, uint32_t *read) {
    core->wb_cyc_i = core->wb_stb_i = 1;
    core->wb_we_i = write;
    core->wb_adr_i = offset & 0xff;
    core->wb_dat_i = value;
    core->wb_sel_i = 15;
    do {
      cycle();
    } while (!core->wb_ack_o && !core->wb_err_o);
    const int error = core->wb_err_o;
    if (read) *read = core->wb_dat_o;
    core->wb_cyc_i = core->wb_stb_i = 0;
    cycle();
    return error;
  }
};

}  // namespace

void *simulated_open(uint32_t seed) {
  auto *made = new Simulated;
  made->context.randReset(2);
  made->context.randSeed(static_cast<int>(seed & 0x3fffffff) + 1);
  made->core = std::make_unique<Vcore>(&made->context);
  made->core->wb_cyc_i = made->core->wb_stb_i = made->core->wb_we_i = 0;
  made->core->rst = 1;
  made->cycle();
  made->core->rst = 0;
  return made;
}

void simulated_close(void *core) {
  auto *made = static_cast<Simulated *>(core);
  made->core->final();
  delete made;
}

int simulated_read(void *core, uint32_t offset, uint32_t *value) {
  return static_cast<Simulated *>(core)->access(false, offset, 0, value);
}

int simulated_write(void *core, uint32_t offset, uint32_t value) {
  return static_cast<Simulated *>(core)->access(true, offset, value, nullptr);
}

void simulated_step(void *core, uint32_t cycles) {
  while (cycles--) static_cast<Simulated *>(core)->cycle();
}

int simulated_interrupt(void *core) { return static_cast<Simulated *>(core)->core->irq; }
