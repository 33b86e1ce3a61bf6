int main(void)
{
  int b[4][4] = {{0}};
#pragma omp target map(b[0:4][1:2])
  b[0][1] = 1;
  return b[0][1];
}
