// flags: -fopenmp-targets=amdgcn
#include <omp.h>

#pragma omp declare target
static omp_lock_t lock;
static omp_nest_lock_t nest;
static int n;

static void take(void)
{
    omp_set_lock(&lock);
}

static void paired(void)
{
    omp_set_lock(&lock);
    n++;
    omp_unset_lock(&lock);
}
#pragma omp end declare target

int main(void)
{
    #pragma omp target map(tofrom: n)
    {
        omp_init_lock(&lock);
        omp_set_lock(&lock); // by one thread
        omp_init_nest_lock(&nest);
        omp_unset_lock(&lock);
        #pragma omp parallel
        {
            take();
            n++;
            omp_unset_lock(&lock);
            omp_set_nest_lock(&nest);
            n++;
            omp_unset_nest_lock(&nest);
            while (!omp_test_lock(&lock))
                ;
            omp_unset_lock(&lock);
            while (!omp_test_nest_lock(&nest))
                ;
            omp_unset_nest_lock(&nest);
            for (int i = 0; i < 2; i++)
                paired();
            omp_set_lock(&lock);
            for (int i = 0; i < 2; i++) {
                if (n == i)
                    continue;
                n++;
            }
            omp_unset_lock(&lock);
            for (int i = 0; i < 2; i++) {
                omp_set_lock(&lock);
                if (n == i) {
                    omp_unset_lock(&lock);
                    continue;
                }
                omp_unset_lock(&lock);
            }
        }
    }
    return n;
}
