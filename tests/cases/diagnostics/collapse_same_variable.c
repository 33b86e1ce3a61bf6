void f(int n)
{
  int i, j;
#pragma omp taskloop collapse(3)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      for (i = n; i > 0; i--) ;
}
int main(void) { return 0; }
