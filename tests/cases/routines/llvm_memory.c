// gcc: no (LLVM's extensions)
// gpu: no (the emulated GPU has no memory that the host reaches)
// remote: no (it has no memory that the host reaches)
#include <omp.h>
#include <stdio.h>
#include <stdint.h>

// LLVM's extensions: memory of the device, of the host for both, and such as moves; the
// allocators and memory spaces of these kinds, which are the default device's.

#include "../check.h"

static void both(int *p, int n, int device)
{
    CHECK(omp_target_is_accessible(p, n * sizeof *p, device));
    for (int i = 0; i < n; i++) p[i] = i;
#pragma omp target teams distribute parallel for is_device_ptr(p) device(device)
    for (int i = 0; i < n; i++) p[i] *= 2;
    int bad = 0;
    for (int i = 0; i < n; i++) bad += p[i] != 2 * i;
    CHECK(!bad);
}

static void of_device(int device)
{
    enum { N = 100 };
    int *host = llvm_omp_target_alloc_host(N * sizeof(int), device), *shared = llvm_omp_target_alloc_shared(N * sizeof(int), device);
    CHECK(host && shared && host != shared);
    both(host, N, device);
    both(shared, N, device);
    CHECK(device == omp_get_initial_device() || !omp_target_is_accessible(host + 50, 51 * sizeof(int), device));
    CHECK(!llvm_omp_target_alloc_shared(0, device) && !llvm_omp_target_alloc_host(8, omp_get_num_devices() + 1));
    llvm_omp_target_free_host(host, device);
    llvm_omp_target_free_shared(shared, device);
    llvm_omp_target_free_shared(0, device);

    int *own = llvm_omp_target_alloc_device(N * sizeof(int), device), x = 0;
    CHECK(own != 0);
#pragma omp target is_device_ptr(own) device(device)
    own[N - 1] = 7;
    CHECK(!omp_target_memcpy(&x, own, sizeof x, 0, (N - 1) * sizeof x, omp_get_initial_device(), device) && x == 7);
    llvm_omp_target_free_device(own, device);
}

static void allocators(void)
{
    enum { N = 64 };
    omp_alloctrait_t traits[] = {{omp_atk_alignment, 256}, {omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_null_fb}};
    omp_allocator_handle_t mine[] = {
        llvm_omp_target_host_mem_alloc, llvm_omp_target_shared_mem_alloc,
        omp_init_allocator(llvm_omp_target_host_mem_space, 3, traits), omp_init_allocator(llvm_omp_target_shared_mem_space, 3, traits)};
    for (int k = 0; k < 4; k++) {
        int *p = omp_alloc(N * sizeof *p, mine[k]);
        CHECK(p && (k < 2 || (uintptr_t)p % 256 == 0));
        both(p, N, omp_get_default_device());
        p = omp_realloc(p, 2 * N * sizeof *p, mine[k], mine[k]);
        CHECK(p && p[N - 1] == 2 * (N - 1));
        both(p, 2 * N, omp_get_default_device());
        omp_free(p, mine[k]);
        CHECK(k < 2 || !omp_alloc(8192, mine[k]));
        int *z = omp_calloc(3, sizeof *z, mine[k]);
        CHECK(z && !z[0] && !z[2]);
        omp_free(z, omp_null_allocator);
    }
    omp_destroy_allocator(mine[2]);
    omp_destroy_allocator(mine[3]);

    omp_set_default_allocator(llvm_omp_target_shared_mem_alloc);
    CHECK(omp_get_default_allocator() == llvm_omp_target_shared_mem_alloc);
    int *p = omp_alloc(N * sizeof *p, omp_null_allocator);
    both(p, N, omp_get_default_device());
    omp_free(p, omp_null_allocator);
    omp_set_default_allocator(omp_default_mem_alloc);

    int *own = omp_calloc(N, sizeof *own, llvm_omp_target_device_mem_alloc), x = -1;
    CHECK(own && !omp_target_memcpy(&x, own, sizeof x, 0, 0, omp_get_initial_device(), omp_get_default_device()) && x == 0);
    omp_free(own, llvm_omp_target_device_mem_alloc);
}

static void on_device(void)
{
    int sum = 0;
#pragma omp target uses_allocators(llvm_omp_target_device_mem_alloc) map(tofrom: sum)
    {
        int *p = omp_alloc(10 * sizeof *p, llvm_omp_target_device_mem_alloc);
        for (int i = 0; i < 10; i++) p[i] = i;
        for (int i = 0; i < 10; i++) sum += p[i];
        omp_free(p, llvm_omp_target_device_mem_alloc);
    }
    CHECK(sum == 45);
}

int main(void)
{
    for (int d = 0; d <= omp_get_num_devices(); d++) of_device(d);
    allocators();
    on_device();
    if (!errors) puts("ok");
    return errors != 0;
}
