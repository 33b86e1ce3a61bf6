int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp task depend(iterator(k = 0 : 8 : 0), in : a[k])
  a[0] = 1;
  return x + a[0];
}
