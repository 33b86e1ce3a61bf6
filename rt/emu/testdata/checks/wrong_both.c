// Wrong kernels on one array, one for each number, for all compilers: above each stands what is
// to be found, at a line with the mark, also as clang compiles it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1024

static int a[N];

// finds: data race: write of .* is not ordered with the write by
static void two_to_one(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < N; i++)
    a[i / 2] = i; /* here */
}

// finds: data race: (read|write) of .* is not ordered with
static void shift_down(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < N - 1; i++)
    a[i] = a[i + 1] + 1; /* here */
}

// finds: data race: (read|write) of .* is not ordered with
static void bytes_carried(void)
{
#pragma omp target parallel for num_threads(64) map(tofrom: a)
  for (int i = 0; i < 64; i++) {
    unsigned char *c = (unsigned char *)a;
    c[i + 1] = c[i] + 1; /* here */
  }
}

// finds: data race: (read|write) of .* is not ordered with
static void reverse_all(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < N; i++) {
    int x = a[i]; /* here */
    a[i] = a[N - 1 - i]; /* here */
    a[N - 1 - i] = x; /* here */
  }
}

// finds: data race: (read|write) of .* is not ordered with
static void two_loops_nowait(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
  {
#pragma omp for nowait schedule(static, 1)
    for (int i = 0; i < 64; i++)
      a[i] = 3 * i; /* here */
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 64; i++)
      a[64 + i] = a[63 - i]; /* here */
  }
}

// finds: data race: write of .* is not ordered with the write by
static void windows(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < 200; i++)
    for (int k = 0; k < 5; k++)
      a[4 * i + k] = 10 * i + k; /* here */
}

// finds: data race: write of .* is not ordered with the write by
static void rows_too_long(void)
{
#pragma omp target teams distribute parallel for collapse(2) num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 9; j++)
      a[i * 8 + j] = i - j; /* here */
}

// finds: misaligned access: 8 bytes at .*, which is no multiple of 8
static void odd_pairs(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < N / 2 - 1; i++)
    *(long long *)(a + 2 * i + 1) = i; /* here */
}

// finds: out-of-bounds access: store of 4 bytes at .* behind
static void one_iteration_more(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i <= N; i++)
    a[i] = i; /* here */
}

// finds: out-of-bounds access: load of 4 bytes at .*, 4 bytes before
static void looks_back(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < 64; i++)
    a[512 + i] = a[i - 1]; /* here */
}

// finds: data race: (read|write) of .* is not ordered with
static void atomic_here_only(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 1; i < N; i++) {
    if (i % 3) {
#pragma omp atomic
      a[0] += i; /* here */
    } else
      a[i] = a[0]; /* here */
  }
}

// finds: data race: (read|write) of .* is not ordered with
static void long_over_int(void)
{
#pragma omp target parallel for num_threads(64) map(tofrom: a)
  for (int i = 0; i < 64; i++) {
    ((long long *)a)[i] = i; /* here */
    a[512 + i] = a[2 * i + 3]; /* here */
  }
}

// finds: data race: (read|write) of .* is not ordered with
static void last_warp_without_barrier(void)
{
#pragma omp target parallel num_threads(32) map(tofrom: a)
  for (int n = 16; n > 0; n /= 2) {
#pragma omp for nowait schedule(static, 1)
    for (int i = 0; i < 32; i++)
      if (i < n)
        a[i] += a[i + n]; /* here */
  }
}

// finds: data race: (read|write) of .* is not ordered with
static void running_sum(void)
{
#pragma omp target parallel for num_threads(64) map(tofrom: a)
  for (int i = 1; i < 512; i++)
    a[i] += a[i - 1]; /* here */
}

// finds: data race: (read|write) of .* is not ordered with
static void critical_around_one(void)
{
#ifndef NO_CRITICAL // clang-19's device runtime for NVIDIA GPUs lacks a function for them
#pragma omp target parallel for num_threads(64) map(tofrom: a)
  for (int i = 1; i < 64; i++) {
    a[i] = a[0]; /* here */
#pragma omp critical
    a[0] += i; /* here */
  }
#endif
}

// finds: data race: (read|write) of .* is not ordered with
static void moved_within(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < N - 16; i++)
    a[i + 16] = a[i]; /* here */
}

// finds: integer division by zero
static void average_of_none(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < 256; i++)
    a[i + 512] = 1000 / a[i]; /* here */
}

// finds: infinite loop
static void never_comes(void)
{
#pragma omp target parallel for num_threads(64) map(tofrom: a)
  for (int i = 0; i < 64; i++) {
    volatile int *p = &a[i];
    while (*p != 99) /* here */
      ;
  }
}

// finds: out-of-bounds access: null pointer dereferenced
static void null_in_one(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < 256; i++) {
    int *volatile p = a[i] == 77 ? 0 : &a[i];
    *p = 1; /* here */
  }
}

// finds: host address dereferenced
static void address_in_the_data(void)
{
  memcpy(a, &(void *){stdout}, sizeof(void *));
#pragma omp target parallel for num_threads(64) map(tofrom: a)
  for (int i = 0; i < 1; i++)
    a[9] = **(int **)a; /* here */
}

// finds: data race: (read|write) of .* is not ordered with
static void flush_is_no_barrier(void)
{
#pragma omp target parallel for num_threads(32) map(tofrom: a)
  for (int i = 0; i < 32; i++) {
    a[i] = 2 * i; /* here */
#pragma omp flush
    a[64 + i] = a[i ^ 1]; /* here */
  }
}

static void (*const all[])(void) = {
    two_to_one, shift_down, bytes_carried, reverse_all, two_loops_nowait, windows, rows_too_long, odd_pairs, one_iteration_more, looks_back,
    atomic_here_only, long_over_int, last_warp_without_barrier, running_sum, critical_around_one, moved_within, average_of_none, never_comes,
    null_in_one, address_in_the_data, flush_is_no_barrier,
};

int main(int argc, char **argv)
{
  unsigned n = argc > 1 ? atoi(argv[1]) : 99;
  if (n >= sizeof all / sizeof *all)
    return 3;
  for (int i = 0; i < N; i++)
    a[i] = i;
  all[n]();
  puts("nothing found");
  return 0;
}
