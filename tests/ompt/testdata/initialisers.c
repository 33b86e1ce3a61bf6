/* What the initialisers of declare target variables refer to, and what device routines declare, is
 * entered, too: one event for each, also where no region uses it. */
#include "tool.h"

#include <omp.h>

static int base[3] = {1, 2, 3};
int *pointer = base;
int *const *chain[2] = {&pointer};
#pragma omp declare target enter(chain)
int tail = 7;
#pragma omp begin declare target device_type(nohost)
int *unseen = &tail;
#pragma omp end declare target
int declared;
double start;
static int routine(void) {
	extern int declared;
	static double *first = &start;
	return declared + (*first == 0);
}
int (*function)(void) = routine;
#pragma omp declare target enter(function)
int not_entered;

int main(void) {
	name_variable("base", base, sizeof base);
	name_variable("pointer", &pointer, sizeof pointer);
	name_variable("chain", chain, sizeof chain);
	name_variable("tail", &tail, sizeof tail);
	name_variable("declared", &declared, sizeof declared);
	name_variable("start", &start, sizeof start);
	name_variable("function", &function, sizeof function);
	name_variable("not_entered", &not_entered, sizeof not_entered);
	puts("== first construct");
#pragma omp target
	base[0] = **chain[0];
	puts("== end");
	return 0;
}
