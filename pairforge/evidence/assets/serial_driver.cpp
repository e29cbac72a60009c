// Drives a board's top module at its serial pins: standard input goes in as characters, what the module sends
// comes out on standard output. Arguments NAME=VALUE, all in clock cycles where they are times:
//   bit      a bit as the module has it
//   skew     what our bits are longer (or shorter), in thousandths of a bit
//   wait     1: after an end of line send nothing until a prompt "> " has come
//   quiet    bits of silence, after all has been sent, that end the run
//   most     cycles that are too many
// Exit status 1 with a message where the module breaks a frame or never falls silent.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <poll.h>
#include <unistd.h>

#include "Vcore.h"
#include "verilated.h"

static long argument(int argc, char** argv, const char* name, long otherwise) {
    const size_t length = std::strlen(name);
    for (int i = 1; i < argc; i++)
        if (!std::strncmp(argv[i], name, length) && argv[i][length] == '=')
            return std::atol(argv[i] + length + 1);
    return otherwise;
}

int main(int argc, char** argv) {
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(static_cast<int>(argument(argc, argv, "seed", 1)));
    Vcore core(&context);
    const long bit = argument(argc, argv, "bit", 16), skew = argument(argc, argv, "skew", 0);
    const bool wait = argument(argc, argv, "wait", 0) != 0;
    const long quiet = bit * argument(argc, argv, "quiet", 2000);
    const long most = argument(argc, argv, "most", 1000000000);

    core.clk = 0;
    core.button = 0;
    core.ftdi_txd = 1;
    core.eval();

    std::string pending;           // read from standard input, not sent yet
    bool open = true;              // standard input has more
    bool held = wait;              // waiting for a prompt
    long sending = -1;             // cycles since the start of the character being sent
    unsigned char sent = 0;
    long receiving = -1;           // cycles since the start bit of the character that comes
    unsigned char coming = 0, before = 0;
    long silent = 0;

    for (long cycle = 0; cycle < most; cycle++) {
        // A character of ours: a start bit, eight bits, a stop bit.
        if (sending < 0 && !held && cycle > 64) {  // the reset has passed
            if (pending.empty() && open && (silent > 64 * bit || cycle % 1024 == 0)) {
                struct pollfd input = {0, POLLIN, 0};
                if (poll(&input, 1, silent > 64 * bit ? 1 : 0) > 0) {
                    char buffer[4096];
                    const ssize_t count = read(0, buffer, sizeof buffer);
                    if (count > 0) pending.append(buffer, static_cast<size_t>(count));
                    else open = false;
                }
            }
            if (!pending.empty()) {
                sent = static_cast<unsigned char>(pending[0]);
                pending.erase(0, 1);
                sending = 0;
            }
        }
        if (sending >= 0) {
            const long place = sending * 1000 / (bit * (1000 + skew));
            core.ftdi_txd = place == 0 ? 0 : place <= 8 ? (sent >> (place - 1)) & 1 : 1;
            sending++;
            silent = 0;
            if (place >= 10) {
                sending = -1;
                core.ftdi_txd = 1;
                held = wait && sent == '\r';
            }
        }
        core.clk = 1;
        core.eval();
        core.clk = 0;
        core.eval();
        // A character of the module's, sampled in the middle of its bits.
        silent++;
        if (receiving < 0) {
            // In the first cycles registers have any value: the reset is on its way.
            if (!core.ftdi_rxd && cycle > 4) receiving = 0;
        } else {
            receiving++;
            silent = 0;
            const long place = receiving / bit;
            if (receiving % bit == bit / 2) {
                if (place == 0 && core.ftdi_rxd) {
                    std::fprintf(stderr, "a start bit is too short in cycle %ld\n", cycle);
                    return 1;
                }
                if (place >= 1 && place <= 8) coming = static_cast<unsigned char>(coming >> 1 | core.ftdi_rxd << 7);
                if (place == 9) {
                    if (!core.ftdi_rxd) {
                        std::fprintf(stderr, "no stop bit in cycle %ld\n", cycle);
                        return 1;
                    }
                    const unsigned char got = coming;
                    if (write(1, &got, 1) != 1) return 0;
                    if (held && before == '>' && got == ' ') held = false;
                    before = got;
                    receiving = -1;
                }
            }
        }
        if (!open && pending.empty() && sending < 0 && silent > quiet) {
            core.final();
            return 0;
        }
    }
    std::fprintf(stderr, "not silent after %ld cycles\n", most);
    return 1;
}
