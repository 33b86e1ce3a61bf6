// A string of the host's heap is printed in a kernel.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
  char *name;
};

int main(void) {
  struct job j = {strdup("ok")};
#ifdef MISTAKE
#pragma omp target map(to: j)
#else
#pragma omp target map(to: j, j.name[0:3])
#endif
  printf("%s\n", j.name);
  free(j.name);
  return 0;
}
