// The standard streams where declare target is around the header that declares them.
#pragma omp declare target
#include <stdio.h>
static void say(FILE *to, int k)
{
  fprintf(to, k == 1 ? "ok\n" : "%d\n", k);
  fflush(stdout);
  if (k != 1)
    fputs("not 1\n", stderr);
}
#pragma omp end declare target

int main(void)
{
#pragma omp target
  say(stdout, 1);
}
