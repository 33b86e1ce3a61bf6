// LLVM's map modifier ompx_hold: nothing but the end of its construct takes the list item from the device.
// gcc: no (an extension of clang)
#include <omp.h>
#include <stdio.h>

static int present(void *p) { return omp_target_is_present(p, omp_get_default_device()); }

int main(void) {
  int x = 1, a[4] = {1, 2, 3, 4}, host = omp_get_default_device() == omp_get_initial_device();
  #pragma omp target data map(ompx_hold, tofrom: x) map(ompx_hold to: a)
  {
    #pragma omp target map(tofrom: x)
    x++;
    #pragma omp target exit data map(delete: x, a[0:4])
    printf("%d %d\n", present(&x), present(a));
    #pragma omp target exit data map(from: x)
    printf("%d\n", present(&x));
    #pragma omp target map(ompx_hold, alloc: a)
    a[0] = 9;
    printf("%d %d\n", present(a), a[0] == (host ? 9 : 1));
    #pragma omp target map(tofrom: x)
    x++;
  }
  printf("%d %d %d\n", host || !present(&x), host || !present(a), x);
  // What others have mapped stays, too; a delete is carried out where nothing holds.
  #pragma omp target enter data map(to: x)
  #pragma omp target data map(ompx_hold, tofrom: x)
  {
    #pragma omp target exit data map(delete: x)
    printf("%d\n", present(&x));
  }
  printf("%d\n", host || !present(&x));
}
