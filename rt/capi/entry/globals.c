/* Each CPU device has variables of its own, though the code of an image exists
 * once in the process and names one address for a variable. So the section of
 * an image's variables holds those of one device at a time; a kernel or copy of
 * another device waits until nobody uses them, then exchanges the contents.
 *
 * With one CPU device, or images without variables, nothing of this happens. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "globals.h"
#include "../host/shield.h"
#include "../host/shim.h"

typedef struct image_s {
	struct image_s *next;
	const __ompcc_module_t *module;
	char *begin;
	size_t size;
	char *saved[];               /* what each device's variables were when it was last there */
} image_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Atomic(image_t *) images;
int ompcc_globals_used;
static int current;                  /* the device whose variables are in place */
static unsigned users;               /* kernels and copies of the current device */
static unsigned waiting;             /* of other devices: nobody else may start */
static __thread unsigned inside;     /* of the calling thread, which may nest */

static image_t *make(const __ompcc_module_t *m, int devices) {
	size_t size = (size_t)((char *)m->data_end - (char *)m->data);
	image_t *i = malloc(sizeof *i + (size_t)devices * sizeof *i->saved);
	if (!i)
		return NULL;
	*i = (image_t){.module = m, .begin = m->data, .size = size};
	for (int d = 0; d < devices; d++) {
		if (!(i->saved[d] = malloc(size)))
			return NULL;
		memcpy(i->saved[d], m->data, size);
	}
	return i;
}

/* The module is new, so its variables are still as they were compiled: that is
 * how they begin on each device. */
void ompcc_globals_add(const __ompcc_module_t *m) {
	int devices = ompcc_env()->cpu_devices;
	if (devices < 2 || !m->data || m->data == m->data_end)
		return;
	image_t *i = make(m, devices);
	if (!i)
		ompcc_fatal("error: out of memory for the variables of %d CPU devices", devices);
	pthread_mutex_lock(&lock);
	i->next = atomic_load(&images);
	atomic_store(&images, i);
	__atomic_store_n(&ompcc_globals_used, 1, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&lock);
}

void ompcc_globals_remove(const __ompcc_module_t *m) {
	pthread_mutex_lock(&lock);
	image_t *before = NULL, *i = atomic_load(&images);
	while (i && i->module != m) {
		before = i;
		i = i->next;
	}
	if (i && before)
		before->next = i->next;
	else if (i)
		atomic_store(&images, i->next);
	pthread_mutex_unlock(&lock);
	for (int d = 0; i && d < ompcc_env()->cpu_devices; d++)
		free(i->saved[d]);
	free(i);
}

static void exchange(int device) {
	for (image_t *i = atomic_load(&images); i; i = i->next) {
		memcpy(i->saved[current], i->begin, i->size);
		memcpy(i->begin, i->saved[device], i->size);
	}
	current = device;
}

static int must_wait(int device) {
	if (inside)
		return 0;
	return device == current ? waiting > 0 : users > 0;
}

static void enter(int device) {
	int before = ompcc_shield();
	pthread_mutex_lock(&lock);
	while (must_wait(device)) {
		int other = device != current;
		waiting += other;
		pthread_cond_wait(&changed, &lock);
		waiting -= other;
	}
	if (device != current) {
		exchange(device);
		pthread_cond_broadcast(&changed);
	}
	users++;
	inside++;
	pthread_mutex_unlock(&lock);
	ompcc_unshield(before);
}

static void leave(void) {
	pthread_mutex_lock(&lock);
	inside--;
	if (--users == 0)
		pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

int ompcc_globals_enter(int device) {
	if (OMPCC_LIKELY(!atomic_load_explicit(&images, memory_order_acquire)))
		return 0;
	enter(device);
	return 1;
}

void ompcc_globals_leave(int entered) {
	if (OMPCC_UNLIKELY(entered))
		leave();
}

int ompcc_globals_hold(int device, uintptr_t addr, size_t size) {
	int touched = 0;
	if (!atomic_load_explicit(&images, memory_order_acquire))
		return 0;
	pthread_mutex_lock(&lock);
	for (image_t *i = atomic_load(&images); i; i = i->next)
		touched |= addr < (uintptr_t)i->begin + i->size && (uintptr_t)i->begin < addr + size;
	pthread_mutex_unlock(&lock);
	if (touched)
		enter(device);
	return touched;
}
