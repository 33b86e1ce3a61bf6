package codegen

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
		KernelCC:    "ptx_kernel",
		WarpSize:    32,
		MaxThreads:  1024,
		DefaultTeam: 256,
		SyncScope:   [3]string{"device", "block", ""},
		ThreadID:    "llvm.nvvm.read.ptx.sreg.tid.x",
		TeamID:      "llvm.nvvm.read.ptx.sreg.ctaid.x",
		TeamSize:    "llvm.nvvm.read.ptx.sreg.ntid.x",
		NumTeams:    "llvm.nvvm.read.ptx.sreg.nctaid.x",
		Barrier:     "llvm.nvvm.barrier0",
		LibraryFile: "nvptx64--.bc",
		Features:    "+ptx70",
		FuncAttrs:   []string{"nounwind"},
	}, true
}
