struct point;
#pragma omp declare reduction(add: struct point: omp_out)
int main(void)
{
  return 0;
}
