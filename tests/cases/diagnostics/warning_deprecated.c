// flags: -Wdeprecated-openmp
static int g;
#pragma omp declare target to(g)
int main(void)
{
  return g;
}
