package target

import "ompcc/codegen/ir"

// spirv64 is the GPUs of all vendors whose drivers take SPIR-V for OpenCL. It is a skeleton: loops that are a kernel's
// whole work, without functions, atomics and reductions, and no device plugin of the runtime.
var spirv64 = &Family{Name: "spirv64", Names: []string{"spirv64-"}, Skeleton: true, New: newSPIRV}

// openCLArch is SPIR-V as OpenCL has it, the only one.
const openCLArch = "opencl"

func newSPIRV(_, arch string) (*Target, bool) {
	if arch != "" && arch != openCLArch {
		return nil, false
	}
	return &Target{
		Triple:     "spirv64-unknown-unknown",
		Arch:       openCLArch,
		Model:      Grid,
		DataLayout: "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1",
		Traits:     Traits{Kind: []string{"nohost", "gpu"}, Arch: []string{"spirv64"}, ISA: []string{openCLArch}},
		// SPIR-V's address space 0 is a function's own memory: LLVM has to find the space of every access.
		GlobalSpace: 1, SharedSpace: 3, LocalSpace: 0,

		WarpSize: 32, MaxThreads: 1024, DefaultTeam: 256, TeamMemory: 32 << 10,

		KernelCC:   "spir_kernel",
		FuncAttrs:  []string{"nounwind", "convergent"},
		Convergent: true,
		Lockstep:   true,
		Bounds:     func(Bounds) (attributes, nodes []string) { return nil, nil },

		Contract: true, MinMax: true, NoLongs: true,

		Place: func(e Emitter, team bool) ir.Value {
			if team {
				return openCL(e, "_Z12get_group_idj", "team")
			}
			return openCL(e, "_Z12get_local_idj", "tid")
		},
		TeamSize: func(e Emitter) ir.Value { return openCL(e, "_Z14get_local_sizej", "threads") },
		NumTeams: func(e Emitter) ir.Value { return openCL(e, "_Z14get_num_groupsj", "teams") },

		OldestLLVM:   22,
		CompileFlags: []string{"-mllvm", "-assume-default-is-flat-addrspace"},
		Optimised:    true,
		Format:       "spirv", Ext: ".spv", TextExt: ".spvasm", Language: "SPIR-V",
		ObjectImage: true,
	}, true
}

// openCL calls one of OpenCL C's work-item functions (OpenCL C 3.0 §6.15.1), which LLVM makes built-in variables.
func openCL(e Emitter, function, hint string) ir.Value {
	return e.Cast("trunc", e.Call(ir.I64, function, "nounwind willreturn memory(none)", ir.Num(ir.I32, 0)), ir.I32,
		hint)
}
