// finds: uninitialised.c:7: read of uninitialised memory: 8 bytes
int main(void)
{
  double a[64], s = 0;
#pragma omp target teams distribute parallel for map(alloc: a) reduction(+: s)
  for (int i = 0; i < 64; i++)
    s += a[i];
  return s > 1e300;
}
