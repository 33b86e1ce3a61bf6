package remote

import (
	"hash/fnv"
	"strconv"

	"ompcc/rt/device"
)

// hashOf tells images apart: by their code, or, for the CPU device, by the names and sizes of what they have. That the
// programs are the same is known then.
func hashOf(image *device.Image) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(image.Target + "\x00" + image.Arch + "\x00" + image.Format + "\x00"))
	_, _ = h.Write(image.Data)
	for _, e := range image.Entries {
		_, _ = h.Write([]byte(e.Name + "\x00" + strconv.Itoa(int(e.Size)) + " " + strconv.Itoa(int(e.Kind)) + "\x00"))
	}
	return h.Sum64()
}
