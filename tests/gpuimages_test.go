package tests

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestGPUImages compiles the device code of examples and run tests for both
// kinds of GPU. The PTX must be accepted by ptxas ($OMPCC_PTXAS, or the one in
// PATH), the AMD code objects by llvm-readobj with metadata that suits the runtime.
// OMPCC_ALL_IMAGES=1 takes every run test instead of each sixteenth. A folder in
// OMPCC_ACCEPTED_IMAGES remembers what was accepted, so that a further run
// gives only changed images to the tools.
func TestGPUImages(t *testing.T) {
	cc := ompcc(t)
	sources := deviceSources(t)
	t.Run("nvptx", func(t *testing.T) {
		ptxas := os.Getenv("OMPCC_PTXAS")
		if ptxas == "" {
			ptxas, _ = exec.LookPath("ptxas")
		}
		if ptxas == "" {
			t.Skip("no ptxas (set OMPCC_PTXAS): PTX IS NOT VERIFIED")
		}
		version := strings.TrimSpace(tool(t, "", ptxas, "--version"))
		known := acceptedImages{os.Getenv("OMPCC_ACCEPTED_IMAGES"), version}
		accepted := 0
		for _, src := range sources {
			t.Run(src, func(t *testing.T) {
				if acceptedPTX(t, cc, ptxas, src, known) {
					accepted++
				}
			})
		}
		t.Logf("PTX of %d files, each for %v, given to %s", accepted, ptxArchs, version)
	})
	t.Run("amdgcn", func(t *testing.T) {
		llvm := llvmOf(t, cc)
		readobj, objdump := filepath.Join(llvm, "llvm-readobj"), filepath.Join(llvm, "llvm-objdump")
		objects := 0
		for _, src := range sources {
			t.Run(src, func(t *testing.T) {
				object := filepath.Join(t.TempDir(), "image.co")
				if !imageOf(t, cc, src, "gfx90a", "-c", object) {
					return
				}
				notes := tool(t, src, readobj, "--notes", "--symbols", object)
				if !strings.Contains(notes, "__ompcc_k_") {
					return // only functions and variables
				}
				checkMetadata(t, src, notes)
				checkDisassembly(t, src, tool(t, src, objdump, "-d", "--no-show-raw-insn", "--no-leading-addr", object))
				objects++
			})
		}
		t.Logf("%d code objects", objects)
	})
}

// ptxArchs are the architectures that PTX is compiled for, each with those whose
// machine code ptxas makes of it.
var ptxArchs = map[string][]string{"sm_60": {"sm_60", "sm_70"}, "sm_80": {"sm_80", "sm_90"}}

// acceptedImages is a folder with an empty file for each image that a version of a tool
// has accepted, named by the hash of both; "" remembers nothing.
type acceptedImages struct{ folder, version string }

