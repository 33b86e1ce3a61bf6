int main(void)
{
  int a[8] = {0};
#pragma omp task depend(iterator(i = 0 : 8, i = 0 : 4), in : a[i])
  a[0] = 1;
  return a[0];
}
