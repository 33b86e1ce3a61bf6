// gcc: no (gcc-12 does not know inoutset and omp_all_memory, and takes elements of arrays of depend objects for sections)
#include <omp.h>
#include <stdio.h>

/* What not every host compiler knows of dependences, on target constructs. */
int main(void)
{
  omp_depend_t d[2];
  int x = 0, y = 0, z = 0, w = 1, a = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait depend(out: x) map(tofrom: x)
    x = 1;
#pragma omp target nowait depend(inoutset: x) map(tofrom: x)
#pragma omp atomic
    x += 1;
#pragma omp target nowait depend(out: a) map(tofrom: a)
    a = 5;
#pragma omp target nowait depend(inout: omp_all_memory) map(to: x, a) map(from: y)
    y = x * 10 + a;
#pragma omp target nowait(w == 1) depend(inout: omp_all_memory) map(tofrom: y)
    y++;
#pragma omp task depend(in: y) shared(y, z)
    z = y + 2;
#pragma omp target update to(z) depend(out: omp_all_memory)
#pragma omp depobj(d[0]) depend(inout: z)
#pragma omp depobj(d[1]) depend(inout: w)
#pragma omp target nowait depend(depobj: d[0]) map(tofrom: z)
    z *= 2;
#pragma omp task depend(iterator(k = 0:2), depobj: d[k]) shared(z, w)
    w = z + 1;
#pragma omp taskwait
#pragma omp depobj(d[0]) destroy
#pragma omp depobj(d[1]) destroy
  }
  if (x == 2 && y == 26 && z == 56 && w == 57)
    puts("ok");
  else
    printf("%d %d %d %d\n", x, y, z, w);
  return 0;
}
