#include <stdio.h>


int a[101], bad;

int main(void)
{
#pragma omp target parallel for map(tofrom: a) num_threads(4) schedule(static)
  for (int i = 0; i < 101; i++) a[i] += 1;
#pragma omp target parallel for map(tofrom: a) num_threads(4) schedule(static, 3)
  for (int i = 0; i < 101; i++) a[i] += 1;
#pragma omp target parallel for map(tofrom: a) num_threads(4) schedule(dynamic)
  for (int i = 0; i < 101; i++) a[i] += 1;
#pragma omp target parallel for map(tofrom: a) num_threads(4) schedule(dynamic, 7)
  for (int i = 0; i < 101; i++) a[i] += 1;
#pragma omp target parallel for map(tofrom: a) num_threads(4) schedule(guided)
  for (int i = 0; i < 101; i++) a[i] += 1;
#pragma omp target parallel for map(tofrom: a) num_threads(4) schedule(guided, 5)
  for (int i = 0; i < 101; i++) a[i] += 1;
#pragma omp target parallel for map(tofrom: a) num_threads(4) schedule(auto)
  for (int i = 0; i < 101; i++) a[i] += 1;
#pragma omp target parallel for map(tofrom: a) num_threads(4) schedule(runtime)
  for (int i = 0; i < 101; i++) a[i] += 1;
#pragma omp target parallel for map(tofrom: a) num_threads(4) schedule(nonmonotonic: dynamic, 2)
  for (int i = 0; i < 101; i++) a[i] += 1;
  for (int i = 0; i < 101; i++)
    bad += a[i] != 9;
  puts(bad == 0 ? "ok" : "a schedule loses iterations");
  return 0;
}
