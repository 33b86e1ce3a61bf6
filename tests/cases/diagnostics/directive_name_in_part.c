int main(void)
{
  int a[8];
#pragma omp enter data map(to: a)
#pragma omp TARGET
  a[0] = 1;
#pragma omp target teams for
  for (int i = 0; i < 8; i++)
    a[i] = i;
#pragma omp target, teams
  a[0] = 2;
#pragma omp omp target
  a[0] = 3;
  return a[0];
}
