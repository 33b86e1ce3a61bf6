/* The device routines and device memory routines of OpenMP 5.2 §18.7 and §18.8 (6.0 §24, §25). They call Go
 * for device memory and copies. */
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "devicepointer.h"
#include "../ompt/operation.h"
#include "routines.h"
#include "../host/shield.h"
#include "../host/shim.h"
#include "../host/arena.h"
#include "../entry/mapped.h"
#include "../task/task.h"
#include "../../sanitize/sanitize.h"
#include "../bridge.h"

enum { INITIAL_DEVICE = -1 };

/* The routines call ompcc_first_use, because a tool must be initialised before a routine returns (OpenMP
 * 5.2 §19.2.2). */

/* ompcc_core_is_initial_device returns 1: in kernels, the compiler folds the call. The caller is host code,
 * possibly of a reverse offload region on a thread of the CPU device. */
int ompcc_core_is_initial_device(void) {
	ompcc_first_use();
	return 1;
}

int ompcc_core_get_num_devices(void) {
	ompcc_first_use();
	return ompcc_num_devices();
}

int ompcc_core_get_initial_device(void) { return ompcc_initial_device(); }

/* ompcc_core_initial_device_for must not start the tool for libomp, which calls it while it initialises
 * itself and the tool. */
int ompcc_core_initial_device_for(const void *caller) {
	if (!ompcc_ompt_is_libomp(caller))
		ompcc_first_use();
	return ompcc_initial_device();
}

int ompcc_core_get_device_num(void) {
	ompcc_first_use();
	return ompcc_cpu_in_kernel() ? ompcc_core_cpu_self()->device_num : ompcc_initial_device();
}

int ompcc_core_get_default_device(void) {
	ompcc_first_use();
	return ompcc_default_device();
}

void ompcc_core_set_default_device(int n) {
	ompcc_first_use();
	ompcc_set_default_device(n);
}

/* --- device numbers as arguments ----------------------------------------- */

enum { HOST = -1,
	INVALID = -2 };

/* device converts a device number argument to the number of a usable device, HOST or INVALID. */
static inline int device(int n) {
	int devices = ompcc_num_devices();
	ompcc_first_use();
	if (n >= 0 && n < devices)
		return OMPCC_LIKELY(ompcc_ready(n)) ? n : INVALID;
	if (OMPCC_UNLIKELY(n == OMPCC_DEFAULT_NUMBER))
		return device(ompcc_default_device());
	return n == INITIAL_DEVICE || n == devices ? HOST : INVALID;
}

/* memory_device is device for the device memory routines. For them, omp_invalid_device is an error
 * that ends the program (OpenMP 5.2 §18.8). */
static inline int memory_device(const char *routine, int n) {
	if (OMPCC_UNLIKELY(n == OMPCC_INVALID_DEVICE || (n == OMPCC_DEFAULT_NUMBER && ompcc_default_device() == OMPCC_INVALID_DEVICE)))
		ompcc_fatal("error: %s: the device number is omp_invalid_device", routine);
	return device(n);
}

int ompcc_memory_device(const char *routine, int n) { return memory_device(routine, n); }

static void begin(const void *ra) {
	if (OMPCC_UNLIKELY(ompcc_ompt_enabled))
		ompcc_ompt_routine_begin(ra);
}

static void end(void) {
	if (OMPCC_UNLIKELY(ompcc_ompt_enabled))
		ompcc_ompt_routine_end();
}

/* number returns the device number in events. */
static int number(int d) { return d == HOST ? ompcc_initial_device() : d; }

/* --- identity ------------------------------------------------------------ */

static const char host_uid[] = "ompcc-host";

const char *ompcc_core_get_uid_from_device(int n) {
	int d = device(n);
	if (d == INVALID)
		return NULL;
	return d == HOST ? host_uid : ompcc_go_uid(d);
}

