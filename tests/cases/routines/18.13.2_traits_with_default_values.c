// OpenMP 5.2 §18.13.2: a trait with the value omp_atv_default has its default value.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    omp_alloctrait_t t[] = {{omp_atk_sync_hint, omp_atv_default}, {omp_atk_alignment, 64}, {omp_atk_access, omp_atv_default},
                            {omp_atk_pool_size, omp_atv_default}, {omp_atk_fallback, omp_atv_default}, {omp_atk_pinned, omp_atv_default},
                            {omp_atk_partition, omp_atv_default}};
    omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, sizeof t / sizeof *t, t);
    char *p = omp_alloc(100, a);
    int bad = a == omp_null_allocator || !p || (size_t)p % 64;
    omp_free(p, a);
    omp_destroy_allocator(a);
    puts(bad ? "wrong" : "ok");
    return bad;
}
