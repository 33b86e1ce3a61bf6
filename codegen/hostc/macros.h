/* The C that hostc writes around the user's text. The host compiler reads text that is preprocessed already, so that
   hostc itself expands these macros (macro.go): a parameter stands for its argument wherever it is a token of its own, but
   behind '.' and '->', and a line that goes on stands for one with spaces. */

/* Objects under other names. */

#define POINTER_TO(pointer, object) __typeof__(object) *pointer = &object;
#define CONST_POINTER_TO(pointer, object) __typeof__(object) *const pointer = &object;
#define COPY_OF(copy, object) __typeof__(object) copy = object;
#define CONST_COPY_OF(copy, object) const __typeof__(object) copy = object;
#define OBJECT_LIKE(name, pointer) __typeof__(*pointer) name;
#define ELEMENTS_AT(name, pointer) __typeof__(&(*pointer)[0]) name = *pointer;
#define ELEMENTS_OF(pointer, array) __typeof__(&array[0]) pointer = &array[0];

/* Copies of bytes, also of constant and volatile objects. */

#define COPY_BYTES(to, object) __builtin_memcpy((void *)&to, (const void *)&object, sizeof object);
#define COPY_TO(pointer, object) __builtin_memcpy((void *)pointer, (void *)&object, sizeof object);
#define COPY_FROM(object, pointer) __builtin_memcpy((void *)&object, (void *)pointer, sizeof object);
#define COPY_ARRAY(copy, array) __builtin_memcpy(copy, array, sizeof array);
#define COPY_LAST(number, total, pointer, object) if (number == total) \
  __builtin_memcpy((void *)pointer, (const void *)&object, sizeof object);

/* Loops. */

#define COUNT_UP(index, count) for (unsigned long index = 0; index < count; index++)
#define FROM_THE_END(index, count, counter) const unsigned long index = count - 1; counter = index;
/* How far hi is from lo, in the type of their difference. */
#define DISTANCE(lo, hi) (unsigned long)(__typeof__(lo + hi))hi - (unsigned long)(__typeof__(lo + hi))lo

/* Array sections. */

#define ELEMENTS_LEFT(array, first) sizeof(array) / sizeof(array[0]) - first
#define LONG_ELEMENTS_LEFT(array, first) (long)(sizeof(array) / sizeof((array)[0])) - first
#define SECTION_START(pointer, first) __typeof__(&first) const pointer = &first;
#define SECTION_COPY(copy, count, first, pointer) __typeof__(first) copy[count]; \
  __builtin_memcpy(copy, pointer, sizeof copy);
/* The copy of a section and a pointer from which its elements are as far as from the original. */
#define SECTION_OWN(own, count, pointer, name, distance) __typeof__(*pointer) own[count]; \
  __typeof__(&name[0]) name = (void *)((char *)own - distance);
#define ALLOCATED_COPY(storage, size) void *const storage = __builtin_malloc(size);
#define COPY_IN(storage, size, first) __builtin_memcpy(storage, (void *)&first, size);
#define ALLOCATED_OWN(own, size) char *const own = __builtin_malloc(size);
#define MOVED_ORIGIN(moved, own, name, first) __typeof__(name) moved = (void *)(own - ((char *)&first - (char *)name));

/* Values of inductions (OpenMP 6.0 §7.6.13): linear, a power, and by a declared induction's collector and inductor. */

#define INDUCTION_SUM(type, target, base, step, number) \
  target = (__typeof__(target))((type)base + (type)step * (type)number);
#define INDUCTION_PRODUCT(type, target, base, step, number) \
  { type __ompcc_r = 1, __ompcc_q = (type)step; \
  for (unsigned long __ompcc_m = number; __ompcc_m; ) \
  { if (__ompcc_m & 1) __ompcc_r *= __ompcc_q; if (__ompcc_m >>= 1) __ompcc_q *= __ompcc_q; } \
  target = (__typeof__(target))((type)base * __ompcc_r); }
#define INDUCTION_COLLECT(step_type, step, index_type, number, collector) \
  { step_type __ompcc_c; \
  { step_type omp_step = step; index_type omp_idx = (index_type)number; (void)omp_step; (void)omp_idx; __ompcc_c = collector; }
#define INDUCTION_INDUCE(type, target, base, step_type, inductor) \
  { type omp_var = base; step_type omp_step = __ompcc_c; (void)omp_step; inductor; target = omp_var; } }

/* Atomic updates by compare-and-swap on the object's bytes (OpenMP 5.2 §15.8.4). */

#define ATOMIC_WORDS(bytes, type, pointer, object, old, new) \
  typedef bytes type; __typeof__(object) *pointer = &(object); type old, new;
#define ATOMIC_VALUES(pointer, before, after) \
  __typeof__(*pointer) before, after; (void)before; (void)after;
/* Where the bits of a bit-field lie, C does not say: they are those that change when it is ~0. */
#define ATOMIC_FIELD(place, union_, field) \
  unsigned long place = 0; __builtin_memset(&union_, 0, sizeof union_); field = ~0;
#define ATOMIC_FIELD_WORD(place, union_, size) \
  while (!((char *)&union_)[place]) place++; place -= place % size;
#define ATOMIC_SWAP_LOCKED(same, pointer, old, new, size) \
  int same = !__builtin_memcmp((void *)pointer, &old, size); \
  __builtin_memcpy(same ? (void *)pointer : &old, same ? &new : (void *)pointer, size);
#define ATOMIC_ONCE(done, value, expression) if (!done) { done = 1; value = (expression); }

/* Reductions. */

#define REDUCE_MIN(to, from) if (from < to) to = from;
#define REDUCE_MAX(to, from) if (from > to) to = from;
#define REDUCE_BY(to, operator, from) to = to operator from;
#define PRIVATE_COPIES(original, object, copy, all) \
  __typeof__(object) *const original = &object; __typeof__(object) copy, *all;

/* Copies of groupprivate variables. */

#define GROUP_ADDRESS(variable) (__typeof__(variable) *)__ompcc_group_storage((void *)&variable, sizeof(variable))
#define GROUP_ACCESSOR(type, function, address) \
  static __inline__ __attribute__((unused)) type *function(void) { return address; }
