/*
 * Checks e(2P, Q) = e(P, Q)^2 on random points of every pairing, in several threads at once, and shows how errors are
 * told. With a name as argument, prints e(P, Q) at the generators of that pairing.
 *
 *   cc pair.c $(pkg-config --cflags --libs pairforge) -lpthread -o pair
 */
#include <pairforge.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void check(pairforge_status status) {
  if (status == PAIRFORGE_STATUS_OK) return;
  char line[200];
  pairforge_last_error(line, sizeof line);
  fprintf(stderr, "%s: %s\n", pairforge_message(status), line);
  exit(1);
}

static void *bilinear(void *argument) {
  const pairforge_pairing *pairing = argument;
  uint8_t seed[32] = {1};
  pairforge_point *p, *q, *p2;
  check(pairforge_point_random(pairing, PAIRFORGE_ARGUMENT_P, seed, &p));
  seed[0] = 2;
  check(pairforge_point_random(pairing, PAIRFORGE_ARGUMENT_Q, seed, &q));
  check(pairforge_point_double(p, &p2));
  pairforge_value *e, *square, *e2;
  check(pairforge_pair_points(pairing, p, q, &e));
  check(pairforge_value_square(e, &square));
  check(pairforge_pair_points(pairing, p2, q, &e2));
  const bool good = pairforge_value_equal(square, e2);
  pairforge_value_free(e2);
  pairforge_value_free(square);
  pairforge_value_free(e);
  pairforge_point_free(p2);
  pairforge_point_free(q);
  pairforge_point_free(p);
  return good ? argument : NULL;
}

static void print_value_at_generators(const char *name) {
  const pairforge_pairing *pairing = pairforge_by_name(name);
  if (!pairing) {
    fprintf(stderr, "no pairing named %s\n", name);
    exit(2);
  }
  pairforge_point *p, *q;
  pairforge_value *value;
  check(pairforge_point_generator(pairing, PAIRFORGE_ARGUMENT_P, &p));
  check(pairforge_point_generator(pairing, PAIRFORGE_ARGUMENT_Q, &q));
  check(pairforge_pair_points(pairing, p, q, &value));
  const pairforge_shape shape = pairforge_shape_of(pairing, PAIRFORGE_ARGUMENT_E);
  uint8_t *bytes = malloc(shape.count * shape.width);
  if (!bytes) exit(1);
  check(pairforge_value_write(value, bytes));
  for (size_t i = 0; i < shape.count; i++) {
    printf("0x");
    for (size_t j = shape.width; j-- > 0;) printf("%02x", bytes[i * shape.width + j]);
    printf("\n");
  }
  free(bytes);
  pairforge_value_free(value);
  pairforge_point_free(q);
  pairforge_point_free(p);
}

int main(int argc, char **argv) {
  if (argc > 1) {
    print_value_at_generators(argv[1]);
    return 0;
  }
  const size_t n = pairforge_count();
  pthread_t *threads = calloc(n ? n : 1, sizeof *threads);
  if (!threads) return 1;
  for (size_t i = 0; i < n; i++)
    if (pthread_create(&threads[i], NULL, bilinear, (void *)pairforge_at(i))) return 1;
  int wrong = 0;
  for (size_t i = 0; i < n; i++) {
    void *good = NULL;
    pthread_join(threads[i], &good);
    const char *note;
    const unsigned bits = pairforge_security(pairforge_at(i), &note);
    printf("%s: %s; security about %u bits: %s\n", pairforge_name(pairforge_at(i)),
           good ? "bilinear" : "NOT BILINEAR", bits, note);
    wrong += !good;
  }
  free(threads);

  /* What is no point is refused, with a status and a line that says which argument and why. */
  const pairforge_pairing *pairing = pairforge_at(0);
  if (pairing) {
    const pairforge_shape p = pairforge_shape_of(pairing, PAIRFORGE_ARGUMENT_P);
    const pairforge_shape e = pairforge_shape_of(pairing, PAIRFORGE_ARGUMENT_E);
    uint8_t *zeros = calloc(p.count * p.width + e.count * e.width, 1);
    if (!zeros) return 1;
    zeros[0] = 2;
    char line[200];
    const pairforge_status status = pairforge_pair(pairing, zeros, zeros, zeros + p.count * p.width);
    pairforge_last_error(line, sizeof line);
    printf("refused: %s (%s)\n", line, pairforge_message(status));
    wrong += status == PAIRFORGE_STATUS_OK;
    free(zeros);
  }
  return wrong ? 1 : 0;
}
