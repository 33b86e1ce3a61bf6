/* Interoperability objects of a GPU and its traits, run by TestForeign. */
#include <omp.h>
#include <string.h>

#include "../module.h"

static const char text[] = ".target sm_80", hsaco[] = "....";
static __ompcc_unit_t unit = {1, 0, 0, 0, __FILE__, 0, 0};
static __ompcc_unit_t *units[] = {&unit};
static const __ompcc_image_t images[] = {
    {"amdgcn", "gfx90a", "hsaco", hsaco, hsaco + sizeof hsaco},
    {"nvptx64", "sm_80", "ptx", text, text + sizeof text - 1},
};
static __ompcc_module_t module = {1, units, units + 1, 0, 0, images, COUNT(images), 0, 0, 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }

CONSTRUCT(inter, 7, "interop", 0, ITEM("", VALUE, 0));

static void show(omp_interop_t o, omp_interop_property_t id) {
	int rc;
	const char *name = omp_get_interop_name(o, id), *type = omp_get_interop_type_desc(o, id);
	printf("%s (%s):", name, type ? type : "none");
	intptr_t n = omp_get_interop_int(o, id, &rc);
	if (!rc)
		printf(" %ld", (long)n);
	const char *s = omp_get_interop_str(o, id, &rc);
	if (!rc)
		printf(" %s", s);
	void *p = omp_get_interop_ptr(o, id, &rc);
	if (!rc)
		printf(" %s", p ? "pointer" : "NULL");
	if (!type)
		printf(" %s", omp_get_interop_rc_desc(o, (omp_interop_rc_t)rc));
	putchar('\n');
}

int main(void) {
	const int driver[] = {omp_ifr_sycl, omp_ifr_cuda_driver};
	omp_interop_t a, b, none;
	__ompcc_interop_init(&inter, &a, 0, 2, 0, NULL);
	__ompcc_interop_init(&inter, &b, DEFAULT_DEVICE, 1, 2, driver);
	__ompcc_interop_init(&inter, &none, omp_initial_device, 2, 0, NULL);
	CHECK(a && b && none == omp_interop_none && omp_get_num_interop_properties(a) == 0);
	for (int id = omp_ipr_fr_id; id >= omp_ipr_first; id--)
		show(a, (omp_interop_property_t)id);
	printf("preferred:\n");
	show(b, omp_ipr_fr_name);
	show(b, omp_ipr_device);
	show(b, omp_ipr_targetsync);
	int rc;
	omp_get_interop_int(none, omp_ipr_fr_id, &rc);
	CHECK(rc == omp_irc_empty);
	omp_get_interop_int(a, 5, &rc);
	CHECK(rc == omp_irc_out_of_range && !omp_get_interop_name(a, 5));
	omp_get_interop_ptr(a, omp_ipr_fr_name, &rc);
	CHECK(rc == omp_irc_type_str);
	__ompcc_interop_use(&inter, &a, 0);
	__ompcc_interop_use(&inter, &b, 1);
	__ompcc_interop_use(&inter, &none, 0);
	__ompcc_interop_destroy(&inter, &b, 0);
	__ompcc_interop_destroy(&inter, &none, 0);
	CHECK(!b);

	static const char *const traits[][4] = {
	    {"host", "nohost", "cpu", "gpu"}, {"nvptx64", "nvptx", "amdgcn", "x86_64"}, {"sm_90", "gfx90a", "sse2", "sm_80"},
	    {"GPU-abababababababababababababababab", "GPU-0123", "ompcc-host", ""}};
	for (int d = 0; d < 3; d++) {
		printf("device %d:", d);
		for (unsigned t = 0; t < 4; t++)
			for (int i = 0; i < 4; i++)
				if (__ompcc_device_matches(d, t + 1, traits[t][i]))
					printf(" %s", traits[t][i]);
		putchar('\n');
	}
	__ompcc_interop_destroy(&inter, &a, 0); /* b's stream is none: target only */
	puts("ok");
}
