// A function's own alignment.
// gpu: no (a GPU ignores the alignment of a function)
// flags: -w
#pragma omp begin declare target
int puts(const char *);
__attribute__((aligned(4096), noinline)) int far(int x) { return x + 1; }
__attribute__((noinline)) static int near(int x) { return far(x) + 1; }
static int work(void) { puts((unsigned long)&far % 4096 == 0 && near(1) == 3 ? "aligned" : "not aligned"); return 0; }
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
