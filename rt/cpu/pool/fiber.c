#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "fiber.h"

enum { POLLS = 16 }; /* a thread that polls switches at every 16th look */

/* ompcc_cpu_switch saves the callee-saved registers and the floating-point control
 * words on the stack, its pointer in *save, and goes on where load was saved. */
extern void ompcc_cpu_switch(void **save, void *load);

#if defined(__x86_64__)
enum { FRAME_WORDS = 9 };
__asm__(".text\n"
	".p2align 4\n"
	".hidden ompcc_cpu_switch\n"
	".globl ompcc_cpu_switch\n"
	".type ompcc_cpu_switch,@function\n"
	"ompcc_cpu_switch:\n"
	"	pushq %rbp\n"
	"	pushq %rbx\n"
	"	pushq %r12\n"
	"	pushq %r13\n"
	"	pushq %r14\n"
	"	pushq %r15\n"
	"	subq $8, %rsp\n"
	"	stmxcsr (%rsp)\n"
	"	fnstcw 4(%rsp)\n"
	"	movq %rsp, (%rdi)\n"
	"	movq %rsi, %rsp\n"
	"	ldmxcsr (%rsp)\n"
	"	fldcw 4(%rsp)\n"
	"	addq $8, %rsp\n"
	"	popq %r15\n"
	"	popq %r14\n"
	"	popq %r13\n"
	"	popq %r12\n"
	"	popq %rbx\n"
	"	popq %rbp\n"
	"	ret\n"
	".size ompcc_cpu_switch,.-ompcc_cpu_switch\n");

/* first_frame lays out what ompcc_cpu_switch takes off the stack: entry is its
 * return address, whose own return address 0 ends a back trace. */
static void *first_frame(uintptr_t hi, void (*entry)(void)) {
	uintptr_t *p = (uintptr_t *)(hi & ~15ul) - FRAME_WORDS;
	memset(p, 0, FRAME_WORDS * sizeof *p);
	__asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(*(uint32_t *)p), "=m"(*((uint16_t *)p + 2)));
	p[7] = (uintptr_t)entry;
	return p;
}
#elif defined(__aarch64__)
enum { FRAME_WORDS = 22 };
__asm__(".text\n"
	".p2align 4\n"
	".hidden ompcc_cpu_switch\n"
	".globl ompcc_cpu_switch\n"
	".type ompcc_cpu_switch,%function\n"
	"ompcc_cpu_switch:\n"
	"	sub sp, sp, #176\n"
	"	stp x19, x20, [sp, #0]\n"
	"	stp x21, x22, [sp, #16]\n"
	"	stp x23, x24, [sp, #32]\n"
	"	stp x25, x26, [sp, #48]\n"
	"	stp x27, x28, [sp, #64]\n"
	"	stp x29, x30, [sp, #80]\n"
	"	stp d8, d9, [sp, #96]\n"
	"	stp d10, d11, [sp, #112]\n"
	"	stp d12, d13, [sp, #128]\n"
	"	stp d14, d15, [sp, #144]\n"
	"	mrs x9, fpcr\n"
	"	str x9, [sp, #160]\n"
	"	mov x9, sp\n"
	"	str x9, [x0]\n"
	"	mov sp, x1\n"
	"	ldr x9, [sp, #160]\n"
	"	msr fpcr, x9\n"
	"	ldp x19, x20, [sp, #0]\n"
	"	ldp x21, x22, [sp, #16]\n"
	"	ldp x23, x24, [sp, #32]\n"
	"	ldp x25, x26, [sp, #48]\n"
	"	ldp x27, x28, [sp, #64]\n"
	"	ldp x29, x30, [sp, #80]\n"
	"	ldp d8, d9, [sp, #96]\n"
	"	ldp d10, d11, [sp, #112]\n"
	"	ldp d12, d13, [sp, #128]\n"
	"	ldp d14, d15, [sp, #144]\n"
	"	add sp, sp, #176\n"
	"	ret\n"
	".size ompcc_cpu_switch,.-ompcc_cpu_switch\n");

static void *first_frame(uintptr_t hi, void (*entry)(void)) {
	uintptr_t *p = (uintptr_t *)(hi & ~15ul) - FRAME_WORDS;
	memset(p, 0, FRAME_WORDS * sizeof *p);
	__asm__ volatile("mrs %0, fpcr" : "=r"(p[20]));
	p[11] = (uintptr_t)entry;
	return p;
}
#else
#define NO_FIBERS
void ompcc_cpu_switch(void **save, void *load) {
	(void)save, (void)load;
	abort();
}
static void *first_frame(uintptr_t hi, void (*entry)(void)) { return (void)entry, (void *)hi; }
#endif

