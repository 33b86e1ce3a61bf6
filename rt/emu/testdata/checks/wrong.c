// Kernels that are wrong, one for each number: above each stands what is to be
// found.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1024

static int a[N], b[N];
static unsigned char bytes[N];
static long sum;

// finds: data race: (read|write) of .* is not ordered with the (read|write) by
static void neighbour(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < N - 1; i++)
    a[i] = a[i + 1];
}

// finds: data race: (read|write) of .* is not ordered with
static void histogram(void)
{
#pragma omp target teams distribute parallel for map(to: b) map(tofrom: a)
  for (int i = 0; i < N; i++)
    a[b[i] & 15]++;
}

// finds: data race: write of .* bytes into an allocation of 1024 bytes .* is not ordered with the write by
static void bytes_of_one(void)
{
#pragma omp target teams distribute parallel for map(tofrom: bytes)
  for (int i = 0; i < N; i++)
    bytes[i / 2] = i;
}

// finds: data race: (read|write) of .* is not ordered with the (read|write) by
static void flag_without_fence(void)
{
  int flag = 0;
#pragma omp target map(tofrom: flag, a)
#pragma omp parallel num_threads(64)
  {
    extern int omp_get_thread_num(void);
    int t = omp_get_thread_num();
    if (t == 0) {
      a[0] = 7;
#pragma omp atomic write relaxed
      flag = 1;
    } else if (t == 40) {
      int f = 0;
      while (!f) {
#pragma omp atomic read relaxed
        f = flag;
      }
      a[1] = a[0];
    }
  }
}

// finds: data race: write of .* is not ordered with the write by
static void atomic_and_plain(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < N; i++) {
    if (i % 2) {
#pragma omp atomic
      a[0]++;
    } else if (i == 512) {
      a[0] = 5;
    }
  }
}

// finds: data race: (read|write) of .* of shared memory, is not ordered with
static void shared_without_barrier(void)
{
#pragma omp target teams num_teams(2) thread_limit(64) map(tofrom: a)
  {
    int tile[64];
#pragma omp parallel num_threads(64)
    {
      extern int omp_get_thread_num(void);
      int t = omp_get_thread_num();
      tile[t] = t;
      if (t < 63)
        a[t] = tile[t + 1];
    }
  }
}

// finds: data race: (read|write) of .* of shared memory, is not ordered with
static void reused_without_barrier(void)
{
#pragma omp target teams num_teams(1) thread_limit(64) map(tofrom: a)
  {
    int tile[64];
#pragma omp parallel num_threads(64)
    {
      extern int omp_get_thread_num(void);
      int t = omp_get_thread_num();
      tile[t] = t;
#pragma omp barrier
      a[t] = tile[63 - t];
      tile[t] = 2 * t;
    }
  }
}

// finds: out-of-bounds access: store of 4 bytes at .*, 4 bytes before an allocation of 256 bytes
static void before_the_array(void)
{
  int *p = malloc(64 * sizeof *p);
  memset(p, 0, 64 * sizeof *p);
#pragma omp target teams distribute parallel for map(tofrom: p[:64])
  for (int i = 0; i < 64; i++)
    p[i - 1] = i;
  free(p);
}

// finds: out-of-bounds access: store of 4 bytes at .* bytes behind an allocation of 256 bytes
static void half_mapped(void)
{
  int *p = calloc(128, sizeof *p);
#pragma omp target teams distribute parallel for map(tofrom: p[:64])
  for (int i = 0; i < 128; i++)
    p[i] = i;
  free(p);
}

// finds: out-of-bounds access: store of 4 bytes at .*, 12 bytes into an allocation of 256 bytes .*, which was freed
static void freed_on_the_device(void)
{
  extern void *omp_target_alloc(size_t, int);
  extern void omp_target_free(void *, int);
  int *p = omp_target_alloc(64 * sizeof *p, 0);
  omp_target_free(p, 0);
#pragma omp target is_device_ptr(p)
  p[3] = 1;
}

