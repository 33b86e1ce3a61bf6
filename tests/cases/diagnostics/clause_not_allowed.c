int main(void)
{
  int x = 0;
#pragma omp target schedule(static)
  x = 1;
  return x;
}
