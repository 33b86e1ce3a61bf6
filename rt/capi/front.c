/* The public symbols. Every module of the process that is linked with the
 * runtime has these; all lead to the one runtime that serves the process. */
#include "front.h"
#include "shim.h"

#define RT ompcc_runtime()
#define HERE __builtin_return_address(0)
#define PUBLIC __attribute__((visibility("default")))

/* Compiled programs (rt/abi/host.go). */

PUBLIC void __ompcc_register(__ompcc_module_t *m) { RT->enter_module(m); }
PUBLIC void __ompcc_unregister(__ompcc_module_t *m) { RT->leave_module(m); }

PUBLIC int __ompcc_target(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) {
	return RT->target(HERE, c, l, a);
}
PUBLIC void __ompcc_target_host_end(const __ompcc_construct_t *c, const __ompcc_launch_t *l) {
	RT->target_host_end(HERE, c, l);
}
PUBLIC void __ompcc_data_begin(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) {
	RT->data_begin(HERE, c, l, a);
}
PUBLIC void __ompcc_data_end(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) {
	RT->data_end(HERE, c, l, a);
}
PUBLIC void __ompcc_enter_data(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) {
	RT->enter_data(HERE, c, l, a);
}
PUBLIC void __ompcc_exit_data(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) {
	RT->exit_data(HERE, c, l, a);
}
PUBLIC void __ompcc_update(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) {
	RT->update(HERE, c, l, a);
}
PUBLIC void __ompcc_mapper_push(__ompcc_mapper_t *m, const __ompcc_item_t *i, void *base, void *begin, unsigned long size) {
	RT->mapper_push(m, i, base, begin, size);
}

/* Kernels of CPU images (rt/abi/host.go, CPUDecls). */

PUBLIC const __ompcc_thread_t *__ompcc_cpu_self(void) { return RT->cpu_self(); }
PUBLIC void __ompcc_cpu_parallel(void (*fn)(void *), void *ctx, unsigned n) { RT->cpu_parallel(fn, ctx, n); }
PUBLIC void __ompcc_cpu_barrier(void) { RT->cpu_barrier(); }
PUBLIC int __ompcc_cpu_single(void) { return RT->cpu_single(); }
PUBLIC void __ompcc_cpu_copyprivate(void *const *addr, const unsigned long *size, unsigned n, int source) {
	RT->cpu_copyprivate(addr, size, n, source);
}
PUBLIC void __ompcc_cpu_critical_begin(const char *name) { RT->cpu_critical_begin(name); }
PUBLIC void __ompcc_cpu_critical_end(const char *name) { RT->cpu_critical_end(name); }
PUBLIC void __ompcc_cpu_loop_begin(int schedule, unsigned long trip, unsigned long chunk) {
	RT->cpu_loop_begin(schedule, trip, chunk);
}
PUBLIC int __ompcc_cpu_loop_next(unsigned long *lo, unsigned long *hi) { return RT->cpu_loop_next(lo, hi); }
PUBLIC void __ompcc_cpu_ordered_begin(unsigned long iter) { RT->cpu_ordered_begin(iter); }
PUBLIC void __ompcc_cpu_ordered_end(unsigned long iter) { RT->cpu_ordered_end(iter); }
PUBLIC void __ompcc_cpu_lock(void) { RT->cpu_lock(); }
PUBLIC void __ompcc_cpu_unlock(void) { RT->cpu_unlock(); }
