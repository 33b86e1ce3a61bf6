int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp simd
  for (int i = 0; i < 8; i++) {
    if (a[i])
      goto end;
    a[i] = i;
  }
end:
  return x + a[0];
}
