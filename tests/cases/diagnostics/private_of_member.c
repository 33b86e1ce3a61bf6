struct s { int a; };
int main(void)
{
  struct s v = {1};
#pragma omp target private(v.a)
  v.a = 2;
  return v.a;
}
