#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  {
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 200; i++) {
      omp_set_lock(&lock);
      n = n + 1;
      omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
  }
  puts(n == 200 ? "ok" : "locks on the device");
  return 0;
}
