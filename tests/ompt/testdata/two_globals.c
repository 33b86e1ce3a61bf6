/* Each of two devices has declare target variables of its own: they are announced
 * for each device before its first construct. */
#include "tool.h"

#include <omp.h>

int first = 1;
#pragma omp declare target enter(first)
int linked[4];
#pragma omp declare target link(linked)

int main(void) {
	name_variable("first", &first, sizeof first);
	name_variable("linked", linked, sizeof linked);
	for (int d = 0; d < 2; d++) {
		printf("== update to device %d\n", d);
#pragma omp target update to(first) device(d)
		printf("== link variable on device %d\n", d);
#pragma omp target map(tofrom : linked) device(d)
		linked[d] = first += d + 1;
	}
	puts("== update from device 0");
#pragma omp target update from(first) device(0)
	printf("%d %d %d\n", first, linked[0], linked[1]);
	return 0;
}
