package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ompcc/codegen"
	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/rt/abi"
)

// runtimeArchive is the runtime as the linker takes it.
const runtimeArchive = "libompcc.a"

// linkJob collects what goes into one executable or shared library.
type linkJob struct {
	d        *driver
	args     []string // objects, libraries and linker flags in the user's order
	codes    []*deviceCode
	archives []*archive // those with device code
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
func (l *linkJob) addObject(path string, codes []*deviceCode) {
	l.args = append(l.args, path)
	l.codes = append(l.codes, codes...)
}

// addFile adds an input for the linker; its device code is read in link.
func (l *linkJob) addFile(in *input) { l.args = append(l.args, in.path) }

// link makes the output: device code of all inputs to images, then the host link.
func (l *linkJob) link() error {
	if l.d.inv.relocatable {
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
	if l.hostOnly = !needs; needs {
		if err := l.renameTool(); err != nil {
			return err
		}
	}
	return l.runLinker()
}

// addImages compiles the device code for each target and adds the object that
// carries it.
func (l *linkJob) addImages() error {
	if len(l.codes) == 0 {
		return nil
	}
	var groups [][]*deviceCode
	index := map[string]int{}
	for _, c := range l.codes {
		k := c.suffix()
		if _, ok := index[k]; !ok {
			index[k] = len(groups)
			groups = append(groups, nil)
		}
		groups[index[k]] = append(groups[index[k]], c)
	}
	var images []*image
	cpu := &deviceCode{}
	for _, g := range groups {
		whole, err := l.d.linkCodes(g)
		if err != nil {
			return err
		}
		t, ok := codegen.TargetByName(whole.Triple, whole.Arch)
		if !ok {
			return usagef("bad-object", "'%s' has device code for %s, which this ompcc does not know", whole.File, whole.suffix())
		}
		if t.Kind == codegen.CPU {
			if err := checkNative(whole); err != nil {
				return err
			}
			cpu = whole
			continue
		}
		im, err := l.d.image(t, whole)
		if err != nil {
			return err
		}
		code, err := l.d.cubin(im)
		if err != nil {
			return err
		}
		for _, im := range []*image{im, code} {
			if im == nil {
				continue
			}
			if err := l.d.keepImage(im); err != nil {
				return err
			}
			images = append(images, im)
		}
	}
	obj, err := l.d.cpuObject(cpu.IR+moduleIR(cpu.IR, images, l.d.layout.lib, l.d.checksOf(l.codes)), cpu.Arch)
	if err != nil {
		return err
	}
	l.args = append(l.args, obj)
	return nil
}

// planImages prints the commands that make images and program, for -###.
func (l *linkJob) planImages() error {
	var gpu []*image
	for _, t := range l.d.inv.targets {
		if t.Kind == codegen.CPU {
			continue
		}
		im, err := l.d.image(t, &deviceCode{Triple: t.Triple, Arch: t.Arch})
		if err != nil {
			return err
		}
		gpu = append(gpu, im)
	}
	obj, err := l.d.cpuObject(moduleIR("", gpu, l.d.layout.lib, unchecked), "")
	if err != nil {
		return err
	}
	l.add(obj)
	return l.runLinker()
}

// checkNative refuses a CPU image for another architecture than the program's.
func checkNative(c *deviceCode) error {
	native := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	if c.machine() == native {
		return nil
	}
	return usagef("foreign-cpu", "a CPU image for %s cannot be part of a program for %s", c.machine(), native).
		fixf("use --offload-device-only to see its code, or leave out -fopenmp-targets=%s", c.Triple)
}

func (d *driver) keepImage(im *image) error {
	if d.inv.saveTemps == "" {
		return nil
	}
	machine, _, _ := strings.Cut(im.triple, "-")
	name := d.inv.output
	if src := d.onlySource(); src != "" {
		name = stem(src)
	} else if name == "" {
		name = "a.out"
	}
	return d.keep(&input{path: name + ".x"}, "."+machine+"."+im.arch+"."+im.format, im.data)
}

// onlySource is the source's name if the command has just one, after which
// files that belong to the whole program are named.
func (d *driver) onlySource() string {
	name := ""
	for _, in := range d.inv.inputs {
		if in.path == "" || in.language() == langObject {
			continue
		}
		if name != "" {
			return ""
		}
		name = in.path
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
	plain := d.inv.relocatable || len(l.codes) == 0 && (d.inv.noOpenMP || d.inv.noLibraries)
	if d.inv.relocatable || d.inv.noOpenMP && plain {
		args = nil
	}
	if d.tools.isGCC() {
		args = append(args, "-foffload=disable")
		if d.inv.static {
			args = append(args, "-Wl,-z,muldefs")
		}
	} else {
		args = append(args, "-Qunused-arguments")
	}
	args = append(args, parse.CompileArgs(d.inv.hostArgs)...)
	args = append(args, l.args...)
	if plain {
		return args
	}
	if l.hostOnly {
		// The host's OpenMP library comes behind all of this, and for what needs it alone.
		args = append(args, "-Wl,--as-needed")
	} else {
		args = append(args, filepath.Join(d.layout.lib, runtimeArchive))
	}
	args = append(args, "-lm", "-lpthread", "-ldl", "-Wl,-z,start-stop-visibility=hidden")
	if !d.tools.isGCC() {
		args = append(args, d.atomicLibrary()...)
	}
	if d.inv.static && !l.hostOnly {
		for _, name := range abi.HostTaskFunctions {
			args = append(args, "-Wl,--wrap="+name)
		}
	}
	if d.inv.shared && !l.hostOnly {
		// The library's copy of the runtime is its own affair: exported, it would
		// serve other modules as if it were the host's OpenMP library.
		args = append(args, "-Wl,-z,nodelete", "-Wl,--exclude-libs,"+runtimeArchive)
	}
	return args
}

// atomicLibrary is libatomic, if it is there: clang calls it for atomic access to
// complex and other large objects, gcc's driver never needs it.
func (d *driver) atomicLibrary() []string {
	file := "libatomic.so"
	if d.inv.static {
		file = "libatomic.a"
	}
	for _, pattern := range []string{"/usr/lib/gcc/*/*/" + file, "/usr/lib/*/" + file, "/usr/lib64/" + file} {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return []string{"-Wl,--push-state,--as-needed", "-latomic", "-Wl,--pop-state"}
		}
	}
	return nil
}

// checkStatic: clang's OpenMP library is installed as a shared one only on most
// systems, which the linker would say in its own words.
func (l *linkJob) checkStatic(args []string) error {
	if l.d.tools.forStatic {
		return l.checkStaticObjects()
	}
	if !l.d.inv.static || l.d.tools.isGCC() || !slices.Contains(args, "-fopenmp") || slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-fopenmp=") }) {
		return nil
	}
	if file, _ := findLibrary("omp", libraryFolders(args), true); file != "" {
		return nil
	}
	text, err := l.d.tools.run(nil, l.d.tools.hostCC, "-print-file-name=libomp.a")
	if err != nil || strings.ContainsRune(strings.TrimSpace(string(text)), filepath.Separator) {
		return err
	}
	return usagef("no-static-openmp", "-static needs a static OpenMP library, but the host compiler '%s' has no libomp.a", filepath.Base(l.d.tools.hostCC)).
		fixf("set OMPCC_CC=gcc, whose library is installed as a static one too, or leave -static out")
}

// checkStaticObjects refuses objects that call clang's OpenMP library, which the static
// program does not have.
func (l *linkJob) checkStaticObjects() error {
	for _, path := range l.args {
		if strings.HasPrefix(path, "-") || l.d.isTemporary(path) {
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			continue // the linker's to judge
		}
		names := undefinedIn(f).names
		f.Close()
		if slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "__kmpc_") }) {
			return usagef("no-static-openmp", "'%s' was compiled for clang's OpenMP library, of which there is no static one", path).
				fixf("compile it with -static, too, or with OMPCC_CC=gcc")
		}
	}
	return nil
}

