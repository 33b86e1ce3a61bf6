int main(void)
{
  int x = 0;
#pragma omp target teams distribute parallel for
  x = 1;
  return x;
}
