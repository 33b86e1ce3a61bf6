int main(void)
{
  struct { int v : 3; } s = {1};
#pragma omp task depend(in: s.v)
  s.v = 2;
  return s.v;
}
