/* OMPCC_TRACE=file writes a trace for Perfetto, with the tool of the examples
 * built in: what it shows is what any tool can see. */
#include <errno.h>
#include <omp-tools.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The tool's own functions stay inside; what the headers declare must not. */
#define ompt_start_tool ompcc_profile_start
#pragma GCC visibility push(hidden)
#include "../../examples/tools/trace.c"
#pragma GCC visibility pop
