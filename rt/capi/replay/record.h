/* Records of launches (OMPCC_RECORD, record.go), which the program replays (OMPCC_REPLAY, replay.c). */
#ifndef OMPCC_RECORD_H
#define OMPCC_RECORD_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Files in the folder of a record. */
#define OMPCC_RECORD_LAUNCH "launch.txt" /* what is launched, and where the blocks of memory were */
#define OMPCC_RECORD_BEFORE "before"     /* the blocks, one behind the other, when the kernel began */
#define OMPCC_RECORD_AFTER "after"       /* and when it had ended */
#define OMPCC_RECORD_PROGRAM "program"   /* beside the records: the program */

/* Each of these is 0, or errno. ompcc_record_program copies the program to dir, once. */
extern int ompcc_record_dir(const char *path);
extern int ompcc_record_file(const char *path, const void *data, size_t n);
extern int ompcc_record_program(const char *dir);

/* ompcc_replay_early replays a record instead of the program, if the environment says so. */
extern void ompcc_replay_early(void);

/* What omp_target_alloc gave on a device: the i-th, 0 if there are not so many. */
extern int ompcc_user_block(int device, unsigned i, uintptr_t *base, size_t *size);

#pragma GCC visibility pop

#endif
