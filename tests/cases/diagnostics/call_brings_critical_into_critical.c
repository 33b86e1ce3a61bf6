static int n;
static void count(void)
{
#pragma omp critical(counter)
  n++;
}
int main(void)
{
#pragma omp parallel
  {
#pragma omp critical(counter)
    {
      n += 2;
      count();
    }
  }
  return n;
}
