package codegen

import "fmt"

// ptxVersion is the oldest PTX version that we need for compute capability n with a suffix: 7.0
// (CUDA 11.0), or the one that introduced the architecture (PTX ISA, release notes).
func ptxVersion(n int, suffix string) int {
	if suffix == "f" { // family-specific features came with PTX 8.8
		return max(88, ptxVersion(n, ""))
	}
	if n == 90 && suffix == "a" {
		return 80
	}
	for _, v := range []struct{ since, version int }{{121, 88}, {120, 87}, {110, 90}, {103, 88}, {100, 86}, {89, 78}, {88, 90}, {87, 74}, {86, 71}} {
		if n >= v.since {
			return v.version
		}
	}
	return 70
}

// debugPTX is the oldest PTX version whose assembler reads LLVM's DWARF.
const debugPTX = "+ptx75"

// nvptxTeamMemory is the most shared memory in bytes that a block of threads may
// ask for on GPUs of compute capability n (CUDA C++ programming guide, "Technical
// specifications per compute capability").
func nvptxTeamMemory(n int) int64 {
	kib := int64(227)
	switch {
	case n < 70:
		kib = 48
	case n == 75:
		kib = 64
	case n < 80:
		kib = 96
	case n == 86, n == 89, n >= 120:
		kib = 99
	case n < 90:
		kib = 163
	}
	return kib << 10
}

// nvptxTarget describes an NVIDIA GPU of compute capability 6.0 or later:
// below that there are no atomics on double.
func nvptxTarget(arch string) (*Target, bool) {
	if arch == "" {
		arch = "sm_80"
	}
	n, suffix, ok := archNumber(arch, "sm_")
	if !ok || n < 60 || n > 130 || suffix != "" && suffix != "a" && suffix != "f" {
		return nil, false
	}
	return &Target{
		Name:        "nvptx",
		Triple:      "nvptx64-nvidia-cuda",
		Arch:        arch,
		Kind:        NVPTX,
		DataLayout:  "e-i64:64-i128:128-v16:16-v32:32-n16:32:64",
		GlobalSpace: 1, SharedSpace: 3, LocalSpace: 0,
		KernelCC:     "ptx_kernel",
		WarpSize:     32,
		MaxThreads:   1024,
		DefaultTeam:  256,
		TeamMemory:   nvptxTeamMemory(n),
		SyncScope:    [3]string{"device", "block", ""},
		ThreadID:     "llvm.nvvm.read.ptx.sreg.tid.x",
		TeamID:       "llvm.nvvm.read.ptx.sreg.ctaid.x",
		TeamSize:     "llvm.nvvm.read.ptx.sreg.ntid.x",
		NumTeams:     "llvm.nvvm.read.ptx.sreg.nctaid.x",
		Barrier:      "llvm.nvvm.barrier0",
		LibraryFiles: []string{"nvptx64--.bc"},
		Features:     fmt.Sprintf("+ptx%d", ptxVersion(n, suffix)),
		FuncAttrs:    []string{"nounwind", "convergent"},
	}, true
}
