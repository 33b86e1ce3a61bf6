#include <stdio.h>

struct s { char name[8]; int v[3]; double d; };

#pragma omp declare target
static const struct s table[] = {{"one", {1, 2, 3}, 0.5}, {.d = 2.5, .v = {[2] = 9}}};
#pragma omp end declare target

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = table[0].v[2] + table[1].v[2] + (table[1].d == 2.5) * 100 + table[0].name[1] - 'n';
  puts(r == 112 ? "ok" : "an initialised structure");
  return 0;
}
