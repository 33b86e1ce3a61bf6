// Kernels with data races for the architecture that is defined (gfx90a, gfx942 or gfx1100), one for each number: above each stands what is
// to be found, at a line with the mark. In some of them a wait or an operation on caches is missing, which no compiler forgets: they are in
// assembly. On gfx90a and gfx1100, workgroups share the cache of stores, so a wait is missing instead of a write-back. The last ones are right.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1024

static int a[N], flag, data;

#define WAIT "s_waitcnt vmcnt(0)\n\t"
#define LOAD_DATA "global_load_dword %0, %2, off\n\t" WAIT
#if defined gfx942
#define VCC "vcc"
#define ATOMIC_STORE " sc1\n\t"
#define ATOMIC_LOAD " sc1\n\t"
#define WRITTEN WAIT
#define WRITE_BACK "buffer_wbl2 sc1\n\t"
#define NO_WRITE_BACK WAIT
#define INVALIDATE "buffer_inv sc1\n\t"
#define NO_INVALIDATE ""
#elif defined gfx90a
#define VCC "vcc"
#define ATOMIC_STORE "\n\t"
#define ATOMIC_LOAD " glc\n\t"
#define WRITTEN WAIT
#define WRITE_BACK "s_waitcnt vmcnt(1)\n\t"
#define NO_WRITE_BACK "s_waitcnt lgkmcnt(0)\n\t"
#define INVALIDATE "buffer_wbinvl1_vol\n\t"
#define NO_INVALIDATE "buffer_invl2\n\t"
#elif defined gfx1100
#define VCC "vcc_lo"
#define ATOMIC_STORE "\n\t"
#define ATOMIC_LOAD " glc\n\t"
#define WRITTEN "s_waitcnt_vscnt null, 0x0\n\t"
#define WRITE_BACK "s_waitcnt_vscnt null, 0x1\n\t"
#define NO_WRITE_BACK WAIT
#define INVALIDATE "buffer_gl1_inv\n\tbuffer_gl0_inv\n\t"
#define NO_INVALIDATE "buffer_gl0_inv\n\t"
#endif
#define SEND(name, order, store)                                                                                                           \
  static inline void name(int *data, int *flag)                                                                                            \
  {                                                                                                                                        \
    asm volatile("global_store_dword %0, %2, off\n\t" order "global_store_dword %1, %3, off" store WRITTEN                                 \
                 :                                                                                                                         \
                 : "v"(data), "v"(flag), "v"(42), "v"(1)                                                                                   \
                 : "memory");                                                                                                              \
  }
#define RECEIVE(name, first, load, seen)                                                                                                   \
  static inline int name(int *data, int *flag)                                                                                             \
  {                                                                                                                                        \
    int v;                                                                                                                                 \
    asm volatile(first "1:\n\tglobal_load_dword %0, %1, off" load WAIT "v_cmp_eq_u32 " VCC ", 1, %0\n\ts_cbranch_vccz 1b\n\t" seen         \
                 "global_load_dword %0, %2, off\n\t" WAIT                                                                                  \
                 : "=&v"(v)                                                                                                                \
                 : "v"(flag), "v"(data)                                                                                                    \
                 : "vcc", "memory");                                                                                                       \
    return v;                                                                                                                              \
  }

#pragma omp begin declare target device_type(nohost)
SEND(send, WRITE_BACK WRITTEN, ATOMIC_STORE)
SEND(send_without_write_back, NO_WRITE_BACK, ATOMIC_STORE)
SEND(send_without_wait, WRITE_BACK, ATOMIC_STORE)
SEND(send_with_early_write_back, "", ATOMIC_STORE)
SEND(send_unseen, WRITE_BACK WRITTEN, "\n\t")
RECEIVE(receive, "", ATOMIC_LOAD, INVALIDATE)
RECEIVE(receive_without_invalidate, "", ATOMIC_LOAD, NO_INVALIDATE)
RECEIVE(receive_again, LOAD_DATA, ATOMIC_LOAD, INVALIDATE)
RECEIVE(receive_stale, LOAD_DATA, ATOMIC_LOAD, NO_INVALIDATE)
RECEIVE(receive_never, "", "\n\t", INVALIDATE)
static inline void store_before_barrier(int *shared, int value)
{
  asm volatile("ds_write_b32 %0, %1\n\ts_barrier" : : "v"((int)(long)shared), "v"(value) : "memory");
}
#pragma omp end declare target

#define EXCHANGE(send, receive) EXCHANGE_FROM(0, send, receive)
#define EXCHANGE_FROM(team, send, receive)                                                                                                 \
  _Pragma("omp target teams num_teams(2) thread_limit(1) map(tofrom: flag, data, a)")                                                      \
  {                                                                                                                                        \
    if (omp_get_team_num() == team)                                                                                                        \
      send(&data, &flag);                                                                                                                  \
    else                                                                                                                                   \
      a[0] = receive(&data, &flag);                                                                                                        \
  }

// finds: data race: read of .* is not ordered with the write by .* of block \(0,0,0\) .* neither a barrier nor waits and cache operations
static void no_write_back(void)
{
  EXCHANGE(send_without_write_back, receive) /* here */
}

// finds: data race: read of .* is not ordered with the write by .* of block \(0,0,0\) .* neither a barrier nor waits and cache operations
static void no_wait(void)
{
  EXCHANGE(send_without_wait, receive) /* here */
}

// finds: data race: read of .* is not ordered with the write by .* of block \(0,0,0\) .* neither a barrier nor waits and cache operations
static void neither(void)
{
  EXCHANGE(send_with_early_write_back, receive) /* here */
}

