/* A mutex of one word: 0 free, 1 held, 2 held and awaited. Go's device.Lock
 * works on the same word. */
#ifndef OMPCC_CPU_MUTEX_H
#define OMPCC_CPU_MUTEX_H

#include <stdatomic.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

typedef struct {
	_Atomic uint32_t word;
} pool_mutex;

/* For a mutex that is held, or was awaited. */
extern void ompcc_cpu_mutex_lock_slow(pool_mutex *);
extern void ompcc_cpu_mutex_wait(pool_mutex *); /* sleeps while the word is 2 */
extern void ompcc_cpu_mutex_wake(pool_mutex *); /* wakes one that sleeps */

static inline void ompcc_cpu_mutex_lock(pool_mutex *m) {
	uint32_t v = 0;
	if (!atomic_compare_exchange_strong(&m->word, &v, 1))
		ompcc_cpu_mutex_lock_slow(m);
}

static inline void ompcc_cpu_mutex_unlock(pool_mutex *m) {
	if (atomic_exchange(&m->word, 0) == 2)
		ompcc_cpu_mutex_wake(m);
}

#pragma GCC visibility pop

#endif
