#include <stdio.h>

typedef double vec3[3];

int main(void)
{
  vec3 v = {1, 2, 3}, w[2] = {{0}};
#pragma omp target map(to: v) map(from: w)
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++)
      w[k][i] = v[i] * (k + 1);
  puts(w[1][2] == 6 && w[0][0] == 1 ? "ok" : "a typedef of an array");
  return 0;
}
