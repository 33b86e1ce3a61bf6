/* Many short-lived threads, shared and own storage. */
#include <pthread.h>

#include "module.h"

KERNEL(inc, 2);
static void inc_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	int *p = *(int **)args[0], *table = *(int **)args[1];
	for (int i = 0; i < 100; i++)
		p[i] += table[i];
}
MODULE({"inc", (void *)inc_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &inc, ITEM("p", MAP, TO | FROM | PARAM), ITEM("table", MAP, TO | PARAM));

static int table[100];

static void *work(void *arg) {
	int p[100];
	for (int i = 0; i < 100; i++)
		p[i] = 1;
	for (int k = 0; k < 5; k++)
		if (__ompcc_target(&run, &here, ARGS({p, p, sizeof p}, {table, table, sizeof table})) != 1)
			return arg;
	for (int i = 0; i < 100; i++)
		if (p[i] != 1 + 5 * i)
			return arg;
	return NULL;
}

int main(void) {
	for (int i = 0; i < 100; i++)
		table[i] = i;
	for (int n = 0; n < 125; n++) {
		pthread_t t[8];
		void *bad;
		for (int i = 0; i < 8; i++)
			CHECK(pthread_create(&t[i], NULL, work, &table) == 0);
		for (int i = 0; i < 8; i++)
			CHECK(pthread_join(t[i], &bad) == 0 && !bad);
	}
	puts("ok");
}
