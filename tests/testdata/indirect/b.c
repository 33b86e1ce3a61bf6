#pragma omp begin declare target
typedef int (*fn)(int);
int near(int);

int far(int n)
{
  int s = 0, part[8] = {0};
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    part[i] = i;
#pragma omp parallel for reduction(+: s)
  for (int i = 0; i < n; i++)
    s += 2 * i;
  return s + part[7] - 7;
}

fn pick(int i)
{
  return i ? far : near;
}
#pragma omp end declare target
