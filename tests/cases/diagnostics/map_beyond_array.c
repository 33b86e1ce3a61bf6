struct table { int rows[4][6]; } t;
int main(void)
{
  int a[100], *p = a;
#pragma omp target map(to: a[100])
  a[0] = 1;
#pragma omp target map(t.rows[3], t.rows[4])
  t.rows[3][0] = 1;
#pragma omp target map(tofrom: p + 1)
  *p = 1;
#pragma omp target map(tofrom: &a)
  a[0] = 1;
  return a[0];
}
