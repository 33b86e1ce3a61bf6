// finds: unmapped_pointer.c:10: host address dereferenced: .* is no device address: the storage is not mapped
struct list { int n; double *values; };
double data[100];

int main(void)
{
  struct list l = {100, data};
#pragma omp target teams distribute parallel for map(to: l)
  for (int i = 0; i < 100; i++)
    l.values[i] = i;
  return 0;
}
