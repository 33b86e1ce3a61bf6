// A colon stands behind the construct's name.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma omp target teams distribute parallel for if(parallel, n > 4)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
