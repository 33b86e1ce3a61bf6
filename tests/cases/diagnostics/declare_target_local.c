int main(void)
{
  int x = 0;
#pragma omp declare target enter(x)
  return x;
}
