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

/* ompcc_env_allocator is the default one that a value of OMP_ALLOCATOR asks for. */
extern uintptr_t ompcc_env_allocator(const char *value);

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
