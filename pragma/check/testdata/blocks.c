int x;
int blocks(int n) {
#pragma omp parallel
  {
    if (x)
      return 1;
  }
  while (n--) {
#pragma omp parallel
    {
      if (n == 3)
        break;
      if (n == 4)
        continue;
      for (int i = 0; i < 2; i++)
        if (i) break;
    }
  }
#pragma omp target
  {
    goto out;
  in:
    x = 1;
    goto in;
  }
  goto in;
out:
  return 0;
}
