// Kernels that look wrong and are right: nothing may be found in them.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1024

static int a[N], b[N], failed;
static unsigned char bytes[N];

static void expect(const char *name, long got, long want)
{
  if (got != want) {
    printf("%s: %ld, not %ld\n", name, got, want);
    failed = 1;
  }
}

static long total(void)
{
  long s = 0;
  for (int i = 0; i < N; i++)
    s += a[i];
  return s;
}

// The last team adds up what the others have left.
static void last_team(void)
{
  int part[16], done = 0, sum = 0;
#pragma omp target teams num_teams(16) thread_limit(32) map(alloc: part) map(tofrom: done, sum)
  {
    int t = omp_get_team_num(), old;
    part[t] = t + 1;
#pragma omp atomic capture acq_rel
    old = done++;
    if (old == omp_get_num_teams() - 1) {
      int s = 0;
      for (int i = 0; i < omp_get_num_teams(); i++)
        s += part[i];
      sum = s;
    }
  }
  expect("last team", sum, 136);
}

// A lock between teams, taken by compare and swap.
static void spin_lock(void)
{
  int lock = 0, count = 0;
#pragma omp target teams num_teams(8) thread_limit(32) map(tofrom: lock, count)
  {
    int got = 0;
    while (!got) {
      int old;
#pragma omp atomic compare capture acquire
      { old = lock; if (lock == 0) lock = 1; }
      got = old == 0;
    }
    count++;
#pragma omp atomic write release
    lock = 0;
  }
  expect("spin lock", count, 8);
}

// A ticket lock.
static void ticket_lock(void)
{
  int next = 0, serving = 0, count = 0;
#pragma omp target teams num_teams(6) thread_limit(32) map(tofrom: next, serving, count)
  {
    int mine, now = -1;
#pragma omp atomic capture
    mine = next++;
    while (now != mine) {
#pragma omp atomic read acquire
      now = serving;
    }
    count += 2;
#pragma omp atomic write release
    serving = mine + 1;
  }
  expect("ticket lock", count, 12);
}

// Each thread has a byte of its own in the words that they share.
static void own_bytes(void)
{
#pragma omp target teams distribute parallel for map(tofrom: bytes)
  for (int i = 0; i < N; i++)
    bytes[i] = bytes[i ^ 0] + 1 + (i & 1);
  long s = 0;
  for (int i = 0; i < N; i++)
    s += bytes[i];
  expect("bytes", s, N + N / 2);
}

// One thread writes the word's lower half, another one its upper half.
static void halves(void)
{
  static short h[2 * N];
#pragma omp target teams distribute parallel for map(tofrom: h)
  for (int i = 0; i < 2 * N; i++)
    h[i] = i & 3;
  long s = 0;
  for (int i = 0; i < 2 * N; i++)
    s += h[i];
  expect("halves", s, 3 * N);
}

// Shared memory is used again behind a barrier.
static void tile_twice(void)
{
#pragma omp target teams num_teams(4) thread_limit(64) map(tofrom: a)
  {
    int tile[64], team = omp_get_team_num();
#pragma omp parallel num_threads(64)
    {
      int t = omp_get_thread_num();
      for (int turn = 0; turn < 3; turn++) {
        tile[t] = t + turn;
#pragma omp barrier
        a[team * 64 + t] += tile[63 - t];
#pragma omp barrier
      }
    }
  }
  expect("tile twice", total(), 4 * 3 * (63 * 64 / 2 + 64));
}

// A flag that is set behind a flush.
static void flag_and_flush(void)
{
  int flag = 0, data = 0, seen = 0;
#pragma omp target parallel num_threads(96) map(tofrom: flag, data, seen)
  {
    int t = omp_get_thread_num();
    if (t == 64) {
      data = 42;
#pragma omp flush
#pragma omp atomic write
      flag = 1;
    } else if (t == 3) {
      int f = 0;
      while (!f) {
#pragma omp atomic read
        f = flag;
      }
#pragma omp flush
      seen = data;
    }
  }
  expect("flag and flush", seen, 42);
}

// The flag is set by a thread of the same warp as the one that waits.
static void flag_in_warp(void)
{
  int flag = 0, data = 0, seen = 0;
#pragma omp target parallel num_threads(32) map(tofrom: flag, data, seen)
  {
    int t = omp_get_thread_num();
    if (t == 0) {
      int f = 0;
      while (!f) {
#pragma omp atomic read acquire
        f = flag;
      }
      seen = data;
    } else if (t == 31) {
      data = 43;
#pragma omp atomic write release
      flag = 1;
    }
  }
  expect("flag in warp", seen, 43);
}

// Atomic operations on words and on the long long that holds both (which OpenMP does not let be
// written: the compiler does not see that it is).
static void sizes(void)
{
  union { long long both; int half[2]; } u = {0};
#pragma omp target teams distribute parallel for map(tofrom: u)
  for (int i = 0; i < N; i++) {
    void *p = &u;
    if (i & 1) {
#pragma omp atomic
      ((int *)p)[0] += 1;
    } else {
#pragma omp atomic
      ((long long *)p)[0] += 1LL << 32;
    }
  }
  expect("sizes", u.half[0] + u.half[1], N);
}

