/* Declare target variables: one event for each in an enter or to clause, before
 * the first construct; none for link, host and nohost variables. */
#include "tool.h"

#include <omp.h>

#pragma omp begin declare target
int in_block = 1;
#pragma omp end declare target
static double entered[4];
#pragma omp declare target enter(entered)
float to_clause;
#pragma omp declare target to(to_clause)
int linked[8];
#pragma omp declare target link(linked)
#pragma omp declare target
int counter(void) {
	static int calls; /* a variable of a device routine is one, too */
	return ++calls;
}
#pragma omp end declare target

int main(void) {
	name_variable("in_block", &in_block, sizeof in_block);
	name_variable("entered", entered, sizeof entered);
	name_variable("to_clause", &to_clause, sizeof to_clause);
	name_variable("linked", linked, sizeof linked);
	puts("== first construct");
#pragma omp target
	in_block += counter() + (int)entered[0] + (int)to_clause;
	puts("== second construct");
#pragma omp target update to(entered)
	puts("== mapped again: always present");
#pragma omp target map(tofrom : in_block)
	in_block++;
	puts("== linked");
#pragma omp target map(tofrom : linked)
	linked[0]++;
	puts("== end");
	return 0;
}
