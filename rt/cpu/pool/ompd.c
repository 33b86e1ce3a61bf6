/* Functions at which debuggers stop (OpenMP 5.2 §20.6): they do nothing. They are weak, since LLVM's libomp has them, too. */
#include "fiber.h"

#pragma GCC visibility push(default)
#define STOP_HERE(name) \
	__attribute__((noinline, weak)) void name(void) { __asm__ volatile("" ::: "memory"); }
STOP_HERE(ompd_bp_parallel_begin)
STOP_HERE(ompd_bp_parallel_end)
STOP_HERE(ompd_bp_teams_begin)
STOP_HERE(ompd_bp_teams_end)
STOP_HERE(ompd_bp_task_begin)
STOP_HERE(ompd_bp_task_end)
STOP_HERE(ompd_bp_thread_begin)
STOP_HERE(ompd_bp_thread_end)
STOP_HERE(ompd_bp_device_begin)
STOP_HERE(ompd_bp_device_end)

/* What the OMPD library (rt/ompd) must have in common with the runtime. */
const uint64_t __ompcc_ompd_layout[] = OMPD_LAYOUT;
#pragma GCC visibility pop
