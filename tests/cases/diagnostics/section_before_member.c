int main(void)
{
  struct s { int v[4]; } x[4] = {{{0}}};
#pragma omp target map(x[0:2].v)
  x[0].v[0] = 1;
  return 0;
}
