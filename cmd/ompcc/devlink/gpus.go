// GPUs' own compilers, and what compilers say about architectures and stack frames.

package devlink

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"ompcc/cmd/ompcc/llvm"
	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/codegen"
	"ompcc/codegen/target"
	"ompcc/parse/diag"
	"ompcc/parse/pattern"
	"ompcc/rt/abi"
)

// unknownArch turns LLVM's complaint about an architecture into ours.
func (k *Linker) unknownArch(t *target.Target, err error) error {
	var failed *toolchain.Failure
	if !errors.As(err, &failed) ||
		!strings.Contains(failed.Output(), "unknown target CPU") &&
			!strings.Contains(failed.Output(), "invalid target ID") &&
			!strings.Contains(failed.Output(), "unsupported CUDA gpu architecture") {
		return err
	}
	fix := "use a newer LLVM (OMPCC_LLVM names its folder)"
	return report.Problemf(diag.UnknownArch, "LLVM %d does not know the architecture '%s'", k.tools.Version, t.Arch).
		WithFix("%s%s", fix, t.ArchHint)
}

var frameError = pattern.New(`stack frame size \((\d+)\) exceeds limit \((\d+)\) in function '([^'\n]+)'`)

// kernelOf is the name of the kernel to which an entry point belongs.
func kernelOf(entry string) string {
	for _, suffix := range []string{abi.OnceSuffix, abi.WideSuffix, abi.NestedSuffix, abi.NestingSuffix} {
		entry = strings.TrimSuffix(entry, suffix)
	}
	return entry
}

// frameTooLarge gives LLVM's complaint about the stack frame of a function the function's place. The frame holds the
// variables of the functions that are inlined, too.
func frameTooLarge(c *Code, err error) error {
	var failed *toolchain.Failure
	if !errors.As(err, &failed) {
		return err
	}
	m := frameError().FindStringSubmatch(failed.Output())
	if m == nil {
		return err
	}
	e := &report.Located{List: &diag.List{}}
	at := diag.Span{Pos: diag.Pos{File: c.File}}
	if place, ok := c.Kernels[kernelOf(m[3])]; ok {
		at.Pos = place
	} else if place, ok := c.Functions[m[3]]; ok {
		at.Pos = place
	}
	e.List.Errorf(at, diag.StackFrame,
		"variables take %s bytes of each thread's stack in this region or function: a function on %s has %s", m[1],
		c.Arch, m[2]).
		WithFix("%s", codegen.StackFrameHelp)
	return e
}

// toolkit lists the folders in which a CUDA toolkit may be.
func (k *Linker) toolkit() []string {
	return []string{k.CUDAPath, os.Getenv("CUDA_PATH"), os.Getenv("CUDA_HOME"), "/usr/local/cuda", "/opt/cuda"}
}

// ptxas is NVIDIA's assembler, "" if there is none; OMPCC_PTXAS names it, or
// is "none".
func (k *Linker) ptxas() string {
	if p, ok := os.LookupEnv("OMPCC_PTXAS"); ok {
		if p == "none" {
			return ""
		}
		return p
	}
	if p, err := exec.LookPath("ptxas"); err == nil {
		return p
	}
	for _, dir := range k.toolkit() {
		if p := filepath.Join(dir, "bin", "ptxas"); dir != "" && llvm.IsExecutable(p) {
			return p
		}
	}
	return ""
}

// cubin is machine code for the PTX in im, nil without NVIDIA's assembler. One
// that does not know the architecture is no error: the driver compiles PTX.
func (k *Linker) cubin(t *target.Target, c *Code, im *Image) (*Image, error) {
	tool := k.ptxas()
	if im.Format != "ptx" || tool == "" {
		return nil, nil
	}
	in, out := k.scratch.File("image."+im.Arch+".ptx"), k.scratch.File("image."+im.Arch+".cubin")
	if err := os.WriteFile(in, im.Data, 0o666); err != nil {
		return nil, err
	}
	args := []string{"-arch=" + im.Arch, in, "-o", out}
	if k.LineInfo {
		args = append(args, "-lineinfo")
	}
	if k.Code.Remarks {
		args = append(args, "-v")
	}
	_, said, err := k.capture(nil, tool, args...)
	if err != nil {
		var failed *toolchain.Failure
		if errors.As(err, &failed) {
			k.messages.Write(fmt.Sprintf("ompcc: note: %s does not take the PTX for %s; the GPU's driver will compile it\n%s", filepath.Base(tool), im.Arch, failed.Output()))
			return nil, nil
		}
		return nil, err
	}
	if k.tools.DryRun {
		return nil, nil
	}
	if k.Code.Remarks {
		k.notePTXAS(t, c, said)
	} else if said != "" {
		k.tools.Print(said)
	}
	data, err := os.ReadFile(out)
	return &Image{Triple: im.Triple, Arch: im.Arch, Format: "cubin", Data: data}, err
}