int ompcc_core_get_device_from_uid(const char *uid) {
	if (!uid)
		return OMPCC_INVALID_DEVICE;
	if (!strcmp(uid, host_uid))
		return ompcc_initial_device();
	for (int n = 0; n < ompcc_num_devices(); n++)
		if (device(n) == n && !strcmp(uid, ompcc_go_uid(n)))
			return n;
	return OMPCC_INVALID_DEVICE;
}

/* --- memory -------------------------------------------------------------- */

_Atomic long ompcc_user_blocks;

static inline void *silent_alloc(const ompcc_shared_t *s, size_t size, int d) {
	return s && s->own ? ompcc_arena_alloc(size) : (void *)ompcc_go_alloc(d, size);
}

static inline void *told_alloc(const ompcc_shared_t *s, size_t size, int d) {
	int host = number(HOST);
	ompt_region_t *r = ompcc_ompt_as_is(OMPCC_OP_ALLOC);
	if (OMPCC_LIKELY(r != NULL)) {
		ompcc_ompt_begin_as_is(r, OMPCC_OP_ALLOC, NULL, host, NULL, d, size);
		void *p = silent_alloc(s, size, d);
		ompcc_ompt_end_as_is(r, OMPCC_OP_ALLOC, NULL, host, p, d, size);
		return p;
	}
	ompcc_ompt_data_op_begin(OMPCC_OP_ALLOC, NULL, host, NULL, d, size);
	void *p = silent_alloc(s, size, d);
	ompcc_ompt_data_op_end(OMPCC_OP_ALLOC, NULL, host, p, d, size);
	return p;
}

void *ompcc_core_target_alloc(const void *ra, size_t size, int n) {
	ompcc_announce(ra);
	int d = memory_device("omp_target_alloc", n);
	if (d == INVALID || size == 0)
		return NULL;
	if (d == HOST)
		return malloc(size);
	begin(ra);
	const ompcc_shared_t *s = ompcc_shared(d);
	void *p = OMPCC_UNLIKELY(ompcc_ompt_enabled) ? told_alloc(s, size, d) : silent_alloc(s, size, d);
	if (p) {
		atomic_fetch_add_explicit(&ompcc_user_blocks, 1, memory_order_relaxed);
		ompcc_user_block_made(p, size, d);
	}
	end();
	if (OMPCC_UNLIKELY(ompcc_checking()))
		ompcc_heap_describe((uintptr_t)p, &(ompcc_block_t){.kind = BLOCK_ROUTINE, .name = "omp_target_alloc", .made = ompcc_check_place()});
	return p;
}

void ompcc_core_target_free(const void *ra, void *p, int n) {
	ompcc_announce(ra);
	int d = memory_device("omp_target_free", n);
	if (!p || d == INVALID)
		return;
	if (d == HOST) {
		free(p);
		return;
	}
	begin(ra);
	const ompcc_shared_t *s = ompcc_shared(d);
	int told = ompcc_ompt_enabled, host = 0;
	size_t size = ompcc_user_block_gone(p, d);
	if (OMPCC_UNLIKELY(told)) {
		host = number(HOST);
		ompcc_ompt_data_op_begin(OMPCC_OP_DELETE, NULL, host, p, d, size);
	}
	char *error = NULL;
	if (s && s->own)
		ompcc_arena_free(p);
	else
		error = ompcc_go_free(d, (uintptr_t)p);
	if (OMPCC_UNLIKELY(told))
		ompcc_ompt_data_op_end(OMPCC_OP_DELETE, NULL, host, p, d, 0);
	end();
	atomic_fetch_sub_explicit(&ompcc_user_blocks, 1, memory_order_relaxed);
	if (error)
		ompcc_fatal("error: omp_target_free(%p, %d): %s", p, n, error);
}

int ompcc_core_target_is_present(const void *p, int n) {
	int d = memory_device("omp_target_is_present", n);
	if (d == HOST)
		return 1;
	return p && d != INVALID && ompcc_mapped(d, p) != 0;
}

/* ompcc_core_target_is_accessible reports whether a device can access host storage: if the program requires
 * unified shared memory, or if the storage is allocated for both. Otherwise even a CPU device counts as a
 * device with its own storage. */
