struct s { int a; };
int main(void)
{
  struct s v = {0};
#pragma omp target parallel reduction(+: v) map(v)
  v.a += 1;
  return v.a;
}
