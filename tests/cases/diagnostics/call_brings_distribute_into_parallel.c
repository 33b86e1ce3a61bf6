static void part(int *x)
{
#pragma omp distribute
  for (int i = 0; i < 8; i++)
    x[i] = i;
}
int main(void)
{
  int x[8];
#pragma omp target teams map(from: x)
#pragma omp parallel
  part(x);
  return x[0];
}
