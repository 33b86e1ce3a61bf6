void histogram(int n, const unsigned *key, unsigned *bin)
{
#pragma omp target teams distribute parallel for map(to: key[:n]) map(tofrom: bin[:256])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    bin[(key[i] + i * 2654435761u) >> 24]++;
  }
}