// mark returns the file that stands for the image with these arguments of the tool.
func (a acceptedImages) mark(t *testing.T, image string, args ...string) string {
	t.Helper()
	if a.folder == "" {
		return ""
	}
	text, err := os.ReadFile(image)
	if err != nil {
		t.Fatal(err)
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\x00%q\x00%s", a.version, args, text)
	return filepath.Join(a.folder, fmt.Sprintf("%x", hash.Sum(nil)))
}

// acceptedPTX gives the device code of src to ptxas; false: it has none.
func acceptedPTX(t *testing.T, cc, ptxas, src string, known acceptedImages) bool {
	t.Helper()
	ptx := filepath.Join(t.TempDir(), "image.ptx")
	for arch, machines := range ptxArchs {
		if !imageOf(t, cc, src, arch, "-S", ptx) {
			return false
		}
		for _, machine := range machines {
			mark := known.mark(t, ptx, machine)
			if _, err := os.Stat(mark); mark != "" && err == nil {
				continue
			}
			tool(t, src, ptxas, "-arch="+machine, ptx, "-o", os.DevNull)
			if mark != "" && !t.Failed() {
				if err := os.WriteFile(mark, nil, 0o666); err != nil {
					t.Error(err)
				}
			}
		}
	}
	return true
}

// hiddenArgs are the implicit arguments of code object version 5 that the runtime
// fills (rt/hsa), and those that LLVM lists for kernels which call functions that it does
// not see, though nothing of ours uses them: they are zero.
var hiddenArgs = map[string]bool{"hidden_block_count_x": true, "hidden_block_count_y": true, "hidden_block_count_z": true, "hidden_group_size_x": true,
	"hidden_group_size_y": true, "hidden_group_size_z": true, "hidden_remainder_x": true, "hidden_remainder_y": true, "hidden_remainder_z": true,
	"hidden_global_offset_x": true, "hidden_global_offset_y": true, "hidden_global_offset_z": true, "hidden_grid_dims": true,
	"hidden_hostcall_buffer": true, "hidden_multigrid_sync_arg": true, "hidden_heap_v1": true, "hidden_default_queue": true,
	"hidden_completion_action": true, "hidden_queue_ptr": true, "hidden_private_base": true, "hidden_dynamic_lds_size": true, "hidden_shared_base": true}

var (
	metaKernel = regexp.MustCompile(`(?s)  - \.agpr_count:.*?\.wavefront_size: *(\d+)`)
	metaArg    = regexp.MustCompile(`(?s)\.offset: +(\d+)\s+\.size: +(\d+)\s+\.value_kind: +(\w+)`)
	metaNumber = regexp.MustCompile(`(?m)^    \.(\w+): +(\d+|true|false)$`)
)

// checkMetadata checks what a dispatch relies on: the layout of the arguments,
// the segments' sizes, the team's and the wave's.
func checkMetadata(t *testing.T, src, notes string) {
	t.Helper()
	kernels := metaKernel.FindAllStringSubmatch(notes, -1)
	if len(kernels) == 0 {
		t.Errorf("%s: no kernels in the metadata of the code object", src)
	}
	for _, k := range kernels {
		value := map[string]int{}
		for _, m := range metaNumber.FindAllStringSubmatch(k[0], -1) {
			n, err := strconv.Atoi(m[2])
			if err != nil && m[2] == "true" {
				n = 1
			}
			value[m[1]] = n
		}
		end, hidden := 0, false
		for _, m := range metaArg.FindAllStringSubmatch(k[0], -1) {
			at, _ := strconv.Atoi(m[1])
			size, _ := strconv.Atoi(m[2])
			kind := m[3]
			switch {
			case strings.HasPrefix(kind, "hidden_"):
				if hidden = true; !hiddenArgs[kind] {
					t.Errorf("%s: the runtime does not fill the argument %s", src, kind)
				}
			case hidden:
				t.Errorf("%s: an argument behind the hidden ones", src)
			case at%size != 0 && size <= 8, at < end:
				t.Errorf("%s: argument of %d bytes at %d, behind %d bytes", src, size, at, end)
			case kind != "by_value" && kind != "global_buffer":
				t.Errorf("%s: argument of kind %s", src, kind)
			}
			end = max(end, at+size)
		}
		for what, ok := range map[string]bool{
			"kernarg_segment_size":       value["kernarg_segment_size"] >= end,
			"kernarg_segment_align":      value["kernarg_segment_align"] >= 8 || end == 0,
			"group_segment_fixed_size":   value["group_segment_fixed_size"] <= 64<<10,
			"max_flat_workgroup_size":    value["max_flat_workgroup_size"] >= 1 && value["max_flat_workgroup_size"] <= 1024,
			"private_segment_fixed_size": value["private_segment_fixed_size"] <= 128<<10,
			"wavefront_size":             k[1] == "64", // gfx90a
			"sgpr_count":                 value["sgpr_count"] > 0,
		} {
			if !ok {
				t.Errorf("%s: %s is %d in the metadata\n%s", src, what, value[what], k[0])
			}
		}
	}
}

// checkDisassembly: llvm-objdump knows every instruction, and each kernel ends.
func checkDisassembly(t *testing.T, src, text string) {
	t.Helper()
	if strings.Contains(text, "<unknown>") {
		t.Errorf("%s: instructions that llvm-objdump does not know\n%s", src, text)
	}
	for _, function := range regexp.MustCompile(`(?s)<(__ompcc_k_\w+)>:\n(.*?)(?:\n\n|$)`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(function[2], "s_endpgm") {
			t.Errorf("%s: kernel %s does not end\n%s", src, function[1], function[2])
		}
	}
}

// deviceSources are C files with target regions and without external functions.
func deviceSources(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, pattern := range []string{"../examples/*/*.c", "codegenstats/kernels/*.c", "cases/*/*.c"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		step := 1
		if strings.HasPrefix(pattern, "cases") && os.Getenv("OMPCC_ALL_IMAGES") == "" {
			step = 16
		}
		for i := 0; i < len(files); i += step {
			if strings.Contains(files[i], "examples/mpi/") {
				continue // needs MPI's compiler wrapper: TestMPI
			}
			if !strings.Contains(files[i], "diagnostics/") && !strings.HasSuffix(files[i], ".host.c") {
				list = append(list, files[i])
			}
		}
	}
	return list
}

// caseFlags finds the flags that a case asks for.
var caseFlags = regexp.MustCompile(`(?m)^// flags: (.*)$`)

// imageOf compiles the device code of src; false: it has none, or uses what
// another file defines.
func imageOf(t *testing.T, cc, src, arch, stage, out string) bool {
	t.Helper()
	text, err := os.ReadFile(src)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--offload-arch=" + arch, "--offload-device-only", stage, src, "-o", out}
	if m := caseFlags.FindSubmatch(text); m != nil {
		args = append(strings.Fields(string(m[1])), args...)
	}
	msg, err := exec.Command(cc, args...).CombinedOutput()
	if err == nil {
		text, err := os.ReadFile(out)
		return err == nil && (stage != "-S" || !strings.Contains(string(text), ".extern .func"))
	}
	for _, known := range []string{"[no-device-code]", "[host-unknown]", "[undefined-device-symbol]"} {
		if strings.Contains(string(msg), known) {
			return false
		}
	}
	t.Errorf("%s for %s: %v\n%s", src, arch, err, msg)
	return false
}

func tool(t *testing.T, src, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Errorf("%s: %s: %v\n%s", src, filepath.Base(name), err, out)
	}
	return string(out)
}
