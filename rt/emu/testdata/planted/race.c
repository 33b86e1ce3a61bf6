// finds: race.c:7: data race: .* is not ordered with
int main(void)
{
  int sum = 0;
#pragma omp target teams distribute parallel for map(tofrom: sum)
  for (int i = 0; i < 1000; i++)
    sum += i; /* no reduction */
  return 0;
}
