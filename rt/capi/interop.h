/* Properties of interoperability objects. */
#ifndef OMPCC_INTEROP_H
#define OMPCC_INTEROP_H

#pragma GCC visibility push(hidden)

/* ompcc_interop_answer is the return code of a query. */
extern int ompcc_interop_answer(void *object, int id);
extern const char *ompcc_interop_name(int id);
extern const char *ompcc_interop_type(int id);
extern const char *ompcc_interop_reason(int rc);

#pragma GCC visibility pop

#endif
