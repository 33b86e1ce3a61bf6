// gcc: no (libgomp 12 has no omp_in_explicit_task)
// OpenMP 5.2 §18.2.1, §18.2.11, §18.2.12, §18.5.3: routines that set nthreads-var
// and run-sched-var mean the data environment of the task that calls them, also
// in a target region; omp_in_explicit_task and omp_in_final tell tasks apart.
#include <omp.h>
#include <stdio.h>

enum { N = 24 };

#pragma omp begin declare target
void use(int n) { omp_set_num_threads(n); }
int threads(void)
{
    int n = 0;
#pragma omp parallel
#pragma omp single
    n = omp_get_num_threads();
    return n;
}
int tasks(void) { return 2 * omp_in_explicit_task() + omp_in_final(); }
#pragma omp end declare target

int main(void)
{
    int n[8] = {0}, owner[N], kind[2], chunk[2], t[12];
#pragma omp target map(tofrom : n) map(from : kind, chunk, owner)
    {
        omp_set_num_threads(4);
        n[0] = omp_get_max_threads();
#pragma omp parallel
        {
            if (omp_get_thread_num() == 0)
                n[1] = omp_get_num_threads();
            omp_set_num_threads(7); // of this implicit task only
        }
        n[2] = omp_get_max_threads();
#pragma omp parallel num_threads(2)
#pragma omp single
        n[3] = omp_get_num_threads();
        use(3);
        n[4] = threads();
        n[5] = omp_get_max_threads();
        omp_sched_t k;
        omp_set_schedule(omp_sched_static, 2);
        omp_get_schedule(&k, &chunk[0]);
        kind[0] = k;
#pragma omp parallel for schedule(runtime)
        for (int i = 0; i < N; i++)
            owner[i] = omp_get_thread_num();
        omp_set_schedule(omp_sched_dynamic, 5);
        omp_get_schedule(&k, &chunk[1]);
        kind[1] = k;
    }
    int bad = n[0] != 4 || n[1] != 4 || n[2] != 4 || n[3] != 2 || n[4] != 3 || n[5] != 3;
    bad |= (kind[0] != omp_sched_static || chunk[0] != 2 || kind[1] != omp_sched_dynamic || chunk[1] != 5) << 1;
    for (int i = 0; i < N; i++)
        bad |= (owner[i] != i / 2 % 3) << 2;

#pragma omp target map(from : t)
#pragma omp parallel num_threads(2)
#pragma omp master
    {
        t[0] = tasks();
        t[1] = omp_in_explicit_task();
#pragma omp task shared(t)
        {
            t[2] = omp_in_explicit_task();
            t[3] = omp_in_final();
            t[4] = tasks();
#pragma omp task shared(t) final(t[0] == 0)
            {
                t[5] = omp_in_final();
                t[6] = tasks();
#pragma omp task shared(t)
                t[7] = tasks(); // included in a final task, so final
            }
            t[8] = tasks();
        }
#pragma omp taskwait
        t[9] = tasks();
#pragma omp taskloop shared(t)
        for (int i = 0; i < 1; i++)
            t[10] = tasks();
        t[11] = omp_in_final();
    }
    static const int want[12] = {0, 0, 1, 0, 2, 1, 3, 3, 2, 0, 2, 0};
    for (int i = 0; i < 12; i++)
        bad |= (t[i] != want[i]) << 3;
    printf(bad ? "wrong: %d\n" : "ok\n", bad);
    return bad;
}
