package driver

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ompcc/cmd/ompcc/host"
	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/devlink"
	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/parse"
	"ompcc/rt/abi"
)

// The runtime as the linker takes it: a copy for each module, or one library for all, of which each module has a few
// objects of its own (rt/runtime.mk).
const (
	runtimeArchive   = "libompcc.a"
	runtimeLibrary   = "libompcc.so.1"
	runtimeNonshared = "libompcc_nonshared.a"
)

// linkJob collects what goes into one executable or shared library.
type linkJob struct {
	d        *driver
	args     []string // objects, libraries and linker flags in the user's order
	codes    []*devlink.Code
	archives []*devlink.Archive // those with device code
	read     map[string]bool
	ask      bool // the command line does not name everything that the linker reads
	hostOnly bool // nothing calls the runtime
	err      error
	mu       sync.Mutex
	wg       sync.WaitGroup
}

// start runs f beside what comes next; wait returns its error.
func (l *linkJob) start(f func() error) {
	l.wg.Add(1)
	go func() {
		defer l.wg.Done()
		if err := f(); err != nil {
			l.mu.Lock()
			defer l.mu.Unlock()
			if l.err == nil {
				l.err = err
			}
		}
	}()
}

func (l *linkJob) wait() error {
	l.wg.Wait()
	return l.err
}

func (l *linkJob) add(args ...string) { l.args = append(l.args, args...) }

// addObject adds an object that this command makes, with its device code.
func (l *linkJob) addObject(path string, codes []*devlink.Code) {
	l.args = append(l.args, path)
	l.codes = append(l.codes, codes...)
}

// addFile adds an input for the linker; its device code is read in link.
func (l *linkJob) addFile(in *Input) { l.args = append(l.args, in.Path) }

// link makes the output: device code of all inputs to images, then the host link.
func (l *linkJob) link() error {
	if l.d.inv.Relocatable {
		if err := l.wait(); err != nil {
			return err
		}
		return l.runLinker()
	}
	if err := l.readInputs(); err != nil {
		return err
	}
	if l.ask || len(l.archives) > 0 {
		if err := l.wait(); err != nil {
			return err
		}
		if err := l.readTraced(); err != nil {
			return err
		}
	}
	if err := l.addDevices(); err != nil {
		return err
	}
	if err := l.d.addObjectPages(l.codes); err != nil {
		return err
	}
	imageErr := l.addImages()
	if err := l.wait(); err != nil {
		return err
	}
	if imageErr != nil {
		return imageErr
	}
	needs, err := l.needsRuntime()
	if err != nil {
		return err
	}
	if needs && strings.Contains(filepath.Base(l.d.tools.HostCC)+l.d.inv.Triple, "musl") {
		return report.Problemf(diag.NoRuntime, "there is no runtime for programs with the C library musl").
			WithFix("take a host compiler with glibc; -static links a program that needs no library at run time")
	}
	if l.hostOnly = !needs; needs {
		if err := l.checkSharedRuntime(); err != nil {
			return err
		}
		if err := l.renameTool(); err != nil {
			return err
		}
	} else if err := l.lostTool(); err != nil {
		return err
	}
	return l.runLinker()
}

// addImages compiles the device code for each target and adds the object that
// carries it.
func (l *linkJob) addImages() error {
	if len(l.codes) == 0 {
		return nil
	}
	obj, err := l.d.device.Program(l.codes)
	if err != nil {
		return err
	}
	l.args = append(l.args, obj)
	return nil
}

// planImages prints the commands that make images and program, for -###.
func (l *linkJob) planImages() error {
	obj, err := l.d.device.Plan(l.d.inv.Targets)
	if err != nil {
		return err
	}
	l.add(obj)
	return l.runLinker()
}

func (d *driver) keepImage(im *devlink.Image) error {
	if d.inv.SaveTemps == "" {
		return nil
	}
	machine, _, _ := strings.Cut(im.Triple, "-")
	name := d.inv.Output
	if src := d.onlySource(); src != "" {
		name = toolchain.Stem(src)
	} else if name == "" {
		name = "a.out"
	}
	return d.source(&Input{Path: name + ".x"}).keep("."+machine+"."+im.Arch+"."+im.Format, im.Data)
}

// onlySource is the source's name if the command has just one, after which
// files that belong to the whole program are named.
func (d *driver) onlySource() string {
	name := ""
	for _, in := range d.inv.Inputs {
		if in.Path == "" || in.language() == langObject {
			continue
		}
		if name != "" {
			return ""
		}
		name = in.Path
	}
	return name
}

