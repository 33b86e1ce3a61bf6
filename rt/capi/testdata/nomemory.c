/* The device has no memory for the third list item, which has as many bytes as there are addresses:
 * the construct that needs it is named, what the host has is untouched, and atexit handlers run.
 * exit: 1
 * stdout: host data 1 2 3 intact
 * stderr: nomemory.c:12: error: target enter data: cannot allocate 140737488355328 bytes for 'c' on device 0 (cpu): out of memory
 */
#include "module.h"

MODULE({"none", 0, 0, 2, 0})
static struct { int a[16], b[16], c[16]; } s = {{1}, {2}, {3}};
CONSTRUCT(enter, 2, "target enter data", 0, ITEM("a", MAP, TO), ITEM("b", MAP, TO));
CONSTRUCT(more, 2, "target enter data", 0, ITEM("c", MAP, TO));

static void report(void) { printf("host data %d %d %d intact\n", s.a[0], s.b[0], s.c[0]); }

int main(void) {
	atexit(report);
	__ompcc_enter_data(&enter, &here, ARGS({s.a, s.a, sizeof s.a}, {s.b, s.b, sizeof s.b}));
	__ompcc_enter_data(&more, &here, ARGS({s.c, s.c, (size_t)1 << 47}));
	puts("not reached");
}
