struct s { int a : 3; int b; };
int main(void)
{
  struct s v = {1, 2};
#pragma omp target map(v.a)
  v.a = 2;
  return v.a;
}
