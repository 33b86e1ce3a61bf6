/* A target region that the host executes starts with a new initial thread (OpenMP 5.2
 * §13.8, §2.3): omp_get_level() is 0 there. The compiled program makes the region a
 * task, which task/host.c takes. Outside of parallel regions the encountering thread calls
 * it. Elsewhere a thread of ours does while the encountering one waits: the host's
 * runtime takes a thread that it does not know for a new initial one. The thread
 * inherits the floating-point environment (POSIX, pthread_create). */
#include <pthread.h>

#include "../entry/front.h"
#include "../ompt/state.h"
#include "../host/shield.h"
#include "../host/shim.h"
#include "task.h"

typedef struct {
	void (*run)(void *);
	void *arg;
	int device;                  /* the encountering task's default-device ICV */
	ompt_region_t *region;       /* of the construct, for the tool */
} host_region_t;

static void *execute(void *p) {
	host_region_t *h = p;
	int before = ompcc_shield();
	ompcc_set_default_device(h->device); /* here the host's runtime meets the thread */
	ompcc_ompt_enter_host_thread(h->region);
	ompcc_unshield(before);
	h->run(h->arg);
	ompcc_shield();
	ompcc_task_wait(NULL);
	ompcc_ompt_leave_host_thread();
	return NULL;
}

static int start(host_region_t *h) {
	pthread_t thread;
	int before = ompcc_shield();
	int rc = pthread_create(&thread, NULL, execute, h);
	if (rc == 0)
		pthread_join(thread, NULL);
	ompcc_unshield(before);
	return rc == 0;
}

void ompcc_core_host_region(void (*run)(void *), void *arg) {
	if (ompcc_host_level() == 0) {
		ompcc_ompt_initial_task(1);
		run(arg);
		ompcc_ompt_initial_task(0);
		return;
	}
	host_region_t h = {.run = run, .arg = arg, .device = ompcc_default_device(), .region = ompcc_ompt_region()};
	if (!start(&h))
		ompcc_fatal("error: no thread can be started for a target region on the host");
}
