/* Which image of a program suits a GPU.
 *
 * PTX ("sm_80") is compiled for any GPU of at least its architecture; machine
 * code for it (cubin) runs on GPUs of the same major number and at least its
 * minor one. What is for "sm_90a" runs on no other GPU than 9.0, for "sm_100f" on
 * those of its family (CUDA programming guide, compute capabilities). AMD's code
 * objects ("gfx90a") run on their own architecture; those whose target ID sets
 * features ("gfx90a:xnack+") on GPUs that have them set in that way (AMDGPU
 * usage, "Target ID"). Code for a generic processor ("gfx9-generic") runs on the members
 * of its family, where no code for the processor itself is there. */
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

/* The generic processors and their members (AMDGPU usage, "Generic Processors"). */
static const struct {
	const char *name, *members;
} families[] = {
	{"gfx9-generic", ":gfx900:gfx902:gfx904:gfx906:gfx909:gfx90c:"},
	{"gfx9-4-generic", ":gfx940:gfx941:gfx942:gfx950:"},
	{"gfx10-1-generic", ":gfx1010:gfx1011:gfx1012:gfx1013:"},
	{"gfx10-3-generic", ":gfx1030:gfx1031:gfx1032:gfx1033:gfx1034:gfx1035:gfx1036:"},
	{"gfx11-generic", ":gfx1100:gfx1101:gfx1102:gfx1103:gfx1150:gfx1151:gfx1152:gfx1153:"},
	{"gfx12-generic", ":gfx1200:gfx1201:"},
};

/* in_family says whether the generic processor, n bytes long, stands for the device's processor. */
static int in_family(const char *generic, size_t n, const char *device) {
	char member[32];
	size_t len = strcspn(device, ":");
	if (len + 3 > sizeof member)
		return 0;
	member[0] = member[len + 1] = ':';
	memcpy(member + 1, device, len);
	member[len + 2] = 0;
	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		if (strlen(families[i].name) == n && !strncmp(families[i].name, generic, n))
			return strstr(families[i].members, member) != NULL;
	return 0;
}

/* Target IDs: the more features an image is made for, the better; code for the processor itself is better than
 * code for its family. */
static int rank_id(const char *image, const char *device) {
	size_t n = strcspn(image, ":");
	int rank = 4;
	if (strcspn(device, ":") != n || strncmp(image, device, n)) {
		if (!in_family(image, n, device))
			return -1;
		rank = 1;
	}
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
