struct s { int a, b : 3; };
enum { number = 3 };
void f(struct s s)
{
    register int r = 1;
#pragma omp target
    { }
#pragma omp task affinity(s.b)
    { }
#pragma omp task affinity(number)
    { }
#pragma omp task affinity(r)
    { }
#pragma omp task depend(in: r)
    { }
#pragma omp task depend(in: number)
    { }
}
