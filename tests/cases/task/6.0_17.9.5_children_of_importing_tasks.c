// flags: -fopenmp-version=60
// gcc: no (transparent is new in 6.0)
// OpenMP 6.0 §17.9.5: children of importing tasks depend on what precedes these tasks, and what follows exporting
// tasks depends on their children.
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

static int x, y, z, bad;

static void slow(int *p) {
  usleep(20000);
  *p = 1;
}

static void reads(int *p) {
  #pragma omp task depend(in: p[0]) firstprivate(p)
  if (*p != 1) {
    #pragma omp atomic
    bad++;
  }
}

static void on_host(int imports) {
  x = y = z = 0;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    int n = 1;
    #pragma omp task depend(out: x)
    slow(&x);
    #pragma omp task depend(out: y)
    slow(&y);
    if (imports)
      #pragma omp task transparent(imports) depend(in: y) firstprivate(n)
      {
        reads(&x);
        if (y != n) bad++;
      }
    #pragma omp task depend(out: z)
    slow(&z);
    switch (imports) {
    default:
      #pragma omp task transparent untied
      #pragma omp task transparent
      reads(&z);
    }
    z = x = 0;
    #pragma omp task depend(out: x)
    slow(&x);
    #pragma omp taskloop transparent num_tasks(3) nogroup
    for (int i = 0; i < 3; i++)
      reads(&x);
    #pragma omp task depend(out: z)
    slow(&z);
    #pragma omp target data map(x) transparent(1) firstprivate(n)
    reads(&z);
    z = 0;
    #pragma omp target depend(out: z) map(z) nowait
    z = 1;
    #pragma omp task transparent(3)
    {
      #pragma omp target depend(in: z) map(z) map(tofrom: bad) nowait
      bad += z != 1;
      #pragma omp taskwait
    }
  }
}

static int on_device(void) {
  int order[8] = {0}, n = 0;
  #pragma omp target map(tofrom: order, n)
  {
    int a = 0, b = 0;
    omp_event_handle_t first, inner;
    #pragma omp task detach(first) depend(out: a) default(shared)
    a = 1;
    #pragma omp task transparent(1) default(shared)
    {
      #pragma omp task depend(in: a) default(shared)
      order[0] = ++n;
      order[1] = ++n; // nothing to wait for
      #pragma omp task detach(inner) depend(out: b) default(shared)
      b = 1;
    }
    #pragma omp taskloop transparent nogroup default(shared)
    for (int i = 0; i < 1; i++) {
      #pragma omp task depend(inout: b) default(shared)
      order[2] = ++n;
    }
    #pragma omp task depend(in: b) default(shared)
    order[3] = ++n;
    order[4] = ++n;
    omp_fulfill_event(first);
    #pragma omp taskyield
    order[5] = ++n;
    omp_fulfill_event(inner);
    #pragma omp taskwait
    order[6] = ++n;
  }
  const int want[7] = {3, 1, 5, 6, 2, 4, 7};
  int wrong = 0;
  for (int i = 0; i < 7; i++) wrong += order[i] != want[i];
  if (wrong)
    for (int i = 0; i < 7; i++) printf("%d ", order[i]);
  return wrong;
}

int main(void) {
  on_host(1);
  on_host(3);
  // The host runs a transparent task and its children where they are generated: events fulfilled later are for devices.
  int here = 1;
  #pragma omp target map(from: here)
  here = omp_is_initial_device();
  if (!here) bad += on_device();
  printf(bad ? "%d wrong\n" : "ok\n", bad);
  return bad != 0;
}
