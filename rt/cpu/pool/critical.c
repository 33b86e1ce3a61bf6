#include <stdlib.h>
#include <string.h>

#include "pool.h"

/* named is the lock of one critical name. Equal names in different translation
 * units mean the same lock (OpenMP 5.2 §15.2), so names are compared as text.
 * Entries are added, never removed: a program has a few names, and a list finds
 * them without a lock and without a hash of the name. */
typedef struct named named;
struct named {
	named *next;
	pool_mutex mutex;
	char name[];
};

static named *_Atomic names;
static pool_mutex unnamed, atomics;

static void futex(pool_mutex *m, int op, uint32_t v) {
	syscall(SYS_futex, &m->word, op, v, (void *)0, (void *)0, 0);
}

void ompcc_cpu_mutex_wait(pool_mutex *m) { futex(m, FUTEX_WAIT_PRIVATE, 2); }

void ompcc_cpu_mutex_wake(pool_mutex *m) {
	futex(m, FUTEX_WAKE_PRIVATE, 1);
	ompcc_cpu_ring();
}

void ompcc_cpu_mutex_lock_slow(pool_mutex *m) {
	for (unsigned spins = ompcc_cpu_settings()->spins / 4; spins > 0; spins--) {
		cpu_relax();
		uint32_t v = 0;
		if (atomic_compare_exchange_weak(&m->word, &v, 1))
			return;
	}
	while (atomic_exchange(&m->word, 2) != 0)
		ompcc_cpu_mutex_wait(m);
}

/* lock_mutex locks for the program: a fiber of the same OS thread may hold the mutex. */
static void lock_mutex(pool_mutex *m) {
	if (!ompcc_cpu_thread.carrier) {
		ompcc_cpu_mutex_lock(m);
		return;
	}
	uint32_t v = 0;
	if (atomic_compare_exchange_strong(&m->word, &v, 1))
		return;
	while (atomic_exchange(&m->word, 2) != 0)
		ompcc_cpu_wait_word(&m->word, 2);
}

static named *search(named *from, const char *name) {
	while (from && strcmp(from->name, name) != 0)
		from = from->next;
	return from;
}

/* lock_of finds or adds the lock of name; NULL: no memory to add it. */
static pool_mutex *lock_of(const char *name) {
	if (!name || !*name)
		return &unnamed;
	named *head = atomic_load(&names);
	named *found = search(head, name);
	if (found)
		return &found->mutex;
	size_t len = strlen(name) + 1;
	named *fresh = calloc(1, sizeof *fresh + len);
	if (!fresh)
		return NULL;
	memcpy(fresh->name, name, len);
	do {
		if ((found = search(head, name))) {
			free(fresh);
			return &found->mutex;
		}
		fresh->next = head;
	} while (!atomic_compare_exchange_weak(&names, &head, fresh));
	return &fresh->mutex;
}

void ompcc_core_cpu_critical_begin(const char *name) {
	pool_mutex *m;
	while (!(m = lock_of(name))) /* out of memory: others may free some */
		usleep(1000);
	lock_mutex(m);
}

void ompcc_core_cpu_critical_end(const char *name) { ompcc_cpu_mutex_unlock(lock_of(name)); }

void ompcc_core_cpu_lock(void) { lock_mutex(&atomics); }

void ompcc_core_cpu_unlock(void) { ompcc_cpu_mutex_unlock(&atomics); }

/* In a forked child nobody else holds a lock. */
void ompcc_cpu_locks_forked(void) {
	atomic_store(&unnamed.word, 0);
	atomic_store(&atomics.word, 0);
	for (named *n = atomic_load(&names); n; n = n->next)
		atomic_store(&n->mutex.word, 0);
}
