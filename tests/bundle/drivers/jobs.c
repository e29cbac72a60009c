/* Calls the functions of the jobs of a simulated core. Each line of standard input is a function and its inputs in
   hexadecimal; the line that comes back is what it returned, and its outputs. */
#include <stdio.h>
#include <string.h>

#include "jobs_bls12_13_jobs.h"
#include "simulated.h"

#define LOOKS 1000000u

static uint32_t number(void) {
  unsigned value;
  return scanf("%x", &value) == 1 ? value : 0;
}

static void bytes(uint8_t *to, size_t count) {
  unsigned value;
  size_t i;
  for (i = 0; i < count; ++i) to[i] = scanf("%2x", &value) == 1 ? (uint8_t)value : 0;
}

int main(void) {
  pairforge device;
  pairforge_registers registers = {simulated_open(1), simulated_read, simulated_write};
  char name[32];
  if (pairforge_open(&device, &registers, NULL) != PAIRFORGE_OK) return 1;
  while (scanf("%31s", name) == 1) {
    if (!strcmp(name, "g1_mul")) {
      jobs_bls12_13_g1_mul_in in;
      jobs_bls12_13_g1_mul_out out = {{0}, {0}};
      in.n[0] = number(), in.xP[0] = number(), in.yP[0] = number();
      printf("%d", jobs_bls12_13_g1_mul(&device, &in, &out, LOOKS));
      printf(" %x %x\n", out.x[0], out.y[0]);
    } else if (!strcmp(name, "g1_subgroup")) {
      jobs_bls12_13_g1_subgroup_in in;
      in.xP[0] = number(), in.yP[0] = number();
      printf("%d\n", jobs_bls12_13_g1_subgroup(&device, &in, LOOKS));
    } else if (!strcmp(name, "g2_decompress")) {
      jobs_bls12_13_g2_decompress_in in;
      jobs_bls12_13_g2_decompress_out out = {{0}, {0}, {0}, {0}};
      in.flags[0] = number(), in.xQ0[0] = number(), in.xQ1[0] = number();
      printf("%d", jobs_bls12_13_g2_decompress(&device, &in, &out, LOOKS));
      printf(" %x %x %x %x\n", out.x0[0], out.x1[0], out.y0[0], out.y1[0]);
    } else if (!strcmp(name, "g2_decompress_bytes")) {
      uint8_t point[4], x0[2], x1[2], y0[2], y1[2];
      bytes(point, 4);
      printf("%d", jobs_bls12_13_g2_decompress_bytes(&device, point, x0, x1, y0, y1, LOOKS));
      printf(" %x %x %x %x\n", x0[0] << 8 | x0[1], x1[0] << 8 | x1[1], y0[0] << 8 | y0[1], y1[0] << 8 | y1[1]);
    } else { /* several on the way, the second one with an opcode that is none */
      pairforge_job wrong = jobs_bls12_13_g1_subgroup_job;
      uint32_t in[3], out[2] = {0, 0};
      pairforge_status first, second, third;
      in[0] = number(), in[1] = number(), in[2] = number();
      wrong.opcode = 9;
      if (pairforge_job_send(&device, &jobs_bls12_13_g1_mul_job, in) != PAIRFORGE_OK) return 1;
      if (pairforge_job_send(&device, &wrong, &in[1]) != PAIRFORGE_OK) return 1;
      if (pairforge_job_send(&device, &jobs_bls12_13_g1_subgroup_job, &in[1]) != PAIRFORGE_OK) return 1;
      first = pairforge_job_wait(&device, &jobs_bls12_13_g1_mul_job, out, LOOKS);
      second = pairforge_job_wait(&device, &wrong, NULL, LOOKS);
      third = pairforge_job_wait(&device, &jobs_bls12_13_g1_subgroup_job, NULL, LOOKS);
      printf("%d %x %x %d %d %s\n", first, out[0], out[1], second, third, pairforge_text(second));
    }
  }
  simulated_close(registers.context);
  return 0;
}
