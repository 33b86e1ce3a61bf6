// An index leaves an array of the kernel.
#include <stdio.h>

#ifdef MISTAKE
#define SIZE 8
#else
#define SIZE 9
#endif

int main(void) {
  int last = 0, n = 8;
#pragma omp target map(tofrom: last) firstprivate(n)
  {
    int work[SIZE];
    for (int i = 0; i <= n; i++)
      work[i] = i;
    last = work[7];
  }
  puts(last == 7 ? "ok" : "wrong");
  return 0;
}
