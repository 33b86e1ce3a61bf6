#include <omp.h>
void g(int, int);
void f(int a, int b)
{
#pragma omp for collapse(2)
  for (int i = 0; i < a; i++) {
    int t = omp_get_thread_num();
    if (b) do g(t, 0); while (0);
    for (int j = 0; j < b; j++) g(i, j);
    for (;;) break;
  }
#pragma omp target parallel for collapse(2)
  for (int i = 0; i < a; i++) {
    if (b) for (int z = 0; z < i; z++) g(z, 0);
    for (int j = 0; j < b; j++) g(i, j);
#pragma omp flush
    g(i, omp_get_num_threads());
  }
}
int main(void) { return 0; }