func (l *linkJob) runLinker() error {
	out := l.d.inv.output
	if out == "" {
		out = "a.out"
	}
	args := l.linkArgs()
	if err := l.checkStatic(args); err != nil {
		return err
	}
	text, err := l.d.tools.run(nil, l.d.tools.hostCC, append(args, "-o", out)...)
	l.d.stdout.Write(text)
	return err
}

func newList() *diag.List { return &diag.List{} }

// undefined reports a reference that no unit satisfies.
func (e *diagError) undefined(u use, c *deviceCode) {
	sp := diag.Span{Pos: parsePlace(u.Place, c.File), Len: len(u.Sym)}
	d := e.list.Errorf(sp, "undefined-device-symbol", "undefined device %s '%s' for %s", u.Kind, u.Sym, c.machine())
	if u.Chain != "" {
		d.Message += ", used by " + u.Chain
	} else {
		d.Message += fmt.Sprintf(", used in '%s'", c.File)
	}
	if fix := hostFunctionFix(u.Sym); fix != "" {
		d.WithSection("5.2 §7.8").WithFix("%s", fix)
		return
	}
	if u.Kind == libraryKind {
		d.WithFix("call '%s' on the host, outside of the target region", u.Sym)
		return
	}
	if name := strings.Replace(u.Sym, "ompc_", "omp_", 1); strings.HasPrefix(name, "omp_") { // omp.h's spelling of some for clang
		d.Message = strings.Replace(d.Message, "undefined device "+u.Kind+" '"+u.Sym+"'", "the OpenMP routine '"+name+"' cannot be called in device code", 1)
		d.WithSection("5.2 §18").WithFix("call it on the host, outside of the target region")
		return
	}
	d.WithSection("5.2 §7.8")
	switch {
	case strings.HasPrefix(u.Place, "/usr/"): // declared in a system's header
		d.WithFix("'%s' is a function of the host alone: call it outside of the target region, or in one with device(ancestor: 1)", u.Sym)
		return
	}
	d.WithFix("compile the file that defines '%s' with ompcc and declare target, for the same target, and add it to the link", u.Sym)
}

