#pragma omp declare target
int counter = 3;
static double coef[2] = {1.5, 2.5};
#pragma omp end declare target
int big[100];
#pragma omp declare target link(big)
extern int elsewhere;
#pragma omp declare target enter(elsewhere)
static int helper(int x);
static int leaf(int x) { static int calls; calls++; return x + counter; }
int (*table[1])(int) = {leaf};
#pragma omp declare target enter(table)
void run(int n)
{
#pragma omp target
  {
    counter += helper(n) + big[1] + elsewhere;
  }
}
static int helper(int x) { return leaf(x) + (int)coef[1]; }
