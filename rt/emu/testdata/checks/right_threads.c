// Kernels whose threads work together in ways that look wrong and are right: nothing may
// be found in them.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1024

static int a[N], b[N], failed;

static void expect(const char *name, long got, long want)
{
  if (got != want) {
    printf("%s: %ld, not %ld\n", name, got, want);
    failed = 1;
  }
}

// A search marks what it reaches: several threads write the same flag.
static void search(void)
{
  static char reached[N], next[N];
  int edges[N][4], stop = 0, rounds = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 4; k++)
      edges[i][k] = (i * 3 + k * 7 + 1) % N;
  memset(reached, 0, N);
  reached[0] = 1;
#pragma omp target data map(tofrom: reached) map(alloc: next) map(to: edges)
  while (!stop && rounds < 100) {
    stop = 1, rounds++;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      next[i] = 0;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      if (reached[i])
        for (int k = 0; k < 4; k++)
          if (!reached[edges[i][k]])
            next[edges[i][k]] = 1;
#pragma omp target teams distribute parallel for map(tofrom: stop)
    for (int i = 0; i < N; i++)
      if (next[i]) {
        reached[i] = 1;
        stop = 0;
      }
  }
  int n = 0;
  for (int i = 0; i < N; i++)
    n += reached[i];
  expect("search", n, N);
}

// Two buffers of a team: with one barrier a turn.
static void double_buffer(void)
{
#pragma omp target teams num_teams(3) thread_limit(64) map(tofrom: a)
  {
    int tile[2][64], team = omp_get_team_num();
#pragma omp parallel num_threads(64)
    {
      int t = omp_get_thread_num(), s = 0;
      for (int turn = 0; turn < 6; turn++) {
        tile[turn & 1][t] = t + turn;
#pragma omp barrier
        s += tile[turn & 1][63 - t];
      }
      a[team * 64 + t] = s;
    }
  }
  expect("double buffer", a[5], 6 * 58 + 15);
}

// Threads of a warp exchange through memory, in order by a flush-free ordered loop.
static void ordered_loop(void)
{
  int sum = 0;
#pragma omp target parallel num_threads(32) map(tofrom: sum, a)
#pragma omp for ordered
  for (int i = 0; i < 64; i++) {
#pragma omp ordered
    {
      sum = sum * 3 + i;
      sum %= 1000;
    }
  }
  int want = 0;
  for (int i = 0; i < 64; i++)
    want = (want * 3 + i) % 1000;
  expect("ordered", sum, want);
}

// A lock that is tried, and other work done meanwhile, by all threads of a warp.
static void try_lock(void)
{
  int lock = 0, count = 0, other = 0;
#pragma omp target parallel num_threads(64) map(tofrom: lock, count, other)
  for (int got = 0; !got;) {
    int old;
#pragma omp atomic compare capture acquire
    { old = lock; if (lock == 0) lock = 1; }
    if (old == 0) {
      count++;
#pragma omp atomic write release
      lock = 0;
      got = 1;
    } else {
#pragma omp atomic
      other++;
    }
  }
  expect("try lock", count, 64);
}

// omp locks in a target region.
static void omp_locks(void)
{
  int count[4] = {0};
#pragma omp target parallel num_threads(96) map(tofrom: count)
  for (int k = 0; k < 4; k++) {
#pragma omp critical
    count[k] += k;
  }
  expect("omp locks", count[3], 288);
}

// A chain of teams, each of which waits for the one before it.
static void chain(void)
{
  int ready[9] = {1}, data[9] = {1};
#pragma omp target teams num_teams(8) thread_limit(32) map(tofrom: ready, data)
  {
    int t = omp_get_team_num(), r = 0;
    while (!r) {
#pragma omp atomic read acquire
      r = ready[t];
    }
    data[t + 1] = data[t] * 2;
#pragma omp atomic write release
    ready[t + 1] = 1;
  }
  expect("chain", data[8], 256);
}