// hostFunctionFixes say what to write in the place of functions of the host, by kind.
var hostFunctionFixes = []struct{ names, fix string }{
	{"exit _Exit quick_exit _exit atexit at_quick_exit on_exit", "leave the target region with a status and call '%s' on the host; abort() ends the program from device code"},
	{"__errno_location", "GPUs have no errno: look at what the function returns, or compile this for the CPU device alone"},
	{"time clock gettimeofday clock_gettime timespec_get times ftime", "omp_get_wtime() tells the time on every device; or call '%s' on the host and map what it returns"},
	{"getenv secure_getenv localeconv setlocale", "call '%s' on the host and map what it returns"},
	{"fopen fdopen freopen fclose fread fgets fgetc getc getchar gets ungetc fscanf vfscanf scanf vscanf getline getdelim fseek fseeko ftell ftello rewind fgetpos fsetpos " +
		"tmpfile remove rename open close read lseek opendir readdir stat fstat fread_unlocked fgets_unlocked fgetc_unlocked getc_unlocked",
		"device code has no files, only output to stdout and stderr: call '%s' on the host, and map what it reads"},
}

// hostFunctionFix is what to write instead of a call of sym, "" if that is nothing particular.
func hostFunctionFix(sym string) string {
	for _, k := range hostFunctionFixes {
		if slices.Contains(strings.Fields(k.names), sym) {
			return strings.ReplaceAll(k.fix, "%s", sym)
		}
	}
	return ""
}

// parsePlace reads "file:line:col".
func parsePlace(s, file string) diag.Pos {
	p := diag.Pos{File: file}
	parts := strings.Split(s, ":")
	if n := len(parts); n >= 3 {
		p.Line, _ = strconv.Atoi(parts[n-2])
		p.Col, _ = strconv.Atoi(parts[n-1])
		p.File = strings.Join(parts[:n-2], ":")
	}
	return p
}
