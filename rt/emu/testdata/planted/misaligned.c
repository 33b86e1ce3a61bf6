// finds: misaligned.c:8: misaligned access: 4 bytes at
int main(void)
{
  char bytes[64] = {0};
  int sum = 0, shift = 1;
#pragma omp target map(tofrom: bytes, sum) firstprivate(shift)
  {
    sum = *(int *)(bytes + shift);
  }
  return sum;
}
