// Structure and data are both mapped, but the pointer in the structure is not
// attached: the data was mapped by another name.
#include <stdio.h>

struct vec {
  double *v;
};

int main(void) {
  double data[20], *q = data, sum = 0;
  struct vec x = {data};
  for (int i = 0; i < 20; i++)
    data[i] = i;
#ifdef MISTAKE
#pragma omp target data map(to: q[0:20]) map(to: x)
#else
#pragma omp target data map(to: x, x.v[0:20])
#endif
#pragma omp target map(tofrom: sum)
  for (int i = 0; i < 20; i++)
    sum += x.v[i];
  puts(sum == 190 ? "ok" : "wrong");
  (void)q;
  return 0;
}
