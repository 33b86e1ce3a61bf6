int main(void)
{
  int host = 1;
#pragma omp target map(host)
  host = 0;
  return host;
}