int ompcc_core_target_is_accessible(const void *p, size_t size, int n) {
	int d = ompcc_memory_device("omp_target_is_accessible", n);
	return p && (d == HOST || (d != INVALID && (ompcc_unified() || ompcc_shared_holds(p, size, d))));
}

void ompcc_core_dump_mappings(void) {
	for (int d = 0; d < ompcc_num_devices(); d++)
		if (ompcc_used_device(d))
			ompcc_go_dump_mappings(d);
}

void *ompcc_core_get_mapped_ptr(const void *p, int n) {
	int d = ompcc_memory_device("omp_get_mapped_ptr", n);
	if (d == HOST)
		return (void *)p;
	return p && d != INVALID ? (void *)ompcc_mapped(d, p) : NULL;
}

int ompcc_core_target_associate_ptr(const void *ra, const void *host, const void *dev, size_t size, size_t offset, int n) {
	ompcc_announce(ra);
	int d = ompcc_memory_device("omp_target_associate_ptr", n);
	if (d < 0 || !host || !dev || !size)
		return EINVAL;
	begin(ra);
	int rc = ompcc_go_associate(d, (uintptr_t)host, size, (uintptr_t)dev, offset) ? EINVAL : 0;
	end();
	return rc;
}

int ompcc_core_target_disassociate_ptr(const void *ra, const void *host, int n) {
	ompcc_announce(ra);
	int d = ompcc_memory_device("omp_target_disassociate_ptr", n);
	if (d < 0 || !host)
		return EINVAL;
	begin(ra);
	int rc = ompcc_go_disassociate(d, (uintptr_t)host) ? EINVAL : 0;
	end();
	return rc;
}

/* --- copies -------------------------------------------------------------- */

enum { TRANSFER_OP = 7,
	RECT_OP = 9 }; /* ompt_target_data_op_t of OpenMP 6.0 */

/* by_host copies between CPU devices, or within one, through a host buffer, as LLVM's runtime does. A tool
 * sees two operations. */
static int by_host(void *dst, const void *src, size_t n, int to, int from) {
	void *buffer = malloc(n);
	if (!buffer)
		return EINVAL;
	int before = ompcc_shield();
	int rc = ompcc_go_copy((uintptr_t)buffer, (uintptr_t)src, n, HOST, from, 0) ||
			ompcc_go_copy((uintptr_t)dst, (uintptr_t)buffer, n, to, HOST, 0)
		? EINVAL
		: 0;
	ompcc_unshield(before);
	free(buffer);
	return rc;
}

static int on_cpu(int device) {
	int index;
	return device >= 0 && ompcc_device_kind(device, &index) == OMPCC_CPU;
}

/* copy transfers n bytes. It reports the transfer to a tool, unless part is set: the caller has then
 * reported the whole transfer. */
static int copy(void *dst, const void *src, size_t n, int to, int from, int part) {
	if (n == 0)
		return 0;
	if (to == HOST && from == HOST) {
		memmove(dst, src, n);
		return 0;
	}
	if (OMPCC_UNLIKELY(ompcc_ompt_as_llvm()) && on_cpu(to) && on_cpu(from))
		return by_host(dst, src, n, to, from);
	/* A tool sees one transfer between two devices, even if the runtime copies through the host. */
	int told = ompcc_ompt_enabled && !part && to >= 0 && from >= 0 && to != from;
	if (OMPCC_UNLIKELY(told))
		ompcc_ompt_data_op_begin(TRANSFER_OP, (void *)src, from, dst, to, n);
	int before = ompcc_shield();
	int rc = ompcc_go_copy((uintptr_t)dst, (uintptr_t)src, n, to, from, told || part) ? EINVAL : 0;
	ompcc_unshield(before);
	if (OMPCC_UNLIKELY(told))
		ompcc_ompt_data_op_end(TRANSFER_OP, (void *)src, from, dst, to, n);
	return rc;
}

static int transferable(const void *dst, const void *src, size_t n, int to, int from) {
	return to != INVALID && from != INVALID && (n == 0 || (dst && src));
}

