# Each variable has room on the stack of a thread of an AMD GPU, all of them together have not: LLVM sees that.
cat > most.c <<'C'
#pragma omp begin declare target
static double most(int n)
{
  volatile double p[9000], q[9000];
  for (int i = 0; i < n; i++)
    p[i] = q[i] = i;
  return p[n / 2] + q[n / 3];
}
#pragma omp end declare target

int main(int n, char **names)
{
  double s = 0;
#pragma omp target map(tofrom: s)
  s = most(n);
  return s != 0;
}
C
$OMPCC -O2 -fopenmp-targets=amdgcn --offload-arch=gfx90a -o most most.c
