// flags: -fopenmp-version=60
// gcc: no (flags have no arguments before 6.0)
// OpenMP 6.0 §5.2, §17.6, §17.7: the clauses that are flags take an argument that says whether they hold;
// that of nowait and nogroup may be known when the program runs only.
#include <omp.h>
#include <stdio.h>

enum { T = 4, ROUNDS = 50 };

#pragma omp begin declare target
// Each thread sees what the others did before a construct that waits.
static int rounds(int leave, int *turn)
{
    int bad = 0;
#pragma omp parallel num_threads(T) reduction(| : bad)
    for (int r = 1; r <= ROUNDS; r++) {
        int leaves = leave && r < 0;
#pragma omp for nowait(leaves) schedule(static, 1)
        for (int i = 0; i < T; i++)
            turn[i] = r;
        for (int i = 0; i < T; i++)
            bad |= turn[i] != r;
#pragma omp barrier
#pragma omp single nowait(leaves)
        turn[0] = -r;
        bad |= turn[0] != -r;
#pragma omp barrier
#pragma omp sections nowait(leaves)
        {
            turn[1] = -r;
#pragma omp section
            turn[2] = -r;
        }
        bad |= turn[1] != -r || turn[2] != -r;
#pragma omp barrier
#pragma omp for nowait(0)
        for (int i = 0; i < T; i++)
            turn[i] = r * r;
        bad |= turn[T - 1] != r * r;
#pragma omp barrier
#pragma omp single nowait(1)
        turn[3] = 0;
#pragma omp barrier
    }
    return bad;
}
#pragma omp end declare target

int main(void)
{
    int turn[T] = {0}, n = 0, bad = 0, yes = omp_get_num_procs() > 0, v;
#pragma omp target map(tofrom : turn, bad)
    bad = rounds(1, turn);
    bad |= rounds(1, turn) << 1;
    if (yes)
#pragma omp parallel num_threads(2)
#pragma omp single nowait(!yes)
    {
#pragma omp task untied(0) mergeable(1) shared(n)
#pragma omp atomic update(1) seq_cst(1)
        n++;
#pragma omp taskloop nogroup(0) shared(n)
        for (int i = 0; i < 4; i++) {
#pragma omp atomic relaxed(1)
            n++;
        }
#pragma omp taskwait
        bad |= (n != 5) << 2;
#pragma omp taskloop nogroup(yes) shared(n)
        for (int i = 0; i < 4; i++) {
#pragma omp atomic relaxed
            n++;
        }
    }
#pragma omp atomic read(1) acquire(1)
    v = n;
    bad |= (v != 9) << 3;
#pragma omp task shared(n) depend(out : n)
    n = 3;
#pragma omp taskwait depend(in : n) nowait(!yes)
    bad |= (n != 3) << 4;
#pragma omp target map(tofrom : n) nowait(1)
    for (int i = 0; i < 3; i++) {
#pragma omp unroll full(1)
        for (int j = 0; j < 2; j++)
            n++;
    }
#pragma omp taskwait
    bad |= (n != 9) << 5;
    printf(bad ? "wrong: %x\n" : "ok\n", bad);
    return bad;
}
