package target

import (
	"fmt"
	"strconv"
	"strings"

	"ompcc/codegen/ir"
	"ompcc/rt/abi"
)

// nvptx is NVIDIA's GPUs.
var nvptx = &Family{
	Name: "nvptx", Names: []string{"nvptx64*"}, GCCName: "nvptx-none", ArchPrefix: "sm_", ArchExample: "sm_80",
	New: newNVPTX, Device: abi.NVIDIA, Driver: "libcuda.so.1",
	Schedulers: 132 * 4, // H100
	Detect:     [][]string{{"nvptx-arch"}, {"nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"}},
}

// newNVPTX describes a GPU of compute capability 6.0 or later: below that there are no atomics on double.
func newNVPTX(_, arch string) (*Target, bool) {
	if arch == "" {
		arch = "sm_80"
	}
	n, suffix, ok := archNumber(arch, "sm_")
	if !ok || n < 60 || n > 130 || suffix != "" && suffix != "a" && suffix != "f" {
		return nil, false
	}
	t := &Target{
		Triple:      "nvptx64-nvidia-cuda",
		Arch:        arch,
		Model:       Grid,
		DataLayout:  "e-i64:64-i128:128-v16:16-v32:32-n16:32:64",
		Layouts:     map[int]string{22: "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"},
		Traits:      Traits{Kind: []string{"nohost", "gpu"}, Arch: []string{"nvptx", "nvptx64"}, ISA: []string{arch}},
		GlobalSpace: 1, SharedSpace: 3, LocalSpace: 0,

		WarpSize:    32,
		MaxThreads:  1024,
		DefaultTeam: 256,
		TeamMemory:  nvptxTeamMemory(n),
		AccessBytes: 16,
		NonTemporal: true,
		GlobalWord:  8, // PTX's variables with addresses consist of words

		KernelCC:       "ptx_kernel",
		FuncAttrs:      []string{"nounwind", "convergent"},
		Convergent:     true,
		Lockstep:       n < 70,
		Bounds:         nvptxBounds,
		BoundsMetadata: "nvvm.annotations",
		AsksStack:      true,

		HostPrintf:     "vprintf",
		LateGlobals:    true,
		HalfAsInteger:  true,
		DebugLinesOnly: true, // ptxas takes DWARF for unoptimised code alone
		DynamicShared:  true,

		Contract: true, MinMax: true, NoLongs: true,
		Split: func(e Emitter, bits ir.Value) (low, high ir.Value) { // LLVM finds PTX's instruction only through doubles
			d := e.Cast("bitcast", bits, ir.Double, "bits")
			return e.Call(ir.I32, "llvm.nvvm.d2i.lo", "", d), e.Call(ir.I32, "llvm.nvvm.d2i.hi", "", d)
		},
		Join: func(e Emitter, low, high ir.Value) ir.Value {
			return e.Cast("bitcast", e.Call(ir.Double, "llvm.nvvm.lohi.i2d", "", low, high), ir.I64, "bits")
		},

		SyncScope:       [3]string{"device", "block", ""},
		FenceCalls:      [3]string{"llvm.nvvm.membar.gl", "llvm.nvvm.membar.cta", "llvm.nvvm.membar.sys"},
		OrderByFences:   true, // PTX ISA, memory consistency model
		VolatileAtomics: true,
		SystemAtomic:    nvptxSystemAtomic,

		ThreadID: "llvm.nvvm.read.ptx.sreg.tid.x",
		TeamID:   "llvm.nvvm.read.ptx.sreg.ctaid.x",
		TeamSize: func(e Emitter) ir.Value { return e.Call(ir.I32, "llvm.nvvm.read.ptx.sreg.ntid.x", "") },
		NumTeams: func(e Emitter) ir.Value { return e.Call(ir.I32, "llvm.nvvm.read.ptx.sreg.nctaid.x", "") },
		LaunchShared: func(e Emitter) ir.Value { // PTX ISA, %dynamic_smem_size
			return e.CallValue(ir.I32, ir.Asm("mov.u32 $0, %dynamic_smem_size;", "=r", false), nil, "nounwind memory(none)", "launch.shared")
		},
		Barrier: "llvm.nvvm.barrier0",
		NamedBarrier: func(e Emitter, id, count ir.Value) { // PTX ISA 9.7.13.1
			e.Call(ir.Void, "llvm.nvvm.barrier", convergentCall, id, count)
		},
		Clock:       "llvm.nvvm.read.ptx.sreg.globaltimer",
		ClockUnit:   "0x3E112E0BE826D695", // 1e-9
		Coordinates: []string{"llvm.nvvm.read.ptx.sreg."},
		Quiet: []string{
			"llvm.nvvm.read.ptx.sreg.tid", "llvm.nvvm.read.ptx.sreg.ctaid", "llvm.nvvm.read.ptx.sreg.ntid",
			"llvm.nvvm.read.ptx.sreg.nctaid",
			"llvm.nvvm.shfl.", "llvm.nvvm.redux.", "llvm.nvvm.vote.", "llvm.nvvm.d2i.", "llvm.nvvm.lohi.",
		},
		Hints: []string{"nvvm.read.ptx.sreg."},

		LaneMasks:   true,
		ShuffleDown: nvptxShuffleDown,
		ShuffleUp: func(e Emitter, g Lanes, w, off ir.Value) ir.Value {
			return e.Call(ir.I32, "llvm.nvvm.shfl.sync.up.i32", convergentCall, g.Mask, w, off, ir.Num(ir.I32, 0))
		},
		Ballot: func(e Emitter, g Lanes, all bool, v ir.Value) ir.Value { // PTX ISA, vote.sync
			name := "any"
			if all {
				name = "all"
			}
			return e.Call(ir.I1, "llvm.nvvm.vote."+name+".sync", convergentCall, g.Mask, v)
		},

		Asm: Asm{Register: "r"}, // PTX's instructions have no operands in memory

		ArchFlag:      "-march=",
		Features:      fmt.Sprintf("+ptx%d", ptxVersion(n, suffix)),
		DebugFeatures: "+ptx75", // the oldest PTX version whose assembler reads LLVM's DWARF
		Format:        "ptx", Ext: ".ptx", TextExt: ".ptx", Language: "PTX",
		TextImage:    true,
		Libdevice:    true,
		LibraryFiles: []string{"nvptx64--.bc"},
		ArchHint:     ", or an older architecture: its PTX runs on newer GPUs as well",
		SymbolName:   ptxName,
	}
	if n >= 70 {
		t.Pause = "nanosleep.u32 40;" // PTX ISA, nanosleep
	}
	if n >= 80 {
		t.ReduceWord = func(e Emitter, g Lanes, op string, v ir.Value) ir.Value { // PTX ISA, redux.sync
			return e.Call(ir.I32, "llvm.nvvm.redux.sync."+op, convergentCall, v, g.Mask)
		}
	}
	return t, true
}

