// amd: slow
// A map of 5 GiB: what the checks keep of it is made as it is needed.
#include <stdio.h>
#include <sys/mman.h>

#ifdef MISTAKE
#define AT n / 2
#else
#define AT n / 2 - 1
#endif

int main(void) {
  size_t n = 5ul << 30;
  char *p = mmap(0, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    return 2;
  p[0] = 10, p[n - 1] = 20;
#pragma omp target enter data map(alloc: p[0:n])
#pragma omp target update to(p[0:4096], p[n - 4096:4096])
#pragma omp target
  {
    p[n / 2 - 1] = 1;
    p[0] += p[AT];
    p[n - 1]++;
  }
#pragma omp target update from(p[0:4096], p[n - 4096:4096])
#pragma omp target exit data map(delete: p[0:n])
  puts(p[0] == 11 && p[n - 1] == 21 ? "ok" : "wrong");
  return 0;
}
