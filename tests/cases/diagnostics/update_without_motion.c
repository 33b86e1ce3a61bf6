int main(void)
{
  int x = 0, a[8] = {0}, *p = a;
#pragma omp target update 
  return x;
}