// A barrier between teams, made of an atomic counter.
static void grid_barrier(void)
{
  int arrived = 0;
#pragma omp target teams num_teams(4) thread_limit(32) map(tofrom: arrived, a)
  {
    int t = omp_get_team_num(), n;
    a[t] = t + 1;
#pragma omp atomic capture acq_rel
    n = ++arrived;
    while (n < 4) {
#pragma omp atomic read acquire
      n = arrived;
    }
    a[100 + t] = a[(t + 1) % 4] + a[(t + 3) % 4];
  }
  expect("grid barrier", a[100] + a[101] + a[102] + a[103], 20);
}

// One thread fills a ring, another one empties it.
static void ring(void)
{
  int slot[4], head = 0, tail = 0, sum = 0;
#pragma omp target parallel num_threads(64) map(alloc: slot) map(tofrom: head, tail, sum)
  {
    int t = omp_get_thread_num();
    if (t == 0) {
      for (int i = 0; i < 20; i++) {
        int done = 0;
        do {
#pragma omp atomic read acquire
          done = tail;
        } while (i - done >= 4);
        slot[i & 3] = i;
#pragma omp atomic write release
        head = i + 1;
      }
    } else if (t == 40) {
      for (int i = 0; i < 20; i++) {
        int there = 0;
        do {
#pragma omp atomic read acquire
          there = head;
        } while (there <= i);
        sum += slot[i & 3];
#pragma omp atomic write release
        tail = i + 1;
      }
    }
  }
  expect("ring", sum, 190);
}

// Threads that are done leave; the others meet at barriers of the reduction.
static void half_reduction(void)
{
  int sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) num_teams(5) thread_limit(96) map(tofrom: a)
  for (int i = 0; i < 777; i++)
    sum += i % 5;
  int want = 0;
  for (int i = 0; i < 777; i++)
    want += i % 5;
  expect("half reduction", sum, want);
}

// A scan by one block in two buffers.
static void scan(void)
{
  for (int i = 0; i < 256; i++)
    b[i] = 1;
#pragma omp target parallel num_threads(256) map(tofrom: b) map(alloc: a)
  {
    int t = omp_get_thread_num();
    int *from = b, *to = a;
    for (int d = 1; d < 256; d *= 2) {
      to[t] = from[t] + (t >= d ? from[t - d] : 0);
#pragma omp barrier
      int *swap = from;
      from = to, to = swap;
    }
  }
  expect("scan", b[255], 256);
}

// The maximum by compare and swap of bits.
static void float_max(void)
{
  float most = -1;
#pragma omp target teams distribute parallel for map(tofrom: most)
  for (int i = 0; i < N; i++) {
    float v = (i * 37) % 1000;
#pragma omp atomic compare
    if (most < v) { most = v; }
  }
  expect("float max", most, 999);
}

// One thread publishes a pointer to what it has made.
static void publish(void)
{
  int *box = NULL, seen = 0;
  int store[2] = {0, 0};
#pragma omp target parallel num_threads(64) map(tofrom: box, seen, store)
  {
    int t = omp_get_thread_num();
    if (t == 33) {
      store[1] = 77;
#pragma omp atomic write release
      box = store;
    } else if (t == 1) {
      int *p = NULL;
      while (!p) {
#pragma omp atomic read acquire
        p = box;
      }
      seen = p[1];
    }
  }
  expect("publish", seen, 77);
}

// A fence of the team's scope is enough between threads of a team.
static void scope_of_the_team(void)
{
  int flag = 0, data = 0, seen = 0;
#pragma omp target parallel num_threads(96) map(tofrom: flag, data, seen)
  {
    int t = omp_get_thread_num();
    if (t == 64) {
      data = 44;
#pragma omp flush memscope(cgroup)
#pragma omp atomic write
      flag = 1;
    } else if (t == 3) {
      int f = 0;
      while (!f) {
#pragma omp atomic read
        f = flag;
      }
#pragma omp flush memscope(cgroup)
      seen = data;
    }
  }
  expect("scope of the team", seen, 44);
}

int main(void)
{
  search();
  double_buffer();
  ordered_loop();
  try_lock();
  omp_locks();
  chain();
  grid_barrier();
  ring();
  half_reduction();
  scan();
  float_max();
  publish();
  scope_of_the_team();
  puts(failed ? "wrong" : "ok");
  return failed;
}
