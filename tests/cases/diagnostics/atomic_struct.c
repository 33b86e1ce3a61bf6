struct s { int a, b; };
int main(void)
{
  struct s x = {0, 0}, y = {1, 1};
#pragma omp target map(x, y)
  {
#pragma omp atomic write
    x = y;
  }
  return x.a;
}
