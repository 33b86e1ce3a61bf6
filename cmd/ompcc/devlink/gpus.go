package devlink

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/codegen"
)

// unknownArch turns LLVM's complaint about an architecture into ours.
func (k *Linker) unknownArch(t *codegen.Target, err error) error {
	var failed *toolchain.Failure
	if !errors.As(err, &failed) || !strings.Contains(failed.Output(), "unknown target CPU") && !strings.Contains(failed.Output(), "invalid target ID") &&
		!strings.Contains(failed.Output(), "unsupported CUDA gpu architecture") {
		return err
	}
	fix := "use a newer LLVM (OMPCC_LLVM names its folder)"
	if t.Kind == codegen.NVPTX {
		fix += ", or an older architecture: its PTX runs on newer GPUs as well"
	}
	return report.Problemf("unknown-arch", "LLVM %d does not know the architecture '%s'", k.tools.Version, t.Arch).WithFix("%s", fix)
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
		if p := filepath.Join(dir, "bin", "ptxas"); dir != "" && toolchain.IsExecutable(p) {
			return p
		}
	}
	return ""
}

// cubin is machine code for the PTX in im, nil without NVIDIA's assembler. One
// that does not know the architecture is no error: the driver compiles PTX.
func (k *Linker) cubin(im *Image) (*Image, error) {
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
	if _, err := k.tools.Run(nil, tool, args...); err != nil {
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
	data, err := os.ReadFile(out)
	return &Image{Triple: im.Triple, Arch: im.Arch, Format: "cubin", Data: data}, err
}
