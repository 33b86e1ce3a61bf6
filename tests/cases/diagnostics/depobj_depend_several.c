#include <omp.h>
void f(int a, int b)
{
  omp_depend_t d;
#pragma omp depobj(d) depend(in: a) depend(out: b)
}
int main(void) { return 0; }
