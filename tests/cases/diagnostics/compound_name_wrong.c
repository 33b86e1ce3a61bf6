int a[8];

void names(void)
{
#pragma omp parallel parallel
  a[0] = 1;
#pragma omp parallel teams
  a[0] = 1;
#pragma omp masked single
  a[0] = 1;
#pragma omp teams simd
  for (int i = 0; i < 8; i++)
    a[i] = i;
#pragma omp task taskloop
  for (int i = 0; i < 8; i++)
    a[i] = i;
#pragma omp parallel distribute
  for (int i = 0; i < 8; i++)
    a[i] = i;
#pragma omp distribute parallel
  a[0] = 1;
#pragma omp target parallel target_update from(a)
#pragma omp target_data parallel target map(a)
  a[0] = 1;
#pragma omp parallel target update from(a)
}

void clauses(int n)
{
#pragma omp parallel simd schedule(static) nowait
  for (int i = 0; i < 8; i++)
    a[i] = i;
#pragma omp parallel single target_update num_threads(2)
#pragma omp parallel masked target if(teams: n) map(a)
  a[0] = 1;
}
