int main(void)
{
  int x = 0;
#pragma omp target parallel map(x)
  {
#pragma omp critical hint(1)
    x = 1;
  }
  return x;
}
