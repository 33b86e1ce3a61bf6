int count;
#pragma omp threadprivate(count)
void f(int n)
{
#pragma omp task untied
  {
    count++;
#pragma omp task
    count++;
  }
#pragma omp taskloop untied
  for (int i = 0; i < n; i++)
    count += i;
}
