/* The checker finds each of these planted mistakes: argv[1] says which; 0 is an
 * event stream without any. */
#include "../../../../examples/tools/check.c"

static ompt_data_t task, data;
static ompt_id_t op;
static char storage[64], original[64];

#define RA ((const void *)original)

static void target(int endpoint) { on_target(ompt_target, endpoint, 0, &task, NULL, &data, RA); }
static void data_op(int endpoint, int optype, void *src, int s, void *dst, int d, size_t bytes) {
	if (endpoint != ompt_scope_end)
		op = 0;
	on_data_op(endpoint, NULL, &data, &op, optype, src, s, dst, d, bytes, RA);
}
static void alloc(void) {
	data_op(1, ompt_target_data_alloc, NULL, 1, NULL, 0, 64);
	data_op(2, ompt_target_data_alloc, NULL, 1, storage, 0, 64);
}
static void to(void *dst, size_t bytes) {
	data_op(1, ompt_target_data_transfer_to_device, original, 1, dst, 0, bytes);
	data_op(2, ompt_target_data_transfer_to_device, original, 1, dst, 0, bytes);
}
static void delete(void) {
	data_op(1, ompt_target_data_delete, storage, 0, NULL, 1, 64);
	data_op(2, ompt_target_data_delete, storage, 0, NULL, 1, 64);
}
static void submit(int endpoint) {
	if (endpoint == ompt_scope_begin)
		op = 0;
	on_submit(endpoint, &data, &op, 1);
}
static void map(void) {
	void *host = original, *dev = NULL;
	size_t bytes = 64;
	unsigned flags = 3;
	on_map(&data, 1, &host, &dev, &bytes, &flags, RA);
}

int main(int argc, char **argv) {
	int mistake = argc > 1 ? atoi(argv[1]) : 0;
	if (mistake != 1)
		on_initialize(0, "a;b", NULL, NULL, NULL);
	if (mistake == 2)
		on_initialize(0, "a;b", NULL, NULL, NULL);
	on_load(0, NULL, -1, NULL, 0, NULL, NULL, 1);
	if (mistake == 3)
		on_load(0, NULL, -1, NULL, 0, NULL, NULL, 1);
	if (mistake == 4)
		data.value = 5;
	target(ompt_scope_begin);
	if (mistake != 5)
		map();
	alloc();
	if (mistake == 5)
		map();
	if (mistake == 6)
		alloc(); /* the same storage twice */
	to(storage, mistake == 7 ? 65 : 64);
	if (mistake == 8)
		to(original, 64); /* not the device's */
	if (mistake == 9)
		data_op(3, ompt_target_data_transfer_to_device, original, 1, storage, 0, 8);
	if (mistake == 10)
		data_op(1, ompt_target_data_associate, original, 1, storage, 0, 8);
	submit(ompt_scope_begin);
	if (mistake == 11)
		to(storage, 8);
	submit(ompt_scope_end);
	delete();
	if (mistake == 12)
		delete();
	if (mistake == 13)
		data.value++;
	if (mistake == 14)
		on_target(ompt_target_update, ompt_scope_end, 0, &task, NULL, &data, RA);
	target(ompt_scope_end);
	if (mistake == 15)
		target(ompt_scope_end);
	if (mistake != 16)
		on_unload(0, 1);
	if (mistake == 17)
		on_unload(0, 1);
	if (mistake != 18)
		on_finalize(0);
	finalize(NULL);
	return 0;
}
