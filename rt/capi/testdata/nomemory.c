/* The device is out of memory at the third allocation: the construct that needs
 * it is named, what the host has is untouched, and atexit handlers run.
 * env: OMPCC_FAULT=alloc:3
 * exit: 1
 * stdout: host data 1 2 3 intact
 * stderr: nomemory.c:13: error: target enter data: cannot allocate 64 bytes for 'c' on device 0 (cpu): out of memory
 */
#include "module.h"

MODULE({"none", 0, 0, 2, 0})
static int a[16] = {1}, b[16] = {2}, c[16] = {3};
CONSTRUCT(enter, 2, "target enter data", 0, ITEM("a", MAP, TO), ITEM("b", MAP, TO));
CONSTRUCT(more, 2, "target enter data", 0, ITEM("c", MAP, TO));

static void report(void) { printf("host data %d %d %d intact\n", a[0], b[0], c[0]); }

int main(void) {
	atexit(report);
	__ompcc_enter_data(&enter, &here, ARGS({a, a, sizeof a}, {b, b, sizeof b}));
	__ompcc_enter_data(&more, &here, ARGS({c, c, sizeof c}));
	puts("not reached");
}
