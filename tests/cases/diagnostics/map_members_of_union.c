union number { int i; float f; };
void f(union number *n)
{
  union number u = *n;
#pragma omp target enter data map(to: u.i, u.f)
}
