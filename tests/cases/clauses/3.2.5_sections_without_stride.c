// flags: -w
// gcc: no (gcc-12 has no strides in array sections)
/* OpenMP 5.2 §3.2.5: a section may end with a colon, and have neither bounds nor stride; §3.1: a comma in front of a clause. */
#include <stdio.h>

int main(void)
{
  int m[5][6][7] = {{{0}}}, v[8] = {0}, sum = 0;
#pragma omp target data map(to: m, v)
  {
    for (int i = 0; i < 5; i++) m[i][5][6] = i + 1;
    for (int i = 0; i < 8; i++) v[i] = i;
#pragma omp target update to(m[0:5:][:6:][0:7:])
#pragma omp target update to(v[::2]) to(v[1::])
#pragma omp target update to(m[1::][::][::])
#pragma omp target map(tofrom: sum)
    for (int i = 0; i < 5; i++) sum += 10 * m[i][5][6] + v[i];
  }
  if (sum != 160) return printf("%d\n", sum), 1;
#pragma omp parallel num_threads(2)
  {
#pragma omp cancellation point, parallel
#pragma omp cancel, parallel if(0)
  }
  puts("ok");
}
