// gcc: no (gcc-12 has no mappers)
/* OpenMP 5.2 §5.8.8: the visibility of a mapper is that of a variable declared in its place: blocks side by side
 * each declare the default one, a block inside another hides its mapper. Reductions are declared the same way (§5.5.11). */
#include <stdio.h>

struct vector { int n, *p; };

static int row[4];

int main(void)
{
  struct vector v = {4, row};
  int sum = 1, product = 1;
  {
#pragma omp declare mapper(struct vector w) map(w.n, w.p, w.p[0:w.n])
#pragma omp declare reduction(fold: int: omp_out += omp_in) initializer(omp_priv = 0)
#pragma omp target map(v)
    v.p[3]++;
#pragma omp parallel for reduction(fold: sum)
    for (int i = 1; i < 5; i++)
      sum += i;
    {
#pragma omp declare mapper(struct vector w) map(w.n, w.p, w.p[0:1])
#pragma omp target map(v)
      v.p[0] += 5;
    }
#pragma omp target map(v)
    v.p[2] += 7;
  }
  {
#pragma omp declare mapper(struct vector w) map(w.n, w.p, w.p[0:2])
#pragma omp declare reduction(fold: int: omp_out *= omp_in) initializer(omp_priv = 1)
#pragma omp target map(v)
    v.p[1]++;
#pragma omp parallel for reduction(fold: product)
    for (int i = 1; i < 5; i++)
      product *= i;
  }
  if (row[0] == 5 && row[1] == 1 && row[2] == 7 && row[3] == 1 && sum == 11 && product == 24)
    puts("ok");
  else
    printf("%d %d %d %d %d %d\n", row[0], row[1], row[2], row[3], sum, product);
  return 0;
}
