/* A thread that is cancelled (pthread_cancel) ends at the next call that may wait. Where that
 * is the runtime's own, or the host runtime's on behalf of ours, it would leave locks held,
 * or frames of Go's on the stack: it ends when the construct is done (pthread_testcancel there). */
#ifndef OMPCC_SHIELD_H
#define OMPCC_SHIELD_H

#include <pthread.h>

static inline int ompcc_shield(void) {
	int before;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
	return before;
}

static inline void ompcc_unshield(int before) { pthread_setcancelstate(before, &before); }

#endif
