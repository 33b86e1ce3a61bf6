// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// to is the older word for enter; a local variable has a copy on each device that
// is not mapped (5.2 §7.8.1, 6.0 §9.9).
#include <stdio.h>

static int shared_one = 4;
#pragma omp declare target to(shared_one)
static int own;
#pragma omp declare target local(own)
static int part;
#pragma omp groupprivate(part) device_type(any)

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  {
    own = shared_one + 1;
    r = own;
  }
  puts(r == 5 ? "ok" : "wrong");
  return 0;
}
