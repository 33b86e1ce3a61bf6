int main(void)
{
  struct { int v; } s = {1};
  int x = 0;
#pragma omp parallel if(s)
  x = 1;
  return x;
}
