struct s { int a; };
int main(void)
{
  struct s v = {1};
#pragma omp target map(v.b)
  v.a = 2;
  return v.a;
}
