// The device linker as the driver sees it.

package devlink

import (
	"sync"

	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/codegen"
	"ompcc/codegen/target"
	"ompcc/parse/diag"
)

// Linker makes the device code of a program's objects into images.
type Linker struct {
	tools    *toolchain.Tools
	scratch  *toolchain.Scratch
	messages *report.Reporter
	lib      string // folder of the device libraries
	Options

	mu      sync.Mutex        // of what follows
	layouts map[string]string // LLVM's data layout, by triple, where clang was asked
	// Remarks are those about kernels as machine code.
	Remarks []*diag.Remark
	warned  map[string]bool // files of which a warning has been printed: targets share it
}

// Options are what the command line says about images.
type Options struct {
	Level    string   // of optimisation: "0" … "3", "s", "z", "fast"; "" when not given
	March    []string // -march and the like for the CPU image
	CUDAPath string
	LineInfo bool
	Code     codegen.Options
	Keep     func(*Image) error // saves an image that -save-temps asks for
	CPU      *target.Target     // the program's own processor
	Cross    bool               // … is another than ompcc's
}

// New makes a linker whose device libraries are in the folder lib.
func New(t *toolchain.Tools, s *toolchain.Scratch, messages *report.Reporter, lib string, o Options) *Linker {
	return &Linker{tools: t, scratch: s, messages: messages, lib: lib, Options: o, layouts: map[string]string{},
		warned: map[string]bool{}}
}

// Program makes the object that carries a program's images and describes them to the runtime.
func (k *Linker) Program(codes []*Code) (object string, err error) {
	var images []*Image
	cpu := &Code{}
	for _, g := range byTarget(codes) {
		whole, err := k.linkCodes(g)
		if err != nil {
			return "", err
		}
		t, ok := target.ByName(whole.Triple, whole.Arch)
		if !ok {
			return "", report.Problemf(diag.BadObject, "'%s' has device code for %s, which this ompcc does not know",
				whole.File, whole.Suffix())
		}
		if t.Skeleton {
			return "", report.Problemf(diag.SkeletonTarget, "no device runs code for %s yet, so no program can have it",
				t.Triple).
				WithFix("use --offload-device-only to see its code, or remove -fopenmp-targets=%s", t.Name)
		}
		if t.InProgram {
			if err := k.checkNative(whole); err != nil {
				return "", err
			}
			cpu = whole
			continue
		}
		im, err := k.image(t, whole)
		if err != nil {
			return "", err
		}
		code, err := k.cubin(t, whole, im)
		if err != nil {
			return "", err
		}
		for _, im := range []*Image{im, code} {
			if im == nil {
				continue
			}
			if err := k.Keep(im); err != nil {
				return "", err
			}
			images = append(images, im)
		}
	}
	checks, err := k.checksOf(codes)
	if err != nil {
		return "", err
	}
	return k.cpuObject(cpu, cpu.IR+moduleIR(cpu.IR, images, k.lib, checks))
}

// byTarget groups codes by their target, in the order in which these come first.
func byTarget(codes []*Code) (groups [][]*Code) {
	index := map[string]int{}
	for _, c := range codes {
		i, ok := index[c.Suffix()]
		if !ok {
			i = len(groups)
			index[c.Suffix()] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], c)
	}
	return groups
}

// Plan prints the commands that make the images of a program, for -###.
func (k *Linker) Plan(targets []*target.Target) (object string, err error) {
	var gpu []*Image
	for _, t := range targets {
		if t.InProgram {
			continue
		}
		im, err := k.image(t, &Code{Triple: t.Triple, Arch: t.Arch})
		if err != nil {
			return "", err
		}
		gpu = append(gpu, im)
	}
	return k.cpuObject(&Code{}, moduleIR("", gpu, k.lib, unchecked))
}

// checkNative refuses a CPU image for another architecture than the program's.
func (k *Linker) checkNative(c *Code) error {
	native := k.CPU.Machine()
	if c.machine() == native {
		return nil
	}
	return report.Problemf(diag.ForeignCpu, "a CPU image for %s cannot be part of a program for %s", c.machine(),
		native).
		WithFix("compile the program for it with -target %s, or remove -fopenmp-targets=%s", c.Triple, c.Triple)
}
