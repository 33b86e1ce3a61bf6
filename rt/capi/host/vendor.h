/* The vendors' driver libraries, found at run time. */
#ifndef OMPCC_VENDOR_H
#define OMPCC_VENDOR_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { OMPCC_LIB_CUDA,
	OMPCC_LIB_HSA,
	OMPCC_LIBS };

/* Number of devices, 0 without a driver. ompcc_tell_missing warns of the vendors that were
 * asked and have none, and says why. */
extern int ompcc_cuda_count(void);
extern int ompcc_hsa_count(void);

/* ompcc_emulated_architecture tells the emulated AMD GPUs which architecture they have if OMPCC_EMULATE names none. */
extern void ompcc_emulated_architecture(const char *arch);
extern void ompcc_tell_missing(void);
/* ompcc_missing_devices writes the same as one text. */
extern void ompcc_missing_devices(char *text, size_t size);

/* ompcc_vendor_symbol returns a function of the library, NULL without it. */
extern void *ompcc_vendor_symbol(int library, const char *name);

/* ompcc_vendor_call calls a function of up to 12 integers and pointers. */
extern uintptr_t ompcc_vendor_call(void *function, const uintptr_t *args, int n);

/* What HSA iterates over: up to max handles, and how many there are. */
extern int ompcc_hsa_agents(uint64_t *handles, int max);
extern int ompcc_hsa_pools(uint64_t agent, uint64_t *handles, int max);
extern void ompcc_hsa_failed(uint32_t status, void *queue, void *data);

/* ompcc_vendor_identity is the name that the driver has for GPU number index of
 * a kind (OMPCC_CUDA, OMPCC_HSA), and its architecture. */
extern void ompcc_vendor_identity(int kind, int index, char *uid, size_t uid_size, char *isa, size_t isa_size);

/* ompcc_vendor_model is the model of that GPU and all of its architecture
 * ("gfx90a:xnack-"), which is empty where the driver does not say it. */
extern void ompcc_vendor_model(int kind, int index, char *model, size_t model_size, char *arch, size_t arch_size);

/* ompcc_image_rank says how well an image suits a device, both of an
 * architecture: more is better, -1 not at all. */
extern int ompcc_image_rank(const char *format, const char *image, const char *device);

/* ompcc_hsa_lanes is the number of lanes of a wavefront of AMD GPU number index, 0 if it is not known. */
extern int ompcc_hsa_lanes(int index);

/* ompcc_vendor_shares says whether kernels of that GPU access all of the host's
 * memory. */
extern int ompcc_vendor_shares(int kind, int index);

#pragma GCC visibility pop

#endif
