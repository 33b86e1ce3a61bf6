// flags: -fopenmp-version=60
// remote: no (compiled for the CPU device, its memory is expected to be what the host reaches)
// gcc: no (a feature of 6.0)
// OpenMP 6.0 §8.2, §20.8, §27: memory spaces of devices, allocators with 6.0's traits, and partitions that a
// partitioner makes, whichever host runtime there is. A GPU may have no memory that the host reaches, too.
#include <omp.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>
static int made, gone;
static void part(omp_memspace_handle_t s, size_t n, omp_alloctrait_val_t ud, omp_mempartition_t *p) {
  omp_init_mempartition(p, 1, (void *)ud);
  made += omp_mempartition_get_user_data(p) == (void *)3 && !omp_mempartition_set_part(p, 0, 0, n);
}
static void rel(omp_mempartition_t *p) { gone++; omp_destroy_mempartition(p); }
int main(void) {
  int d = omp_get_default_device(), bad = 0;
  omp_memspace_handle_t s = omp_get_device_memspace(d, omp_default_mem_space);
  omp_memspace_handle_t hs = omp_get_device_and_host_memspace(d, omp_default_mem_space);
  if (s == omp_null_mem_space) bad |= 1;
#ifndef GPU
  if (hs == omp_null_mem_space) bad |= 2;
#endif
  (void)hs;
  if (omp_get_memspace_num_resources(omp_default_mem_space) < 1) bad |= 4;
  if (omp_get_memspace_pagesize(omp_default_mem_space) < 1) bad |= 8;
  int r0 = 0;
  if (omp_get_submemspace(omp_default_mem_space, 1, &r0) == omp_null_mem_space) bad |= 16;
  omp_allocator_handle_t a = omp_get_device_and_host_allocator(d, omp_default_mem_space);
  #ifndef GPU
  if (a == omp_null_allocator) bad |= 32;
#endif
  if (a != omp_null_allocator) {
    int *p = omp_alloc(64, a);
    if (p) { p[0] = 1;
      #pragma omp target is_device_ptr(p)
      p[0] = 7;
      if (p[0] != 7) bad |= 64;
      omp_free(p, a); }
  }
  omp_allocator_handle_t da = omp_get_device_allocator(d, omp_default_mem_space);
  if (da != omp_null_allocator) {
    int *p = omp_alloc(64, da);
    int v = 0;
    if (p) {
      #pragma omp target is_device_ptr(p) map(from: v)
      { p[0] = 7; v = p[0]; }
      if (v != 7) bad |= 128;
      omp_free(p, da);
    }
  } else bad |= 256;
  omp_alloctrait_t t[] = {{omp_atk_partition, omp_atv_interleaved}, {omp_atk_part_size, 4096}, {omp_atk_access, omp_atv_all}};
  omp_allocator_handle_t ia = omp_init_allocator(omp_default_mem_space, 3, t);
  if (ia == omp_null_allocator) bad |= 512;
  char *c = omp_alloc(10000, ia); if (!c) bad |= 1024; else { memset(c, 1, 10000); omp_free(c, ia); }
  omp_destroy_allocator(ia);
  omp_mempartitioner_t mp;
  omp_init_mempartitioner(&mp, omp_dynamic_mempartition, part, rel);
  omp_alloctrait_t t2[] = {{omp_atk_partition, omp_atv_partitioner}, {omp_atk_partitioner, (omp_uintptr_t)mp}, {omp_atk_partitioner_arg, 3}};
  omp_allocator_handle_t pa = omp_init_allocator(omp_default_mem_space, 3, t2);
  char *q = omp_alloc(100, pa);
  if (pa == omp_null_allocator || !q || made != 1) bad |= 2048;
  omp_free(q, pa);
  omp_destroy_allocator(pa);
  if (gone != 1) bad |= 4096;
  omp_destroy_mempartitioner(&mp);
  printf(bad ? "bad %x\n" : "ok\n", bad);
}
