/* What the user hears when the host executes regions of a program that was compiled for devices of another kind. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "emulate.h"
#include "shim.h"
#include "vendor.h"

static atomic_int told;

/* has_images says whether the program has code for devices that are not the CPU device. */
static int has_images(void) {
	int found = 0;
	for (const __ompcc_module_t *m = ompcc_modules_begin(); m && !found; m = m->next)
		found = m->nimages > 0;
	ompcc_modules_end();
	return found;
}

/* emulated is what OMPCC_EMULATE may be for the program's images: "nvptx", "amdgcn" or "nvptx or amdgcn"; NULL: nothing. */
static const char *emulated(void) {
	int ptx = 0, amd = 0;
	for (const __ompcc_module_t *m = ompcc_modules_begin(); m; m = m->next)
		for (unsigned i = 0; i < m->nimages; i++) {
			ptx |= !strcmp(m->images[i].format, "ptx");
			amd |= !strncmp(m->images[i].target, "amdgcn", 6);
		}
	ompcc_modules_end();
	return ptx && amd ? "nvptx or amdgcn" : ptx ? "nvptx"
		: amd                               ? "amdgcn"
						    : NULL;
}

/* why writes the reason for which device is none of the n devices, and what to do about it. */
static void why(char *text, size_t size, long device, int n) {
	const ompcc_lacking_t *lacking = ompcc_lacking_devices();
	char missing[600];
	if (n > 0) {
		snprintf(text, size, "there is no device %ld; write a number from 0 to %d into the device clause or OMP_DEFAULT_DEVICE", device, n - 1);
		return;
	}
	if (lacking->filtered > 0) {
		snprintf(text, size, "OMP_AVAILABLE_DEVICES='%.200s' excludes all %d devices; unset it", ompcc_env()->available, lacking->filtered);
		return;
	}
	if (lacking->unshared > 0) {
		snprintf(text, size, "the program requires unified_shared_memory, which no GPU of this machine has; map the data, or add cpu to -fopenmp-targets");
		return;
	}
	ompcc_missing_devices(missing, sizeof missing);
	if (ompcc_emulating_amd() && *missing) {
		snprintf(text, size, "%s; set OMPCC_EMULATOR to the path of ompcc-emulator, beside which libhsa-runtime64.so.1 lies", missing);
		return;
	}
	const char *emulator = emulated();
	snprintf(text, size, "%s%sinstall the GPU's driver%s add cpu to -fopenmp-targets%s%s%s", missing, *missing ? "; " : "", emulator ? "," : ", or",
		emulator ? ", or set OMPCC_EMULATE to " : "", emulator ? emulator : "", emulator ? " for an emulated device" : "");
}

void ompcc_tell_fallback(const __ompcc_construct_t *c, long device, int n) {
	char text[1024];
	/* Of GPUs that no image suits the user has heard when the devices were found. */
	if (ompcc_forked() || (n == 0 && ompcc_lacking_devices()->unsuited > 0) || !has_images() || atomic_exchange(&told, 1))
		return;
	why(text, sizeof text, device, n);
	ompcc_warn("%s:%u: %s: the host executes this region: %s. OMP_TARGET_OFFLOAD=DISABLED turns this warning off", c->loc.file, c->loc.line,
		c->directive ? c->directive : "target", text);
}

int ompcc_mandatory(const __ompcc_construct_t *c) {
	const __ompcc_unit_t *unit = c->unit;
	return ompcc_env()->offload == OMPCC_OFFLOAD_MANDATORY || (unit && unit->requires_flags & OMPCC_UNIT_MANDATORY);
}

const char *ompcc_forbids(void) {
	return ompcc_env()->offload == OMPCC_OFFLOAD_MANDATORY ? "OMP_TARGET_OFFLOAD=MANDATORY" : "-fopenmp-offload-mandatory";
}
