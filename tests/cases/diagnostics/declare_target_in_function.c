int f(void)
{
#pragma omp begin declare target
  static int count;
#pragma omp end declare target
  return count++;
}
