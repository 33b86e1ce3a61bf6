static int last;
static void note(int i)
{
#pragma omp ordered
  last = i;
}
int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    note(i);
  return last;
}
