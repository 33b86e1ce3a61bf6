int main(void)
{
  int x = 0, a[8] = {0}, *p = a;
#pragma omp target parallel for schedule(auto, 4)
  for (int i = 0; i < 8; i++)
    a[i] = i;
  return x;
}
