// flags: -fopenmp-targets=spirv64
// A target that is a skeleton has code for simple loops alone.
void scale(int n, double *x, double *sum)
{
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++)
    x[i] *= 2;
  double s = 0;
#pragma omp target teams distribute parallel for map(to : x[0 : n]) reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
#pragma omp target map(tofrom : sum[0])
  *sum = s;
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    x[i / 2] += 1;
  }
}
