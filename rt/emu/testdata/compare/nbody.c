void nbody(int n, const float *restrict x, const float *restrict y, const float *restrict z, float *restrict a)
{
#pragma omp target teams distribute parallel for map(to: x[:n], y[:n], z[:n]) map(from: a[:n])
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < n; j++) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float r = dx * dx + dy * dy + dz * dz + 0.01f;
      s += dx / (r * __builtin_sqrtf(r));
    }
    a[i] = s;
  }
}
