void f(void)
{
#pragma omp assume absent(target enter something)
  ;
#pragma omp assume contains(parallel loops)
  ;
}
int main(void) { return 0; }
