static int counter;
int main(void)
{
  counter++;
  return counter;
}
#pragma omp threadprivate(counter)
int f(void)
{
  return counter;
}
