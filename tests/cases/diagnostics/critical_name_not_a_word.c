int main(void)
{
  int x = 0;
#pragma omp critical(1)
  x = 1;
  return x;
}
