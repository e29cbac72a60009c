/* Of the lines that valgrind's tool lackey prints, those of the program itself: standard input to standard output, and how
 * many there are to standard error.
 *
 * The program is loaded below 0x4000000, where the libraries are; the dynamic linker's accesses differ from run to run.
 * Instructions are lines "I  ADDRESS,SIZE", each followed by its data accesses.
 *
 * Lackey writes each line with a system call of its own. If a reader waited, each would wake it, which takes longer than all
 * the rest. So this one sleeps until much of what the pipe holds has come. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { HELD = 1 << 20 };

static char lines[2 * HELD];

/* Whether the address of a line "I  ADDRESS,SIZE" is one of the program. */
static bool is_own(const char *line, const char *end)
{
    const char *address = line + 1;
    while (address < end && *address == ' ')
        address++;
    return end - address < 11 && end - address > 1 && address[0] == '0' && address[1] < '4';
}

int main(void)
{
    (void)fcntl(STDIN_FILENO, F_SETPIPE_SZ, HELD);
    size_t held = 0;
    unsigned long count = 0;
    bool own = false;
    ssize_t got;
    while ((got = read(STDIN_FILENO, lines + held, HELD)) > 0) {
        held += (size_t)got;
        const char *line = lines, *end;
        char *kept = lines;
        while ((end = memchr(line, '\n', (size_t)(lines + held - line))) != NULL) {
            size_t length = (size_t)(end + 1 - line);
            if (*line == 'I')
                own = is_own(line, end);
            if (own && strncmp(line, "==", 2) != 0) {
                memmove(kept, line, length);
                kept += length;
                count++;
            }
            line = end + 1;
        }
        if (fwrite(lines, 1, (size_t)(kept - lines), stdout) != (size_t)(kept - lines))
            return 1;
        held = (size_t)(lines + held - line);
        memmove(lines, line, held);
        if (held > HELD)
            return 1;
        if (got < HELD / 4)
            nanosleep(&(struct timespec){.tv_nsec = 5 * 1000 * 1000}, NULL);
    }
    fprintf(stderr, "%lu\n", count);
    return got < 0 || fflush(stdout) != 0;
}
