// Kernels that are wrong in how threads work together, one for each number: above each
// stands what is to be found, at a line with the mark.
#include <assert.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1024

static int a[N], b[N];

// finds: data race: (read|write) of .* is not ordered with the (read|write) by .* of block
static void other_block(void)
{
  int flag = 0;
#pragma omp target teams num_teams(2) thread_limit(32) map(tofrom: flag, a)
  if (omp_get_team_num() == 0) {
    a[5] = 7; /* here */
#pragma omp atomic write relaxed
    flag = 1;
  } else {
    int f = 0;
    while (!f) {
#pragma omp atomic read relaxed
      f = flag;
    }
    a[6] = a[5]; /* here */
  }
}

// finds: data race: (read|write) of .* of shared memory, is not ordered with the (read|write) by thread
static void next_iteration(void)
{
#pragma omp target teams num_teams(1) thread_limit(128) map(tofrom: a)
  {
    int tile[128];
#pragma omp parallel num_threads(128)
    {
      int t = omp_get_thread_num(), s = 0;
      for (int turn = 0; turn < 4; turn++) {
        tile[t] = t + turn; /* here */
#pragma omp barrier
        s += tile[127 - t]; /* here */
      }
      a[t] = s;
    }
  }
}

// finds: data race: (read|write) of .* is not ordered with
static void in_place_stencil(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
  for (int turn = 0; turn < 2; turn++) {
#pragma omp for
    for (int i = 1; i < N - 1; i++)
      a[i] = a[i - 1] + a[i + 1]; /* here */
  }
}

// finds: data race: (read|write) of .* is not ordered with
static void single_nowait(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
  {
#pragma omp single nowait
    a[0] = 42; /* here */
    a[1 + omp_get_thread_num()] = a[0]; /* here */
  }
}

// finds: data race: (read|write) of .* is not ordered with
static void master_without_barrier(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
  {
#pragma omp masked
    a[0] = 41; /* here */
    a[1 + omp_get_thread_num()] = a[0]; /* here */
  }
}

// finds: divergent barrier: 
static void two_barriers(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
  {
    if (omp_get_thread_num() < 40) {
      a[omp_get_thread_num()] = 1;
#pragma omp barrier /* here */
      a[omp_get_thread_num()] = 2;
    } else {
      a[omp_get_thread_num()] = 3;
#pragma omp barrier /* here */
      a[omp_get_thread_num()] = 4;
    }
  }
}

// finds: Assertion `a\[i\] >= 0' failed
static void assert_in_branch(void)
{
  a[777] = -1;
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < N; i++)
    if (i % 7 == 0)
      assert(a[i] >= 0); /* here */
}

// finds: infinite loop
static void lock_taken_twice(void)
{
  int lock = 0;
#pragma omp target parallel num_threads(32) map(tofrom: lock)
  {
    int old = 1;
    while (old) { /* here */
#pragma omp atomic capture seq_cst /* here */
      { old = lock; lock = 1; } /* here */
    }
    /* nobody gives it back */
  }
}

// finds: infinite loop
static void dining(void)
{
  int fork[2] = {0, 0}, meals = 0, met = 0;
#pragma omp target parallel num_threads(2) map(tofrom: fork, meals, met)
  {
    int t = omp_get_thread_num(), old = 1, n = 0;
    while (old) {
#pragma omp atomic capture seq_cst
      { old = fork[t]; fork[t] = 1; }
    }
#pragma omp atomic
    met++;
    while (n < 2) { /* each has one fork */
#pragma omp atomic read
      n = met;
    }
    old = 1;
    while (old) { /* here */
#pragma omp atomic capture seq_cst /* here */
      { old = fork[1 - t]; fork[1 - t] = 1; } /* here */
    }
    meals++;
  }
}

// finds: data race: (read|write) of .* is not ordered with
static void sum_read_early(void)
{
  int sum = 0;
#pragma omp target parallel num_threads(64) map(tofrom: sum, a)
  {
#pragma omp atomic
    sum += 1; /* here */
    a[omp_get_thread_num()] = sum; /* here */
  }
}

// finds: data race: (read|write) of .* is not ordered with
static void two_criticals(void)
{
  int count = 0;
#pragma omp target parallel num_threads(64) map(tofrom: count)
  {
    if (omp_get_thread_num() & 1) {
#pragma omp critical(one) /* here */
      count++; /* here */
    } else {
#pragma omp critical(two) /* here */
      count++; /* here */
    }
  }
}

// finds: data race: (read|write) of .* is not ordered with
static void teams_exchange(void)
{
#pragma omp target teams num_teams(4) thread_limit(32) map(tofrom: a)
  {
    int t = omp_get_team_num();
    a[t] = t; /* here */
    a[100 + t] = a[(t + 1) % 4]; /* here */
  }
}

// finds: data race: (read|write) of .* is not ordered with
static void prefix_sum(void)
{
#pragma omp target parallel num_threads(256) map(tofrom: a)
  {
    int t = omp_get_thread_num();
    for (int d = 1; d < 256; d *= 2) {
      int v = t >= d ? a[t - d] : 0; /* here */
#pragma omp barrier
      a[t] += v; /* here */
    }
  }
}

static void (*const all[])(void) = {
    other_block, next_iteration, in_place_stencil, single_nowait, master_without_barrier, two_barriers, assert_in_branch, lock_taken_twice,
    dining, sum_read_early, two_criticals, teams_exchange, prefix_sum,
};

int main(int argc, char **argv)
{
  unsigned n = argc > 1 ? atoi(argv[1]) : 99;
  if (n >= sizeof all / sizeof *all)
    return 3;
  all[n]();
  puts("nothing found");
  return 0;
}
