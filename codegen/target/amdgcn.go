package target

import (
	"fmt"
	"slices"
	"strings"

	"ompcc/codegen/ir"
	"ompcc/parse/pattern"
	"ompcc/rt/abi"
)

// amdgcn is AMD's GPUs.
var amdgcn = &Family{
	Name: "amdgcn", Names: []string{"amdgcn-"}, GCCName: "amdgcn-amdhsa", ArchPrefix: "gfx", ArchExample: "gfx90a",
	New: newAMDGCN, Device: abi.AMD, Driver: "libhsa-runtime64.so.1", EmulatedArch: "gfx942",
	Schedulers: 304 * 4, // MI300X
	Detect:     [][]string{{"amdgpu-arch"}, {"rocm_agent_enumerator"}},
}

// genericProcessor is a processor whose code runs on each GPU of a family (AMDGPU usage, "Generic Processors").
// rt/capi/host/rank.c has the families' members.
var genericProcessor = pattern.New(`^gfx[1-9][0-9]*(-[0-9]+)?-generic$`)

// newAMDGCN describes a GPU from gfx900 on; gfx10 and later run wave32.
// The architecture may be a target ID: "gfx90a:sramecc+:xnack-".
func newAMDGCN(_, arch string) (*Target, bool) {
	if arch == "" {
		arch = "gfx90a"
	}
	processor, arch, known := targetID(arch)
	digits, found := strings.CutPrefix(processor, "gfx")
	generic := genericProcessor().MatchString(processor)
	if !generic && (len(digits) < 3 || len(digits) > 4 || digits[0] != '9' && len(digits) < 4) || !found || !known {
		return nil, false
	}
	wave, flag := 64, `!{i32 4, !"amdgpu_code_object_version", i32 500}` // 4 overrides what libraries say; LLVM 19 and later rename it on reading
	if digits[0] != '9' {
		wave = 32
	}
	if generic {
		flag = `!{i32 4, !"amdgpu_code_object_version", i32 600}`
	}
	lds := int64(64)
	if processor == "gfx950" {
		lds = 160
	}
	shuffle := func(e Emitter, _ Lanes, w, off ir.Value) (x, exists ir.Value) {
		lane := e.Call(ir.I32, "llvm.amdgcn.mbcnt.lo", "", ir.Num(ir.I32, -1), ir.Num(ir.I32, 0))
		if wave == 64 {
			lane = e.Call(ir.I32, "llvm.amdgcn.mbcnt.hi", "", ir.Num(ir.I32, -1), lane)
		}
		from := e.Bin("shl", e.Bin("add", lane, off, "from"), ir.Num(ir.I32, 2), "from")
		return e.Call(ir.I32, "llvm.amdgcn.ds.bpermute", convergentCall, from, w), nil
	}
	waits := waitsOf(digits)
	return &Target{
		Triple: "amdgcn-amd-amdhsa",
		Arch:   arch,
		Model:  Grid,
		DataLayout: "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-" +
			"i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9",
		Layouts: map[int]string{22: "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-" +
			"i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"},
		Traits:      Traits{Kind: []string{"nohost", "gpu"}, Arch: []string{"amdgcn", "gcn"}, ISA: []string{processor}},
		GlobalSpace: 1, SharedSpace: 3, LocalSpace: 5,

		WarpSize:    wave,
		MaxThreads:  1024,
		DefaultTeam: 256,
		TeamMemory:  lds << 10,
		MaxFrame:    waveScratch(digits) / int64(wave),
		StackAlign:  4, // LLVM keeps a live condition in bit 0 of the address of a stack object
		AccessBytes: 16,
		NonTemporal: true,
		// There are no narrower atomic updates. LLVM 18 and 19 combine the operations of a wave by readfirstlane, which
		// has no narrow form, and their own loop for a narrow cmpxchg loses which lanes have succeeded: it tests only
		// the lanes that leave last.
		AtomicBytes: 4,

		KernelCC:           "amdgpu_kernel",
		FuncAttrs:          []string{"nounwind", "convergent"},
		ModuleFlags:        []string{flag},
		Convergent:         true,
		Lockstep:           true,
		FunctionVisibility: "hidden",
		VariableVisibility: "protected",
		Bounds:             amdgcnBounds,

		OutputBuffer: true,

		Contract: true, MinMax: true, NoLongs: true,

		SyncScope:    [3]string{"agent", "workgroup", ""},
		FloatAtomics: []string{"amdgpu.no.fine.grained.memory", "amdgpu.no.remote.memory", "amdgpu.ignore.denormal.mode"},
		Waits:        waits,

		ThreadID:     "llvm.amdgcn.workitem.id.x",
		TeamID:       "llvm.amdgcn.workgroup.id.x",
		TeamSize:     func(e Emitter) ir.Value { return hiddenArgument(e, hiddenGroupSize, ir.I16, 2, "group_size") },
		NumTeams:     func(e Emitter) ir.Value { return hiddenArgument(e, hiddenBlockCount, ir.I32, 4, "block_count") },
		LaunchShared: func(e Emitter) ir.Value { return hiddenArgument(e, hiddenDynamicLDS, ir.I32, 4, "dynamic_lds_size") },
		Barrier:      "llvm.amdgcn.s.barrier",
		BarrierScope: barrierScope(digits),
		Clock:        clockOf(digits),
		ClockUnit:    "0x3E45798EE2308C3A", // 1e-8
		Coordinates:  []string{"llvm.amdgcn.work"},
		Quiet: []string{
			"llvm.amdgcn.work", "llvm.amdgcn.dispatch.ptr", "llvm.amdgcn.implicitarg.ptr", "llvm.amdgcn.update.dpp",
			"llvm.amdgcn.readlane",
			"llvm.amdgcn.readfirstlane", "llvm.amdgcn.ds.bpermute", "llvm.amdgcn.mbcnt", "llvm.amdgcn.ballot",
		},
		Hints: []string{"amdgcn."},

		ShuffleDown: shuffle,
		ShuffleUp: func(e Emitter, g Lanes, w, off ir.Value) ir.Value {
			x, _ := shuffle(e, g, w, e.Bin("sub", ir.Num(ir.I32, 0), off, "down"))
			return x
		},
		Row: 16, // AMDGPU usage, data parallel primitives
		RowShift: func(e Emitter, w ir.Value, off int64) ir.Value {
			return e.Call(ir.I32, "llvm.amdgcn.update.dpp.i32", convergentCall,
				ir.Poison(ir.I32), w, ir.Num(ir.I32, rowShl+off), ir.Num(ir.I32, 15), ir.Num(ir.I32, 15), ir.True)
		},
		ReadLane: func(e Emitter, w ir.Value, lane int64) ir.Value {
			return e.Call(ir.I32, "llvm.amdgcn.readlane", convergentCall, w, ir.Num(ir.I32, lane))
		},

		Pause: "s_sleep 1",

		Asm: Asm{Register: "v", Classes: true}, // any register that has a value for each thread

		ArchFlag:    "-mcpu=",
		WrongScopes: true,
		Format:      "hsaco", Ext: ".hsaco", TextExt: ".s", Language: "GCN",
		LibraryFiles:   []string{"amdgcn--amdhsa.bc", "amdgcn-amd-amdhsa.bc"},
		NameTeamMemory: true,
		Adapt: func(text string) string {
			made := waitsOf("90a")
			return strings.NewReplacer(
				"asm sideeffect "+ir.Quote(made[0]), "asm sideeffect "+ir.Quote(waits[0]),
				"asm sideeffect "+ir.Quote(made[1]), "asm sideeffect "+ir.Quote(waits[1]),
			).Replace(text)
		},
	}, true
}

