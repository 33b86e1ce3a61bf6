int a[8];

void loops(void)
{
#pragma omp parallel for \
  for (int i = 0; i < 8; i++)
    a[i] = i;
#pragma omp target teams distribute parallel for map(a) \
  num_teams(2) \
  for (int i = 0; i < 8; i++) {
    a[i] = i;
  }
}

void blocks(int n)
{
#pragma omp target data map(a) \
  {
    a[0] = 1;
  }
#pragma omp target enter data map(to: a) \
  a[0] = 2;
#pragma omp target map(a) \
  if (n)
    a[0] = 3;
#pragma omp parallel \
  if(n) num_threads(2)
  a[0] = 4;
}
