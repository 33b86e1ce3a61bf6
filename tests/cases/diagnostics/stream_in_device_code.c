typedef struct _IO_FILE FILE;
extern FILE *stderr;
int fprintf(FILE *, const char *, ...);

static int check(int x)
{
    if (x < 0)
        fprintf(stderr, "%d is negative\n", x);
    return x;
}

int main(void)
{
    int r = 1;
    #pragma omp target map(tofrom: r)
    r = check(r);
    return r;
}
