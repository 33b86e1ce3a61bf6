union both { int i; float f; };
int main(void)
{
  union both u = {0};
#pragma omp target parallel map(tofrom: u)
  {
#pragma omp atomic
    u.i++;
#pragma omp atomic
    u.f += 1;
  }
  return u.i;
}
