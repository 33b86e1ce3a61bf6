int main(void)
{
  int x = 0;
#pragma omp workshare
  x = 1;
  return x;
}
