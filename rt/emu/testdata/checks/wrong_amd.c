// Kernels for AMD GPUs that are wrong, one for each number: above each stands what is to be found, at a line with the mark. Errors that
// no compiler makes (waits that are missing) are written in assembly.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1024

static int a[N], b[N];

#pragma omp begin declare target device_type(nohost)
static inline int load_early(int *p)
{
  int v;
  asm volatile("global_load_dword %0, %1, off" : "=v"(v) : "v"(p) : "memory"); /* here for early */
  return v + 1; /* here for early */
}

static inline void bare_barrier(void)
{
  asm volatile("s_barrier" ::: "memory"); /* here for half_a_barrier */
}

static inline int second_load(int *p, int *q)
{
  int v, w;
  asm volatile("global_load_dword %0, %2, off\n\tglobal_load_dword %1, %3, off\n\ts_waitcnt vmcnt(1)" : "=&v"(v), "=&v"(w) : "v"(p), "v"(q) : "memory"); /* here for second */
  return v + w; /* here for second */
}

static inline int wrong_counter(int *p)
{
  int v;
  asm volatile("global_load_dword %0, %1, off\n\ts_waitcnt lgkmcnt(0)" : "=v"(v) : "v"(p) : "memory"); /* here for counter */
  return v + 1; /* here for counter */
}

static inline int flat_in_part(int *p)
{
  int v;
  asm volatile("flat_load_dword %0, %1\n\ts_waitcnt vmcnt(0)" : "=v"(v) : "v"(p) : "memory"); /* here for flat */
  return v + 1; /* here for flat */
}

static inline int scalar_early(int *p)
{
  int v;
  asm volatile("s_load_dword %0, %1, 0x0" : "=s"(v) : "s"(p) : "memory");
  return v + 1; /* here for scalar */
}

static inline int overwritten(int *p)
{
  int v;
  asm volatile("global_load_dword %0, %1, off\n\tv_mov_b32 %0, 7\n\ts_waitcnt vmcnt(0)" : "=&v"(v) : "v"(p) : "memory"); /* here for write_of_result */
  return v;
}

static inline int shared_early(int value)
{
  int v, at = 0;
  asm volatile("ds_write_b32 %1, %2\n\tds_read_b32 %0, %1\n\ts_waitcnt lgkmcnt(1)" : "=&v"(v) : "v"(at), "v"(value) : "memory");
  return v + 1; /* here for shared */
}

static inline void barrier_early(int value)
{
  int at = 4 * omp_get_thread_num();
  asm volatile("ds_write_b32 %0, %1\n\ts_barrier" : : "v"(at), "v"(value) : "memory");
}

static inline int no_value(void)
{
  int v;
  asm volatile("v_mov_b32 %0, v100" : "=v"(v) : : "v100");
  return v;
}


static inline void odd_update(char *p)
{
  asm volatile("global_atomic_add %0, %1, off\n\ts_waitcnt vmcnt(0)" : : "v"(p), "v"(1) : "memory"); /* here for misaligned_update */
}
#pragma omp end declare target

// finds: missing wait: v\d+ is used before global_load_(dword|b32) .* has ended .*: no s_waitcnt vmcnt waits for it
static void early(void)
{
#pragma omp target map(tofrom: a)
  a[0] = load_early(a + 1);
}

// finds: missing wait: v\d+ is used before global_load_(dword|b32)
static void second(void)
{
#pragma omp target map(tofrom: a)
  a[0] = second_load(a + 1, a + 2);
}

// finds: missing wait: v\d+ is used before global_load_(dword|b32) .* no s_waitcnt vmcnt
static void counter(void)
{
#pragma omp target map(tofrom: a)
  a[0] = wrong_counter(a + 1);
}

// finds: missing wait: v\d+ is used before flat_load_(dword|b32) .* no s_waitcnt lgkmcnt
static void flat(void)
{
#pragma omp target map(tofrom: a)
  a[0] = flat_in_part(a + 1);
}

// finds: missing wait: s\d+ is used before s_load_(dword|b32) .* no s_waitcnt lgkmcnt
static void scalar(void)
{
#pragma omp target map(tofrom: a)
  a[0] = scalar_early(a);
}

// finds: missing wait: v\d+ is used before global_load_(dword|b32)
static void write_of_result(void)
{
#pragma omp target map(tofrom: a)
  a[0] = overwritten(a + 1);
}

// finds: missing wait: v\d+ is used before ds_(read|load)_b32 .* no s_waitcnt lgkmcnt
static void shared(void)
{
#pragma omp target teams num_teams(1) map(tofrom: a)
  {
    int tile[4];
#pragma omp parallel num_threads(1)
    {
      tile[a[0]] = 1;
      a[1] = shared_early(5);
#pragma omp barrier
      a[2] = tile[a[0]];
    }
  }
}

// finds: missing wait: it may not see what ds_(write|store)_b32 .* of another wavefront writes .* no s_waitcnt lgkmcnt waits for it before the barrier
static void barrier(void)
{
#pragma omp target teams num_teams(1) map(tofrom: a)
  {
    int tile[256];
#pragma omp parallel num_threads(256)
    {
      tile[omp_get_thread_num()] = a[0];
      barrier_early(5);
      a[omp_get_thread_num()] = tile[255 - omp_get_thread_num()]; /* here for barrier */
    }
  }
}

// finds: divergent barrier: not all lanes of the wavefront come here: lane 0 does not, and goes on at
static void half_a_barrier(void)
{
#pragma omp target parallel num_threads(256) map(tofrom: a)
  {
    int n = omp_get_thread_num();
    if (n % 2)
      bare_barrier();
    a[n] = n;
  }
}

