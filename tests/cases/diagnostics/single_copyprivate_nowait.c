int main(void)
{
  int x = 0;
#pragma omp target parallel map(x)
  {
    int y;
#pragma omp single copyprivate(y) nowait
    y = 1;
#pragma omp atomic
    x += y;
  }
  return x;
}
