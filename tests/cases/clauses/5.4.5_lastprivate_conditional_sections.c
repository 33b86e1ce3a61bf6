// gcc: no (gcc-12 has no conditional lastprivate on target constructs)
/* OpenMP 5.2 §5.4.5: lastprivate(conditional: ) on sections has what the
 * lexically last section that assigns the variable leaves there. */
#include <stdio.h>

int main(void)
{
  int x = -1, y = 5, z = 0, p = 3, sum = 10, zero = 0;
#pragma omp target map(tofrom: x, y, z, sum) map(to: zero)
#pragma omp parallel num_threads(4)
#pragma omp sections lastprivate(conditional: x, y) lastprivate(z) firstprivate(p) reduction(+: sum)
  {
    {
      x = 1;
      z = 1;
      sum++;
    }
#pragma omp section
    {
      p++;
      if (!zero) x = p;
      sum += 2;
    }
#pragma omp section
    {
      if (zero) { x = 3; y = 3; }
      z = 7;
    }
  }
  puts(x == 4 && y == 5 && z == 7 && sum == 13 ? "ok" : "not the last section's assignment");
  return 0;
}
