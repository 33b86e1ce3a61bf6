// A function's own alignment.
int puts(const char *);
__attribute__((aligned(4096), noinline)) int far(int x) { return x + 1; }
__attribute__((noinline)) static int near(int x) { return far(x) + 1; }
int main(void) { puts((unsigned long)&far % 4096 == 0 && near(1) == 3 ? "aligned" : "not aligned"); return 0; }