int ompcc_core_target_memcpy(const void *ra, void *dst, const void *src, size_t n, size_t dst_offset, size_t src_offset, int to,
	int from) {
	ompcc_announce(ra);
	int dt = ompcc_memory_device("omp_target_memcpy", to), df = ompcc_memory_device("omp_target_memcpy", from);
	if (!transferable(dst, src, n, dt, df))
		return EINVAL;
	begin(ra);
	int rc = copy((char *)dst + dst_offset, (const char *)src + src_offset, n, dt, df, 0);
	end();
	return rc;
}

typedef struct {
	size_t element;
	int to, from;
	int told; /* the caller reports the whole transfer to a tool */
} rect_t;

/* event_device returns the device number for tools; a negative n is the host. */
static int event_device(int n) { return n < 0 ? ompcc_initial_device() : n; }

/* part copies a box of dims dimensions, the outermost first. */
static int part(const rect_t *r, char *dst, const char *src, int dims, const size_t *volume, const size_t *dst_off,
	const size_t *src_off, const size_t *dst_dim, const size_t *src_dim) {
	size_t dst_step = r->element, src_step = r->element;
	for (int i = 1; i < dims; i++) {
		dst_step *= dst_dim[i];
		src_step *= src_dim[i];
	}
	dst += dst_off[0] * dst_step;
	src += src_off[0] * src_step;
	if (dims == 1)
		return copy(dst, src, volume[0] * r->element, r->to, r->from, r->told);
	for (size_t i = 0; i < volume[0]; i++) {
		int rc = part(r, dst + i * dst_step, src + i * src_step, dims - 1, volume + 1, dst_off + 1, src_off + 1, dst_dim + 1,
			src_dim + 1);
		if (rc)
			return rc;
	}
	return 0;
}

/* fits reports whether the box lies within the array of dimensions dim, without overflow of any size. */
static int fits(size_t element, int dims, const size_t *volume, const size_t *off, const size_t *dim) {
	size_t total = element;
	for (int i = 0; i < dims; i++) {
		size_t last;
		if (__builtin_add_overflow(off[i], volume[i], &last) || last > dim[i])
			return 0;
		if (__builtin_mul_overflow(total, dim[i], &total))
			return 0;
	}
	return 1;
}

/* box reports whether the arguments of a rectangular copy are valid. */
static int box(const void *dst, const void *src, size_t element, int dims, const size_t *volume, const size_t *dst_off,
	const size_t *src_off, const size_t *dst_dim, const size_t *src_dim, int to, int from) {
	if (to == INVALID || from == INVALID || !dst || !src || element == 0 || dims < 1 || !volume || !dst_off || !src_off || !dst_dim ||
		!src_dim)
		return 0;
	return fits(element, dims, volume, dst_off, dst_dim) && fits(element, dims, volume, src_off, src_dim);
}

int ompcc_core_target_memcpy_rect(const void *ra, void *dst, const void *src, size_t element, int dims, const size_t *volume,
	const size_t *dst_off, const size_t *src_off, const size_t *dst_dim, const size_t *src_dim,
	int to, int from) {
	/* If both pointers are NULL, the routine returns the number of supported dimensions. */
	if (!dst && !src)
		return INT_MAX;
	ompcc_announce(ra);
	int dt = ompcc_memory_device("omp_target_memcpy_rect", to), df = ompcc_memory_device("omp_target_memcpy_rect", from);
	if (!box(dst, src, element, dims, volume, dst_off, src_off, dst_dim, src_dim, dt, df))
		return EINVAL;
	ompcc_ompt_box_t there = {dst, event_device(dt), dst_off, dst_dim}, here = {(void *)src, event_device(df), src_off, src_dim};
	int told = ompcc_ompt_enabled && (dt >= 0 || df >= 0) && !ompcc_ompt_as_llvm(); /* LLVM: one event per row */
	rect_t r = {element, dt, df, told};
	begin(ra);
	if (OMPCC_UNLIKELY(told))
		ompcc_ompt_rect_begin(RECT_OP, &here, &there, element, dims, volume);
	int rc = part(&r, dst, src, dims, volume, dst_off, src_off, dst_dim, src_dim);
	if (OMPCC_UNLIKELY(told))
		ompcc_ompt_rect_end(RECT_OP, &here, &there, element, dims, volume);
	end();
	return rc;
}

