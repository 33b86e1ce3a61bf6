/* The bodies behind the omp_ device routines. */
#ifndef OMPCC_ROUTINES_H
#define OMPCC_ROUTINES_H

#include <stddef.h>

#include "task.h"

#pragma GCC visibility push(hidden)

enum { OMPCC_INVALID_DEVICE = -42 }; /* omp_invalid_device of omp.h */

extern int ompcc_core_is_initial_device(void);
extern int ompcc_core_get_num_devices(void);
extern int ompcc_core_get_initial_device(void);
extern int ompcc_core_initial_device_for(const void *caller);
extern int ompcc_core_get_device_num(void);
extern int ompcc_core_get_default_device(void);
extern void ompcc_core_set_default_device(int n);
extern const char *ompcc_core_get_uid_from_device(int n);
extern int ompcc_core_get_device_from_uid(const char *uid);
extern void *ompcc_core_target_alloc(const void *ra, size_t size, int n);
extern void ompcc_core_target_free(const void *ra, void *p, int n);
/* ompcc_core_dump_mappings prints what is mapped on the devices in use (ompx_dump_mapping_tables). */
extern void ompcc_core_dump_mappings(void);
/* Memory for the host, too: the host's own, or such as moves to where it is used. */
extern void *ompcc_core_shared_alloc(const void *ra, size_t size, int n, int on_host);
extern void ompcc_core_shared_free(const void *ra, void *p, int n, int on_host);
/* ompcc_shared_holds: the bytes lie in a block of that memory which a device has. */
extern int ompcc_shared_holds(const void *p, size_t size, int d);
/* ompcc_memory_device turns the argument of a device memory routine into a
 * device's number, -1 for the host, -2 for none. */
extern int ompcc_memory_device(const char *routine, int n);
extern int ompcc_core_target_is_present(const void *p, int n);
extern int ompcc_core_target_is_accessible(const void *p, size_t size, int n);
extern void *ompcc_core_get_mapped_ptr(const void *p, int n);
extern int ompcc_core_target_associate_ptr(const void *ra, const void *host, const void *dev, size_t size, size_t offset, int n);
extern int ompcc_core_target_disassociate_ptr(const void *ra, const void *host, int n);
extern int ompcc_core_target_memcpy(const void *ra, void *dst, const void *src, size_t n, size_t dst_offset, size_t src_offset,
                                    int to, int from);
extern int ompcc_core_target_memcpy_rect(const void *ra, void *dst, const void *src, size_t element, int dims,
                                         const size_t *volume, const size_t *dst_off, const size_t *src_off, const size_t *dst_dim,
                                         const size_t *src_dim, int to, int from);
extern void *ompcc_core_target_memset(const void *ra, void *p, int value, size_t n, int dev);
extern int ompcc_core_target_memcpy_async(const void *ra, void *dst, const void *src, size_t n, size_t dst_offset,
                                          size_t src_offset, int to, int from, int count, ompcc_depend_t *depend);
extern int ompcc_core_target_memcpy_rect_async(const void *ra, void *dst, const void *src, size_t element, int dims,
                                               const size_t *volume, const size_t *dst_off, const size_t *src_off,
                                               const size_t *dst_dim, const size_t *src_dim, int to, int from, int count,
                                               ompcc_depend_t *depend);
extern void *ompcc_core_target_memset_async(const void *ra, void *p, int value, size_t n, int dev, int count,
                                            ompcc_depend_t *depend);
/* which: 0 is nteams-var, 1 is teams-thread-limit-var. */
extern int ompcc_core_get_device_icv(int which, int n);
extern void ompcc_core_set_device_icv(int which, int value, int n);
extern int ompcc_core_get_max_progress_width(int n);
extern int ompcc_core_pause_resource(int kind, int n);
extern int ompcc_core_pause_resource_all(int kind);
extern void ompcc_core_display_env(int verbose);
extern void ompcc_core_error(const void *ra, int fatal, const char *message, size_t length);
extern void ompcc_core_control(const void *ra, uint64_t command, uint64_t modifier);
extern int ompcc_core_control_tool(const void *ra, int command, int modifier, void *arg);

#pragma GCC visibility pop

#endif
