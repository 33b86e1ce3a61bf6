int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp error at(compilation) message("not for this machine")
  return x + a[0];
}
