#pragma omp declare target
void reader(int *x, int *got)
{
#pragma omp task depend(in : x[0]) firstprivate(x, got)
  *got = *x;
}

int group(int n)
{
  int sum = 0;
#pragma omp taskgroup
  for (int i = 0; i < n; i++)
#pragma omp task shared(sum)
#pragma omp atomic
    sum += i;
  return sum;
}
#pragma omp end declare target
