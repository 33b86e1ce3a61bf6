// OpenMP 5.2 §5.4.3: what a target region inside of a construct maps of its private copies of global variables.
#include <stdio.h>

int g = 1, arr[3] = {1, 2, 3};
static struct { int a, b; } s = {1, 2};

int main(void)
{
  int bad = 0;
#pragma omp parallel private(g) num_threads(2)
  {
    g = 5;
#pragma omp target map(tofrom : g)
    g++;
#pragma omp target data map(tofrom : g)
    {
#pragma omp target map(g)
      g += 2;
#pragma omp target update from(g)
    }
#pragma omp atomic
    bad += g != 8;
  }
  bad += g != 1;
#pragma omp parallel firstprivate(arr, s) num_threads(2)
  {
    arr[1] = 7;
#pragma omp target
    arr[1]++, s.b++;
#pragma omp atomic
    bad += arr[1] != 8 || s.b != 3;
#pragma omp target enter data map(to : s.a)
#pragma omp target map(always, tofrom : s.a)
    s.a = 4;
#pragma omp target exit data map(release : s.a)
#pragma omp atomic
    bad += s.a != 4;
  }
  bad += arr[1] != 2 || s.b != 2 || s.a != 1;
#pragma omp parallel num_threads(2) reduction(+ : g)
  {
    int k = 3;
#pragma omp target if (k > 2) map(tofrom : g)
    g += k;
  }
  bad += g != 7;
  if (bad)
    printf("%d wrong: %d %d %d %d\n", bad, g, arr[1], s.a, s.b);
  puts(bad ? "wrong" : "ok");
  return bad;
}
