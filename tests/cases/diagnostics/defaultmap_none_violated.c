int main(void)
{
  int x = 1, y = 0;
#pragma omp target defaultmap(none: scalar) map(from: y)
  y = x;
  return y;
}
