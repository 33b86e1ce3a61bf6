/* How Go starts: at the first use of a device. */
#ifndef OMPCC_START_H
#define OMPCC_START_H

/* ompcc_start_obstacle is why Go cannot run in this process, NULL if it can: Go itself
 * would end the process. */
extern const char *ompcc_start_obstacle(void);
extern void ompcc_start_go(void);

/* ompcc_start starts it, once. */
extern void ompcc_start(void);

#endif
