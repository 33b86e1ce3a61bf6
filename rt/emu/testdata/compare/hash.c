void hash(int n, unsigned *a)
{
#pragma omp target teams distribute parallel for map(tofrom: a[:n])
  for (int i = 0; i < n; i++) {
    unsigned h = a[i] + i;
    for (int k = 0; k < 100; k++) {
      h ^= h << 13;
      h ^= h >> 17;
      h ^= h << 5;
      if (h & 1)
        h = h * 2654435761u + k;
    }
    a[i] = h;
  }
}
