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

// imageArchs are the architectures that the images are made for; of PTX with those whose
// machine code ptxas makes of it.
var imageArchs = map[string][]string{"sm_60": {"sm_60", "sm_70"}, "sm_80": {"sm_80", "sm_90"}, "gfx90a": nil}

// TestGPUImages links the run tests, the examples and the measured kernels for both kinds of
// GPU. The PTX must be accepted by ptxas ($OMPCC_PTXAS, or the one in PATH), the AMD
// code objects by llvm-readobj and llvm-objdump with metadata that suits the runtime.
// OMPCC_ALL_IMAGES=1 takes every run test instead of each 32nd. A folder in
// OMPCC_ACCEPTED_IMAGES remembers what was accepted, so that a further run
// gives only changed images to ptxas.
func TestGPUImages(t *testing.T) {
	t.Parallel() // with the other tests that take one processor
	cc := ompcc(t)
	llvm := llvmOf(t, cc)
	readobj, objdump := filepath.Join(llvm, "llvm-readobj"), filepath.Join(llvm, "llvm-objdump")
	ptxas, known := ptxasProgram(), acceptedImages{}
	if ptxas != "" {
		known = acceptedImages{os.Getenv("OMPCC_ACCEPTED_IMAGES"), strings.TrimSpace(tool(t, "", ptxas, "--version"))}
	}
	texts, assembled, objects := 0, 0, 0
	for _, src := range imageSources(t) {
		t.Run(src.name, func(t *testing.T) {
			for _, image := range src.link(t, cc) {
				arch := strings.Split(filepath.Base(image), ".")
				if filepath.Ext(image) == ".ptx" {
					texts++
					if ptxas != "" {
						assembled += acceptedPTX(t, ptxas, src.name, image, imageArchs[arch[len(arch)-2]], known)
					}
					continue
				}
				notes := tool(t, src.name, readobj, "--notes", "--symbols", image)
				if !strings.Contains(notes, "__ompcc_k_") {
					continue // only functions and variables
				}
				checkMetadata(t, src.name, notes)
				checkDisassembly(t, src.name,
					tool(t, src.name, objdump, "-d", "--no-show-raw-insn", "--no-leading-addr", image))
				objects++
			}
		})
	}
	t.Logf("%d PTX files, %d times assembled by %s; %d code objects", texts, assembled, known.version, objects)
	if ptxas == "" {
		t.Log("no ptxas (set OMPCC_PTXAS): PTX IS NOT VERIFIED")
	}
}

// imageSource is a program or library whose images are looked at.
type imageSource struct {
	name  string
	files []string
	flags []string
	env   []string
}

// link makes the images of a source: none without device code.
func (s imageSource) link(t *testing.T, cc string) []string {
	t.Helper()
	dir := t.TempDir()
	var archs []string
	for arch := range imageArchs {
		archs = append(archs, arch)
	}
	args := append([]string{"-O2", "-w", "-DGPU", "--offload-arch=" + strings.Join(archs, ","), "-save-temps", "-o",
		"image"}, s.files...)
	r := run(t, dir, append([]string{"OMPCC_PTXAS=none"}, s.env...), cc, append(append(args, s.flags...), "-lm")...)
	if r.exit != 0 {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
	list, err := filepath.Glob(filepath.Join(dir, "*.ptx"))
	if err != nil {
		t.Fatal(err)
	}
	objects, err := filepath.Glob(filepath.Join(dir, "*.hsaco"))
	if err != nil {
		t.Fatal(err)
	}
	return append(list, objects...)
}

// imageSources are the examples, the measured kernels and the run tests that a GPU can run.
func imageSources(t *testing.T) (list []imageSource) {
	t.Helper()
	absolute := func(pattern string) []string {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for i := range files {
			if files[i], err = filepath.Abs(files[i]); err != nil {
				t.Fatal(err)
			}
		}
		return files
	}
	for _, dir := range exampleDirs(t) {
		list = append(list,
			imageSource{name: "examples/" + filepath.Base(dir), files: absolute(filepath.Join(dir, "*.c"))})
	}
	list = append(list,
		imageSource{name: "codegenstats", files: absolute("codegenstats/kernels/*.c"),
			flags: []string{"-shared", "-fPIC"}})
	for i, c := range cases(t) {
		if !c.runs() || c.noGPU != "" || c.knownFailure != "" || os.Getenv("OMPCC_ALL_IMAGES") == "" && i%32 != 0 {
			continue
		}
		list = append(list, imageSource{c.name(), absolute(c.path), c.flags, c.compilerEnv()})
	}
	return list
}

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

// acceptedPTX has ptxas make machine code of a PTX file and returns how often it did.
func acceptedPTX(t *testing.T, ptxas, src, ptx string, machines []string, known acceptedImages) (n int) {
	t.Helper()
	for _, machine := range machines {
		mark := known.mark(t, ptx, machine)
		if _, err := os.Stat(mark); mark == "" || err != nil {
			tool(t, src, ptxas, "-arch="+machine, ptx, "-o", os.DevNull)
			if t.Failed() {
				continue
			}
			if mark != "" {
				if err := os.WriteFile(mark, nil, 0o666); err != nil {
					t.Error(err)
				}
			}
		}
		n++
	}
	return n
}

// hiddenArgs are the implicit arguments of code object version 5 that the runtime
// fills (rt/hsa), and those that LLVM lists for kernels which call functions that it does
// not see, though nothing of ours uses them: they are zero.
var hiddenArgs = map[string]bool{"hidden_block_count_x": true, "hidden_block_count_y": true,
	"hidden_block_count_z": true, "hidden_group_size_x": true,
	"hidden_group_size_y": true, "hidden_group_size_z": true, "hidden_remainder_x": true, "hidden_remainder_y": true,
	"hidden_remainder_z":     true,
	"hidden_global_offset_x": true, "hidden_global_offset_y": true, "hidden_global_offset_z": true,
	"hidden_grid_dims":       true,
	"hidden_hostcall_buffer": true, "hidden_multigrid_sync_arg": true, "hidden_heap_v1": true,
	"hidden_default_queue":     true,
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
			"kernarg_segment_size":     value["kernarg_segment_size"] >= end,
			"kernarg_segment_align":    value["kernarg_segment_align"] >= 8 || end == 0,
			"group_segment_fixed_size": value["group_segment_fixed_size"] <= 64<<10,
			"max_flat_workgroup_size": value["max_flat_workgroup_size"] >= 1 &&
				value["max_flat_workgroup_size"] <= 1024,
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
	for _, function := range regexp.MustCompile(`(?s)<(__ompcc_k_\w+)>:\n(.*?)(?:\n\n|$)`).
		FindAllStringSubmatch(text, -1) {
		// A region for another device than this kind ends in a trap: there is none of it to execute (5.2 §13.8).
		if !strings.Contains(function[2], "s_endpgm") && !strings.Contains(function[2], "s_trap") {
			t.Errorf("%s: kernel %s does not end\n%s", src, function[1], function[2])
		}
	}
}

func tool(t *testing.T, src, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Errorf("%s: %s: %v\n%s", src, filepath.Base(name), err, out)
	}
	return string(out)
}
