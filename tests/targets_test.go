package tests

import (
	"bytes"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ompcc/codegen/target"
)

// targetBranch is how code asks for one target: by the family's or the model's name, by its prefix of LLVM's
// intrinsics, or by the start of its triple.
var targetBranch = regexp.MustCompile(`^"(cpu|nvptx|amdgcn|aarch64|x86_64|spirv64)"$|llvm\.(nvvm|amdgcn|spv)\.|^"(x86_64|aarch64|nvptx64?|amdgcn|spirv64)-|^"(sm_|gfx)"`)

// modelBranches is how often codegen asks for the model: to choose its execution model.
const modelBranches = 1

// TestTargetBranches: only codegen/target knows which target code is generated for.
func TestTargetBranches(t *testing.T) {
	models := 0
	for _, dir := range []string{"../codegen", "../cmd"} {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.HasPrefix(path, "../codegen/target/") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			models += bytes.Count(data, []byte("target.Grid")) + bytes.Count(data, []byte("target.Threads"))
			files := token.NewFileSet()
			var s scanner.Scanner
			s.Init(files.AddFile(path, -1, len(data)), data, nil, 0)
			for {
				pos, tok, text := s.Scan()
				if tok == token.EOF {
					return nil
				}
				if tok == token.STRING && targetBranch.MatchString(text) {
					t.Errorf("%s: %s: make it a field or a hook of target.Target", files.Position(pos), text)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if models != modelBranches {
		t.Errorf("codegen asks %d times for the model, want %d", models, modelBranches)
	}
}

// TestTargetRows: each row of the registry makes a complete target.
func TestTargetRows(t *testing.T) {
	t.Parallel()
	for _, tg := range target.All() {
		if tg == nil || tg.Triple == "" || tg.Arch == "" || tg.DataLayout == "" || len(tg.Traits.Kind) == 0 ||
			tg.Ext == "" {
			t.Errorf("%v is not complete", tg)
			continue
		}
		if k := tg.Device; tg.InProgram != (k == nil) ||
			k != nil && (k.Machine != tg.Machine() || !slices.Contains(tg.Traits.Arch, k.Alias)) {
			t.Errorf("%s: the runtime's row is %v", tg.Name, k)
		}
		for _, name := range []string{tg.Triple, tg.Machine()} {
			if other, ok := target.ByName(name, tg.Arch); !ok || other.Triple != tg.Triple {
				t.Errorf("%s is not found as %s", tg.Name, name)
			}
		}
		if tg.Model == target.Grid && (tg.Bounds == nil || tg.TeamSize == nil || tg.NumTeams == nil ||
			tg.ShuffleDown == nil || tg.ShuffleUp == nil ||
			tg.Clock == "" || tg.Asm.Register == "" || tg.SharedSpace == 0 || tg.ArchFlag == "") {
			t.Errorf("%s lacks a hook of grids", tg.Name)
		}
	}
}

// TestSPIRV: the skeleton's saxpy is valid SPIR-V at each level.
func TestSPIRV(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	if _, err := exec.LookPath("spirv-val"); err != nil {
		t.Skipf("SPIR-V is not checked: %v (install spirv-tools)", err)
	}
	for _, level := range []string{"-O0", "-O2", "-g"} {
		file := filepath.Join(t.TempDir(), "saxpy.spv")
		r := run(t, "", nil, cc, level, "-fopenmp-targets=spirv64", "--offload-device-only", "-o", file,
			"cases/golden/saxpy.c")
		if strings.Contains(r.stderr, "[old-llvm]") {
			t.Skipf("SPIR-V is not checked: %s", r.stderr)
		}
		if r.exit != 0 {
			t.Fatalf("%s: exit %d\n%s", level, r.exit, r.stderr)
		}
		if v := run(t, "", nil, "spirv-val", file); v.exit != 0 {
			t.Errorf("%s: %s%s", level, v.stdout, v.stderr)
		}
	}
}
