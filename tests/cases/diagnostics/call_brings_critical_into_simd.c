static int n;
static void count(void)
{
#pragma omp critical
  n++;
}
int main(void)
{
#pragma omp simd
  for (int i = 0; i < 8; i++)
    count();
  return n;
}
