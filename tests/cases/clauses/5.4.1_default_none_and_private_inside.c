// OpenMP 5.2 §5.4.1: a variable in a private clause of a construct inside is another one: default(none) does not ask for it.
#include <stdio.h>

int main(void)
{
  int j, k, s = 0, t = 0;
#pragma omp parallel default(none) shared(s) num_threads(2)
  {
#pragma omp for private(j) reduction(+ : s)
    for (int i = 0; i < 4; i++)
      for (j = 0; j < 2; j++)
        s++;
#pragma omp single private(k)
    {
      k = 1;
#pragma omp atomic
      s += k;
    }
  }
#pragma omp target map(tofrom : t)
#pragma omp parallel default(none) shared(t) num_threads(2)
  {
#pragma omp for private(j) reduction(+ : t)
    for (int i = 0; i < 4; i++)
      for (j = 0; j < 2; j++)
        t++;
  }
  puts(s == 9 && t == 8 ? "ok" : "wrong");
  return s != 9 || t != 8;
}
