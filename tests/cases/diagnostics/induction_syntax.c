// flags: -fopenmp-version=60
#pragma omp declare induction(half : (int)) inductor(omp_var += omp_step) collector(omp_step)
#pragma omp declare induction(- : int) inductor(omp_var -= omp_step) collector(omp_step * omp_idx)
#pragma omp declare induction(lonely : int) inductor(omp_var += omp_step)
void f(int n) {
  int x = 0;
  #pragma omp parallel for induction(step(2), -: x)
  for (int i = 0; i < n; i++) x--;
  #pragma omp parallel for induction(step(2), strict, relaxed, +: x)
  for (int i = 0; i < n; i++) x += 2;
  #pragma omp parallel induction(step(2), +: x)
  x = 0;
}
