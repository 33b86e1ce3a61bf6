int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp depobj(x) depend(in: a)
  return x + a[0];
}