// clockOf is the intrinsic that reads the clock. From gfx11 on no instruction does; LLVM 19 and later ask by a message.
func clockOf(digits string) string {
	if digits[0] == '9' || strings.HasPrefix(digits, "10") {
		return "llvm.amdgcn.s.memrealtime"
	}
	return "llvm.readsteadycounter"
}

// Offsets of the implicit kernel arguments of code object version 5.
const (
	hiddenBlockCount = 0   // u32
	hiddenGroupSize  = 12  // u16
	hiddenDynamicLDS = 120 // u32
)

func hiddenArgument(e Emitter, off int64, t ir.Type, align int64, name string) ir.Value {
	p := e.Call(ir.PtrIn(4), "llvm.amdgcn.implicitarg.ptr", "")
	return e.LoadInvariant(t, e.Offset(p, off, name+".at"), align, name)
}

// rowShl is the first control of those that give a lane what one further up has (AMDGPU usage, llvm.amdgcn.update.dpp).
const rowShl = 0x100

// waveScratch is the most bytes of scratch memory of a wave: the register that says how many has 13 bits for units
// of 1024 bytes, from gfx11 on 15 and from gfx12 on 18 bits for units of 256 bytes.
func waveScratch(version string) int64 {
	switch {
	case strings.HasPrefix(version, "12"):
		return 256 * (1<<18 - 1)
	case strings.HasPrefix(version, "11"):
		return 256 * (1<<15 - 1)
	}
	return 1024 * (1<<13 - 1)
}

