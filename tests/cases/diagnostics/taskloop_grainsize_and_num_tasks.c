int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp taskloop grainsize(2) num_tasks(3)
  for (int i = 0; i < 8; i++)
    a[i] = i;
  return x + a[0];
}
