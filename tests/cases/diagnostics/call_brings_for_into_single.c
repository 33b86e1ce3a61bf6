static void fill(int *x)
{
#pragma omp for
  for (int i = 0; i < 8; i++)
    x[i] = i;
}
static void twice(int *x)
{
  fill(x);
  fill(x);
}
int main(void)
{
  int x[8];
#pragma omp parallel
  {
#pragma omp single
    twice(x);
  }
  return x[0];
}
