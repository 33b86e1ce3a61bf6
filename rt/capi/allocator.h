/* Memory management (OpenMP 6.0 §27). */
#ifndef OMPCC_ALLOCATOR_H
#define OMPCC_ALLOCATOR_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

typedef struct {
	int key;
	uintptr_t value;
} ompcc_trait_t; /* omp_alloctrait_t */

extern uintptr_t ompcc_core_init_allocator(intptr_t memspace, int n, const ompcc_trait_t *traits);
extern void ompcc_core_destroy_allocator(uintptr_t allocator);
extern void ompcc_core_set_default_allocator(uintptr_t allocator);
extern uintptr_t ompcc_core_get_default_allocator(void);
/* ompcc_env_allocator is the default one that a value of OMP_ALLOCATOR asks for. */
extern uintptr_t ompcc_env_allocator(const char *value);
extern void *ompcc_core_alloc(const void *ra, size_t alignment, size_t size, uintptr_t allocator, int zero);
extern void *ompcc_core_realloc(const void *ra, void *p, size_t size, uintptr_t allocator, uintptr_t from);
extern void ompcc_core_free(const void *ra, void *p, uintptr_t allocator);

/* Memory spaces of devices: host says that the host must reach it too. */
extern intptr_t ompcc_core_get_memspace(int n, const int *devices, int host, intptr_t memspace);
extern intptr_t ompcc_core_get_all_memspace(intptr_t memspace);
extern uintptr_t ompcc_core_get_allocator(intptr_t memspace);
extern int ompcc_core_memspace_resources(intptr_t memspace);
extern size_t ompcc_core_memspace_pagesize(intptr_t memspace);
extern intptr_t ompcc_core_submemspace(intptr_t memspace, int n, const int *resources);

/* Partitioners divide an allocation among a memory space's resources. */
typedef struct {
	int lifetime;
	void (*compute)(intptr_t, size_t, uintptr_t, void **);
	void (*release)(void **);
} ompcc_partitioner_t;
extern void ompcc_core_init_partition(void **partition, size_t parts, const void *data);
extern void ompcc_core_destroy_partition(void *const *partition);
extern int ompcc_core_set_part(void **partition, size_t part, int resource, size_t size);
extern void *ompcc_core_partition_data(void *const *partition);

#pragma GCC visibility pop

#endif
