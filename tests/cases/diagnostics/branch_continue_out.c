int main(void)
{
  int x = 0;
  for (int k = 0; k < 3; k++) {
#pragma omp target map(x)
    {
      x = 1;
      continue;
    }
  }
  return x;
}
