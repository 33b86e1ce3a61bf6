struct s { int a; };
void g(void);
void f(struct s s)
{
#pragma omp target nowait(s)
    { }
#pragma omp target nowait(g())
    { }
}
