/* What code of the host says of its accesses in the checked mode (-fsanitize=offload): the driver lets the host compiler
 * instrument it as for ThreadSanitizer, and these are the functions that it calls. It is an object of its own in the
 * archive: a program that is linked with ThreadSanitizer has these functions from there. */
#include <stdint.h>

extern const volatile uintptr_t *__ompcc_host_watched;
extern void __ompcc_host_access(const void *p, unsigned long n, int writes, const void *pc);

#define PC __builtin_return_address(0)

/* Most accesses are to storage that is not mapped. */
static inline void access_of(const void *p, unsigned long n, int writes, const void *pc) {
	const volatile uintptr_t *w = __ompcc_host_watched;
	uintptr_t a = (uintptr_t)p;
	if (__builtin_expect(a < w[1] && a + n > w[0], 0))
		__ompcc_host_access(p, n, writes, pc);
}

#define SIZED(n) \
	void __tsan_read##n(void *p) { access_of(p, n, 0, PC); } \
	void __tsan_write##n(void *p) { access_of(p, n, 1, PC); } \
	void __tsan_unaligned_read##n(void *p) { access_of(p, n, 0, PC); } \
	void __tsan_unaligned_write##n(void *p) { access_of(p, n, 1, PC); } \
	void __tsan_volatile_read##n(void *p) { access_of(p, n, 0, PC); } \
	void __tsan_volatile_write##n(void *p) { access_of(p, n, 1, PC); } \
	void __tsan_unaligned_volatile_read##n(void *p) { access_of(p, n, 0, PC); } \
	void __tsan_unaligned_volatile_write##n(void *p) { access_of(p, n, 1, PC); } \
	void __tsan_read_write##n(void *p) { access_of(p, n, 0, PC), access_of(p, n, 1, PC); } \
	void __tsan_unaligned_read_write##n(void *p) { access_of(p, n, 0, PC), access_of(p, n, 1, PC); }
SIZED(1)
SIZED(2)
SIZED(4)
SIZED(8)
SIZED(16)

void __tsan_read_range(void *p, unsigned long n) { access_of(p, n, 0, PC); }
void __tsan_write_range(void *p, unsigned long n) { access_of(p, n, 1, PC); }
void *__tsan_memcpy(void *to, const void *from, unsigned long n) {
	access_of(from, n, 0, PC), access_of(to, n, 1, PC);
	return __builtin_memcpy(to, from, n);
}
void *__tsan_memmove(void *to, const void *from, unsigned long n) {
	access_of(from, n, 0, PC), access_of(to, n, 1, PC);
	return __builtin_memmove(to, from, n);
}
void *__tsan_memset(void *p, int value, unsigned long n) {
	access_of(p, n, 1, PC);
	return __builtin_memset(p, value, n);
}
void __tsan_init(void) {}
void __tsan_func_entry(void *pc) { (void)pc; }
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void **p, void *value) { (void)p, (void)value; }
void __tsan_vptr_read(void **p) { (void)p; }

/* Atomic operations are left to these functions: they are what they would have been. */
#define ATOMIC(bits, type) \
	type __tsan_atomic##bits##_load(const volatile type *p, int order) { \
		(void)order; \
		access_of((const void *)p, sizeof *p, 0, PC); \
		return __atomic_load_n(p, __ATOMIC_SEQ_CST); \
	} \
	void __tsan_atomic##bits##_store(volatile type *p, type v, int order) { \
		(void)order; \
		access_of((const void *)p, sizeof *p, 1, PC); \
		__atomic_store_n(p, v, __ATOMIC_SEQ_CST); \
	} \
	CHANGE(bits, type, exchange, __atomic_exchange_n) \
	CHANGE(bits, type, fetch_add, __atomic_fetch_add) \
	CHANGE(bits, type, fetch_sub, __atomic_fetch_sub) \
	CHANGE(bits, type, fetch_and, __atomic_fetch_and) \
	CHANGE(bits, type, fetch_or, __atomic_fetch_or) \
	CHANGE(bits, type, fetch_xor, __atomic_fetch_xor) \
	CHANGE(bits, type, fetch_nand, __atomic_fetch_nand) \
	int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *expected, type v, int order, int failed) { \
		(void)order, (void)failed; \
		access_of((const void *)p, sizeof *p, 0, PC), access_of((const void *)p, sizeof *p, 1, PC); \
		return __atomic_compare_exchange_n(p, expected, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	} \
	int __tsan_atomic##bits##_compare_exchange_weak(volatile type *p, type *expected, type v, int order, int failed) { \
		return __tsan_atomic##bits##_compare_exchange_strong(p, expected, v, order, failed); \
	} \
	type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type expected, type v, int order, int failed) { \
		__tsan_atomic##bits##_compare_exchange_strong(p, &expected, v, order, failed); \
		return expected; \
	}
#define CHANGE(bits, type, name, how) \
	type __tsan_atomic##bits##_##name(volatile type *p, type v, int order) { \
		(void)order; \
		access_of((const void *)p, sizeof *p, 0, PC), access_of((const void *)p, sizeof *p, 1, PC); \
		return how(p, v, __ATOMIC_SEQ_CST); \
	}
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
void __tsan_atomic_thread_fence(int order) {
	(void)order;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order) {
	(void)order;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}
