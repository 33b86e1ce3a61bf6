/* States of threads that wait (report of 2016, section 2), and what they wait for (section 4.5): a signal
 * handler asks, while the thread waits for what the program's initial thread holds. */
#define _GNU_SOURCE
#include <ompt-tr2016.h>

#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static ompt_function_lookup_t look_up;
#define FN(name) ((__typeof__(name) *)look_up(#name))

static __typeof__(ompt_get_state) *get_state;
static atomic_int seen, pairs, expected, waits, entered;
static _Atomic ompt_wait_id_t awaited;
static pthread_t waiting;

static void on_pair(ompt_task_data_t *first, ompt_task_data_t *second) {
	pairs += first && second && first != second;
}

static void initialize(ompt_function_lookup_t lookup, const char *runtime, unsigned version) {
	(void)runtime, (void)version;
	look_up = lookup;
	get_state = FN(ompt_get_state);
	FN(ompt_set_callback)(ompt_event_task_dependence_pair, (ompt_callback_t)on_pair);
}
ompt_initialize_fn_t ompt_tool(void) { return initialize; }

static void on_signal(int number) {
	ompt_wait_id_t id = 0;
	(void)number;
	if ((int)get_state(&id) == expected) {
		awaited = id;
		seen = 1;
	}
}

/* The thread that waits says so; the other asks until it sees the state. */
static void will_wait(void) {
	waiting = pthread_self();
	waits = 1;
}

static ompt_wait_id_t ask(const char *what, omp_state_t state) {
	seen = 0;
	expected = (int)state;
	while (!waits)
		usleep(100);
	for (int i = 0; i < 5000 && !seen; i++) {
		pthread_kill(waiting, SIGUSR1);
		usleep(200);
	}
	printf("%s: %s\n", what, seen ? "seen" : "not seen");
	waits = 0;
	return awaited;
}

static omp_lock_t locks[2];
static omp_nest_lock_t nest;

/* The second thread waits for what the first one holds. */
static ompt_wait_id_t lock(int i) {
	ompt_wait_id_t id = 0;
	omp_set_lock(&locks[i]);
#pragma omp parallel num_threads(2)
	if (omp_get_thread_num() == 0) {
		id = ask("lock", omp_state_wait_lock);
		omp_unset_lock(&locks[i]);
	} else {
		will_wait();
		omp_set_lock(&locks[i]);
		omp_unset_lock(&locks[i]);
	}
	omp_set_lock(&locks[i]);
	omp_unset_lock(&locks[i]);
	return id;
}

static void mutexes(void) {
	for (int i = 0; i < 2; i++)
		omp_init_lock(&locks[i]);
	omp_init_nest_lock(&nest);
	ompt_wait_id_t first = lock(0), other = lock(1), again = lock(0);
	printf("wait identifiers: %s, %s\n", first && first == again ? "the same for a lock" : "not the same", first != other ? "different for two" : "not different");
	omp_set_nest_lock(&nest);
#pragma omp parallel num_threads(2)
	{
		int first = omp_get_thread_num() == 0;
		if (first) {
			ask("nestable lock", omp_state_wait_lock);
		} else {
			will_wait();
			omp_set_nest_lock(&nest);
		}
		omp_unset_nest_lock(&nest);
		if (!first) {
			while (!entered)
				usleep(100);
			will_wait();
		}
#pragma omp critical
		if (first) {
			entered = 1;
			ask("critical", omp_state_wait_lock); /* "a more generic state such as …" */
		}
#pragma omp for ordered schedule(static, 1)
		for (int i = 0; i < 2; i++) {
			if (i == 1)
				will_wait();
			else
				ask("ordered", omp_state_wait_ordered);
#pragma omp ordered
			{
			}
		}
	}
	for (int i = 0; i < 2; i++)
		omp_destroy_lock(&locks[i]);
	omp_destroy_nest_lock(&nest);
}

static void barriers_and_tasks(void) {
	omp_event_handle_t event;
	int x = 0;
#pragma omp parallel num_threads(2)
	{
		if (omp_get_thread_num() == 0)
			ask("explicit barrier", omp_state_wait_barrier_explicit);
		else
			will_wait();
#pragma omp barrier
#pragma omp single
		{
#pragma omp task depend(out : x) detach(event)
			x++;
#pragma omp task depend(in : x)
			x++;
			printf("dependence pairs while the first task waits: %d\n", pairs);
			omp_fulfill_event(event);
		}
		if (omp_get_thread_num() == 0)
			ask("implicit barrier", omp_state_wait_barrier_implicit);
		else
			will_wait();
	}
}

int main(void) {
	struct sigaction handler = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
	sigaction(SIGUSR1, &handler, NULL);
	mutexes();
	barriers_and_tasks();
	return 0;
}
