// flags: -fopenmp-version=61
// gcc: no (6.1)
// The modifier attach of map says whether the base pointers of list items are attached: auto where the pointer or what it
// points to is new, always, or never (6.1).
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 8 };
struct list {
  int n, *p;
};
#pragma omp declare mapper(apart : struct list l) map(l) map(attach(never), tofrom : l.p[0 : N])
#pragma omp declare mapper(tied : struct list l) map(l) map(attach(always), tofrom : l.p[0 : N])

static int a[N], wrong;
static struct list s;

/* seen is what the device's s.p is. */
static uintptr_t seen(void)
{
  uintptr_t p = 0;
#pragma omp target map(present, alloc : s) map(from : p)
  p = (uintptr_t)s.p;
  return p;
}

static void expect(uintptr_t p, int attached)
{
  uintptr_t there = (uintptr_t)omp_get_mapped_ptr(a, omp_get_default_device());
  wrong += p != (attached ? there : (uintptr_t)a);
}

static void enter(void)
{
#pragma omp target enter data map(to : s)
#pragma omp target enter data map(attach(never), to : s.p[0 : N])
  expect(seen(), 0);
#pragma omp target enter data map(attach(auto), to : s.p[0 : N]) /* nothing is new */
  expect(seen(), 0);
#pragma omp target enter data map(attach(always), to : s.p[0 : N])
  expect(seen(), 1);
  int sum = 0;
#pragma omp target map(present, alloc : s) map(tofrom : sum)
  for (int i = 0; i < N; i++)
    sum += s.p[i];
  wrong += sum != N * (N - 1) / 2;
#pragma omp target exit data map(delete : s.p[0 : N])
#pragma omp target exit data map(delete : s)
}

static void in_constructs(void)
{
  uintptr_t p = 0;
#pragma omp target map(tofrom : s) map(attach(never), tofrom : s.p[0 : N]) map(from : p)
  p = (uintptr_t)s.p;
  wrong += p != (uintptr_t)a;

#pragma omp target data map(tofrom : s) map(attach(never) : s.p[0 : N])
  {
    expect(seen(), 0);
#pragma omp target map(present, alloc : s) map(attach(always), alloc : s.p[0 : N])
    s.p[1] += s.n;
    expect(seen(), 1);
  }
  wrong += a[1] != 1 + s.n;
  a[1] = 1;

#pragma omp target data map(to : s)
#pragma omp target data map(always, attach(auto), tofrom : s.p[0 : N])
  expect(seen(), 1);
}

static void in_mappers(void)
{
#pragma omp target enter data map(mapper(apart), to : s)
  expect(seen(), 0);
#pragma omp target enter data map(mapper(tied), to : s)
  expect(seen(), 1);
#pragma omp target exit data map(mapper(tied), delete : s)
  wrong += omp_target_is_present(&s, omp_get_default_device()) && omp_get_num_devices() > 0;
}

int main(void)
{
  for (int i = 0; i < N; i++)
    a[i] = i;
  s.n = 5;
  s.p = a;
  enter();
  in_constructs();
  in_mappers();
  puts(wrong ? "wrong" : "ok");
  return 0;
}
