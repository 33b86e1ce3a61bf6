/* Generated from rt/abi (go test ./rt/abi -update). */
PUBLIC void __ompcc_register(__ompcc_module_t *m) { RT->enter_module(m); }
PUBLIC void __ompcc_unregister(__ompcc_module_t *m) { RT->leave_module(m); }
PUBLIC int __ompcc_target(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) { return RT->target(HERE, c, l, a); }
PUBLIC void __ompcc_target_host_end(const __ompcc_construct_t *c, const __ompcc_launch_t *l) { RT->target_host_end(HERE, c, l); }
PUBLIC void __ompcc_data_begin(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) { RT->data_begin(HERE, c, l, a); }
PUBLIC void __ompcc_data_end(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) { RT->data_end(HERE, c, l, a); }
PUBLIC void __ompcc_enter_data(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) { RT->enter_data(HERE, c, l, a); }
PUBLIC void __ompcc_exit_data(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) { RT->exit_data(HERE, c, l, a); }
PUBLIC void __ompcc_update(const __ompcc_construct_t *c, const __ompcc_launch_t *l, __ompcc_arg_t *a) { RT->update(HERE, c, l, a); }
PUBLIC void __ompcc_interop_init(const __ompcc_construct_t *c, void **object, long device, unsigned types, unsigned nprefer, const int *prefer) { RT->interop_init(HERE, c, object, device, types, nprefer, prefer); }
PUBLIC void __ompcc_interop_use(const __ompcc_construct_t *c, void **object, unsigned flags) { RT->interop_use(HERE, c, object, flags); }
PUBLIC void __ompcc_interop_destroy(const __ompcc_construct_t *c, void **object, unsigned flags) { RT->interop_destroy(HERE, c, object, flags); }
PUBLIC int __ompcc_device_matches(long device, unsigned trait, const char *name) { return RT->device_matches(device, trait, name); }
PUBLIC void __ompcc_mapper_push(__ompcc_mapper_t *m, const __ompcc_item_t *i, void *base, void *begin, unsigned long size) { RT->mapper_push(m, i, base, begin, size); }
PUBLIC const __ompcc_thread_t *__ompcc_cpu_self(void) { return RT->cpu_self(); }
PUBLIC void __ompcc_cpu_parallel(void (*fn)(void *), void *ctx, unsigned n) { RT->cpu_parallel(fn, ctx, n); }
PUBLIC void __ompcc_cpu_barrier(void) { RT->cpu_barrier(); }
PUBLIC int __ompcc_cpu_single(void) { return RT->cpu_single(); }
PUBLIC void __ompcc_cpu_copyprivate(void *const *addr, const unsigned long *size, unsigned n, int source) { RT->cpu_copyprivate(addr, size, n, source); }
PUBLIC void __ompcc_cpu_critical_begin(const char *name) { RT->cpu_critical_begin(name); }
PUBLIC void __ompcc_cpu_critical_end(const char *name) { RT->cpu_critical_end(name); }
PUBLIC void __ompcc_cpu_loop_begin(int schedule, unsigned long trip, unsigned long chunk) { RT->cpu_loop_begin(schedule, trip, chunk); }
PUBLIC int __ompcc_cpu_loop_next(unsigned long *lo, unsigned long *hi) { return RT->cpu_loop_next(lo, hi); }
PUBLIC void __ompcc_cpu_ordered_begin(unsigned long iter) { RT->cpu_ordered_begin(iter); }
PUBLIC void __ompcc_cpu_ordered_end(unsigned long iter) { RT->cpu_ordered_end(iter); }
PUBLIC void __ompcc_cpu_lock(void) { RT->cpu_lock(); }
PUBLIC void __ompcc_cpu_unlock(void) { RT->cpu_unlock(); }
PUBLIC void *__ompcc_cpu_function(void *p) { return RT->cpu_function(p); }
PUBLIC int omp_is_initial_device(void) { return RT->is_initial_device(); }
PUBLIC int omp_get_num_devices(void) { return RT->get_num_devices(); }
PUBLIC int omp_get_device_num(void) { return RT->get_device_num(); }
PUBLIC int omp_get_default_device(void) { return RT->get_default_device(); }
PUBLIC void omp_set_default_device(int n) { RT->set_default_device(n); }
PUBLIC const char *omp_get_uid_from_device(int n) { return RT->get_uid_from_device(n); }
PUBLIC int omp_get_device_from_uid(const char *uid) { return RT->get_device_from_uid(uid); }
PUBLIC void *omp_target_alloc(size_t size, int n) { return RT->target_alloc(HERE, size, n); }
PUBLIC void *llvm_omp_target_alloc_device(size_t size, int n) { return RT->target_alloc(HERE, size, n); }
PUBLIC void omp_target_free(void *p, int n) { RT->target_free(HERE, p, n); }
PUBLIC void llvm_omp_target_free_device(void *p, int n) { RT->target_free(HERE, p, n); }
PUBLIC int omp_target_is_present(const void *p, int n) { return RT->target_is_present(p, n); }
PUBLIC int omp_target_is_accessible(const void *p, size_t size, int n) { return RT->target_is_accessible(p, size, n); }
PUBLIC void *omp_get_mapped_ptr(const void *p, int n) { return RT->get_mapped_ptr(p, n); }
PUBLIC void *__ompcc_device_pointer(const void *p) { return RT->device_pointer(p); }
PUBLIC int omp_target_associate_ptr(const void *host, const void *dev, size_t size, size_t offset, int n) { return RT->target_associate_ptr(HERE, host, dev, size, offset, n); }
PUBLIC int omp_target_disassociate_ptr(const void *host, int n) { return RT->target_disassociate_ptr(HERE, host, n); }
PUBLIC int omp_target_memcpy(void *dst, const void *src, size_t n, size_t dst_offset, size_t src_offset, int to, int from) { return RT->target_memcpy(HERE, dst, src, n, dst_offset, src_offset, to, from); }
PUBLIC int omp_target_memcpy_rect(void *dst, const void *src, size_t element, int dims, const size_t *volume, const size_t *dst_off, const size_t *src_off, const size_t *dst_dim, const size_t *src_dim, int to, int from) { return RT->target_memcpy_rect(HERE, dst, src, element, dims, volume, dst_off, src_off, dst_dim, src_dim, to, from); }
PUBLIC void *omp_target_memset(void *p, int value, size_t n, int dev) { return RT->target_memset(HERE, p, value, n, dev); }
PUBLIC int omp_target_memcpy_async(void *dst, const void *src, size_t n, size_t dst_offset, size_t src_offset, int to, int from, int count, ompcc_depend_t *depend) { return RT->target_memcpy_async(HERE, dst, src, n, dst_offset, src_offset, to, from, count, depend); }
PUBLIC int omp_target_memcpy_rect_async(void *dst, const void *src, size_t element, int dims, const size_t *volume, const size_t *dst_off, const size_t *src_off, const size_t *dst_dim, const size_t *src_dim, int to, int from, int count, ompcc_depend_t *depend) { return RT->target_memcpy_rect_async(HERE, dst, src, element, dims, volume, dst_off, src_off, dst_dim, src_dim, to, from, count, depend); }
PUBLIC void *omp_target_memset_async(void *p, int value, size_t n, int dev, int count, ompcc_depend_t *depend) { return RT->target_memset_async(HERE, p, value, n, dev, count, depend); }
PUBLIC int omp_control_tool(int command, int modifier, void *arg) { return RT->control_tool(HERE, command, modifier, arg); }
PUBLIC uintptr_t omp_init_allocator(intptr_t space, int n, const ompcc_trait_t *traits) { return RT->init_allocator(space, n, traits); }
PUBLIC void omp_destroy_allocator(uintptr_t a) { RT->destroy_allocator(a); }
PUBLIC void omp_set_default_allocator(uintptr_t a) { RT->set_default_allocator(a); }
PUBLIC uintptr_t omp_get_default_allocator(void) { return RT->get_default_allocator(); }
PUBLIC void *omp_realloc(void *p, size_t size, uintptr_t a, uintptr_t from) { return RT->realloc(HERE, p, size, a, from); }
PUBLIC void omp_free(void *p, uintptr_t a) { RT->free(HERE, p, a); }
PUBLIC intptr_t omp_get_devices_all_memspace(intptr_t space) { return RT->get_all_memspace(space); }
PUBLIC int omp_get_max_progress_width(int n) { return RT->get_max_progress_width(n); }
PUBLIC int omp_pause_resource(int kind, int n) { return RT->pause_resource(kind, n); }
PUBLIC int omp_pause_resource_all(int kind) { return RT->pause_resource_all(kind); }
PUBLIC void omp_display_env(int verbose) { RT->display_env(verbose); }
PUBLIC void *__ompcc_cpu_team_storage(const void *key, unsigned long size, unsigned long align) { return RT->cpu_team_storage(key, size, align); }
PUBLIC void *__ompcc_group_storage(void *original, unsigned long size) { return RT->group_storage(original, size); }
PUBLIC void ompx_dump_mapping_tables(void) { RT->dump_mappings(); }
PUBLIC void __ompcc_cpu_reverse(void (*fn)(void **), const unsigned long *rows, unsigned n, unsigned variables) { RT->cpu_reverse(fn, rows, n, variables); }
PUBLIC void ompt_control(uint64_t command, uint64_t modifier) { RT->control(HERE, command, modifier); }
PUBLIC int omp_get_initial_device(void) { return RT->initial_device_for(HERE); }
PUBLIC void __ompcc_cpu_yield(void) { RT->cpu_yield(); }
PUBLIC void *__ompcc_cpu_thread_storage(void *own, unsigned long size, unsigned long align) { return RT->cpu_thread_storage(own, size, align); }
PUBLIC unsigned long __ompcc_team_extents(const char *where, unsigned long x, unsigned long y, unsigned long z) { return RT->team_extents(where, x, y, z); }
PUBLIC int __ompcc_enter_league(unsigned long space, unsigned long extents) { return RT->enter_league(space, extents); }
PUBLIC int __ompcc_enter_team(unsigned long extents) { return RT->enter_team(extents); }
PUBLIC int omp_get_num_teams_dim(int dim) { return RT->num_teams_dim(dim); }
PUBLIC int omp_get_team_num_dim(int dim) { return RT->team_num_dim(dim); }
PUBLIC int omp_get_num_threads_dim(int dim) { return RT->num_threads_dim(dim); }
PUBLIC int omp_get_thread_num_dim(int dim) { return RT->thread_num_dim(dim); }
PUBLIC int omp_get_thread_limit_dim(int dim) { return RT->thread_limit_dim(dim); }
PUBLIC unsigned long __ompcc_gprivate(const char *where, unsigned long bytes, int fallback) { return RT->gprivate(where, bytes, fallback); }
PUBLIC void *__ompcc_cpu_gprivate(unsigned long word) { return RT->cpu_gprivate(word); }
PUBLIC int __ompcc_enter_gprivate(unsigned long word) { return RT->enter_gprivate(word); }
PUBLIC int __ompcc_leave_gprivate(void) { return RT->leave_gprivate(); }
PUBLIC void *omp_get_dyn_gprivate_ptr(size_t offset, int access) { return RT->dyn_gprivate_ptr(offset, access); }
PUBLIC void *omp_get_dyn_gprivate_nofb_ptr(size_t offset, int access) { return RT->dyn_gprivate_nofb_ptr(offset, access); }
PUBLIC size_t omp_get_dyn_gprivate_size(int access) { return RT->dyn_gprivate_size(access); }
PUBLIC intptr_t omp_get_dyn_gprivate_memspace(int access) { return RT->dyn_gprivate_memspace(access); }
PUBLIC size_t omp_get_gprivate_limit(int n, int access) { return RT->gprivate_limit(n, access); }