/* The sanitizers have to hear of each switch; they are there if the program is linked with them. */
#pragma GCC visibility push(default)
extern void *__tsan_get_current_fiber(void) __attribute__((weak));
extern void *__tsan_create_fiber(unsigned flags) __attribute__((weak));
extern void __tsan_destroy_fiber(void *fiber) __attribute__((weak));
extern void __tsan_switch_to_fiber(void *fiber, unsigned flags) __attribute__((weak));
extern void __sanitizer_start_switch_fiber(void **fake, const void *bottom, size_t size) __attribute__((weak));
extern void __sanitizer_finish_switch_fiber(void *fake, const void **bottom, size_t *size) __attribute__((weak));
#pragma GCC visibility pop

static pool_mutex fibers_lock;
static fiber *free_fibers;

/* A carrier without a fiber that can run sleeps until the doorbell rings. Who changes a
 * word looks for idle carriers afterwards; a carrier announces itself, then looks at
 * the words of its fibers: one of the two sees the other. */
static _Atomic uint32_t idle_carriers;
static event_t doorbell;

void ompcc_cpu_ring(void) {
	if (atomic_load(&idle_carriers) != 0) {
		atomic_fetch_add(&doorbell.value, 1);
		syscall(SYS_futex, &doorbell.value, FUTEX_WAKE_PRIVATE, INT_MAX, (void *)0, (void *)0, 0);
	}
}

/* new_fiber maps a stack with a page below it that faults. Huge pages would give
 * each stack 2 MiB at its first use. */
static fiber *new_fiber(void) {
#ifdef NO_FIBERS
	return NULL;
#endif
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = ompcc_cpu_settings()->stack + page;
	fiber *f = calloc(1, sizeof *f);
	if (!f)
		return NULL;
	char *lo = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (lo != MAP_FAILED && mprotect(lo, page, PROT_NONE) == 0) {
		madvise(lo + page, size - page, MADV_NOHUGEPAGE);
		f->stack.lo = (uintptr_t)lo + page;
		f->stack.hi = (uintptr_t)lo + size;
		return f;
	}
	if (lo != MAP_FAILED)
		munmap(lo, size);
	free(f);
	return NULL;
}

unsigned ompcc_cpu_reserve_fibers(fiber **list, unsigned n) {
	unsigned have = 0;
	*list = NULL;
	ompcc_cpu_mutex_lock(&fibers_lock);
	for (fiber *f; have < n && (f = free_fibers); have++) {
		free_fibers = f->next;
		f->next = *list;
		*list = f;
	}
	ompcc_cpu_mutex_unlock(&fibers_lock);
	for (fiber *f; have < n && (f = new_fiber()); have++) {
		f->next = *list;
		*list = f;
	}
	return have;
}

void ompcc_cpu_release_fibers(fiber *list) {
	fiber *last = list;
	if (!list)
		return;
	while (last->next)
		last = last->next;
	ompcc_cpu_mutex_lock(&fibers_lock);
	last->next = free_fibers;
	free_fibers = list;
	ompcc_cpu_mutex_unlock(&fibers_lock);
}

/* take_fiber gives a fiber of the region's; NULL: others are about to start its last threads. */
static fiber *take_fiber(region *r) {
	ompcc_cpu_mutex_lock(&r->lock);
	fiber *f = r->fibers;
	if (f)
		r->fibers = f->next;
	ompcc_cpu_mutex_unlock(&r->lock);
	return f;
}

/* next_thread is the number of the next thread of the region to start, n: none is left. */
static unsigned next_thread(region *r) {
	unsigned i = atomic_load_explicit(&r->next, memory_order_relaxed);
	while (i < r->n && !atomic_compare_exchange_weak_explicit(&r->next, &i, i + 1, memory_order_relaxed, memory_order_relaxed))
		;
	return i;
}

static void run_thread(carrier *c, unsigned number) {
	thread_state state = c->start;
	state.carrier = c;
	state.pub.thread_num = state.pub.active_num = number;
	ompcc_cpu_thread = state;
	c->region->fn(c->region->ctx);
}

static void arrived(carrier *c) {
	if (__sanitizer_finish_switch_fiber) {
		fiber *from = c->from;
		const void *bottom;
		size_t size;
		__sanitizer_finish_switch_fiber(c->now->fake, &bottom, &size);
		if (!from->stack.hi)
			from->stack.lo = (uintptr_t)bottom, from->stack.hi = (uintptr_t)bottom + size;
	}
}

