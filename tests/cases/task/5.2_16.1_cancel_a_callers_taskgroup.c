// gcc: no (gcc-12 does not know begin declare target)
// only: device
// env: OMP_CANCELLATION=true
// OpenMP 5.2 §16.1, §16.2: a cancel region for taskgroup binds to the innermost taskgroup region, which a function that
// called may have begun: a task that has begun ends at its next cancellation point, those that have not begun are
// discarded; tasks of taskgroups around and behind are not.
#include <stdio.h>

#pragma omp begin declare target
static void one(int i, int *n, int *after)
{
#pragma omp task firstprivate(i) shared(n, after)
    {
        ++*n;
        if (i == 3) {
#pragma omp cancel taskgroup
        }
#pragma omp cancellation point taskgroup
        ++*after;
    }
}

/* A task that is in the midst of its work when one that it generates cancels. */
static void deep(int *before, int *behind)
{
#pragma omp task shared(before, behind)
    {
        ++*before;
        int a = 0;
        one(3, &a, &a);
#pragma omp taskwait
#pragma omp cancellation point taskgroup
        ++*behind;
    }
}
#pragma omp end declare target

int main(void)
{
    int n = 0, after = 0, outer = 0, before = 0, behind = 0, bad;
#pragma omp target map(tofrom : n, after, outer, before, behind)
    {
#pragma omp taskgroup
        {
#pragma omp taskgroup
            for (int i = 0; i < 10; i++)
                one(i, &n, &after);
#pragma omp task shared(outer)
            outer++; // of the taskgroup around
        }
#pragma omp taskgroup
        {
            deep(&before, &behind);
            deep(&before, &behind);
        }
#pragma omp taskgroup
        one(1, &outer, &outer);
    }
    bad = n != 4 || after != 3;
    bad |= (outer != 3) << 1;
    bad |= (before != 1 || behind != 0) << 2;
    printf(bad ? "wrong: %d, %d %d %d %d %d\n" : "ok\n", bad, n, after, outer, before, behind);
    return bad;
}
