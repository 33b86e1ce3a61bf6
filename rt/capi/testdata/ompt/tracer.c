/* The tracer alone, for ThreadSanitizer: threads that record while others flush,
 * pause and change what is recorded; nothing is lost or delivered twice. */
#include "../../ompt/trace.c"

#include <stdio.h>

#define CHECK(x) do { if (!(x)) { fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #x); exit(2); } } while (0)

enum { THREADS = 4, RECORDS = 2000 };

/* What the tracer needs of the runtime. */
OMPT_TLS ompt_thread_state_t ompcc_ompt_thread;
int ompcc_ompt_maps;
int ompcc_device_kind(int n, int *index) { (void)n, (void)index; return OMPCC_CPU; }
unsigned ompcc_cpu_num_procs(void) { return 1; }

static char seen[THREADS + 1][RECORDS];
static int delivered;

static void on_request(int number, ompt_buffer_t **buffer, size_t *bytes) {
	(void)number;
	*bytes = 4096;
	*buffer = malloc(*bytes);
}

static void on_complete(int number, ompt_buffer_t *buffer, size_t bytes, ompt_buffer_cursor_t at, int owned) {
	int more = get_record_type(buffer, at) == ompt_record_ompt;
	while (more) {
		ompt_record_ompt_t *r = get_record_ompt(buffer, at);
		CHECK(r->thread_id <= THREADS && r->target_id < RECORDS && !seen[r->thread_id][r->target_id]++);
		delivered++;
		more = advance_buffer_cursor(&devices[number], buffer, bytes, at, &at);
	}
	if (owned)
		free(buffer);
}

static void *recorder(void *me) {
	for (int i = 0; i < RECORDS; i++) {
		ompt_record_ompt_t r = {.type = ompt_callback_target, .time = 1, .thread_id = (ompt_id_t)(long)me, .target_id = (ompt_id_t)i};
		CHECK(ompcc_ompt_trace_wants(0, ompt_callback_target));
		ompcc_ompt_trace_record(0, &r);
		if (i % 500 == 0)
			CHECK(flush_trace(&devices[0]) == 1);
	}
	return NULL;
}

int main(void) {
	pthread_t t[THREADS];
	ompt_device_t *d = ompcc_ompt_trace_device(0);
	CHECK(set_trace_ompt(d, 1, ompt_callback_target) == ompt_set_always && start_trace(d, on_request, on_complete) == 1);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, recorder, (void *)(i + 1));
	for (int i = 0; i < 200; i++)
		set_trace_ompt(d, (unsigned)i % 2, ompt_callback_target_map);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	CHECK(stop_trace(d) == 1);
	CHECK(delivered == THREADS * RECORDS);
	return 0;
}
