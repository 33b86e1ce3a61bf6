// volatile at every level of pointers: declarations, members, casts, subscripts.
#pragma omp declare target
struct port {
    volatile int *in;
    volatile int **out;
    volatile int *many[3];
};
char *place(char *volatile *p) { return *p; }
int twice(volatile int **p) { return **p; }
int subscripts(volatile int *a[4], volatile int (*m)[3]) { return *a[2] + a[1][3] + m[1][2]; }
int members(struct port *p) { return *p->in + **p->out + *p->many[1]; }
void stores(volatile int **p) { **p = 1; (*p)[2] += 3; }
int casts(int **p) { return **(volatile int **)p + **p; }
char *cast(char **p) { return *(char *volatile *)p; }
#pragma omp end declare target
int main(void) { return 0; }
