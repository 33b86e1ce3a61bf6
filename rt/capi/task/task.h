/* Target tasks that the generating thread does not wait for (OpenMP 5.2 §13.8,
 * §18.8.7), and their dependences.
 *
 * Inside of a parallel region they are tasks of the host's OpenMP, executed by
 * the threads of the team. Outside of one, host runtimes execute a task where
 * it is encountered; so there the target task goes to a thread of ours. Whatever
 * then waits for tasks, orders a task behind others or ends the program comes
 * here first: task/host.c stands before the host runtime's entry points. */
#ifndef OMPCC_TASK_H
#define OMPCC_TASK_H

#include <stdint.h>

/* omp_depend_t of omp.h, large enough for both host runtimes. */
typedef struct {
	void *p[2];
} ompcc_depend_t;

#pragma GCC visibility push(hidden)

enum { OMPCC_DEP_IN = 1,
	OMPCC_DEP_INOUT = 3,
	OMPCC_DEP_MUTEX = 4,
	OMPCC_DEP_SET = 8,
	OMPCC_DEP_ALL = 0x80 };

typedef struct {
	uintptr_t addr;
	unsigned kind;
} ompcc_dependence_t;

/* A task's dependences. on_device: the task may start while its predecessors' work is
 * still in a device's queues; it asks for their marks, or waits for them. */
typedef struct {
	unsigned n;
	int on_device;
	ompcc_dependence_t *d;       /* to be freed */
} ompcc_dependences_t;

/* --- the runtime that serves the process (task/device.c) -------------------------- */

/* ompcc_task_exit is for the end of the process. */
extern void ompcc_task_exit(void);
/* A task with on_device starts when its predecessors have given their work to a device.
 * ompcc_task_predecessors stores the marks on the device that the calling thread's task must
 * follow and returns their number, or -1 if the thread executes no such task. *writes says
 * whether that work writes host memory. The marks stay valid as long as the task. */
extern int ompcc_task_predecessors(int device, uintptr_t *marks, int most, int *writes);
/* ompcc_task_issued says that the task has given all of its work to the device, which completes
 * it at the mark: its successors may start. Returns 0 if no successor takes the mark. */
extern int ompcc_task_issued(int device, uintptr_t mark, int writes);
/* ompcc_task_wait_predecessors waits until the predecessors of the calling thread's task are complete. */
extern void ompcc_task_wait_predecessors(void);
/* ompcc_host_level is omp_get_level. */
extern int ompcc_host_level(void);
/* ompcc_task_ours: the calling thread executes a target task of ours. */
extern int ompcc_task_ours(void);
/* Tasks of all threads that are not done. */
extern unsigned ompcc_task_pending;

/* --- the host's OpenMP (task/host.c) ---------------------------------------- */

/* ompcc_host_arm: the next task that the thread generates is a target task, which
 * goes to a thread of ours; on_device as in ompcc_dependences_t. */
extern void ompcc_host_arm(int on, int on_device);
/* ompcc_host_arm_region: the next task that the thread generates is a target region
 * that the host executes at once (task/region.c). */
extern void ompcc_host_arm_region(void);
/* ompcc_host_arm_llvm: the next task that the thread generates is one of libomp's, which calls it a target task. */
extern void ompcc_host_arm_llvm(void);
/* ompcc_host_hooked: whoever waits for tasks comes to this module first. */
extern int ompcc_host_hooked(void);
/* ompcc_host_task runs run(arg) as a task that depends on the objects. */
extern void ompcc_host_task(void (*run)(void *), void *arg, int n, ompcc_depend_t *objects);

#pragma GCC visibility pop

#endif
