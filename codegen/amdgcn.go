package codegen

import (
	"regexp"
	"slices"
	"strings"
)

// genericProcessor is a processor whose code runs on each GPU of a family (AMDGPU usage, "Generic Processors").
// rt/capi/rank.c has the families' members.
var genericProcessor = regexp.MustCompile(`^gfx[1-9][0-9]*(-[0-9]+)?-generic$`)

// amdgcnTarget describes an AMD GPU from gfx900 on; gfx10 and later run wave32.
// The architecture may be a target ID: "gfx90a:sramecc+:xnack-".
func amdgcnTarget(arch string) (*Target, bool) {
	if arch == "" {
		arch = "gfx90a"
	}
	processor, arch, known := targetID(arch)
	digits, found := strings.CutPrefix(processor, "gfx")
	generic := genericProcessor.MatchString(processor)
	if !generic && (len(digits) < 3 || len(digits) > 4 || digits[0] != '9' && len(digits) < 4) || !found || !known {
		return nil, false
	}
	wave, flag := 64, `!{i32 1, !"amdgpu_code_object_version", i32 500}`
	if digits[0] != '9' {
		wave = 32
	}
	if generic {
		flag = `!{i32 4, !"amdgpu_code_object_version", i32 600}` // 4 overrides what libraries say
	}
	lds := int64(64)
	if processor == "gfx950" {
		lds = 160
	}
	waits := waitsOf(digits)
	return &Target{
		Name:   "amdgcn",
		Triple: "amdgcn-amd-amdhsa",
		Arch:   arch,
		Kind:   AMDGCN,
		DataLayout: "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-" +
			"i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9",
		GlobalSpace: 1, SharedSpace: 3, LocalSpace: 5,
		KernelCC:     "amdgpu_kernel",
		CodeObject:   flag,
		WarpSize:     wave,
		MaxThreads:   1024,
		DefaultTeam:  256,
		TeamMemory:   lds << 10,
		StackAlign:   4, // LLVM keeps a live condition in bit 0 of the address of a stack object
		SyncScope:    [3]string{"agent", "workgroup", ""},
		Waits:        waits,
		ThreadID:     "llvm.amdgcn.workitem.id.x",
		TeamID:       "llvm.amdgcn.workgroup.id.x",
		Barrier:      "llvm.amdgcn.s.barrier",
		LibraryFiles: []string{"amdgcn--amdhsa.bc", "amdgcn-amd-amdhsa.bc"},
		FuncAttrs:    []string{"nounwind", "convergent"},
	}, true
}

// waitsOf is Target.Waits (AMDGPU usage, "Memory Model"). The threads of a team share what gfx9 caches, so that they see
// each other's global accesses in their order; later processors may execute a team on two compute units.
func waitsOf(version string) [3]string {
	all, team := `s_waitcnt vmcnt(0) lgkmcnt(0)`, `s_waitcnt lgkmcnt(0)`
	switch {
	case strings.HasPrefix(version, "12"):
		all = `s_wait_loadcnt 0x0\0As_wait_storecnt 0x0\0As_wait_dscnt 0x0`
		team = all
	case strings.HasPrefix(version, "1"):
		all += `\0As_waitcnt_vscnt null, 0x0`
		team = all
	}
	return [3]string{all, team, all}
}

// Adapt gives the device library's IR, made for the default architecture of t's family, what is t's own.
func (t *Target) Adapt(ir string) string {
	if t.Kind != AMDGCN {
		return ir
	}
	made, _ := amdgcnTarget("")
	return strings.NewReplacer(
		`asm sideeffect "`+made.Waits[0]+`"`, `asm sideeffect "`+t.Waits[0]+`"`,
		`asm sideeffect "`+made.Waits[1]+`"`, `asm sideeffect "`+t.Waits[1]+`"`,
	).Replace(ir)
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
		if name != "sramecc" && name != "xnack" || len(f) != len(name)+1 || i > 0 && strings.HasPrefix(features[i-1], name) {
			return "", "", false
		}
	}
	return processor, processor + ":" + strings.Join(features, ":"), true
}
