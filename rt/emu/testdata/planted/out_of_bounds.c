// finds: out_of_bounds.c:7: out-of-bounds access: store of 4 bytes .* 0 bytes behind an allocation of 400 bytes
int main(void)
{
  int a[200];
#pragma omp target teams distribute parallel for map(from: a[0:100])
  for (int i = 0; i <= 100; i++)
    a[i] = i;
  return 0;
}
