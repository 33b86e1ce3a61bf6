// gcc: no (gcc-12 has no conditional lastprivate on target constructs)
/* OpenMP 5.2 §5.4.5: lastprivate(conditional: ) has the value of the last
 * iteration that assigns the variable. */
#include <stdio.h>

int main(void)
{
  int a[100], last = -1, none = 5, bad = 0;
  double d = 0;
  for (int i = 0; i < 100; i++) a[i] = (i * 37) % 100;
#pragma omp target map(a) map(tofrom: last, d, none)
#pragma omp parallel for lastprivate(conditional: last, d) lastprivate(conditional: none)
  for (int i = 0; i < 100; i++) {
    if (a[i] < 20) { last = i; d = a[i] / 2.0; }
    if (a[i] > 1000) none = 0;
  }
  int l = -1;
  double e = 0;
  for (int i = 0; i < 100; i++)
    if (a[i] < 20) { l = i; e = a[i] / 2.0; }
  bad = last != l || d != e || none != 5;
  puts(bad ? "not the last assignment" : "ok");
  return 0;
}
