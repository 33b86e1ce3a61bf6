static int counter;
#pragma omp threadprivate(counter)
int main(void)
{
#pragma omp parallel private(counter)
  counter = 1;
  return counter;
}
