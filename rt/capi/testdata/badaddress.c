/* A map of host memory that is not there.
 * exit: 1
 * stderr: badaddress.c:11: error: target enter data: memory at 0x
 * stderr: bytes into 'p[0:8192]', which is 8192 bytes from 0x
 */
#include <sys/mman.h>

#include "module.h"

MODULE({"none", 0, 0, 2, 0})
CONSTRUCT(enter, 2, "target enter data", 0, ITEM("p[0:8192]", MAP, TO));

int main(void) {
	char *p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	munmap(p + 4096, 4096);
	__ompcc_enter_data(&enter, &here, ARGS({p, p, 8192}));
	puts("not reached");
}
