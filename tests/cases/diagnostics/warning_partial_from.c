int main(void)
{
  int out[8];
#pragma omp target map(from: out)
  out[0] = 1;
  return out[0] + out[7];
}
