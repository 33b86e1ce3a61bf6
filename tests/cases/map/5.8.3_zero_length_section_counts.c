// A zero-length section in mapped storage is present, so that a construct counts it; elsewhere it is nothing.
#include <omp.h>
#include <stdio.h>

static int a[10], other[10];

int main(void)
{
  int *b = a, *o = other, n = 0, dev = omp_get_default_device(), bad = 0;
  if (dev == omp_get_initial_device() || omp_get_num_devices() == 0) {
    puts("ok");
    return 0;
  }
#pragma omp target enter data map(to: a)
#pragma omp target exit data map(release: b[:0])
  bad |= omp_target_is_present(a, dev);

#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: b[3:n])
#pragma omp target exit data map(release: a)
  bad |= !omp_target_is_present(a, dev) << 1;
#pragma omp target exit data map(from: b[:n])
  bad |= omp_target_is_present(a, dev) << 2;

  // A region of target data holds the object; one item of two counts.
#pragma omp target enter data map(to: a)
#pragma omp target data map(to: b[:n], a)
  {
#pragma omp target exit data map(release: a)
    bad |= !omp_target_is_present(a, dev) << 3;
  }
  bad |= omp_target_is_present(a, dev) << 4;

  // Sections that lie in nothing, behind the end, and what base pointers stand for.
#pragma omp target enter data map(to: a)
#pragma omp target data map(to: o[:n])
  {
#pragma omp target enter data map(to: other)
  }
  bad |= !omp_target_is_present(other, dev) << 5;
#pragma omp target exit data map(release: b[10:n], other)
  bad |= !omp_target_is_present(a, dev) << 6;
#pragma omp target map(tofrom: n)
  n = b != 0;
  n = 0;
#pragma omp target exit data map(delete: b[:n])
  bad |= omp_target_is_present(a, dev) << 7;
  printf(bad ? "wrong: %#x\n" : "ok\n", (unsigned)bad);
  return bad;
}
