void f(void)
{
  int d[10], m[3][4];
#pragma omp task depend(in: d[11:])
  ;
#pragma omp target map(to: m[1][5:])
  ;
}
int main(void) { return 0; }
