// finds: null_pointer.c:6: out-of-bounds access: null pointer dereferenced
int main(void)
{
  int *p = 0;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 10; i++) p[i] = i;
  return 0;
}
