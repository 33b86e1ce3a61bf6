/* A word to wait on: spin for a moment, then sleep in the kernel (futex).
 *
 * The writer changes value and then looks at sleepers; the waiter announces
 * itself in sleepers and then lets the kernel compare value. Both orders are
 * sequentially consistent, so one of the two always sees the other: no wake-up
 * is lost and a wake without sleepers costs no system call. */
#ifndef OMPCC_CPU_EVENT_H
#define OMPCC_CPU_EVENT_H

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct {
	_Atomic uint32_t value;
	_Atomic uint32_t sleepers;
} event_t;

static inline void cpu_relax(void) {
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

/* ompcc_cpu_ring makes carriers (fiber.h) look again at what their fibers wait for. */
__attribute__((visibility("hidden"))) extern void ompcc_cpu_ring(void);

/* event_wake wakes up to n waiters; call it after changing value. */
static inline void event_wake(event_t *e, int n) {
	if (atomic_load(&e->sleepers) == 0)
		return;
	syscall(SYS_futex, &e->value, FUTEX_WAKE_PRIVATE, n, (void *)0, (void *)0, 0);
	ompcc_cpu_ring();
}

/* event_wait returns once value is no longer old, with the new value. */
static inline uint32_t event_wait(event_t *e, uint32_t old, unsigned spins) {
	uint32_t v;
	while (spins-- > 0) {
		v = atomic_load_explicit(&e->value, memory_order_acquire);
		if (v != old)
			return v;
		cpu_relax();
	}
	if ((v = atomic_load_explicit(&e->value, memory_order_acquire)) != old)
		return v;
	atomic_fetch_add(&e->sleepers, 1);
	while ((v = atomic_load(&e->value)) == old)
		syscall(SYS_futex, &e->value, FUTEX_WAIT_PRIVATE, old, (void *)0, (void *)0, 0);
	atomic_fetch_sub(&e->sleepers, 1);
	return v;
}

/* event_set stores v and wakes every waiter. */
static inline void event_set(event_t *e, uint32_t v) {
	atomic_store(&e->value, v);
	event_wake(e, INT_MAX);
}

#endif
