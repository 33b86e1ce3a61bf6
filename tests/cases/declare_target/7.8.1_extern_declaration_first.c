#include <stdio.h>

#pragma omp begin declare target
extern int later;
int use(void);
#pragma omp end declare target

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = use();
  puts(r == 78 ? "ok" : "declared first, defined later");
  return 0;
}

int later = 77;
int use(void) { return later + 1; }