static void switch_to(carrier *c, fiber *to) {
	fiber *from = c->now;
	from->state = ompcc_cpu_thread;
	c->from = from;
	c->now = to;
	if (__sanitizer_start_switch_fiber)
		__sanitizer_start_switch_fiber(c->free == from ? NULL : &from->fake, (void *)to->stack.lo, to->stack.hi - to->stack.lo);
	if (__tsan_switch_to_fiber) {
		if (!to->tsan)
			to->tsan = __tsan_create_fiber(0);
		__tsan_switch_to_fiber(to->tsan, 0);
	}
	ompcc_cpu_switch(&from->sp, to->sp);
	arrived(c);
	ompcc_cpu_thread = from->state;
}

static int can_run(const fiber *f) {
	return !f->word || atomic_load_explicit(f->word, memory_order_acquire) != f->old;
}

static void body(void);

/* start_fiber gives a fiber for the region's next thread; NULL: none is left to start. */
static fiber *start_fiber(carrier *c) {
	region *r = c->region;
	fiber *f;
	if (atomic_load_explicit(&r->next, memory_order_relaxed) >= r->n || !(f = take_fiber(r)))
		return NULL;
	f->word = NULL;
	f->fake = NULL;
	f->sp = first_frame(f->stack.hi, body);
	f->before = c->now;
	f->next = c->now->next;
	f->next->before = c->now->next = f;
	return f;
}

static fiber *find_ready(carrier *c) {
	fiber *f = start_fiber(c);
	if (f)
		return f;
	for (f = c->now->next; f != c->now; f = f->next)
		if (can_run(f))
			return f;
	return can_run(f) ? f : NULL;
}

/* next_ready waits until a fiber of the carrier can run. */
static fiber *next_ready(carrier *c) {
	fiber *f;
	unsigned spins = c->region->spins;
	while (!(f = find_ready(c)) && spins-- > 0)
		cpu_relax();
	while (!f) {
		atomic_fetch_add(&idle_carriers, 1);
		uint32_t seen = atomic_load(&doorbell.value);
		if (!(f = find_ready(c)))
			syscall(SYS_futex, &doorbell.value, FUTEX_WAIT_PRIVATE, seen, (void *)0, (void *)0, 0);
		atomic_fetch_sub(&idle_carriers, 1);
	}
	return f;
}

void ompcc_cpu_wait_word(const _Atomic uint32_t *word, uint32_t old) {
	carrier *c = ompcc_cpu_thread.carrier;
	int error = errno;
	c->now->word = word;
	c->now->old = old;
	fiber *to = next_ready(c);
	if (to != c->now)
		switch_to(c, to);
	c->now->word = NULL;
	errno = error;
}

/* What a thread polls may be up to another fiber of its carrier. */
void ompcc_core_cpu_yield(void) {
	carrier *c = ompcc_cpu_thread.carrier;
	if (!c || ++c->polls % POLLS != 0)
		return;
	fiber *to = find_ready(c);
	if (to && to != c->now) {
		int error = errno;
		switch_to(c, to);
		errno = error;
	}
}

ompcc_cpu_stack_t *ompcc_cpu_stack(void) {
	carrier *c = ompcc_cpu_thread.carrier;
	return c && c->now != &c->own ? &c->now->stack : NULL;
}

/* body is what a fiber executes: threads while some are left to start. */
static void body(void) {
	carrier *c = ompcc_cpu_thread.carrier;
	fiber *self = c->now;
	unsigned i;
	arrived(c);
	while ((i = next_thread(c->region)) < c->region->n)
		run_thread(c, i);
	self->word = &c->never;
	self->old = 0;
	if (self->next == self->before)
		atomic_store(&c->alone, 1);
	fiber *to = next_ready(c);
	self->before->next = self->next;
	self->next->before = self->before;
	self->before = c->free;
	c->free = self;
	switch_to(c, to);
}

void ompcc_cpu_carry(region *r, int master) {
	carrier c = {.region = r, .start = ompcc_cpu_thread};
	unsigned i;
	c.now = c.own.next = c.own.before = &c.own;
	if (__tsan_get_current_fiber)
		c.own.tsan = __tsan_get_current_fiber();
	if (master)
		run_thread(&c, 0);
	while ((i = next_thread(r)) < r->n)
		run_thread(&c, i);
	if (c.own.next != &c.own)
		ompcc_cpu_wait_word(&c.alone, 0);
	ompcc_cpu_thread = c.start;
	for (fiber *f = c.free; f; f = f->before) {
		f->next = f->before;
		if (__tsan_destroy_fiber && f->tsan)
			__tsan_destroy_fiber(f->tsan);
		f->tsan = NULL;
	}
	ompcc_cpu_release_fibers(c.free);
}

/* A child process has the calling thread alone. */
void ompcc_cpu_fibers_forked(void) {
	free_fibers = NULL;
	atomic_store(&fibers_lock.word, 0);
	atomic_store(&idle_carriers, 0);
}
