#pragma omp requires reverse_offload
#pragma omp begin declare target
int f(void)
{
  static int count;
#pragma omp target device(ancestor: 1)
  count++;
  return count;
}
#pragma omp end declare target
int main(void)
{
  int r;
#pragma omp target map(from: r)
  r = f();
  return r;
}
