int main(void)
{
  int x = 0;
#pragma omp target parallel do
  x = 1;
  return x;
}