// linkArgs is the host link without its output. The runtime comes behind the
// user's inputs and before the host's OpenMP library.
func (l *linkJob) linkArgs() []string {
	d := l.d
	args := []string{"-fopenmp"}
	// What nothing is to be added to: gcc would link its OpenMP library into an
	// object that ld -r makes.
	plain := d.inv.Relocatable || len(l.codes) == 0 && (d.inv.NoOpenMP || d.inv.NoLibraries)
	if d.inv.Relocatable || d.inv.NoOpenMP && plain {
		args = nil
	}
	if d.tools.IsGCC() {
		args = append(args, "-foffload=disable")
		if d.inv.Static {
			args = append(args, "-Wl,-z,muldefs")
		}
	} else {
		args = append(args, "-Qunused-arguments")
	}
	args = append(args, parse.CompileArgs(d.inv.HostArgs)...)
	switch {
	case plain:
		return append(args, l.args...)
	case l.hostOnly:
		// The host's OpenMP library comes behind all of this, and for what needs it alone.
		args = append(append(args, l.args...), "-Wl,--as-needed")
	case d.inv.SharedRuntime:
		args = append(args, l.withSharedRuntime()...)
	default:
		args = append(append(args, l.args...), filepath.Join(d.library(), runtimeArchive))
	}
	args = append(args, host.SystemLibraries()...)
	if !d.tools.IsGCC() {
		args = append(args, host.AtomicLibrary(d.inv.Static)...)
	}
	if d.inv.Static && !l.hostOnly {
		for _, name := range abi.HostTaskFunctions {
			args = append(args, "-Wl,--wrap="+name)
		}
	}
	if d.inv.Shared && !l.hostOnly {
		// The library's copy of the runtime is its own affair: exported, it would
		// serve other modules as if it were the host's OpenMP library.
		args = append(args, "-Wl,-z,nodelete", "-Wl,--exclude-libs,"+runtimeArchive+":"+runtimeNonshared)
	}
	return args
}

// withSharedRuntime is the inputs of the link with the shared runtime. The dynamic linker looks up names in the order
// of the libraries, so the runtime precedes those of the user, which may need the host's OpenMP library. In a
// shared library the functions of runtimeNonshared have these names, and come first.
func (l *linkJob) withSharedRuntime() []string {
	dir := l.d.library()
	library := []string{"-Wl,--push-state,--no-as-needed", filepath.Join(dir, runtimeLibrary), "-Wl,--pop-state"}
	own := []string{"-Wl,-u,__ompcc_shared_module", filepath.Join(dir, runtimeNonshared)}
	search := "-Wl,-rpath," + dir
	if abs, err := filepath.Abs(dir); err == nil {
		search = "-Wl,-rpath," + abs
	}
	if l.d.inv.Shared {
		return slices.Concat(l.args, own, library, []string{search})
	}
	return slices.Concat(library, l.args, own, []string{search})
}

// checkSharedRuntime refuses programs that no shared library can be part of, and an installation without the runtime.
func (l *linkJob) checkSharedRuntime() error {
	if !l.d.inv.SharedRuntime {
		return nil
	}
	if l.d.inv.Static {
		return report.Problemf(diag.NoRuntime, "a program that is linked with -static cannot take the shared runtime").
			WithFix("remove -shared-libompcc, or -static")
	}
	if file := filepath.Join(l.d.library(), runtimeLibrary); !host.Exists(file) {
		return report.Problemf(diag.NoRuntime, "the shared runtime '%s' is missing", file).
			WithFix("remove -shared-libompcc, or install ompcc again")
	}
	return nil
}

// checkStatic: clang's OpenMP library is installed as a shared one only on most
// systems, which the linker would say in its own words.
func (l *linkJob) checkStatic(args []string) error {
	if l.d.tools.ForStatic {
		return l.checkStaticObjects()
	}
	if !l.d.inv.Static || l.d.tools.IsGCC() || !slices.Contains(args, "-fopenmp") || slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-fopenmp=") }) {
		return nil
	}
	if file, _ := findLibrary("omp", libraryFolders(args), true); file != "" {
		return nil
	}
	text, err := l.d.tools.Run(nil, l.d.tools.HostCC, "-print-file-name=libomp.a")
	if err != nil || strings.ContainsRune(strings.TrimSpace(string(text)), filepath.Separator) {
		return err
	}
	return report.Problemf(diag.NoStaticOpenmp,
		"-static needs a static OpenMP library, but the host compiler '%s' has no libomp.a",
		filepath.Base(l.d.tools.HostCC)).
		WithFix("set OMPCC_CC=gcc, or remove -static")
}

// checkStaticObjects refuses objects that call clang's OpenMP library, which the static
// program does not have.
func (l *linkJob) checkStaticObjects() error {
	for _, path := range l.args {
		if strings.HasPrefix(path, "-") || l.d.scratch.Owns(path) {
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			continue // the linker's to judge
		}
		names := devlink.UndefinedIn(f).Names
		f.Close()
		if slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "__kmpc_") }) {
			return report.Problemf(diag.NoStaticOpenmp,
				"'%s' was compiled for clang's OpenMP library, of which there is no static one", path).
				WithFix("compile it with -static, too, or with OMPCC_CC=gcc")
		}
	}
	return nil
}

func (l *linkJob) runLinker() error {
	out := l.d.inv.Output
	if out == "" {
		out = "a.out"
	}
	args := l.linkArgs()
	if err := l.checkStatic(args); err != nil {
		return err
	}
	text, err := l.d.tools.Run(nil, l.d.tools.HostCC, append(args, "-o", out)...)
	l.d.stdout.Write(text)
	return err
}
