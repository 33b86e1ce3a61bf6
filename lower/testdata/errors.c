int counter;
_Thread_local int tls;
int helper(void) { return counter++; }
int missing(int);
void f(int n, int *a)
{
#pragma omp target defaultmap(none: scalar)
  a[0] = n;
#pragma omp target
  a[0] = helper() + missing(n);
#pragma omp target
  a[0] = tls;
}