/* set_by_copy sets memory as LLVM's runtime does: by a copy of a buffer. */
static int set_by_copy(void *p, int value, size_t n, int device) {
	void *buffer = malloc(n);
	int done = buffer && !copy(p, memset(buffer, value, n), n, device, HOST, 0);
	free(buffer);
	return done;
}

void *ompcc_core_target_memset(const void *ra, void *p, int value, size_t n, int dev) {
	ompcc_announce(ra);
	int d = ompcc_memory_device("omp_target_memset", dev);
	if (!p || n == 0 || d == INVALID)
		return p;
	if (d == HOST)
		return memset(p, value, n);
	begin(ra);
	if (OMPCC_UNLIKELY(ompcc_ompt_as_llvm()) && set_by_copy(p, value, n, d)) {
		end();
		return p;
	}
	int before = ompcc_shield();
	char *error = ompcc_go_set(d, (uintptr_t)p, (unsigned char)value, n);
	ompcc_unshield(before);
	end();
	if (error)
		ompcc_fatal("error: omp_target_memset(%p, %d, %zu, %d): %s", p, value, n, number(d), error);
	return p;
}

/* --- asynchronous forms -------------------------------------------------- */

/* The asynchronous routines generate target tasks with the arguments' values (OpenMP 5.2 §18.8.7). They
 * report an invalid argument immediately. A transfer that fails later ends the program. */

typedef struct {
	const void *ra;
	void *dst;
	const void *src;
	size_t n, dst_offset, src_offset;
	int to, from;
} memcpy_t;

static void failed(const char *routine, void *dst, int to, const void *src, int from) {
	ompcc_fatal("error: %s: the transfer to %p on device %d from %p on device %d failed", routine, dst, to, src, from);
}

/* enqueue_copy enqueues a transfer of n bytes, or a memset on device to (src NULL), in a device queue that
 * waits for the task's predecessors. It returns 0 if it cannot; the predecessors are then complete. */
static int enqueue_copy(const char *routine, void *dst, const void *src, int value, size_t n, int to, int from) {
	if (!ompcc_task_ours())
		return 0;
	int t = device(to), f = src ? device(from) : t;
	int whose = t >= 0 ? t : f;
	if (n == 0 || ompcc_ompt_enabled || whose < 0 || (t >= 0 && f >= 0 && t != f)) {
		ompcc_task_wait_predecessors();
		return 0;
	}
	char *error = NULL;
	int done = ompcc_go_enqueue_copy(whose, (uintptr_t)dst, (uintptr_t)src, (unsigned char)value, n, t, f, &error);
	if (error)
		ompcc_fatal("error: %s: %zu bytes to %p on device %d: %s", routine, n, dst, to, error);
	return done;
}

static void run_memcpy(void *p) {
	memcpy_t c = *(memcpy_t *)p;
	free(p);
	if (enqueue_copy("omp_target_memcpy_async", (char *)c.dst + c.dst_offset, (const char *)c.src + c.src_offset, 0, c.n, c.to, c.from))
		return;
	ompcc_ompt_asynchronous(1);
	if (ompcc_core_target_memcpy(c.ra, c.dst, c.src, c.n, c.dst_offset, c.src_offset, c.to, c.from))
		failed("omp_target_memcpy_async", c.dst, c.to, c.src, c.from);
	ompcc_ompt_asynchronous(0);
}

