/* How the functions of the host's tasks are called in a program that calls omp_in_explicit_task although its
 * host runtime lacks it (rt/capi/explicit). */
#ifndef OMPCC_EXPLICITTASKS_H
#define OMPCC_EXPLICITTASKS_H

typedef void explicit_gomp_t(void *data);
typedef int explicit_kmp_t(int thread, void *task);

typedef struct {
	/* A task's function is replaced by its caller. */
	explicit_gomp_t *(*gomp)(explicit_gomp_t *);
	explicit_kmp_t *(*kmp)(explicit_kmp_t *);
	/* A task that runs inline is no call of its function by the host runtime. */
	int (*begin)(void);
	void (*end)(int before);
	int (*inside)(void); /* whether the thread executes an explicit task */
} explicit_tasks_t;

/* __ompcc_explicit gives the runtime the callers, and returns those that it uses: the first that it was given. */
extern const explicit_tasks_t *__ompcc_explicit(const explicit_tasks_t *);

#endif
