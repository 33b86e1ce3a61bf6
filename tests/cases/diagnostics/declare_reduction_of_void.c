#pragma omp declare reduction(any: void: omp_out)
int main(void)
{
  return 0;
}
