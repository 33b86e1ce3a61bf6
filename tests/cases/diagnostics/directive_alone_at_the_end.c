void f(int y, double *x)
{
  if (y)
#pragma omp barrier
  else
    y = 1;
  for (int i = 0; i < 4; i++)
#pragma omp target enter data map(to: x[i:1])

  /* nothing */
}
