struct s;
extern struct s v;
int main(void)
{
  int x = 0;
#pragma omp target map(v)
  x = 1;
  return x;
}
