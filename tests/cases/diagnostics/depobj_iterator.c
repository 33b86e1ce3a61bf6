#include <omp.h>
void f(int a)
{
  omp_depend_t d;
#pragma omp depobj(d) depend(iterator(i = 0:2), in: a)
}
int main(void) { return 0; }
