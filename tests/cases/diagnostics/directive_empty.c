int main(void)
{
  int x = 0;
#pragma omp
  x = 1;
  return x;
}