// ptxVersion is the oldest PTX version that we need for compute capability n with a suffix: 7.0
// (CUDA 11.0), or the one that introduced the architecture (PTX ISA, release notes).
func ptxVersion(n int, suffix string) int {
	if suffix == "f" { // family-specific features came with PTX 8.8
		return max(88, ptxVersion(n, ""))
	}
	if n == 90 && suffix == "a" {
		return 80
	}
	for _, v := range []struct{ since, version int }{{121, 88}, {120, 87}, {110, 90}, {103, 88}, {100, 86}, {89, 78},
		{88, 90}, {87, 74}, {86, 71}} {
		if n >= v.since {
			return v.version
		}
	}
	return 70
}

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

func nvptxBounds(b Bounds) (attributes, nodes []string) {
	note := "maxntidx"
	if b.Exact {
		note = "reqntidx"
	}
	if b.MinTeams > 0 {
		nodes = append(nodes, fmt.Sprintf(`!{ptr @%s, !"minctasm", i32 %d}`, b.Kernel, b.MinTeams))
	}
	return nil, append(nodes, fmt.Sprintf(`!{ptr @%s, !"%s", i32 %d}`, b.Kernel, note, b.Threads))
}

// nvptxSystemAtomic: the instructions of the system's scope are intrinsics, for 4 and 8 bytes.
func nvptxSystemAtomic(op string, bits int) string {
	if bits != 32 && bits != 64 {
		return ""
	}
	return fmt.Sprintf("llvm.nvvm.atomic.%s.gen.i.sys.i%d.p0", op, bits)
}

func nvptxShuffleDown(e Emitter, g Lanes, w, off ir.Value) (x, exists ir.Value) {
	if g.Full {
		return e.Call(ir.I32, "llvm.nvvm.shfl.sync.down.i32", convergentCall, g.Mask, w, off, g.Last), nil
	}
	r := e.Call(ir.StructOf(ir.I32, ir.I1), "llvm.nvvm.shfl.sync.down.i32p", convergentCall, g.Mask, w, off, g.Last)
	return e.Extract(r, 0, ir.I32, "word"), e.Extract(r, 1, ir.I1, "exists")
}

// ptxName gives what has letters beyond ASCII in its name the name that it has in PTX.
func ptxName(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i : i+1]
		if code, err := strconv.ParseUint(text[min(i+1, len(text)):min(i+3, len(text))], 16, 8); c == `\` &&
			err == nil && code >= 0x80 {
			c = abi.PTXName(string([]byte{byte(code)}))
			i += 2
		}
		b.WriteString(c)
	}
	return abi.PTXName(b.String())
}
