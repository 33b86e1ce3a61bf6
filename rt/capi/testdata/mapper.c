/* A mapper makes the component items; they take the map type and modifiers of
 * the item (OpenMP 5.2 §5.8.8); nested mappers. */
#include "module.h"

typedef struct { int n; int *p; } vec;
typedef struct { vec v; int tail; } box;

static const __ompcc_item_t vec_items[] = {
    ITEM("v", MAP, TO | FROM | MEMBER), ITEM("v.p[0:v.n]", MAP, TO | FROM), ITEM("v.p", ATTACH, 0), ITEM("v", MAP, SPAN)};

static void vec_mapper(__ompcc_mapper_t *m, void *base, void *begin, unsigned long count, unsigned flags) {
	(void)base, (void)flags;
	vec *v = begin;
	__ompcc_mapper_push(m, &vec_items[3], v, v, count * sizeof *v); /* one storage for the whole section */
	for (unsigned long i = 0; i < count; i++) {
		__ompcc_mapper_push(m, &vec_items[0], &v[i], &v[i], sizeof v[i]);
		__ompcc_mapper_push(m, &vec_items[1], v[i].p, v[i].p, (unsigned long)v[i].n * sizeof(int));
		__ompcc_mapper_push(m, &vec_items[2], &v[i].p, v[i].p, 0);
	}
}

static const __ompcc_item_t box_items[] = {
    {"b.v", "", MAP, TO | FROM | MAPPER, -1, __LINE__, 1, 0, vec_mapper}, ITEM("b.tail", MAP, TO)};

static void box_mapper(__ompcc_mapper_t *m, void *base, void *begin, unsigned long count, unsigned flags) {
	(void)base, (void)flags;
	box *b = begin;
	for (unsigned long i = 0; i < count; i++) {
		__ompcc_mapper_push(m, &box_items[0], &b[i], &b[i].v, 1);
		__ompcc_mapper_push(m, &box_items[1], &b[i], &b[i].tail, sizeof b[i].tail);
	}
}

KERNEL(grow, 1);
static void grow_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	vec *v = *(vec **)args[0];
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < v[k].n; i++)
			v[k].p[i] += 1;
}
MODULE({"grow", (void *)grow_body, 0, 2, 0})

CONSTRUCT(both, 1, "target", &grow, {"v[0:2]", "", MAP, TO | FROM | PARAM | MAPPER, -1, __LINE__, 1, 0, vec_mapper});
CONSTRUCT(only_to, 1, "target", &grow, {"v[0:2]", "", MAP, TO | PARAM | MAPPER, -1, __LINE__, 1, 0, vec_mapper});
CONSTRUCT(hold, 2, "target enter data", 0, {"b", "", MAP, TO | MAPPER, -1, __LINE__, 1, 0, box_mapper});
CONSTRUCT(up, 4, "target update", 0, {"b", "", MAP, FROM | MAPPER, -1, __LINE__, 1, 0, box_mapper});
CONSTRUCT(drop, 3, "target exit data", 0, {"b", "", MAP, DELETE | MAPPER, -1, __LINE__, 1, 0, box_mapper});
extern int omp_target_is_present(const void *, int);

int main(void) {
	int a[3] = {1, 2, 3}, b[2] = {10, 20};
	vec v[2] = {{3, a}, {2, b}};
	CHECK(__ompcc_target(&both, &here, ARGS({v, v, 2})) == 1);
	CHECK(a[2] == 4 && b[1] == 21 && v[0].p == a);
	CHECK(__ompcc_target(&only_to, &here, ARGS({v, v, 2})) == 1);
	CHECK(a[2] == 4 && b[1] == 21);
	CHECK(!omp_target_is_present(v, 0) && !omp_target_is_present(a, 0));

	box x = {{3, a}, 7};
	__ompcc_enter_data(&hold, &here, ARGS({&x, &x, 1}));
	CHECK(omp_target_is_present(a, 0) && omp_target_is_present(&x.tail, 0));
	a[0] = 99;
	__ompcc_update(&up, &here, ARGS({&x, &x, 1}));
	CHECK(a[0] == 2 && x.v.p == a && x.tail == 7);
	__ompcc_exit_data(&drop, &here, ARGS({&x, &x, 1}));
	CHECK(!omp_target_is_present(a, 0) && !omp_target_is_present(&x, 0));
	puts("ok");
}
