int main(void)
{
#pragma omp target
  {
    return 1;
  }
}
