package codegen

import (
	"fmt"
	"strings"
)

// Kind is a family of targets.
type Kind int

// The families.
const (
	CPU Kind = iota
	NVPTX
	AMDGCN
)

// Target describes what code is generated for. Everything that differs between
// targets is data here, or one of the few functions.
type Target struct {
	Name       string // "cpu", "nvptx", "amdgcn"
	Triple     string
	Arch       string // "x86-64", "sm_80", "gfx90a"
	Kind       Kind
	DataLayout string

	// Address spaces. Pointers of the region IR are generic (0).
	GlobalSpace, SharedSpace, LocalSpace int

	KernelCC    string // calling convention of kernels, "" for C
	CodeObject  string // module flag with the version of AMD's code objects
	WarpSize    int    // lanes that execute together; 1 on CPUs
	MaxThreads  int    // most threads of a team
	DefaultTeam int    // threads of a team when no clause says otherwise
	TeamMemory  int64  // most bytes of shared memory of a team
	// StackAlign is the least alignment of an object on a thread's stack.
	StackAlign int64
	// SyncScope gives LLVM's syncscope for device, team and system scope.
	SyncScope [3]string

	// Waits are AMD's instructions that wait until a thread's accesses are done for device, team and system.
	Waits [3]string

	// Intrinsics without operands: thread in team, team in league, barrier.
	ThreadID, TeamID, TeamSize, NumTeams, Barrier string
	// LibraryFiles are the file names that libclc has for this target, older versions' first.
	LibraryFiles []string
	// Features is passed to llc as -mattr ("+ptx70"), or "".
	Features string
	// FuncAttrs are attributes of every function.
	FuncAttrs []string
}

// IsGPU reports whether the target runs kernels as grids.
func (t *Target) IsGPU() bool { return t.Kind != CPU }

// lockstep reports whether the lanes of a warp progress together only: all GPUs but NVIDIA's since sm_70.
func (t *Target) lockstep() bool {
	n, _, ok := archNumber(t.Arch, "sm_")
	return t.IsGPU() && !(t.Kind == NVPTX && ok && n >= 70)
}

// FeaturesFor is Features for what a compilation with opts produces.
func (t *Target) FeaturesFor(opts Options) string {
	if t.Kind == NVPTX && opts.Debug && opts.Opt == 0 && t.Features < debugPTX {
		return debugPTX
	}
	return t.Features
}

// Processor is Arch without the features of a target ID.
func (t *Target) Processor() string {
	p, _, _ := strings.Cut(t.Arch, ":")
	return p
}

const (
	layoutX86     = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
	layoutAArch64 = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
)

// TargetByName finds a target by its short name, its processor's name or LLVM triple; arch "" is the
// family's default. ok is false for a name or architecture that is unknown.
func TargetByName(name, arch string) (t *Target, ok bool) {
	switch {
	case name == "cpu", name == "x86_64":
		return cpuTarget("x86_64-pc-linux-gnu", arch)
	case name == "aarch64":
		return cpuTarget("aarch64-unknown-linux-gnu", arch)
	case strings.HasPrefix(name, "x86_64-"), strings.HasPrefix(name, "aarch64-"):
		return cpuTarget(name, arch)
	case name == "nvptx", strings.HasPrefix(name, "nvptx64"):
		return nvptxTarget(arch)
	case name == "amdgcn", strings.HasPrefix(name, "amdgcn-"):
		return amdgcnTarget(arch)
	}
	return nil, false
}

// Targets lists one target of each family with its default architecture.
func Targets() []*Target {
	var ts []*Target
	for _, n := range []string{"cpu", "nvptx", "amdgcn"} {
		t, _ := TargetByName(n, "")
		ts = append(ts, t)
	}
	return ts
}

func cpuTarget(triple, arch string) (*Target, bool) {
	t := &Target{Name: "cpu", Triple: triple, Arch: arch, Kind: CPU, WarpSize: 1}
	switch {
	case strings.HasPrefix(triple, "x86_64-"):
		t.DataLayout = layoutX86
		t.defaultArch("x86-64")
	case strings.HasPrefix(triple, "aarch64-"):
		t.DataLayout = layoutAArch64
		t.defaultArch("generic")
	default:
		return nil, false
	}
	return t, true
}

func (t *Target) defaultArch(a string) {
	if t.Arch == "" {
		t.Arch = a
	}
}

// archNumber splits "sm_90a" into 90 and "a".
func archNumber(s, prefix string) (n int, suffix string, ok bool) {
	rest, found := strings.CutPrefix(s, prefix)
	if !found {
		return 0, "", false
	}
	i := 0
	for i < len(rest) && rest[i] >= '0' && rest[i] <= '9' {
		n = n*10 + int(rest[i]-'0')
		i++
	}
	return n, rest[i:], i > 0
}

func (t *Target) String() string { return fmt.Sprintf("%s (%s)", t.Triple, t.Arch) }
