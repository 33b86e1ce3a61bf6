// OpenMP 5.2 §10.3: no routine may be called in a region with order(concurrent); what we add
// to the directive for the host compiler is none.
#include <stdio.h>

int main(void) {
  int a[50], s = 0, bad = 0;
#pragma omp target teams loop order(concurrent) map(from : a)
  for (int i = 0; i < 50; i++)
    a[i] = i;
#pragma omp target teams distribute parallel for order(concurrent) reduction(+ : s) map(tofrom : s)
  for (int i = 0; i < 50; i++)
    s += a[i];
  for (int i = 0; i < 50; i++)
    bad += a[i] != i;
  if (!bad && s == 1225)
    printf("ok\n");
}