int ompcc_core_target_memcpy_async(const void *ra, void *dst, const void *src, size_t n, size_t dst_offset, size_t src_offset,
	int to, int from, int count, ompcc_depend_t *depend) {
	memcpy_t *c;
	ompcc_announce(ra);
	if (!transferable(dst, src, n, ompcc_memory_device("omp_target_memcpy_async", to), ompcc_memory_device("omp_target_memcpy_async", from)) || !(c = malloc(sizeof *c)))
		return EINVAL;
	*c = (memcpy_t){ra, dst, src, n, dst_offset, src_offset, to, from};
	ompcc_host_task(run_memcpy, c, count, depend);
	return 0;
}

/* memcpy_rect_t holds the arguments of an asynchronous rectangular copy. The arrays belong to the caller, so
 * sizes is a copy of them. */
typedef struct {
	const void *ra;
	void *dst;
	const void *src;
	size_t element;
	int dims, to, from;
	size_t sizes[];              /* dims of each: volume, dst_off, src_off, dst_dim, src_dim */
} memcpy_rect_t;

static void run_memcpy_rect(void *p) {
	memcpy_rect_t *c = p;
	size_t *s = c->sizes, n = (size_t)c->dims;
	ompcc_task_wait_predecessors();
	ompcc_ompt_asynchronous(1);
	if (ompcc_core_target_memcpy_rect(c->ra, c->dst, c->src, c->element, c->dims, s, s + n, s + 2 * n, s + 3 * n, s + 4 * n, c->to, c->from))
		failed("omp_target_memcpy_rect_async", c->dst, c->to, c->src, c->from);
	ompcc_ompt_asynchronous(0);
	free(c);
}

int ompcc_core_target_memcpy_rect_async(const void *ra, void *dst, const void *src, size_t element, int dims,
	const size_t *volume, const size_t *dst_off, const size_t *src_off, const size_t *dst_dim,
	const size_t *src_dim, int to, int from, int count, ompcc_depend_t *depend) {
	const size_t *sizes[] = {volume, dst_off, src_off, dst_dim, src_dim};
	memcpy_rect_t *c;
	if (!dst && !src)
		return INT_MAX;
	ompcc_announce(ra);
	int dt = ompcc_memory_device("omp_target_memcpy_rect_async", to), df = ompcc_memory_device("omp_target_memcpy_rect_async", from);
	if (!box(dst, src, element, dims, volume, dst_off, src_off, dst_dim, src_dim, dt, df) ||
		!(c = malloc(sizeof *c + 5 * (size_t)dims * sizeof *volume)))
		return EINVAL;
	*c = (memcpy_rect_t){ra, dst, src, element, dims, to, from};
	for (int i = 0; i < 5; i++)
		memcpy(c->sizes + i * dims, sizes[i], (size_t)dims * sizeof *volume);
	ompcc_host_task(run_memcpy_rect, c, count, depend);
	return 0;
}

typedef struct {
	const void *ra;
	void *p;
	size_t n;
	int value, dev;
} memset_t;

static void run_memset(void *p) {
	memset_t c = *(memset_t *)p;
	free(p);
	if (enqueue_copy("omp_target_memset_async", c.p, NULL, c.value, c.n, c.dev, c.dev))
		return;
	ompcc_ompt_asynchronous(1);
	ompcc_core_target_memset(c.ra, c.p, c.value, c.n, c.dev);
	ompcc_ompt_asynchronous(0);
}

void *ompcc_core_target_memset_async(const void *ra, void *p, int value, size_t n, int dev, int count, ompcc_depend_t *depend) {
	memset_t *c = malloc(sizeof *c);
	ompcc_announce(ra);
	ompcc_memory_device("omp_target_memset_async", dev);
	if (!c)
		ompcc_fatal("error: omp_target_memset_async: out of memory");
	*c = (memset_t){ra, p, n, value, dev};
	ompcc_host_task(run_memset, c, count, depend);
	return p;
}

void ompcc_core_control(const void *ra, uint64_t command, uint64_t modifier) {
	ompcc_announce(ra);
	ompcc_ompt_control_tool(command, modifier, NULL, ra);
}

int ompcc_core_control_tool(const void *ra, int command, int modifier, void *arg) {
	ompcc_announce(ra);
	return ompcc_ompt_control_tool(command, modifier, arg, ra);
}
