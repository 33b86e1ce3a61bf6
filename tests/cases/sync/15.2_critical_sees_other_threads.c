/* OpenMP 5.2 §15.2, §15.3.1: in a critical region, and behind a barrier, a thread sees what
 * the others have written to mapped storage. */
#include <stdio.h>

int main(void)
{
  unsigned char e[64] = {0};
  int x[8] = {0}, seen = 0;
#pragma omp target map(tofrom: e, x, seen)
  {
#pragma omp parallel num_threads(4)
    {
#pragma omp for
      for (int i = 0; i < 16; i++) {
#pragma omp critical
        e[0] = (unsigned char)(e[0] + 1);
      }
#pragma omp for
      for (int i = 0; i < 16; i++) {
#pragma omp critical
        e[0] = (unsigned char)(e[0] + 1);
      }
#pragma omp master
      x[0] = 1;
#pragma omp barrier
#pragma omp for
      for (int i = 0; i < 8; i++)
        x[i] = i + 10;
#pragma omp master
      seen = x[0] + x[7];
    }
  }
  if (e[0] != 32 || seen != 27)
    return printf("%d %d\n", e[0], seen), 1;
  puts("ok");
}
