/* What a mapper maps with itself ends at a null pointer; a null pointer whose elements are to be mapped is an error.
 * exit: 1
 * stderr: nullmapper.c:23: error: target enter data: 'none[0:2]' cannot be mapped: 2 elements at address 0, a null pointer's: a section of a null pointer must have length 0
 * stdout: mapped */
#include "module.h"

extern int omp_target_is_present(const void *, int);
struct node { int v; struct node *next; };
static void node_mapper(__ompcc_mapper_t *m, void *base, void *begin, unsigned long n, unsigned flags) {
	static const __ompcc_item_t items[] = {
	    ITEM("n", MAP, TO | FROM),
	    {"n.next[0:1]", "", MAP, TO | FROM | MAPPER, -1, __LINE__, 1, 0, node_mapper}};
	(void)base, (void)flags;
	for (unsigned long i = 0; i < n; i++) {
		struct node *e = (struct node *)begin + i;
		__ompcc_mapper_push(m, &items[0], e, e, sizeof *e);
		__ompcc_mapper_push(m, &items[1], e->next, e->next, 1);
	}
}

MODULE({"none", 0, 0, 2, 0})
CONSTRUCT(list, 2, "target enter data", 0, {"a", "", MAP, TO | MAPPER, -1, __LINE__, 1, 0, node_mapper});
CONSTRUCT(none, 2, "target enter data", 0, {"none[0:2]", "", MAP, TO | MAPPER, -1, __LINE__, 1, 0, node_mapper});

int main(void) {
	struct node c = {3, 0}, b = {2, &c}, a = {1, &b}, *p = 0;
	__ompcc_enter_data(&list, &here, ARGS({&a, &a, 1}));
	CHECK(omp_target_is_present(&a, 0) && omp_target_is_present(&c, 0));
	c.next = &b; /* a ring behind the first */
	__ompcc_enter_data(&list, &here, ARGS({&a, &a, 1}));
	__ompcc_enter_data(&none, &here, ARGS({p, p, 0}));
	puts("mapped");
	__ompcc_enter_data(&none, &here, ARGS({p, p, 2}));
}
