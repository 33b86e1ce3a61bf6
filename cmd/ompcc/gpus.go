package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ompcc/codegen"
)

// installedGPUs asks LLVM's or the vendor's programs for the architectures of
// the GPUs in this machine, without repetition.
func installedGPUs(kind codegen.Kind) []string {
	llvm, _ := findLLVM(os.Getenv("OMPCC_LLVM"), os.Getenv("OMPCC_CC") == "")
	commands := [][]string{{filepath.Join(llvm, "nvptx-arch")}, {"nvptx-arch"}, {"nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"}}
	if kind == codegen.AMDGCN {
		commands = [][]string{{filepath.Join(llvm, "amdgpu-arch")}, {"amdgpu-arch"}, {"rocm_agent_enumerator"}}
	}
	for _, c := range commands {
		out, err := exec.Command(c[0], c[1:]...).Output()
		if archs := archsIn(string(out)); err == nil && len(archs) > 0 {
			return archs
		}
	}
	return nil
}

var computeCapability = regexp.MustCompile(`^(\d+)\.(\d)$`)

// archsIn reads one architecture from each line: sm_90, gfx90a, or 9.0 as
// nvidia-smi writes it. gfx000 is a processor that is no GPU.
func archsIn(text string) []string {
	var archs []string
	for line := range strings.Lines(text) {
		a := strings.TrimSpace(line)
		if m := computeCapability.FindStringSubmatch(a); m != nil {
			a = "sm_" + m[1] + m[2]
		}
		if (strings.HasPrefix(a, "sm_") || strings.HasPrefix(a, "gfx")) && a != "gfx000" && !slices.Contains(archs, a) {
			archs = append(archs, a)
		}
	}
	return archs
}

// unknownArch turns LLVM's complaint about an architecture into ours.
func (d *driver) unknownArch(t *codegen.Target, err error) error {
	var failed *toolError
	if !errors.As(err, &failed) || !strings.Contains(failed.output, "unknown target CPU") && !strings.Contains(failed.output, "invalid target ID") &&
		!strings.Contains(failed.output, "unsupported CUDA gpu architecture") {
		return err
	}
	fix := "use a newer LLVM (OMPCC_LLVM names its folder)"
	if t.Kind == codegen.NVPTX {
		fix += ", or an older architecture: its PTX runs on newer GPUs as well"
	}
	return usagef("unknown-arch", "LLVM %d does not know the architecture '%s'", d.tools.version, t.Arch).fixf("%s", fix)
}

// toolkit lists the folders in which a CUDA toolkit may be.
func (d *driver) toolkit() []string {
	return []string{d.inv.cudaPath, os.Getenv("CUDA_PATH"), os.Getenv("CUDA_HOME"), "/usr/local/cuda", "/opt/cuda"}
}

// ptxas is NVIDIA's assembler, "" if there is none; OMPCC_PTXAS names it, or
// is "none".
func (d *driver) ptxas() string {
	if p, ok := os.LookupEnv("OMPCC_PTXAS"); ok {
		if p == "none" {
			return ""
		}
		return p
	}
	if p, err := exec.LookPath("ptxas"); err == nil {
		return p
	}
	for _, dir := range d.toolkit() {
		if p := filepath.Join(dir, "bin", "ptxas"); dir != "" && isExecutable(p) {
			return p
		}
	}
	return ""
}

// cubin is machine code for the PTX in im, nil without NVIDIA's assembler. One
// that does not know the architecture is no error: the driver compiles PTX.
func (d *driver) cubin(im *image) (*image, error) {
	tool := d.ptxas()
	if im.format != "ptx" || tool == "" {
		return nil, nil
	}
	in, out := d.temp("image."+im.arch+".ptx"), d.temp("image."+im.arch+".cubin")
	if err := os.WriteFile(in, im.data, 0o666); err != nil {
		return nil, err
	}
	args := []string{"-arch=" + im.arch, in, "-o", out}
	if d.inv.debug {
		args = append(args, "-lineinfo")
	}
	if _, err := d.tools.run(nil, tool, args...); err != nil {
		var failed *toolError
		if errors.As(err, &failed) {
			fmt.Fprintf(d.stderr, "ompcc: note: %s does not take the PTX for %s; the GPU's driver will compile it\n%s", filepath.Base(tool), im.arch, failed.output)
			return nil, nil
		}
		return nil, err
	}
	if d.inv.dryRun {
		return nil, nil
	}
	data, err := os.ReadFile(out)
	return &image{triple: im.triple, arch: im.arch, format: "cubin", data: data}, err
}
