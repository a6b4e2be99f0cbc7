/* Counts edges into a map in shared memory, as AFL's tools know it.
 *
 * Link this file, compiled without instrumentation, to a program whose other files were compiled with
 * `clang -fsanitize-coverage=trace-pc-guard` (every edge has a counter of its own) or
 * `gcc -fsanitize-coverage=trace-pc` (edges are hashed). The map is the System V segment of `__AFL_SHM_ID`, of
 * `AFL_MAP_SIZE` bytes, a power of two. The program runs as usual where there is none; with `GAINSAY_EDGES` set it
 * prints how many edges it has, and ends.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/shm.h>

#define SMALLEST 65536u

static uint8_t nowhere[SMALLEST];
static uint8_t *map = nowhere;
static uint32_t mask = SMALLEST - 1;
static uint32_t edges;
static __thread uintptr_t before;

__attribute__((constructor(101))) static void attach(void) {
  const char *id = getenv("__AFL_SHM_ID"), *size = getenv("AFL_MAP_SIZE");
  if (!id) return;
  void *segment = shmat(atoi(id), NULL, 0);
  if (segment == (void *)-1) return;
  uint32_t bytes = size ? (uint32_t)strtoul(size, NULL, 10) : SMALLEST;
  if (bytes < SMALLEST || (bytes & (bytes - 1))) bytes = SMALLEST;
  map = segment;
  mask = bytes - 1;
}

__attribute__((constructor(65535))) static void tell(void) {
  if (!getenv("GAINSAY_EDGES")) return;
  printf("%u\n", edges);
  fflush(stdout);
  _Exit(0);
}

/* A counter stays at its largest value: more often is never less. */
static inline void count(uint32_t at) {
  uint8_t *counter = map + (at & mask);
  *counter += *counter != UINT8_MAX;
}

void __sanitizer_cov_trace_pc_guard_init(uint32_t *first, uint32_t *end) {
  if (first == end || *first) return;
  for (uint32_t *guard = first; guard < end; guard++) *guard = ++edges;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { count(*guard); }

void __sanitizer_cov_trace_pc(void) {
  /* Relative to this function, so that the place where a program is loaded does not matter. */
  uintptr_t here = (uintptr_t)__builtin_return_address(0) - (uintptr_t)&__sanitizer_cov_trace_pc;
  here = (here * 0x9E3779B97F4A7C15u) >> 32;
  count((uint32_t)(here ^ before));
  before = here >> 1;
}