// finds: use of an uninitialised register: no value was written to it: it is an address
static void address_of_nothing(void)
{
#pragma omp target map(tofrom: a)
  a[no_value()] = 1; /* here */
}

// finds: use of an uninitialised register: .* a branch depends on it
static void branch_on_nothing(void)
{
#pragma omp target map(tofrom: a)
  {
    if (no_value() > 3) /* here */
      a[0] = 1;
  }
}

// finds: read of uninitialised memory: 4 bytes at .*, 20 bytes into an allocation of 4096 bytes .* were never written; what is computed from it is stored
static void unset_element(void)
{
  int *p = malloc(N * sizeof *p);
#pragma omp target data map(alloc: p[:N])
#pragma omp target map(tofrom: a)
  a[0] = p[5] * 3; /* here */
  free(p);
}

// finds: read of uninitialised memory: 4 bytes at .* were never written; it is an address
static void unset_index(void)
{
  int *p = malloc(N * sizeof *p);
#pragma omp target data map(alloc: p[:N])
#pragma omp target map(tofrom: a)
  a[p[7]] = 1; /* here */
  free(p);
}

// finds: read of uninitialised memory: 4 bytes at .* were never written; a branch depends on it
static void unset_condition(void)
{
  int *p = malloc(N * sizeof *p);
#pragma omp target data map(alloc: p[:N])
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < 64; i++)
    if (p[i] > 3) /* here */
      a[i] += b[2 * i & 63]; /* here */
  free(p);
}

// finds: read of uninitialised memory: 4 bytes at .* of the workgroup's memory, were never written
static void unset_shared(void)
{
#pragma omp target teams num_teams(1) thread_limit(64) map(tofrom: a)
  {
    int tile[64];
#pragma omp parallel num_threads(64)
    {
      int t = omp_get_thread_num();
      if (t != 17)
        tile[t] = t;
#pragma omp barrier
      a[t] = tile[63 - t] + 1; /* here */
    }
  }
}

// finds: read of uninitialised memory: 4 bytes at .* were never written; an atomic operation changes it
static void unset_counter(void)
{
  int *p = malloc(sizeof *p);
#pragma omp target data map(alloc: p[:1])
#pragma omp target map(tofrom: a)
#pragma omp atomic /* here */
  p[0] += 1; /* here */
  free(p);
}

// finds: out-of-bounds access: store of 4 bytes at .*, 0 bytes behind an allocation of 4096 bytes
static void behind(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i <= N; i++)
    a[i] = i; /* here */
}

// finds: out-of-bounds access: load of \d+ bytes at .* behind an allocation of 4096 bytes
static void load_behind(void)
{
#pragma omp target map(tofrom: a)
  a[0] = a[N + a[3]]; /* here */
}

// finds: out-of-bounds access: store of 4 bytes at .*, 4 bytes before an allocation of 4096 bytes
static void in_front(void)
{
#pragma omp target map(tofrom: a)
  a[a[1] - 1] = 1; /* here */
}

// finds: out-of-bounds access: store of 4 bytes at .*, 8 bytes into an allocation of 400 bytes .* which was freed
static void after_the_end(void)
{
  int *p = omp_target_alloc(400, omp_get_default_device());
  omp_target_free(p, omp_get_default_device());
#pragma omp target is_device_ptr(p)
  p[2] = 1; /* here */
}

// finds: out-of-bounds access: null pointer dereferenced
static void null(void)
{
  int *p = NULL;
#pragma omp target firstprivate(p)
  p[1] = 1; /* here */
}

// finds: host address dereferenced
static void host(void)
{
  int x = 1;
  uintptr_t p = (uintptr_t)&x;
#pragma omp target firstprivate(p)
  *(int *)p = 2; /* here */
}

// finds: misaligned access: an atomic operation of 4 bytes at .*
static void misaligned_update(void)
{
#pragma omp target map(tofrom: a)
  odd_update((char *)a + 1);
}

// finds: misaligned access: 4 bytes at .*, which is no multiple of 4
static void misaligned_scalar(void)
{
  char *p = calloc(1, 64);
#pragma omp target map(tofrom: p[:64], a)
  a[0] = *(int *)(p + 1); /* here */
  free(p);
}

static int deep(int n, int *x)
{
  volatile int big[64];
  big[n & 63] = n;
  return n ? deep(n - 1, x) + big[n & 63] : x[0]; /* here */
}

// finds: stack overflow: 4 bytes at offset
static void recursion(void)
{
#pragma omp target map(tofrom: a)
  a[0] = deep(1000, a);
}

// finds: illegal instruction: jump to 0x0, which is no instruction of the program
static void null_function(void)
{
  int (*f)(int) = NULL;
#pragma omp target map(tofrom: a) firstprivate(f)
  a[0] = f(3); /* here */
}

// finds: infinite loop: the wavefront has executed
static void never(void)
{
#pragma omp target map(tofrom: a)
  while (1) {
    int x; /* here */
#pragma omp atomic read /* here */
    x = a[0]; /* here */
    if (x == 77) /* here */
      break;
  }
}

// finds: trap: the program has ended itself
static void trap(void)
{
#pragma omp target map(tofrom: a)
  if (a[0] == 0)
    abort(); /* here */
}

static void (*const all[])(void) = {
    early, second, counter, flat, scalar, write_of_result, shared, barrier, half_a_barrier, address_of_nothing, branch_on_nothing, unset_element,
    unset_index, unset_condition, unset_shared, unset_counter, behind, load_behind, in_front, after_the_end, null, host, misaligned_update,
    misaligned_scalar, recursion, null_function, never, trap,
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
