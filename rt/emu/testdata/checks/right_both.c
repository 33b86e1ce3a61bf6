// Kernels on one array that look wrong and are right, for all compilers: what each leaves is
// what it leaves without OpenMP, and nothing may be found, also as clang compiles it.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 1024

static int a[N];

// Windows overlap, but there both write the same.
static void same_in_both(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < 200; i++)
    for (int k = 0; k < 5; k++)
      a[4 * i + k] = 7 * (4 * i + k);
}

// Each pair is exchanged by one thread.
static void reverse(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < N / 2; i++) {
    int x = a[i];
    a[i] = a[N - 1 - i];
    a[N - 1 - i] = x;
  }
}

// Each thread has a byte of its own; behind the loop's barrier it reads its neighbours'.
static void bytes(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
  {
    unsigned char *c = (unsigned char *)a;
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 256; i++)
      c[i] = 3 * i;
#pragma omp for schedule(static, 1)
    for (int i = 1; i < 255; i++)
      a[256 + i] = c[i - 1] + c[i + 1];
  }
}

// Threads that are neighbours exchange in two steps.
static void exchange(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
  {
#pragma omp for
    for (int i = 0; i < 512; i++)
      a[512 + i] = a[i ^ 1];
#pragma omp for
    for (int i = 0; i < 512; i++)
      a[i] = a[512 + (i ^ 2)];
  }
}

// What is written as one word of 64 bits is read as two, by the same thread.
static void punned(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < N / 2; i++) {
    long long v = (long long)i << 33 | i;
    memcpy(&a[2 * i], &v, sizeof v);
    unsigned short h[2];
    memcpy(h, &a[2 * i + 1], sizeof h);
    a[2 * i] += h[0] + h[1];
  }
}

// Integers at odd addresses are copied by bytes.
static void odd_copies(void)
{
#pragma omp target parallel for num_threads(64) map(tofrom: a)
  for (int i = 0; i < 64; i++) {
    int v = 1000003 * i;
    memcpy((char *)a + 5 * i + 1, &v, sizeof v);
  }
}

// Negative indices, and an address that is computed with integers.
static void from_the_middle(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = -512; i < 512; i++) {
    int *m = a + 512;
    int *p = (int *)((uintptr_t)m + (intptr_t)i * 4);
    *p = m[i] - 2 * i;
  }
}

// The same threads have the same iterations: there is no need to wait.
static void same_schedule(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
  {
#pragma omp for schedule(static, 2) nowait
    for (int i = 0; i < 512; i++)
      a[i] = 5 * i;
#pragma omp for schedule(static, 2) nowait
    for (int i = 0; i < 512; i++)
      a[512 + i] = a[i] + 1;
  }
}

// A comparison that never holds does not write: others may read at the same time.
static void swap_fails(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 1; i < N; i++) {
    int old = -1;
    __atomic_compare_exchange_n(&a[0], &old, i, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    a[i] = a[0] + old + i;
  }
}

// Slots of a table are taken by an atomic counter; their sum is the same in any order.
static void slots(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = 0;
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 300; i++) {
      int n;
#pragma omp atomic capture
      n = a[0]++;
      a[1 + n] = 1;
    }
  }
}

// A minimum by atomics, read plainly behind the barrier.
static void minimum(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
  {
#pragma omp for schedule(static, 1)
    for (int i = 1; i < 512; i++) {
      int v = (i * 7919 + 13) % 1009;
#pragma omp atomic compare
      if (v < a[600]) { a[600] = v; }
    }
#pragma omp for
    for (int i = 0; i < 512; i++)
      a[i] += a[600];
  }
}

// Critical regions of two names, one within the other.
static void two_names(void)
{
#ifndef NO_CRITICAL // clang-19's device runtime for NVIDIA GPUs lacks a function for them
#pragma omp target parallel for num_threads(32) map(tofrom: a)
  for (int i = 0; i < 40; i++) {
#pragma omp critical(outer)
    {
      a[0] += i;
#pragma omp critical(inner)
      a[1] ^= i;
    }
  }
#endif
}

// Sections that write beside each other, in one word.
static void parts_of_a_word(void)
{
#pragma omp target parallel num_threads(4) map(tofrom: a)
#pragma omp sections
  {
#pragma omp section
    ((char *)a)[0] = 1;
#pragma omp section
    ((char *)a)[1] = 2;
#pragma omp section
    ((short *)a)[1] = 3;
  }
}

// Threads leave their loops at different times, and some go on through a switch.
static void uneven(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < N; i++) {
    int x = i, n = 0;
    while (x != 1 && n < 40) {
      switch (x & 3) {
      case 0: x /= 4; break;
      case 1: x = 3 * x + 1; break;
      case 2: x /= 2; continue;
      default: x += 1;
      }
      n++;
    }
    a[i] = 100 * n + x % 100;
  }
}

// Wide integers and floats that are bits.
static void wide(void)
{
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64) map(tofrom: a)
  for (int i = 0; i < N; i++) {
    unsigned __int128 p = (unsigned __int128)(i * 0x123456789abcdefULL) * 0xfedcba987654321ULL;
    union { float f; int bits; } u = {.f = i * 0.5f};
    a[i] = (int)(p >> 70) ^ u.bits;
  }
}

// One thread for all, whose result goes to the others.
static void one_for_all(void)
{
#pragma omp target parallel num_threads(64) map(tofrom: a)
  {
#pragma omp single
    for (int i = 0; i < 10; i++)
      a[i] = 10 * i;
#pragma omp for
    for (int i = 10; i < 512; i++)
      a[i] = a[i % 10];
#pragma omp single nowait
    a[600] = a[500] + a[511];
  }
}

static const struct { const char *name; void (*f)(void); } all[] = {
    {"same_in_both", same_in_both}, {"reverse", reverse}, {"bytes", bytes}, {"exchange", exchange}, {"punned", punned}, {"odd_copies", odd_copies},
    {"from_the_middle", from_the_middle}, {"same_schedule", same_schedule}, {"swap_fails", swap_fails}, {"slots", slots}, {"minimum", minimum},
    {"two_names", two_names}, {"parts_of_a_word", parts_of_a_word}, {"uneven", uneven}, {"wide", wide}, {"one_for_all", one_for_all},
};

int main(void)
{
  for (unsigned n = 0; n < sizeof all / sizeof *all; n++) {
    uint64_t hash = 14695981039346656037ULL;
    for (int i = 0; i < N; i++)
      a[i] = i;
    all[n].f();
    for (unsigned i = 0; i < sizeof a; i++)
      hash = (hash ^ ((unsigned char *)a)[i]) * 1099511628211ULL;
    printf("%s %016llx\n", all[n].name, (unsigned long long)hash);
  }
  return 0;
}
