/* A test in C ends with the line of the first condition that does not hold. */
#include <stdio.h>

#define EXPECT(condition)                \
  do {                                   \
    if (!(condition)) {                  \
      printf("line %d\n", __LINE__);     \
      return 1;                          \
    }                                    \
  } while (0)
