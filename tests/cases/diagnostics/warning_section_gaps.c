/* OpenMP 5.2 §5.8.3: what is mapped is contiguous, which depends on a length that is not constant here. */
void f(int n, int (*p)[10])
{
  int m[4][5][6];
#pragma omp target map(m[1][:n][1:])
  m[1][0][1] = 1;
#pragma omp target map(p[0:n][2:3])
  p[0][2] = 1;
#pragma omp target map(p[0:n][0:10]) map(m[0:n][0:5])
  p[0][2] = m[0][0][0] = 1;
}
