package device

import (
	"slices"
	"strconv"
	"strings"
)

// Rank says how well an image of a format for architecture image suits a device
// of architecture device: more is better, -1 not at all.
//
// PTX ("sm_80") is compiled for any GPU of at least its architecture; machine
// code for it (cubin) runs on GPUs of the same major number and at least its
// minor one. What is for "sm_90a" runs on no other GPU than 9.0, for "sm_100f" on
// those of its family (CUDA programming guide, compute capabilities). AMD's code objects
// ("gfx90a") run on their own architecture; those whose target ID sets features
// ("gfx90a:xnack+") on GPUs that have them set in that way (AMDGPU usage, "Target ID").
func Rank(format, image, device string) int {
	want, suffix, ok := smOf(image)
	have, _, and := smOf(device)
	switch {
	case !ok || !and:
		return rankID(image, device)
	case want > have, suffix == "a" && want != have, (format == "cubin" || suffix == "f") && want/10 != have/10:
		return -1
	}
	rank := want * 4
	if suffix != "" {
		rank++
	}
	if format == "cubin" {
		rank += 2
	}
	return rank
}

// rankID is Rank for target IDs: the more features an image is made for, the
// better.
func rankID(image, device string) int {
	want, have := strings.Split(image, ":"), strings.Split(device, ":")
	if want[0] != have[0] {
		return -1
	}
	for _, feature := range want[1:] {
		if !slices.Contains(have[1:], feature) {
			return -1
		}
	}
	return len(want)
}

// smOf splits "sm_90a" into 90 and "a".
func smOf(arch string) (n int, suffix string, ok bool) {
	digits, ok := strings.CutPrefix(arch, "sm_")
	if !ok {
		return 0, "", false
	}
	number := strings.TrimRight(digits, "af")
	n, err := strconv.Atoi(number)
	return n, digits[len(number):], err == nil
}
