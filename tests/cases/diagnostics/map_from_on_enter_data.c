int main(void)
{
  int x = 0, a[8] = {0}, *p = a;
#pragma omp target enter data map(from: a)
  return x;
}
