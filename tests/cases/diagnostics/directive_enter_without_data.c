int main(void)
{
  int x = 0;
#pragma omp target enter map(to: x)
  return x;
}
