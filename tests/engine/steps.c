/* `steps PROGRAM ARGUMENT...` runs a program one instruction at a time, on the processor itself, and prints on standard
 * error how many of its own instructions ran and a digest (FNV-1a) of their addresses in order. Libraries, which are
 * mapped above the program, do not count. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIBRARIES 0x7f0000000000

static void check(long result, const char *what)
{
    if (result == -1) {
        perror(what);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: steps PROGRAM ARGUMENT...\n");
        return 2;
    }
    pid_t child = fork();
    check(child, "fork");
    if (child == 0) {
        check(personality(ADDR_NO_RANDOMIZE), "personality");
        check(ptrace(PTRACE_TRACEME, 0, 0, 0), "ptrace");
        execv(argv[1], argv + 1);
        check(-1, argv[1]);
    }
    uint64_t count = 0, digest = 0xcbf29ce484222325;
    int status;
    for (;;) {
        check(waitpid(child, &status, 0), "waitpid");
        if (!WIFSTOPPED(status))
            break;
        uint64_t address = ptrace(PTRACE_PEEKUSER, child, offsetof(struct user_regs_struct, rip), 0);
        if (address < LIBRARIES) {
            count++;
            for (int i = 0; i < 64; i += 8)
                digest = (digest ^ (address >> i & 0xff)) * 0x100000001b3;
        }
        check(ptrace(PTRACE_SINGLESTEP, child, 0, 0), "ptrace");
    }
    fprintf(stderr, "steps %llu %016llx\n", (unsigned long long)count, (unsigned long long)digest);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
