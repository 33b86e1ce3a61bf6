// A loop variable of a nest whose outer loop a transformation generates (OpenMP 5.2 §5.1.1).
static int l, sum, first[4];

void reversed(void)
{
#pragma omp for collapse(2) firstprivate(l)
#pragma omp reverse
  for (int j = 0; j < 2; j++)
    for (l = 0; l < 4; l++)
      sum += l;
}

void on_device(void)
{
  int k;
#pragma omp target teams distribute parallel for collapse(2) firstprivate(k) map(tofrom : sum)
#pragma omp reverse
  for (int j = 0; j < 4; j++)
    for (k = 0; k < 4; k++)
      first[j] = k;
}
