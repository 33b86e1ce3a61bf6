package device

import "strconv"

// Rank says how well an image for architecture image suits a device of
// architecture device: more is better, -1 not at all. PTX ("sm_80") is compiled
// for any GPU of at least its architecture; code objects ("gfx90a") run on theirs.
func Rank(image, device string) int {
	if image == device {
		return 1 << 20
	}
	want, ok := smOf(image)
	have, and := smOf(device)
	if !ok || !and || want > have {
		return -1
	}
	return want
}

func smOf(arch string) (int, bool) {
	if len(arch) < 5 || arch[:3] != "sm_" {
		return 0, false
	}
	n, err := strconv.Atoi(arch[3:])
	return n, err == nil
}