// finds: read of uninitialised memory: 4 bytes at .* of local memory, were never written
static void unset_local(void)
{
#pragma omp target teams distribute parallel for map(from: a) map(to: b)
  for (int i = 0; i < N; i++) {
    volatile int x[8];
    x[b[i] & 3] = i;
    a[i] = x[(b[i] & 3) + 4];
  }
}

// finds: read of uninitialised memory: 4 bytes at .* were never written
static void unset_map_alloc(void)
{
#pragma omp target teams distribute parallel for map(alloc: b) map(from: a)
  for (int i = 0; i < N; i++)
    a[i] = b[i];
}

// finds: misaligned access: 8 bytes at .*, which is no multiple of 8
static void odd_address(void)
{
#pragma omp target teams distribute parallel for map(tofrom: bytes)
  for (int i = 0; i < 32; i++)
    *(double *)(bytes + 12 * i) = i;
}

struct list { struct list *next; int v; };

// finds: host address dereferenced
static void pointer_in_struct(void)
{
  struct list second = {0, 5}, first = {&second, 4};
#pragma omp target map(tofrom: first)
  first.v = first.next->v;
}

// finds: infinite loop: the thread has executed \d+ instructions
static void endless(void)
{
  int stop = 0;
#pragma omp target map(tofrom: stop)
  while (1) {
    int s;
#pragma omp atomic read
    s = stop;
    if (s)
      break;
  }
}

// finds: illegal instruction: call of 0x1230, which is no function
static void no_function(void)
{
  void (*f)(void) = (void (*)(void))0x1230;
#pragma omp target map(to: f)
  f();
}

// finds: stack overflow: the call of deeper needs more than 524288 bytes
static void recursion(void)
{
  extern int deeper(int);
#pragma omp target map(from: a)
  a[0] = deeper(1);
}

#pragma omp begin declare target
int deeper(int n)
{
  volatile int x[256];
  x[n & 255] = n;
  return n > 0 ? deeper(n + 1) + x[n & 255] : 0;
}
#pragma omp end declare target

// finds: data race: (read|write) of .* is not ordered with
static void teams_sum(void)
{
#pragma omp target teams num_teams(8) map(tofrom: sum)
  sum += 1;
}

// finds: out-of-bounds access: .* of shared memory, of which the block has
static void beyond_the_tile(void)
{
#pragma omp target teams num_teams(1) thread_limit(64) map(tofrom: a) map(to: b)
  {
    int tile[64];
#pragma omp parallel num_threads(64)
    {
      extern int omp_get_thread_num(void);
      int t = omp_get_thread_num();
      tile[b[t] + 4000] = t;
#pragma omp barrier
      a[t] = tile[b[t] + 4000];
    }
  }
}

// finds: data race: write of .* is not ordered with the write by
static void dropped_result(void)
{
  int last[2] = {0, 0};
#pragma omp target teams num_teams(2) map(tofrom: last)
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    last[0] = i;
}

// finds: data race: (read|write) of .* is not ordered with
static void lock_without_fence(void)
{
  int lock = 0, shared = 0;
#pragma omp target teams num_teams(4) map(tofrom: lock, shared)
  {
    int got = 0;
    while (!got) {
      int old;
#pragma omp atomic capture relaxed
      { old = lock; lock = 1; }
      got = !old;
    }
    shared++;
#pragma omp atomic write relaxed
    lock = 0;
  }
}

static void (*const all[])(void) = {
    neighbour, histogram, bytes_of_one, flag_without_fence, atomic_and_plain, shared_without_barrier, reused_without_barrier, before_the_array,
    half_mapped, freed_on_the_device, unset_local, unset_map_alloc, odd_address, pointer_in_struct, endless, no_function, recursion, teams_sum,
    beyond_the_tile, dropped_result, lock_without_fence,
};

int main(int argc, char **argv)
{
  unsigned n = argc > 1 ? atoi(argv[1]) : 99;
  if (n >= sizeof all / sizeof *all)
    return 3;
  for (int i = 0; i < N; i++)
    b[i] = i;
  all[n]();
  puts("nothing found");
  return 0;
}
