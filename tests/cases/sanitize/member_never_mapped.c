// What a member of a mapped structure points to is not mapped with it
// (OpenMP 5.2 §5.8.3).
#include <stdio.h>
#include <stdlib.h>

struct box {
  int n;
  int *data;
};

int main(void) {
  struct box s = {100, malloc(100 * sizeof(int))};
  int sum = 0;
  for (int i = 0; i < s.n; i++)
    s.data[i] = i;
#ifdef MISTAKE
#pragma omp target map(to: s) map(tofrom: sum)
#else
#pragma omp target map(to: s, s.data[0:100]) map(tofrom: sum)
#endif
  for (int i = 0; i < s.n; i++)
    sum += s.data[i];
  puts(sum == 4950 ? "ok" : "wrong");
  free(s.data);
  return 0;
}
