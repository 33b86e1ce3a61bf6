/* OMPT events: reports the runtime's constructs, data operations, kernels and devices to the tool's callbacks. */
#include "operation.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../host/addresses.h"
#include "report.h"
#include "profile.h"
#include "../host/shim.h"
#include "../task/task.h"

OMPT_TLS ompt_thread_state_t ompcc_ompt_thread;
int ompcc_ompt_maps;

ompt_id_t ompcc_ompt_new_id(void) {
	static _Atomic uint64_t last;
	return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

OMPT_TLS ompcc_ompt_entry_t ompcc_ompt_entry;

__attribute__((noinline, cold)) int ompcc_ompt_introduce(void) {
	if (ompcc_ompt_enabled < 0)
		ompcc_ompt_init();
	if (ompcc_ompt_enabled <= 0)
		return 0;
	ompcc_ompt_attach_thread(ompt_thread_other);
	return 1;
}

/* ready reports whether a tool is active. It attaches the calling thread to the tool on first use. */
static inline int ready(void) { return OMPCC_LIKELY(ompcc_ompt_enabled > 0 && ompcc_ompt_entry.attached) || ompcc_ompt_introduce(); }

/* tracing reports whether the tool traces any device: a cheap check before any work on records. */
static int tracing(void) { return atomic_load_explicit(&ompcc_ompt_tracing, memory_order_relaxed) != 0; }

/* --- regions ------------------------------------------------------------- */

static int nowait(const ompt_region_t *r) { return r->kind >= ompt_target_nowait; }

/* task_in returns the task that encounters the constructs and routines inside region r: the region's
 * initial task while the host executes it, else its target task. */
static ompt_data_t *task_in(const ompt_region_t *r) { return r->in_initial ? (ompt_data_t *)&r->initial : r->target_task; }

/* current_task returns the data of the thread's current task, given its innermost region r. Outside of
 * a region, that is libomp's current task if libomp owns the tool, else the thread's initial task. */
static ompt_data_t *current_task(const ompt_region_t *r) {
	if (r && r != ompcc_ompt_thread.around && r->target_task)
		return task_in(r);
	return ompcc_ompt_tool.guest ? ompcc_ompt_tool.task_data() : &ompcc_ompt_thread.task;
}

/* find_tasks stores the encountering task and the target task of a region. One thread executes the
 * whole region, so its tasks do not change (OpenMP 5.2 §19.5.2.26). */
static void find_tasks(ompt_region_t *r) {
	r->encountering = r->deferred ? r->deferred->encountering : current_task(r->outer);
	r->target_task = r->deferred ? &r->deferred->data : &r->task;
}

/* find_guest_tasks is find_tasks for a guest of libomp. If the compiler made the construct a libomp
 * task, that task runs now, and generated is the data of the encountering task. Otherwise the thread
 * runs the target task inline, and libomp does not know it. Its data is then r->task, because the
 * target task data of libomp belongs to the thread. */
static void find_guest_tasks(ompt_region_t *r, ompt_data_t *generated) {
	const ompt_tool_t *tool = &ompcc_ompt_tool;
	const ompt_region_t *outer = r->outer;
	ompt_data_t *current = tool->task_data();
	ompcc_ompt_settle(r->outer, current);
	r->host_task = current;
	r->generated = generated != NULL;
	if (tool->compat && tool->target_task_data) { /* LLVM: the executing task encounters the construct */
		r->encountering = current;
		r->target_task = tool->target_task_data();
		return;
	}
	r->encountering = generated ? generated : current;
	if (!generated && outer && outer != ompcc_ompt_thread.around && outer->running && outer->host_task == current)
		r->encountering = task_in(outer);
	r->target_task = generated ? current : &r->task;
}

/* Each thread caches one region that it has left and reuses it for its next region. free_idle frees
 * it when the thread ends. */
static pthread_key_t idle_key;
static pthread_once_t idle_once = PTHREAD_ONCE_INIT;

static void free_idle(void *thread) {
	ompt_thread_state_t *self = thread;
	free(self->idle);
	self->idle = NULL;
}

static void make_idle_key(void) { pthread_key_create(&idle_key, free_idle); }

/* new_region allocates on the heap: a library that dlopen loads gets little static thread-local storage. */
static __attribute__((noinline)) ompt_region_t *new_region(void) {
	ompt_region_t *r = malloc(sizeof *r);
	if (!r)
		ompcc_fatal("error: out of memory");
	pthread_once(&idle_once, make_idle_key);
	pthread_setspecific(idle_key, &ompcc_ompt_thread);
	return r;
}

static inline __attribute__((always_inline)) ompt_region_t *push(int kind, int device, void *task, const void *codeptr) {
	ompt_thread_state_t *self = &ompcc_ompt_thread;
	ompt_region_t *r = OMPCC_LIKELY(self->idle != NULL) ? self->idle : new_region();
	self->idle = NULL;
	r->outer = self->top;
	r->codeptr = codeptr;
	r->kind = kind;
	r->asynchronous = kind >= ompt_target_nowait || self->asynchronous;
	r->device = device;
	r->state = self->state;
	r->id = r->data.value = r->task.value = r->op = 0;
	r->construct = NULL;
	r->deferred = NULL;
	r->host_task = NULL;
	r->generated = r->running = r->in_initial = 0;
	r->since = 0;
	if (!kind) {
		r->encountering = NULL;
		r->target_task = ompcc_ompt_tool.compat ? NULL : &r->task; /* LLVM's runtime gives routines no target task */
	} else if (ompcc_ompt_tool.guest && !ompcc_task_ours()) {
		find_guest_tasks(r, task);
	} else {
		if (ompcc_ompt_tool.guest && r->outer)
			ompcc_ompt_settle(r->outer, ompcc_ompt_tool.task_data());
		r->deferred = task;
		find_tasks(r);
	}
	atomic_signal_fence(memory_order_release); /* a signal handler must see a complete region */
	self->top = r;
	return r;
}

static inline __attribute__((always_inline)) void pop(void) {
	ompt_thread_state_t *self = &ompcc_ompt_thread;
	ompt_region_t *r = self->top;
	self->state = r->state;
	self->top = r->outer;
	if (OMPCC_UNLIKELY(r->deferred != NULL))
		free(r->deferred);
	if (OMPCC_UNLIKELY(self->idle != NULL))
		free(self->idle);
	self->idle = r;
}

/* enter_runtime stores the frame at which the target task of r leaves the program's code. */
static inline void enter_runtime(ompt_region_t *r) {
	r->left = NULL;
	r->frame.exit_frame.ptr = ompcc_ompt_entry.frame;
	r->frame.enter_frame.ptr = NULL;
	r->frame.exit_frame_flags = ompt_frame_runtime | ompt_frame_cfa;
	r->frame.enter_frame_flags = 0;
}

/* left_frame returns the frame of the encountering task, which stays in the runtime until the construct ends
 * (OpenMP 5.2 §19.4.4.28). It returns NULL if another thread executes the encountering task, or if a libomp task
 * executes the construct as its target task. */
static inline __attribute__((always_inline)) ompt_frame_t *left_frame(const ompt_region_t *r) {
	const ompt_tool_t *tool = &ompcc_ompt_tool;
	ompt_thread_state_t *self = &ompcc_ompt_thread;
	ompt_region_t *outer = r->outer;
	if ((r->deferred && nowait(r)) || r->generated)
		return NULL;
	if (outer && outer != self->around && outer->running && !outer->generated && outer->host_task == r->host_task)
		return &outer->frame;
	if (!tool->guest)
		return &self->frame;
	return tool->frames ? ompcc_ompt_host_frame() : NULL;
}

/* leave_task sets the enter frame of the encountering task. */
static inline __attribute__((always_inline)) void leave_task(ompt_region_t *r) {
	enter_runtime(r);
	r->left = left_frame(r);
	if (!r->left)
		return;
	r->before = *r->left;
	r->left->enter_frame.ptr = ompcc_ompt_entry.frame;
	r->left->enter_frame_flags = ompt_frame_runtime | ompt_frame_cfa;
}

/* come_back restores the encountering task's frame when the construct ends. */
static void come_back(ompt_region_t *r) {
	if (r->left)
		*r->left = r->before;
}

int ompcc_ompt_task_flags(const ompt_region_t *r) { return nowait(r) ? ompt_task_target : ompt_task_target | ompt_task_undeferred; }

/* announces reports whether this runtime reports the target task to the tool, because libomp does not
 * know the task. */
static int announces(const ompt_region_t *r) {
	return !ompcc_ompt_tool.guest || r->deferred || (ompcc_ompt_tool.tasks && !r->generated);
}

/* suspended returns the task that the thread suspends while it executes the target task. */
static ompt_data_t *suspended(const ompt_region_t *r) { return r->deferred ? current_task(r->outer) : r->encountering; }

/* create_task starts the target task of a construct. Without nowait, this is an included task, which
 * create_task also creates (OpenMP 5.2 §13.8). */
static void create_task(ompt_region_t *r) {
	leave_task(r);
	if (announces(r)) {
		if (callback(task_create) && !r->deferred)
			callback(task_create)(r->encountering, r->left, r->target_task, ompcc_ompt_task_flags(r), 0, r->codeptr);
		if (callback(task_schedule))
			callback(task_schedule)(suspended(r), ompt_task_switch, r->target_task);
	}
	r->running = 1;
}

static void complete_task(ompt_region_t *r) {
	r->running = 0;
	if (announces(r) && callback(task_schedule))
		callback(task_schedule)(r->target_task, ompt_task_complete, suspended(r));
	come_back(r);
}

/* The encountering thread creates a target task that may be deferred (OpenMP 5.2 §12.5). If this
 * runtime is a guest of libomp, libomp creates the task and reports it, unless a thread of this
 * runtime executes it (ours). */
void *ompcc_ompt_target_task(int nowait, int dependences, int ours, const void *codeptr) {
	if (!ready())
		return NULL;
	if (ompcc_ompt_tool.guest)
		ompcc_ompt_expect_task(ompcc_ompt_tool.tasks);
	if (ompcc_ompt_tool.guest && !ours)
		return ompcc_ompt_tool.task_data();
	ompt_task_t *task = calloc(1, sizeof *task);
	if (!task)
		ompcc_fatal("error: out of memory");
	task->encountering = current_task(ompcc_ompt_thread.top);
	if (callback(task_create))
		callback(task_create)(task->encountering, NULL, &task->data,
			nowait ? ompt_task_target : ompt_task_target | ompt_task_undeferred, dependences, codeptr);
	return task;
}

/* silent reports whether LLVM's runtime omits the events of r: it omits those of regions on the host. */
static int silent(const ompt_region_t *r) { return ompcc_ompt_tool.compat && r->device == ompcc_initial_device(); }

/* target_event calls the plain callback only if the tool registered no _emi callback (OpenMP 5.2
 * §19.5.2.26: a tool must not register both). */
static inline __attribute__((always_inline)) void target_event(ompt_region_t *r, ompt_scope_endpoint_t endpoint) {
	ompt_target_t kind = (ompt_target_t)r->kind;
	if (silent(r))
		return;
	if (ompcc_ompt_tool.compat && nowait(r)) /* LLVM's runtime has no nowait kinds */
		kind = (ompt_target_t)(r->kind - 8);
	if (callback(target_emi))
		callback(target_emi)(kind, endpoint, r->device, r->encountering, r->target_task, &r->data, r->codeptr);
	else if (callback(target))
		callback(target)(kind, endpoint, r->device, r->encountering, r->id, r->codeptr);
	if (tracing())
		ompcc_ompt_record_target(r, endpoint);
}

static int wait_state(int kind) {
	switch (kind) {
	case ompt_target_update:
	case ompt_target_update_nowait:
		return ompt_state_wait_target_update;
	case ompt_target:
	case ompt_target_nowait:
		return ompt_state_wait_target;
	}
	return ompt_state_wait_target_map;
}

void ompcc_ompt_target_begin(int kind, int device, void *task, const void *construct, const void *codeptr) {
	if (!ready())
		return;
	ompt_region_t *r = push(kind, device, task, codeptr);
	r->construct = construct;
	if (!ompcc_ompt_tool.compat || callback(target_emi) || (kind & 7) != ompt_target_enter_data)
		r->id = ompcc_ompt_new_id(); /* LLVM's runtime gives target enter data no identifier */
	create_task(r);
	target_event(r, ompt_scope_begin);
	ompcc_ompt_thread.state = wait_state(kind);
}

void ompcc_ompt_target_end(void) {
	ompt_region_t *r = ompcc_ompt_thread.top;
	if (!r || !ready())
		return;
	ompcc_ompt_thread.state = r->state;
	target_event(r, ompt_scope_end);
	complete_task(r);
	pop();
}

/* --- regions on the host -------------------------------------------------- */

static ompt_region_t *shown(void) {
	ompt_region_t *r = ompcc_ompt_enabled > 0 ? ompcc_ompt_thread.top : NULL;
	return r && !ompcc_ompt_tool.compat ? r : NULL;
}

ompt_region_t *ompcc_ompt_region(void) { return shown(); }

void ompcc_ompt_initial_task(int begin) {
	ompt_region_t *r = shown();
	if (!r)
		return;
	if (begin)
		r->initial.value = 0;
	r->in_initial = begin;
	if (callback(implicit_task))
		callback(implicit_task)(begin ? ompt_scope_begin : ompt_scope_end, NULL, &r->initial, begin, 1, ompt_task_initial);
}

/* ompcc_ompt_enter_host_thread prepares a thread that executes a region on the host. libomp itself
 * reports the begin and the end of the thread. */
void ompcc_ompt_enter_host_thread(ompt_region_t *region) {
	ompt_thread_state_t *self = &ompcc_ompt_thread;
	if (!region)
		return;
	ompcc_ompt_attach_thread(ompt_thread_initial);
	self->state = ompt_state_work_serial;
	self->top = self->around = region;
}

void ompcc_ompt_leave_host_thread(void) { ompcc_ompt_thread.top = ompcc_ompt_thread.around = NULL; }

/* The data operations of a routine occur in the context of its target task (OpenMP 5.2 §18.8). No
 * construct creates this task, so there is no task-create event. */
void ompcc_ompt_routine_begin(const void *codeptr) {
	if (!ready())
		return;
	ompt_region_t *r = push(0, ompcc_initial_device(), NULL, codeptr);
	enter_runtime(r);
	r->running = r->target_task != NULL;
}

void ompcc_ompt_routine_end(void) {
	if (ompcc_ompt_thread.top)
		pop();
}

/* --- maps ---------------------------------------------------------------- */

static int is_update(const ompt_region_t *r) {
	return r->kind == ompt_target_update || r->kind == ompt_target_update_nowait;
}

unsigned ompcc_ompt_map_flags(unsigned flags) {
	static const struct {
		unsigned ours, tools;
	} pairs[] = {
		{OMPCC_FLAG_TO, ompt_target_map_flag_to},
		{OMPCC_FLAG_FROM, ompt_target_map_flag_from},
		{OMPCC_FLAG_RELEASE, ompt_target_map_flag_release},
		{OMPCC_FLAG_DELETE, ompt_target_map_flag_delete},
		{OMPCC_FLAG_IMPLICIT, ompt_target_map_flag_implicit},
		{OMPCC_FLAG_ALWAYS, ompt_target_map_flag_always},
		{OMPCC_FLAG_PRESENT, ompt_target_map_flag_present},
		{OMPCC_FLAG_CLOSE, ompt_target_map_flag_close},
		{OMPCC_FLAG_SELF, ompt_target_map_flag_shared},
	};
	unsigned out = 0;
	for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
		out |= flags & pairs[i].ours ? pairs[i].tools : 0;
	if (!(flags & (OMPCC_FLAG_TO | OMPCC_FLAG_FROM | OMPCC_FLAG_RELEASE | OMPCC_FLAG_DELETE)))
		out |= ompt_target_map_flag_alloc;
	return out;
}

/* Map clauses cause the target-map event (OpenMP 5.2 §5.8.3); target update has no such event (§13.9). */
void ompcc_ompt_map(unsigned n, void **host, void **dev, size_t *bytes, unsigned *flags) {
	ompt_region_t *r = ompcc_ompt_thread.top;
	if (!r || is_update(r) || !ready())
		return;
	if (callback(target_map_emi))
		callback(target_map_emi)(&r->data, n, host, dev, bytes, flags, r->codeptr);
	else if (callback(target_map))
		callback(target_map)(r->id, n, host, dev, bytes, flags, r->codeptr);
	if (tracing())
		ompcc_ompt_record_map(r, n, host, dev, bytes, flags);
}

/* --- data operations ----------------------------------------------------- */

/* direction chooses the OpenMP 5.2 type of a transfer: to from the host to a device, else from. */
static int direction(const ompt_operation_t *o, int to, int from) {
	return o->srcdev == ompcc_initial_device() && o->dstdev != o->srcdev ? to : from;
}

/* before60 converts an operation to the form before OpenMP 6.0. Transfers have a direction, and the
 * address of deleted data is the source ("the data address before the operation", OpenMP 5.2
 * §19.5.2.25). */
static void before60(ompt_operation_t *o) {
	switch (o->optype) {
	case 7:
	case 9:
		o->optype = direction(o, ompt_target_data_transfer_to_device, ompt_target_data_transfer_from_device);
		break;
	case 23:
	case 25:
		o->optype = direction(o, ompt_target_data_transfer_to_device_async, ompt_target_data_transfer_from_device_async);
		break;
	case 8:
		o->optype = ompt_target_data_transfer_to_device;
		break;
	case 24:
		o->optype = ompt_target_data_transfer_to_device_async;
		break;
	case ompt_target_data_delete:
	case ompt_target_data_delete_async:
		*o = (ompt_operation_t){o->optype, o->dst, o->src, o->dstdev, o->srcdev, o->bytes};
		break;
	}
}

/* since60 replaces the transfer types that OpenMP 6.0 deprecates. */
static void since60(ompt_operation_t *o) {
	if (o->optype == ompt_target_data_transfer_to_device || o->optype == ompt_target_data_transfer_from_device)
		o->optype = 7;
	if (o->optype == ompt_target_data_transfer_to_device_async || o->optype == ompt_target_data_transfer_from_device_async)
		o->optype = 23;
}

/* asynchronous gives an operation its asynchronous type (in the numbers of OpenMP 6.0) if the
 * encountering task does not wait for it. That is so in the deferrable target task of a construct with
 * nowait or of an _async routine. LLVM's runtime has no such types, and associations have none. */
static void asynchronous(ompt_operation_t *o, const ompt_region_t *r) {
	if (ompcc_ompt_tool.compat || !r->asynchronous)
		return;
	if (o->optype <= 9 && o->optype != ompt_target_data_associate && o->optype != ompt_target_data_disassociate)
		o->optype += 16;
}

void ompcc_ompt_asynchronous(int on) { ompcc_ompt_thread.asynchronous = on; }

/* plain_endpoint is the endpoint at which the runtime calls the callback without _emi. That is the end
 * of the operation, but the begin of a deletion by omp_target_free (OpenMP 5.2 §18.8.2). LLVM's runtime
 * calls it at each begin. */
static ompt_scope_endpoint_t plain_endpoint(const ompt_region_t *r, int optype) {
	if (ompcc_ompt_tool.compat || (r->kind == 0 && optype == ompt_target_data_delete))
		return ompt_scope_begin;
	return ompt_scope_end;
}

/* as_llvm converts an operation of r to the form of LLVM's runtime. The source of an allocation is the
 * host data that it is for. A deletion has no destination device and no size; a disassociation has no
 * destination address and no size. */
static void as_llvm(ompt_operation_t *o, const ompt_region_t *r) {
	switch (o->optype) {
	case ompt_target_data_alloc:
		o->src = r->kind ? ompcc_ompt_thread.mapping : NULL;
		break;
	case ompt_target_data_delete:
		o->dstdev = -1;
		o->bytes = 0;
		break;
	case ompt_target_data_disassociate:
		o->dst = NULL;
		o->bytes = 0;
		break;
	}
}

/* host_op_id returns the location where a tool may store the identifier of r's operation. LLVM's
 * runtime has one location per thread: at the begin event it still has the previous operation's value. */
static ompt_id_t *host_op_id(ompt_region_t *r) {
	static OMPT_TLS ompt_id_t of_thread;
	return ompcc_ompt_tool.compat ? &of_thread : &r->op;
}

static void tell_data_op(ompt_scope_endpoint_t endpoint, const ompt_operation_t *o, ompt_region_t *r) {
	if (callback(target_data_op_emi)) {
		callback(target_data_op_emi)(endpoint, r->target_task, &r->data, host_op_id(r), (ompt_target_data_op_t)o->optype, o->src, o->srcdev,
			o->dst, o->dstdev, o->bytes, r->codeptr);
	} else if (callback(target_data_op) && (endpoint == ompt_scope_beginend || endpoint == plain_endpoint(r, o->optype))) {
		r->op = ompcc_ompt_new_id();
		callback(target_data_op)(r->kind ? r->id : 0, r->op, (ompt_target_data_op_t)o->optype, o->src, o->srcdev, o->dst,
			o->dstdev, o->bytes, r->codeptr);
	}
}

/* data_op reports an operation of region r. It converts *o to the form that the tool expects. */
static void data_op(ompt_scope_endpoint_t endpoint, ompt_operation_t *o, ompt_region_t *r) {
	if (endpoint != ompt_scope_end) {
		r->op = 0;
		r->since = tracing() ? ompcc_ompt_trace_time() : 0;
	}
	asynchronous(o, r);
	if (ompcc_ompt_tool.version >= 60)
		since60(o);
	else
		before60(o);
	if (ompcc_ompt_tool.compat)
		as_llvm(o, r);
	tell_data_op(endpoint, o, r);
	if (endpoint != ompt_scope_begin) {
		if (r->since && tracing())
			ompcc_ompt_record_data_op(r, o);
		r->op = 0;
	}
}

/* sizes has the sizes of device allocations whose owners do not know the size when they delete them. */
static ompcc_addresses_t sizes;

void ompcc_ompt_keep_size(const void *p, int device, size_t bytes) {
	if (bytes)
		ompcc_addresses_put(&sizes, p, device, bytes);
	else
		ompcc_addresses_take(&sizes, p, device);
}

/* size_of returns the size of the deleted memory at p, and removes it from sizes. If sizes has none, it
 * returns the caller's bytes. */
static size_t size_of(const void *p, int device, size_t bytes) {
	size_t kept = sizes.used ? ompcc_addresses_take(&sizes, p, device) : 0;
	return kept ? kept : bytes;
}

/* deleting is the size of the memory that the thread deletes, from the begin of the operation to its end. */
static OMPT_TLS size_t deleting;

static __attribute__((noinline)) void begin_converted(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes) {
	if (!ready())
		return;
	if (optype == ompt_target_data_delete)
		bytes = deleting = size_of(dst, dstdev, bytes);
	if (ompcc_ompt_thread.top)
		data_op(ompt_scope_begin, &(ompt_operation_t){optype, src, dst, srcdev, dstdev, bytes}, ompcc_ompt_thread.top);
}

void ompcc_ompt_data_op_begin(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes) {
	ompt_region_t *r = ompcc_ompt_as_is(optype);
	if (!r) {
		begin_converted(optype, src, srcdev, dst, dstdev, bytes);
	} else if (optype == ompt_target_data_delete) { /* the address is the source, as in before60 */
		deleting = size_of(dst, dstdev, bytes);
		ompcc_ompt_begin_as_is(r, optype, dst, dstdev, src, srcdev, deleting);
	} else {
		ompcc_ompt_begin_as_is(r, optype, src, srcdev, dst, dstdev, bytes);
	}
}

static __attribute__((noinline)) void end_converted(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes) {
	if (!ready())
		return;
	if (optype == ompt_target_data_delete)
		bytes = deleting;
	if (ompcc_ompt_thread.top)
		data_op(ompt_scope_end, &(ompt_operation_t){optype, src, dst, srcdev, dstdev, bytes}, ompcc_ompt_thread.top);
	ompcc_ompt_thread.mapping = NULL;
}

void ompcc_ompt_data_op_end(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes) {
	ompt_region_t *r = ompcc_ompt_as_is(optype);
	if (!r)
		end_converted(optype, src, srcdev, dst, dstdev, bytes);
	else if (optype == ompt_target_data_delete)
		ompcc_ompt_end_as_is(r, optype, dst, dstdev, src, srcdev, deleting);
	else
		ompcc_ompt_end_as_is(r, optype, src, srcdev, dst, dstdev, bytes);
}

void ompcc_ompt_data_op_move(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes) {
	ompcc_ompt_data_op_begin(optype, src, srcdev, dst, dstdev, bytes);
	memmove(dst, src, bytes);
	ompcc_ompt_data_op_end(optype, src, srcdev, dst, dstdev, bytes);
}

/* ompcc_ompt_data_op_once reports an association by one event; LLVM's runtime, by a begin and an end. */
void ompcc_ompt_data_op_once(int optype, void *src, int srcdev, void *dst, int dstdev, size_t bytes) {
	ompt_operation_t o = {optype, src, dst, srcdev, dstdev, bytes}, again = o;
	if (!ready() || !ompcc_ompt_thread.top)
		return;
	if (ompcc_ompt_tool.compat) {
		data_op(ompt_scope_begin, &o, ompcc_ompt_thread.top);
		data_op(ompt_scope_end, &again, ompcc_ompt_thread.top);
		return;
	}
	data_op(ompt_scope_beginend, &o, ompcc_ompt_thread.top);
}

/* ompcc_ompt_global reports the target-global-data-op event (OpenMP 5.2 §7.8): the runtime associates a
 * declare target variable with its corresponding variable. The event belongs to no region, so its
 * pointers refer to zeroed storage. */
void ompcc_ompt_global(int dev, void *host, void *devaddr, size_t bytes) {
	if (!ready() || ompcc_ompt_tool.compat) /* LLVM's runtime does not report it */
		return;
	ompt_region_t none = {.codeptr = ompcc_ompt_entry.codeptr};
	data_op(ompt_scope_beginend, &(ompt_operation_t){ompt_target_data_associate, host, devaddr, ompcc_initial_device(), dev, bytes}, &none);
}

typedef void data_op_t(int, void *, int, void *, int, size_t);

/* Since OpenMP 6.0, the addresses of a rectangular transfer refer to subvolume descriptions (§33.4). */
static void rect(data_op_t *report, int optype, const ompcc_ompt_box_t *src, const ompcc_ompt_box_t *dst, size_t element, int dims,
	const size_t *volume) {
	size_t bytes = element;
	for (int i = 0; i < dims; i++)
		bytes *= volume[i];
	ompt_subvolume_t from = {src->base, element, (uint64_t)dims, volume, src->offsets, src->dimensions};
	ompt_subvolume_t to = {dst->base, element, (uint64_t)dims, volume, dst->offsets, dst->dimensions};
	if (ompcc_ompt_tool.version >= 60)
		report(optype, &from, src->device, &to, dst->device, bytes);
	else
		report(optype, src->base, src->device, dst->base, dst->device, bytes);
}

void ompcc_ompt_rect_begin(int optype, const ompcc_ompt_box_t *src, const ompcc_ompt_box_t *dst, size_t element, int dims,
	const size_t *volume) {
	rect(ompcc_ompt_data_op_begin, optype, src, dst, element, dims, volume);
}

void ompcc_ompt_rect_end(int optype, const ompcc_ompt_box_t *src, const ompcc_ompt_box_t *dst, size_t element, int dims,
	const size_t *volume) {
	rect(ompcc_ompt_data_op_end, optype, src, dst, element, dims, volume);
}

/* --- kernels ------------------------------------------------------------- */

static __attribute__((noinline)) void submit(ompt_region_t *r, ompt_scope_endpoint_t endpoint, unsigned teams) {
	if (silent(r) || !ready())
		return;
	if (callback(target_submit_emi))
		callback(target_submit_emi)(endpoint, &r->data, host_op_id(r), teams);
	else if (callback(target_submit) && endpoint == ompt_scope_begin)
		callback(target_submit)(r->id, r->op, teams);
}

int ompcc_ompt_as_llvm(void) { return ompcc_ompt_enabled > 0 && ompcc_ompt_tool.compat; }

unsigned ompcc_ompt_requests(unsigned asked, unsigned teams) { return ompcc_ompt_tool.compat && teams > 1 ? asked : teams; }

/* submits_as_is reports whether submissions take the fast path: there is no trace, and the form is OpenMP's. */
static inline int submits_as_is(void) { return !ompcc_ompt_tool.compat && !tracing(); }

/* The runtime calls the callback without _emi at the begin event (OpenMP 5.2 §13.8). */
void ompcc_ompt_submit_begin(unsigned teams) {
	ompt_region_t *r = ompcc_ompt_thread.top;
	if (!r)
		return;
	ompt_callback_target_submit_emi_t emi = callback(target_submit_emi);
	r->teams = teams;
	r->since = 0;
	if (OMPCC_LIKELY(emi && submits_as_is())) {
		r->op = 0;
		emi(ompt_scope_begin, &r->data, &r->op, teams);
		return;
	}
	r->op = emi ? 0 : ompcc_ompt_new_id();
	submit(r, ompt_scope_begin, teams);
	r->since = tracing() ? ompcc_ompt_trace_time() : 0;
}

void ompcc_ompt_submit_done(unsigned teams, unsigned granted, uint64_t took) {
	ompt_region_t *r = ompcc_ompt_thread.top;
	if (!r)
		return;
	ompt_callback_target_submit_emi_t emi = callback(target_submit_emi);
	if (OMPCC_LIKELY(emi && submits_as_is())) {
		emi(ompt_scope_end, &r->data, &r->op, teams);
	} else {
		if (r->since && tracing())
			ompcc_ompt_record_kernel(r, teams, granted, took);
		submit(r, ompt_scope_end, teams);
	}
	r->op = 0;
}

void ompcc_ompt_counts(const char *counts) {
	if (ompcc_ompt_thread.top)
		ompcc_profile_counts(ompcc_ompt_thread.top->op, counts);
}

void ompcc_ompt_host_begin(unsigned teams) {
	if (ompcc_ompt_thread.top)
		ompcc_ompt_thread.state = ompcc_ompt_thread.top->state;
	ompcc_ompt_submit_begin(teams);
}

void ompcc_ompt_submit_end(unsigned teams) { ompcc_ompt_submit_done(teams, teams, 0); }

/* --- data for tools of the OMPT report of 2016 only ------------------------ */

/* A device grants the number of teams that the program requests, up to the device's limit. If the
 * program requests none, the device chooses the number when it starts the kernel. */
uint32_t ompcc_ompt_granted_teams(void) { return ompcc_ompt_thread.top ? ompcc_ompt_thread.top->teams : 0; }

void *ompcc_ompt_host_address(void) { return ompcc_ompt_thread.mapping; }

void ompcc_ompt_mapping(void *host) { ompcc_ompt_thread.mapping = host; }

/* --- devices ------------------------------------------------------------- */

static const char *types[OMPCC_MAX_DEVICES];

/* documentation tells readers of traces what the specification leaves to the implementation. */
static const char documentation[] =
	"Times are nanoseconds of the host's monotonic clock; how long a GPU's kernels take is by the GPU's clock. Records are "
	"of the types target, target_data_op, target_submit and target_map, in the order in which the operations ended.";

const char *ompcc_ompt_documentation(void) { return documentation; }

/* ompcc_ompt_device_type returns the type of a device. For a device that is not open yet, it builds the
 * type from the device's traits. */
const char *ompcc_ompt_device_type(int dev) {
	static char traits[OMPCC_MAX_DEVICES][96];
	const char *type = __atomic_load_n(&types[dev], __ATOMIC_ACQUIRE);
	if (type)
		return type;
	if (!traits[dev][0])
		ompcc_describe_device(dev, traits[dev], sizeof traits[dev]);
	return traits[dev];
}

void ompcc_ompt_device_init(int dev, const char *type) {
	__atomic_store_n(&types[dev], type, __ATOMIC_RELEASE);
	if (!ready() || !callback(device_initialize))
		return;
	if (!ompcc_ompt_tool.compat)
		callback(device_initialize)(dev, type, ompcc_ompt_trace_device(dev), ompcc_ompt_trace_lookup, documentation);
}

/* LLVM's runtime initialises all devices when the program starts, and finalises all when it ends. It has
 * no tracing, and names a device by its architecture. */
static ompt_interface_fn_t no_tracing(const char *name) {
	(void)name;
	return NULL;
}

void ompcc_ompt_llvm_devices(int on) {
	static int n; /* saved, because ompcc_num_devices returns 0 when the program ends */
	if (!ompcc_ompt_tool.compat)
		return;
	if (on)
		n = ompcc_num_devices();
	for (int dev = 0; dev < n; dev++) {
		const char *type = ompcc_ompt_device_type(dev), *last = strrchr(type, ';');
		int cpu = strstr(type, "cpu") != NULL;
		if (on && callback(device_initialize))
			callback(device_initialize)(dev, cpu ? "generic-64bit" : last ? last + 1
										      : type,
				ompcc_ompt_trace_device(dev), no_tracing, NULL);
		if (!on && callback(device_finalize))
			callback(device_finalize)(dev);
	}
}

/* addr_none is the value of an unknown address in a device_load event (OpenMP 5.2 §19.5.2.21). LLVM's
 * runtime uses NULL. */
static void *addr_none(void) { return ompcc_ompt_tool.compat ? NULL : (void *)~(uintptr_t)0; }

/* The runtime loads an image from memory, not from a file: the image has no file offset and no address
 * within a file. */
void ompcc_ompt_device_load(int dev, const char *file, const void *host_addr, size_t bytes, uint64_t module_id) {
	if (ready() && callback(device_load))
		callback(device_load)(dev, file, ompcc_ompt_tool.compat ? 0 : -1, addr_none(), bytes,
			host_addr ? (void *)host_addr : addr_none(), addr_none(), ompcc_ompt_tool.compat ? 0 : module_id);
}

void ompcc_ompt_device_unload(int dev, uint64_t module_id) {
	if (ready() && callback(device_unload) && !ompcc_ompt_tool.compat)
		callback(device_unload)(dev, module_id);
}

/* ompcc_ompt_device_fini ends the device's trace before the device (OpenMP 5.2 §19.5.2.20). */
void ompcc_ompt_device_fini(int dev) {
	if (!ready())
		return;
	ompcc_ompt_trace_end(dev);
	if (callback(device_finalize) && !ompcc_ompt_tool.compat)
		callback(device_finalize)(dev);
}

int ompcc_ompt_control_tool(uint64_t command, uint64_t modifier, void *arg, const void *codeptr) {
	if (!ready())
		return -2;
	if (ompcc_ompt_tool.guest)
		ompcc_ompt_guest_thread();
	if (callback(control_tool))
		return callback(control_tool)(command, modifier, arg, codeptr);
	return ompcc_ompt_tool.guest ? ompcc_ompt_guest_control((int)command, (int)modifier, arg) : -1;
}

void ompcc_ompt_error(int fatal, const char *message, size_t length, const void *codeptr) {
	if (ready() && callback(error))
		callback(error)(fatal ? ompt_fatal : ompt_warning, message, length, codeptr);
}
