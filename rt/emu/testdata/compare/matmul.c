void matmul(int n, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: a[:n * n], b[:n * n]) map(from: c[:n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
