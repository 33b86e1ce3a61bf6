package abi

import (
	"strconv"
	"strings"
)

// A DeviceKind is a family of GPUs whose devices the runtime drives. The runtime's C code reads the same rows in
// constants.h, and codegen/target names the row of each family of targets.
type DeviceKind struct {
	Plugin  string // the runtime's name: OMPCC_CUDA
	Vendor  string // as selectors have it
	Machine string // of the triples of its images
	Alias   string // the other name that compilers have for the architecture
	Lanes   int    // that progress together
}

// The kinds of GPUs, in the order of their devices' numbers.
var (
	NVIDIA = &DeviceKind{"CUDA", "nvidia", "nvptx64", "nvptx", 32}
	AMD    = &DeviceKind{"HSA", "amd", "amdgcn", "gcn", 64}

	DeviceKinds = []*DeviceKind{NVIDIA, AMD}
)

// deviceKindDecls is DeviceKinds as C text.
func deviceKindDecls() string {
	var b strings.Builder
	b.WriteString("/* X(plugin, vendor, machine, alias, lanes) for each kind of GPU, in the order of their devices' numbers. */\n#define OMPCC_GPU_KINDS(X)")
	for _, k := range DeviceKinds {
		b.WriteString(" \\\n\tX(" + k.Plugin + ", " + strconv.Quote(k.Vendor) + ", " + strconv.Quote(k.Machine) + ", " +
			strconv.Quote(k.Alias) + ", " + strconv.Itoa(k.Lanes) + ")")
	}
	return b.String() + "\n"
}
