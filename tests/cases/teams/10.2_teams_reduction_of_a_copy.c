// flags: -Wno-omp-lost-write
/* OpenMP 5.2 §5.8.1, §10.2: a scalar that only a teams construct alone in a target region reduces is
 * firstprivate there. The teams reduce into it and nobody sees that; what is mapped is combined. */
#include <stdio.h>

int main(void)
{
  int lost = 7, kept = 1, given = 5, seen[3] = {0}, a[4] = {1, 2, 3, 4};
  double low = 100;
#pragma omp target map(tofrom: kept, seen)
#pragma omp teams num_teams(4) reduction(+: lost, kept) reduction(min: low)
  {
    kept += lost;         /* the private copy begins with 0 */
    low = low < 3 ? low : 3;
    #pragma omp distribute parallel for reduction(+: lost)
    for (int i = 0; i < 40; i++)
      lost++;
    kept += lost > 0 && low == 3;
  }
#pragma omp target firstprivate(given, a) map(from: seen)
#pragma omp teams num_teams(1) reduction(*: given) reduction(+: a[1:2])
  {
    seen[0] = given;
    seen[1] = a[1];
    seen[2] = a[2];
    given = 9;
  }
  printf("%d %d %d %d: %d %d %d\n", lost, kept > 1 && kept <= 5, given, a[1], seen[0], seen[1], seen[2]);
  return 0;
}
