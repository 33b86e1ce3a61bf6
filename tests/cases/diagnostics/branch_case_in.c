int main(void)
{
  int x = 1;
  switch (x) {
#pragma omp target map(x)
    {
    case 1:
      x = 2;
    }
  }
  return x;
}