// finds: data race: read of .* is not ordered with the write by .* of block \(0,0,0\) .* neither a barrier nor waits and cache operations
static void no_invalidate(void)
{
  EXCHANGE(send, receive_without_invalidate) /* here */
}

// finds: data race: (read|write) of .* is not ordered with the (read|write) by
static void sum(void)
{
  int x = 0;
#pragma omp target teams distribute parallel for map(tofrom: x) num_teams(4) thread_limit(64)
  for (int i = 0; i < 256; i++)
    x += i; /* here */
  a[0] = x;
}

// finds: data race: read of .* is not ordered with the write by thread
static void no_barrier(void)
{
#pragma omp target map(tofrom: a)
#pragma omp parallel num_threads(256)
  {
    int t = omp_get_thread_num();
    a[t] = t; /* here */
    a[t] += a[255 - t]; /* here */
  }
}

// finds: data race: (read|write) of .* of shared memory, is not ordered with
static void shared(void)
{
#pragma omp target teams num_teams(1) thread_limit(256) map(tofrom: a)
  {
    int tile[256];
#pragma omp parallel num_threads(256)
    {
      int t = omp_get_thread_num();
      tile[t] = t; /* here */
      a[t] = tile[255 - t]; /* here */
    }
  }
}

static void right_exchange(void)
{
  EXCHANGE(send, receive)
  if (a[0] != 42)
    puts("wrong");
}

static void right_locks(void)
{
  int x = 0, y = 0;
#pragma omp target teams num_teams(4) map(tofrom: x, y)
#pragma omp parallel num_threads(128)
  {
#pragma omp critical
    x++;
#pragma omp atomic
    y++;
  }
  if (x != 512 || y != 512)
    puts("wrong");
}

static void right_sums(void)
{
  int x = 0;
#pragma omp target teams distribute parallel for reduction(+: x) map(tofrom: x)
  for (int i = 0; i < 10000; i++)
    x += i % 7;
  int tile = 0;
#pragma omp target teams num_teams(2) thread_limit(128) map(tofrom: tile)
  {
    int part[128], sum = 0;
#pragma omp parallel num_threads(128)
    {
      int t = omp_get_thread_num();
      part[t] = t;
#pragma omp barrier
#pragma omp atomic
      sum += part[127 - t];
    }
#pragma omp atomic
    tile += sum;
  }
  if (x != 29994 || tile != 2 * 127 * 64)
    printf("wrong: %d %d\n", x, tile);
}

/* Loops of compare-and-swap, whose first load is not atomic. */
static void right_swaps(void)
{
  double sum = 0;
  int least = 1000;
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(128) map(tofrom: sum, least)
  for (int i = 0; i < 512; i++) {
#pragma omp atomic
    sum -= 0.5;
#pragma omp atomic compare
    if (i < least) { least = i; }
  }
  if (sum != -256 || least != 0)
    printf("wrong: %g %d\n", sum, least);
}

/* Wavefronts wait for words of shared memory that others store. */
static void right_doacross(void)
{
  a[0] = 1;
#pragma omp target parallel for ordered(1) num_threads(128) map(tofrom: a)
  for (int i = 1; i < 200; i++) {
#pragma omp ordered doacross(sink: i - 1)
    a[i] = a[i - 1] + 1;
#pragma omp ordered doacross(source:)
  }
  if (a[199] != 200)
    printf("wrong: %d\n", a[199]);
}

/* A write that the first barrier does not wait for, but the second one, before which nobody reads it. */
static void right_late_wait(void)
{
#pragma omp target teams num_teams(1) map(tofrom: a)
  {
    int tile[256];
#pragma omp parallel num_threads(256)
    {
      int t = omp_get_thread_num();
      store_before_barrier(&tile[t], t);
#pragma omp barrier
      a[t] = tile[255 - t];
    }
  }
  for (int i = 0; i < 256; i++)
    if (a[i] != 255 - i)
      printf("wrong: %d\n", a[i]);
}

/* For the modelled caches: what the second workgroup reads, by the operation that is missing. */
static void sees_all(void)
{
  EXCHANGE_FROM(1, send, receive_again)
}

static void sees_old_without_write_back(void)
{
  EXCHANGE_FROM(1, send_without_write_back, receive)
}

static void sees_old_without_invalidate(void)
{
  EXCHANGE_FROM(1, send, receive_stale)
}

static void waits_for_store_in_cache(void)
{
  EXCHANGE_FROM(1, send_unseen, receive)
}

static void waits_for_load_from_cache(void)
{
  EXCHANGE_FROM(1, send, receive_never)
}

static void (*const cached[])(void) = {sees_all, sees_old_without_write_back, sees_old_without_invalidate, waits_for_store_in_cache,
                                       waits_for_load_from_cache};

static void (*const all[])(void) = {no_write_back, no_wait, neither, no_invalidate, sum, no_barrier, shared};
static void (*const right[])(void) = {right_exchange, right_locks, right_sums, right_swaps, right_doacross, right_late_wait};

int main(int argc, char **argv)
{
  unsigned n = argc > 1 ? atoi(argv[1]) : 99;
  if (n < sizeof all / sizeof *all) {
    all[n]();
    puts("nothing found");
    return 0;
  }
  if (n >= 100 && n < 100 + sizeof cached / sizeof *cached) {
    cached[n - 100]();
    printf("%d\n", a[0]);
    return 0;
  }
  for (unsigned i = 0; i < sizeof right / sizeof *right; i++)
    right[i]();
  puts("ok");
  return 0;
}
