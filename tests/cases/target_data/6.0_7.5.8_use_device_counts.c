// flags: -fopenmp-version=60
// only: device
// gcc: no (use_device_ptr counts from 6.0 on)
// OpenMP 6.0 §7.5.8, §7.5.10: what a use_device_ptr or use_device_addr item refers to counts as
// mapped by the construct; where nothing is mapped the item keeps its value.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 10 };

static int failed;

static void expect(const char *what, long got, long want)
{
  if (got == want)
    return;
  printf("%s: %ld, not %ld\n", what, got, want);
  failed = 1;
}

int main(void)
{
  int dev = omp_get_default_device(), a[N] = {0}, x = 1, unmapped = 3;
  int *p = malloc(N * sizeof *p), *host = p, *q = &unmapped, *null = NULL;
  for (int i = 0; i < N; i++)
    p[i] = i;
#pragma omp target enter data map(to: p[:N], a, x)
#pragma omp target_data use_device_ptr(p) use_device_addr(a, x)
  {
#pragma omp target exit data map(from: host[:N])
    expect("p is counted", omp_target_is_present(host, dev), 1);
    expect("p is not copied", host[0], 0);
#pragma omp target is_device_ptr(p) has_device_addr(x)
    {
      p[1] = 43;
      x = 7;
    }
  }
  expect("the count is given back", omp_target_is_present(host, dev), 0);
  expect("x is still mapped", omp_target_is_present(&x, dev), 1);
  int *address = &x;
#pragma omp target_data use_device_addr(x)
  {
#pragma omp target exit data map(release: address[:1])
    expect("x is counted", omp_target_is_present(address, dev), 1);
  }
  expect("x goes", omp_target_is_present(&x, dev), 0);
  /* In the middle of what is mapped, and behind it. */
#pragma omp target enter data map(to: host[2:4])
  int *middle = host + 3, *behind = host + 6;
#pragma omp target_data use_device_ptr(middle, behind)
  {
#pragma omp target exit data map(delete: host[2:4])
    expect("deleted", omp_target_is_present(host + 3, dev), 0);
    expect("behind keeps its value", behind == host + 6, 1);
  }
  /* Where nothing is mapped, nor at the end only. */
#pragma omp target_data use_device_ptr(q, null) use_device_addr(unmapped)
  {
    expect("keeps its value", q == &unmapped && null == NULL, 1);
    int *u = q;
#pragma omp target enter data map(to: u[:1])
  }
  expect("mapped inside", omp_target_is_present(&unmapped, dev), 1);
  /* The same storage by two names on one construct. */
#pragma omp target_data map(tofrom: host[:N]) use_device_ptr(p)
  {
#pragma omp target is_device_ptr(p)
    p[2] = 99;
  }
  expect("copied back", host[2], 99);
  expect("by two names", omp_target_is_present(host, dev), 0);
#pragma omp target exit data map(release: a, unmapped)
  expect("a", omp_target_is_present(a, dev), 0);
  free(host);
  puts(failed ? "failed" : "ok");
  return failed;
}
