void stop(int found)
{
#pragma omp cancel parallel if (found)
}

int main(void)
{
#pragma omp cancellation point taskgroup
#pragma omp parallel
  stop(1);
  return 0;
}