// Atomic operations on single bytes beside each other.
static void atomic_bytes(void)
{
  unsigned char c[4] = {0};
#pragma omp target teams distribute parallel for map(tofrom: c)
  for (int i = 0; i < 256; i++) {
#pragma omp atomic
    c[i & 3]++;
  }
  expect("atomic bytes", c[0] + c[1] + c[2] + c[3], 256);
}

// All read what one has written before the region.
static void read_by_all(void)
{
  int n = 3;
#pragma omp target teams num_teams(4) map(tofrom: a) firstprivate(n)
  {
    int first = n * 2;
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      a[omp_get_team_num() * 64 + i] = first;
  }
  expect("read by all", a[0] + a[255], 12);
}

// Each element is written by one thread and then read by another of the next loop.
static void two_loops(void)
{
#pragma omp target parallel num_threads(128) map(tofrom: a, b)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i];
  }
  expect("two loops", b[0] + b[N - 1], N - 1);
}

// Threads leave the loop one after the other, then meet at a barrier.
static void uneven(void)
{
  int most = 0;
#pragma omp target parallel num_threads(64) map(tofrom: most, a)
  {
    int t = omp_get_thread_num(), s = 0;
    for (int i = 0; i < t; i++)
      s += i & 1;
    a[t] = s;
#pragma omp barrier
#pragma omp single
    for (int i = 0; i < 64; i++)
      most = a[i] > most ? a[i] : most;
  }
  expect("uneven", most, 31);
}

// A critical region in divergent code.
static void critical_in_if(void)
{
  int sum = 0;
#pragma omp target teams num_teams(3) thread_limit(64) map(tofrom: sum)
#pragma omp parallel
  if (omp_get_thread_num() % 3 == 0) {
#pragma omp critical
    sum += 1;
  }
  expect("critical", sum > 0 && sum % 22 == 0, 1);
}

// A list that threads push their elements on.
static void push(void)
{
  struct node { int next; } node[256];
  int head = -1, length = 0;
  memset(node, 0, sizeof node);
#pragma omp target teams distribute parallel for map(tofrom: node, head)
  for (int i = 0; i < 256; i++) {
    int old, was;
#pragma omp atomic read
    old = head;
    do {
      was = old;
      node[i].next = was;
#pragma omp atomic compare capture acq_rel
      { old = head; if (head == was) head = i; }
    } while (old != was);
  }
  for (int i = head; i >= 0 && length < 300; i = node[i].next)
    length++;
  expect("push", length, 256);
}

// The storage of an array is used again by another team's part behind the end of
// the kernel.
static void two_kernels(void)
{
  memset(a, 0, sizeof a);
#pragma omp target data map(tofrom: a)
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      a[N - 1 - i] += 1;
  }
  expect("two kernels", total(), (long)N * (N - 1) / 2 + N);
}

// Padding of a structure is copied although nobody has set it.
static void padding(void)
{
  struct odd { char c; double d; } x = {1, 2}, y[4];
#pragma omp target map(to: x) map(from: y)
  for (int i = 0; i < 4; i++) {
    struct odd z;
    z.c = x.c;
    z.d = x.d + i;
    y[i] = z;
  }
  expect("padding", y[3].c + (int)y[3].d, 6);
}

// Threads look for something; whoever finds it says so.
static void found(void)
{
  volatile int *flag = malloc(sizeof *flag);
  *flag = 0;
#pragma omp target teams distribute parallel for map(tofrom: flag[:1])
  for (int i = 0; i < N; i++)
    if (i % 100 == 7)
      *flag = 1;
  expect("found", *flag, 1);
  free((void *)flag);
}

// Recursion with different depths in the threads of a warp.
#pragma omp begin declare target
static int depth(int n) { return n < 2 ? n : depth(n - 1) + depth(n - 2); }
static int twice(int n) { return 2 * n; }
static int half(int n) { return n / 2; }
#pragma omp end declare target

static void recursion(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < 64; i++)
    a[i] = depth(i % 10);
  expect("recursion", a[9] + a[8], 55);
}

static void indirect(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < 64; i++) {
    int (*f)(int) = i & 1 ? twice : half;
    a[i] = f(i);
  }
  expect("indirect", a[63] + a[62], 126 + 31);
}

// Memory of the device's heap goes from thread to thread.
static void heap(void)
{
  int sum = 0;
#pragma omp target parallel num_threads(64) map(tofrom: sum)
  {
    int *p = malloc(4 * sizeof *p);
    for (int i = 0; i < 4; i++)
      p[i] = omp_get_thread_num();
    int s = 0;
    for (int i = 0; i < 4; i++)
      s += p[i];
    free(p);
#pragma omp atomic
    sum += s;
  }
  expect("heap", sum, 4 * 63 * 64 / 2);
}

int main(void)
{
  last_team();
  spin_lock();
  ticket_lock();
  own_bytes();
  halves();
  tile_twice();
  flag_and_flush();
  flag_in_warp();
  sizes();
  atomic_bytes();
  read_by_all();
  two_loops();
  uneven();
  critical_in_if();
  push();
  two_kernels();
  padding();
  found();
  recursion();
  indirect();
  heap();
  puts(failed ? "wrong" : "ok");
  return failed;
}
