/* Device constructs without cgo. The functions of rt/dataenv/direct.go run on the calling thread's stack as they are. This file
 * calls them, carries out the steps that they ask for, and goes through cgo for the rest. */
#include <alloca.h>
#include <string.h>

#include "../host/arena.h"
#include "mapped.h"
#include "../ompt/state.h"
#include "../host/shield.h"
#include "../bridge.h"

/* --- Go's calling convention ------------------------------------------------ */

/* A goroutine as far as code that only looks for the end of its stack needs one: zeros, so that the stack never ends. */
static const char goroutine[512] __attribute__((aligned(16), used));

/* call calls Go's function f(arg) (src/cmd/compile/abi-internal.md of Go). All registers but the stack pointer and, on x86-64, the
 * frame pointer are the callee's; it may store its arguments above the return address. */
static uintptr_t call(uintptr_t f, void *arg) {
#if defined __x86_64__
	uintptr_t result = (uintptr_t)arg;
	__asm__ volatile("subq $256, %%rsp\n\t" /* the red zone, and the argument's place */
			 "leaq %[g], %%r14\n\t"
			 "xorps %%xmm15, %%xmm15\n\t"
			 "callq *%[f]\n\t"
			 "addq $256, %%rsp"
		: "+a"(result), [f] "+d"(f)
		: [g] "m"(goroutine)
		: "rbx", "rcx", "rdi", "rsi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2",
		"xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
	return result;
#elif defined __aarch64__
	register uintptr_t result __asm__("x0") = (uintptr_t)arg;
	register uintptr_t code __asm__("x1") = f;
	register const void *g __asm__("x2") = goroutine;
	/* A function saves the frame pointer below the stack pointer, where a signal handler's frame may come. */
	__asm__ volatile("sub sp, sp, #64\n\t"
			 "str x29, [sp, #48]\n\t"
			 "mov x28, %[g]\n\t"
			 "blr %[f]\n\t"
			 "ldr x29, [sp, #48]\n\t"
			 "add sp, sp, #64"
		: "+r"(result), [f] "+r"(code), [g] "+r"(g)
		:
		: "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x19",
		"x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x30", "v0", "v1", "v2", "v3", "v4", "v5",
		"v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21",
		"v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31", "memory", "cc");
	return result;
#else
#error "no way into Go is known for this processor"
#endif
}

/* --- the data environments ------------------------------------------------- */

ompcc_shared_t ompcc_shared_devices[OMPCC_MAX_DEVICES];
static uintptr_t serve, look, name_of; /* addresses of Go's functions (rt/dataenv/direct.go), the same for all devices */

/* What a debugger reads (cmd/ompcc/dist/share/gdb.py): the data environments, and where their parts are (dataenv.Layout). */
struct {
	uint32_t version, devices, layout[14];
	uintptr_t env[OMPCC_MAX_DEVICES];
} __ompcc_debug = {.version = 1, .devices = OMPCC_MAX_DEVICES};

void ompcc_know(int device, uintptr_t env, uintptr_t lock, uintptr_t name, const uint32_t *layout) {
	name_of = name;
	memcpy(__ompcc_debug.layout, layout, sizeof __ompcc_debug.layout);
	__ompcc_debug.env[device] = env;
	ompcc_shared_devices[device] = (ompcc_shared_t){.env = env, .lock = (pool_mutex *)lock};
}

void ompcc_share(int device, int own, uintptr_t construct, uintptr_t lookup) {
	serve = construct;
	look = lookup;
	ompcc_shared_devices[device].own = own;
	ompcc_shared_devices[device].direct = construct != 0;
}

static uintptr_t locked(const ompcc_shared_t *s, uintptr_t f, void *arg) {
	ompcc_cpu_mutex_lock(s->lock);
	uintptr_t result = call(f, arg);
	ompcc_cpu_mutex_unlock(s->lock);
	return result;
}

uintptr_t ompcc_mapped(int device, const void *p) {
	const ompcc_shared_t *s = ompcc_shared(device);
	if (!s)
		return ompcc_go_mapped(device, (uintptr_t)p);
	ompcc_lookup_t w = {s->env, (uintptr_t)p};
	uintptr_t dev = locked(s, look, &w);
	return dev == 1 ? ompcc_go_mapped(device, (uintptr_t)p) : dev;
}

/* Who asks may be inside of the runtime: it never waits. */
const char *ompcc_mapped_name(int device, const void *host) {
	const ompcc_shared_t *s = device >= 0 && device < OMPCC_MAX_DEVICES ? &ompcc_shared_devices[device] : NULL;
	uint32_t v = 0;
	if (!s || !s->env || !name_of || !atomic_compare_exchange_strong(&s->lock->word, &v, 1))
		return NULL;
	ompcc_lookup_t w = {s->env, (uintptr_t)host};
	const char *name = (const char *)call(name_of, &w);
	ompcc_cpu_mutex_unlock(s->lock);
	return name;
}

/* --- constructs ------------------------------------------------------------- */

/* describe returns whether the construct may be served directly: with few items, and without a tool that wants to hear of maps. */
static const ompcc_shared_t *describe(ompcc_direct_t *w, const ompcc_frame_t *f) {
	const ompcc_shared_t *s = ompcc_shared(f->device);
	if (!s || f->nitems > OMPCC_DIRECT_ITEMS || OMPCC_UNLIKELY(ompcc_ompt_maps))
		return NULL;
	w->env = s->env;
	w->construct = f->construct;
	w->items = f->items;
	w->args = f->args;
	w->nitems = f->nitems;
	w->argv = NULL;
	w->at = w->entered = w->nmade = w->ngone = w->nsteps = 0;
	return s;
}

static uintptr_t ask(const ompcc_shared_t *s, ompcc_direct_t *w, unsigned what) {
	w->call = what;
	return locked(s, serve, w);
}

/* resume goes on through cgo. */
static __attribute__((noinline, cold)) int resume(ompcc_frame_t *f, ompcc_direct_t *w, int stage, int done) {
	int before = ompcc_shield();
	int rc = ompcc_go_resume(f, w, stage, done);
	ompcc_unshield(before);
	return rc;
}

/* finish does through cgo what a direct call has left. */
static __attribute__((noinline, cold)) int finish(ompcc_frame_t *f, ompcc_direct_t *w, uintptr_t result, int stage) {
	if (result & OMPCC_DIRECT_WAKE)
		resume(f, w, OMPCC_RESUME_WAKE, 0);
	return (result & ~OMPCC_DIRECT_WAKE) == OMPCC_DIRECT_BLOCKED ? resume(f, w, stage, 0) : OMPCC_OK;
}

/* serve_in_two asks for the begin of an enter or exit, carries out its steps and asks for its end. It returns 0 where all of it has to go
 * through cgo; else *rc is the result. failed and blocked are where cgo goes on when only some of the steps are done, or when all are. */
static inline int serve_in_two(const ompcc_shared_t *s, ompcc_frame_t *f, ompcc_direct_t *w, unsigned begin, int failed, int blocked, int *rc) {
	uintptr_t result = ask(s, w, begin);
	if (result == OMPCC_DIRECT_REFUSED)
		return 0;
	*rc = OMPCC_OK;
	if (result == OMPCC_DIRECT_STEPS) {
		int n = (int)w->nsteps, done = ompcc_cpu_steps(f->device, (uintptr_t)w->steps, n);
		if (OMPCC_UNLIKELY(done < n)) {
			*rc = resume(f, w, failed, done);
			return 1;
		}
		result = ask(s, w, begin + 1);
	}
	if (OMPCC_UNLIKELY(result != OMPCC_DIRECT_DONE))
		*rc = finish(f, w, result, blocked);
	return 1;
}

static inline int enter(const ompcc_shared_t *s, ompcc_frame_t *f, ompcc_direct_t *w, int *rc) {
	return serve_in_two(s, f, w, OMPCC_DIRECT_ENTER, OMPCC_RESUME_OPEN, OMPCC_RESUME_PREPARE, rc);
}

static inline int leave(const ompcc_shared_t *s, ompcc_frame_t *f, ompcc_direct_t *w, int *rc) {
	return serve_in_two(s, f, w, OMPCC_DIRECT_EXIT, OMPCC_RESUME_CLOSE, OMPCC_RESUME_CLOSE, rc);
}

int ompcc_direct_enter(ompcc_frame_t *f, int *rc) {
	ompcc_direct_t w;
	const ompcc_shared_t *s = describe(&w, f);
	return s && enter(s, f, &w, rc);
}

int ompcc_direct_exit(ompcc_frame_t *f, int *rc) {
	ompcc_direct_t w;
	const ompcc_shared_t *s = describe(&w, f);
	return s && leave(s, f, &w, rc);
}

int ompcc_direct_update(ompcc_frame_t *f, int *rc) {
	ompcc_direct_t w;
	const ompcc_shared_t *s = describe(&w, f);
	*rc = OMPCC_OK;
	if (!s || ask(s, &w, OMPCC_DIRECT_UPDATE) == OMPCC_DIRECT_REFUSED)
		return 0;
	/* Assignments that are done again do no harm. */
	return ompcc_cpu_steps(f->device, (uintptr_t)w.steps, (int)w.nsteps) == (int)w.nsteps;
}

/* run executes the kernel of a construct that was entered, and ends the construct. */
static int run(const ompcc_shared_t *s, ompcc_frame_t *f, ompcc_direct_t *w) {
	int rc = OMPCC_OK;
	ompcc_run_on_cpu(f);
	w->entered = 1;
	w->nmade = w->nsteps = 0;
	if (w->maps && !leave(s, f, w, &rc))
		return resume(f, w, OMPCC_RESUME_LEAVE, 0);
	return rc;
}

int ompcc_direct_target(ompcc_frame_t *f, int *rc) {
	ompcc_direct_t w;
	const ompcc_shared_t *s = describe(&w, f);
	unsigned n = f->construct->kernel->nparams;
	if (!s)
		return 0;
	if (f->nitems == 0 && n == 0) { /* nothing of the data environment's */
		ompcc_run_on_cpu(f);
		*rc = OMPCC_OK;
		return 1;
	}
	f->argv = alloca((n + 1) * sizeof *f->argv);
	f->values = alloca((n + 1) * sizeof *f->values);
	w.nparams = n;
	w.argv = f->argv;
	w.values = f->values;
	if (!enter(s, f, &w, rc))
		return 0;
	if (*rc == OMPCC_OK)
		*rc = run(s, f, &w);
	return 1;
}