// waitsOf is Target.Waits (AMDGPU usage, "Memory Model"). The threads of a team share what gfx9 caches, so that they
// see each other's global accesses in their order; later processors may execute a team on two compute units. LLVM 19 to
// 22 have such waits for fences, but drop them at the head of a loop whose accesses come later in its body: these then
// are not done in the next iteration.
func waitsOf(version string) [3]string {
	all, team := `s_waitcnt vmcnt(0) lgkmcnt(0)`, `s_waitcnt lgkmcnt(0)`
	switch {
	case strings.HasPrefix(version, "12"):
		all = "s_wait_loadcnt 0x0\ns_wait_storecnt 0x0\ns_wait_dscnt 0x0"
		team = all
	case strings.HasPrefix(version, "1"):
		all += "\ns_waitcnt_vscnt null, 0x0"
		team = all
	}
	return [3]string{all, team, all}
}

// barrierScope is Target.BarrierScope. On gfx9 the wait in front of the barrier is all that the threads of a team need
// (AMDGPU usage, "Memory Model gfx90a"); fences of the team's scope would wait a second time. Later processors have
// caches that the fences flush.
func barrierScope(version string) string {
	if version[0] == '9' {
		return "wavefront"
	}
	return "workgroup"
}

func amdgcnBounds(b Bounds) (attributes, nodes []string) {
	least := int64(1)
	if b.Exact {
		least = b.Threads
	}
	attributes = []string{fmt.Sprintf(`"amdgpu-flat-work-group-size"="%d,%d"`, least, b.Threads),
		`"uniform-work-group-size"="true"`}
	if !b.SharesHost {
		attributes = append(attributes, `"amdgpu-unsafe-fp-atomics"="true"`) // LLVM before 20; then Target.FloatAtomics
	}
	switch {
	case b.MinWaves == 0:
	case b.MaxWaves == 0:
		attributes = append(attributes, fmt.Sprintf(`"amdgpu-waves-per-eu"="%d"`, b.MinWaves))
	default:
		attributes = append(attributes, fmt.Sprintf(`"amdgpu-waves-per-eu"="%d,%d"`, b.MinWaves, b.MaxWaves))
	}
	return attributes, nil
}

// targetID splits a target ID (AMDGPU usage, "Target ID") and gives it in its
// canonical form, features in the order of their names; a feature that is not
// named may be set either way.
func targetID(s string) (processor, canonical string, ok bool) {
	processor, rest, _ := strings.Cut(s, ":")
	if rest == "" {
		return processor, processor, !strings.HasSuffix(s, ":")
	}
	features := strings.Split(rest, ":")
	slices.Sort(features)
	for i, f := range features {
		name := strings.TrimRight(f, "+-")
		if name != "sramecc" && name != "xnack" || len(f) != len(name)+1 ||
			i > 0 && strings.HasPrefix(features[i-1], name) {
			return "", "", false
		}
	}
	return processor, processor + ":" + strings.Join(features, ":"), true
}
