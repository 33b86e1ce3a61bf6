// gcc: no (it refuses worksharing in scope)
// Worksharing and barriers directly in scope regions, on device and host.
#include <stdio.h>
#include <omp.h>
static int work(int n) { int sum = 0, c = 0, ones = 0, secs = 0;
  #pragma omp parallel num_threads(3) shared(sum, c, ones, secs)
  {
    #pragma omp scope reduction(+: c)
    { c++;
      #pragma omp barrier
      #pragma omp single
      ones++;
    }
    #pragma omp scope nowait
    {
      #pragma omp for reduction(+: sum) schedule(dynamic)
      for (int i = 0; i < n; i++) sum += i;
      #pragma omp sections
      { 
        #pragma omp section
        { 
          #pragma omp atomic
          secs++; }
        #pragma omp section
        { 
          #pragma omp atomic
          secs++; } }
      #pragma omp scope
      { 
        #pragma omp masked
        secs += 10; } } }
  return sum == n * (n - 1) / 2 && c >= 1 && ones == 1 && secs == 12; }
#pragma omp declare target enter(work)
int main(void) { int d = 0;
  #pragma omp target map(from: d)
  d = work(20);
  int h = work(30); printf(d && h ? "ok\n" : "wrong %d %d\n", d, h); return !(d && h); }
