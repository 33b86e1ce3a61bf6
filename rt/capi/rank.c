/* Which image of a program suits a GPU.
 *
 * PTX ("sm_80") is compiled for any GPU of at least its architecture; machine
 * code for it (cubin) runs on GPUs of the same major number and at least its
 * minor one. What is for "sm_90a" runs on no other GPU than 9.0, for "sm_100f" on
 * those of its family (CUDA programming guide, compute capabilities). AMD's code
 * objects ("gfx90a") run on their own architecture; those whose target ID sets
 * features ("gfx90a:xnack+") on GPUs that have them set in that way (AMDGPU
 * usage, "Target ID"). */
#include <stdlib.h>
#include <string.h>

#include "vendor.h"

/* sm_of splits "sm_90a" into 90 and "a"; -1 for what is no such name. */
static int sm_of(const char *arch, char *suffix) {
	char *end;
	if (strncmp(arch, "sm_", 3))
		return -1;
	int n = (int)strtol(arch + 3, &end, 10);
	*suffix = *end;
	return end > arch + 3 && (!*end || ((*end == 'a' || *end == 'f') && !end[1])) ? n : -1;
}

/* has says whether the target ID contains the feature, which is len bytes long. */
static int has(const char *id, const char *feature, size_t len) {
	for (const char *p = strchr(id, ':'); p; p = strchr(p, ':')) {
		size_t n = strcspn(++p, ":");
		if (n == len && !strncmp(p, feature, n))
			return 1;
	}
	return 0;
}

/* Target IDs: the more features an image is made for, the better. */
static int rank_id(const char *image, const char *device) {
	size_t n = strcspn(image, ":");
	int rank = 1;
	if (strcspn(device, ":") != n || strncmp(image, device, n))
		return -1;
	for (const char *p = image + n; *p; rank++) {
		size_t len = strcspn(++p, ":");
		if (!has(device, p, len))
			return -1;
		p += len;
	}
	return rank;
}

int ompcc_image_rank(const char *format, const char *image, const char *device) {
	char suffix, own;
	int want = sm_of(image, &suffix), have = sm_of(device, &own), code = !strcmp(format, "cubin");
	if (want < 0 || have < 0)
		return rank_id(image, device);
	if (want > have || (suffix == 'a' && want != have) || ((code || suffix == 'f') && want / 10 != have / 10))
		return -1;
	return want * 4 + (suffix ? 1 : 0) + (code ? 2 : 0);
}
