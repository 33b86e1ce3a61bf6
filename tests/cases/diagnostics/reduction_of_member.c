struct s { int a; };
void f(void) {
  struct s x = {0};
#pragma omp target parallel for reduction(+: x.a)
  for (int i = 0; i < 10; i++)
    x.a += 1;
}
