void f(int x)
{
#pragma omp target defaultmap(to: scalar) defaultmap(tofrom)
  x++;
}
