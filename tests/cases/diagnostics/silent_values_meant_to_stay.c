// A pointer to memory that the region allocates itself, a scalar that a clause makes
// firstprivate, and pointers that are compared alone.
#include <stdlib.h>
int main(void) {
  int *own = 0, *other = malloc(40), n = 0, sum = 0, differs = 0;
#pragma omp target map(tofrom : sum)
  {
    own = malloc(40);
    own[1] = 2;
    sum = *(own + 1);
    free(own);
  }
#pragma omp target defaultmap(firstprivate : scalar)
  n = 3;
#pragma omp target map(tofrom : differs)
  {
    int *p = other;
    differs = p != own;
  }
  return n + sum + differs;
}
