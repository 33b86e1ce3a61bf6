// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8, §5.8: what variables of the device a reverse-offload region gets, and what comes back: structures,
 * arrays, sections, what pointers of the device point to, and what has no value yet. */
#include <stdio.h>
#include <string.h>
#pragma omp requires reverse_offload

struct point {
  char tag;
  double x, y;
  int row[3];
};

static struct point kept;
static int checks, failures;
static int *host_a, *last;

static void expect(const char *what, int ok)
{
  checks++;
  if (!ok) printf("%s\n", what), failures++;
}
#pragma omp declare target device_type(host) enter(expect)

int main(void)
{
  int a[12], n = 1, wrong = 0;
  struct point mapped = {'m', 1, 2, {3, 4, 5}};
  host_a = a;
  for (int i = 0; i < 12; i++) a[i] = i;
#pragma omp target map(tofrom: a, mapped, wrong, n)
  {
    struct point p = {'p', 1.5, 2.5, {1, 2, 3}}, q;
    int local[10], part[100], i, count;
    short half = -3;
    float wide = 1.25f;
    for (int k = 0; k < 10; k++) local[k] = k * k;
    for (int k = 40; k < 60; k++) part[k] = k;
    n = 5;

    /* Values of the device: a mapped scalar is firstprivate as any other one is. */
#pragma omp target device(ancestor: 1) firstprivate(p, half)
    {
      expect("firstprivate structure", p.tag == 'p' && p.x == 1.5 && p.row[2] == 3);
      expect("firstprivate scalars", n == 5 && half == -3 && wide == 1.25f);
      kept = p;
      p.x = 9, n = 77;
    }
    wrong += p.x != 1.5 || n != 5;

    /* What has no value yet, and what comes back alone. */
#pragma omp target device(ancestor: 1) map(from: q, count)
    {
      for (i = 0, count = 0; i < 4; i++) count += i;
      memset(&q, 0, sizeof q);
      q.y = 8, q.row[1] = 6;
    }
    wrong += count != 6 || q.y != 8 || q.row[1] != 6 || q.tag != 0;

    /* Aggregates are tofrom (5.2 §5.8.7). */
#pragma omp target device(ancestor: 1)
    {
      expect("implicit aggregates", local[9] == 81 && q.y == 8);
      local[3] = 100;
      q.tag = 'q';
    }
    wrong += local[3] != 100 || q.tag != 'q';

    /* Sections of an array, of which the rest has no value. */
#pragma omp target device(ancestor: 1) map(tofrom: part[40:20])
    {
      expect("section of an array", part[40] == 40 && part[59] == 59);
      part[41] = -1;
    }
    wrong += part[41] != -1 || part[42] != 42;

    /* A pointer to the device's own storage, by a section. */
    int *own = &local[2];
#pragma omp target device(ancestor: 1) map(tofrom: own[1:3])
    {
      expect("section of a pointer", own[1] == 100 && own[3] == 25);
      own[2] = 200;
    }
    wrong += local[4] != 200 || own != &local[2];

    /* A pointer to what the host has, too: the host's storage is meant, and moved only if always says so. */
    int *shared = &a[4];
    a[6] = 600, a[7] = 700;
#pragma omp target device(ancestor: 1)
    {
      expect("pointer to mapped storage", shared == host_a + 4 || shared[0] == 4);
      last = shared;
    }
#pragma omp target device(ancestor: 1) map(always, tofrom: shared[2:2])
    {
      expect("section of mapped storage", shared[2] == 600 && shared[3] == 700);
      shared[2] = 601;
    }
    wrong += a[6] != 601;

    /* The host's structure, with its own values until always moves the device's. */
    mapped.x = 10;
#pragma omp target device(ancestor: 1) map(always, to: mapped)
    {
      expect("mapped structure", mapped.x == 10 && mapped.row[2] == 5);
      kept.y = mapped.x;
    }

    /* A null pointer stays one. */
    int *none = 0;
#pragma omp target device(ancestor: 1)
    expect("null pointer", none == 0);
  }
  if (failures || wrong || checks != 9)
    return printf("%d failures, %d wrong on the device, %d checks\n", failures, wrong, checks), 1;
  if (kept.x != 1.5 || kept.y != 10 || last != &a[4] || a[6] != 601)
    return printf("kept %g %g, last %d, a[6] %d\n", kept.x, kept.y, (int)(last - a), a[6]), 1;
  puts("ok");
}
