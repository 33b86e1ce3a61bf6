#include <omp.h>
int main(void)
{
    const omp_alloctrait_t traits[] = {{omp_atk_fallback, omp_atv_abort_fb}};
    omp_allocator_handle_t own;
    int x = 0;
#pragma omp target uses_allocators(traits(traits): own) map(tofrom: x)
    {
        char *p = omp_alloc(2048, own);
        x = p != 0;
        omp_free(p, own);
    }
    return x;
}
