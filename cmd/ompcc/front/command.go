// Commands that the host compiler may carry out alone: one C source, and options that mean the same to both.

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ompcc/cmd/ompcc/host"
	"ompcc/parse/early"
)

// command compiles one C source to an object, or to a program.
type command struct {
	source   string
	output   string   // of -o, or what the host compiler writes without it
	link     bool     // to a program
	named    bool     // there is -o
	args     []string // of the compilation
	deps     []string // -M…
	linked   []string // the linker's, behind the source
	included []string // the headers of -include
}

// read reads the arguments of a command; ok is false for one that is the compiler's.
func read(args []string) (c *command, ok bool) {
	c = &command{link: true}
	if os.Getenv("OMPCC_LLVM") != "" || strings.HasSuffix(filepath.Base(os.Args[0]), "++") || early.HintInArgs(args) {
		return nil, false
	}
	for len(args) > 0 {
		n := c.option(args)
		if n == 0 || n > len(args) {
			return nil, false
		}
		args = args[n:]
	}
	switch {
	case c.source == "" || c.link && len(c.deps) > 0 || !c.link && len(c.linked) > 0:
		return nil, false
	case len(c.deps) > 0 && (!host.DepsNameHeaders(c.deps, c.args) || slices.Contains(c.deps, "-")):
		return nil, false
	case c.named:
	case c.link:
		c.output = "a.out"
	default:
		c.output = strings.TrimSuffix(filepath.Base(c.source), ".c") + ".o"
	}
	return c, true
}

// separate are options whose value is the next argument, and that both host compilers take.
var separate = []string{"-I", "-D", "-U", "-isystem", "-iquote", "-idirafter", "-include"}

// option reads the option or file that args begin with and returns the number of arguments; 0 for one that may be the
// compiler's own.
func (c *command) option(args []string) int {
	arg, value := args[0], ""
	if len(args) > 1 {
		value = args[1]
	}
	switch {
	case !strings.HasPrefix(arg, "-"):
		if c.source != "" || !strings.HasSuffix(arg, ".c") || strings.HasPrefix(arg, "@") {
			return 0
		}
		c.source = arg
	case arg == "-c":
		c.link = false
	case arg == "-fopenmp":
	case arg == "-o":
		c.output, c.named = value, true
		return 2
	case slices.Contains(separate, arg):
		if c.args = append(c.args, arg, value); arg == "-include" {
			c.included = append(c.included, value)
		}
		return 2
	case arg == "-MF" || arg == "-MT" || arg == "-MQ":
		c.deps = append(c.deps, arg, value)
		return 2
	case slices.Contains([]string{"-MD", "-MMD", "-MP"}, arg):
		c.deps = append(c.deps, arg)
	case strings.HasPrefix(arg, "-Wp,"):
		deps, rest := host.PreprocessorDeps(strings.Split(arg[len("-Wp,"):], ","))
		if c.deps = append(c.deps, deps...); len(rest) > 0 {
			return 0
		}
	case plain(arg):
		c.args = append(c.args, arg)
	case plainForLinker(arg):
		c.linked = append(c.linked, arg)
	default:
		return 0
	}
	return 1
}

// plainFlags are the names, and with a star beginnings of names, of options that ompcc passes on unchanged and that
// have no part in what is done with the source. Those of -f may be negated.
const plainFlags = "-D*|-I*|-U*|-O|-O0|-O1|-O2|-O3|-Os|-Oz|-Og|-g|-g0|-g1|-g2|-g3|-ggdb*|-gdwarf*|-std=*|-ansi|-pipe|" +
	"-pthread|-pedantic|-w|-W|-m64|-march=*|-mtune=*|-msse*|-mavx*|-mno-*|-mfpmath=*|-mpreferred-stack-boundary=*|" +
	"-fPIC|-fpic|-fPIE|-fpie|-fpic|-falign-*|-fasynchronous-unwind-tables|-fbuiltin|-fbuiltin-*|-fcf-protection|" +
	"-fcf-protection=*|-fcommon|-fdata-sections|-fdebug-prefix-map=*|-fdelete-null-pointer-checks|-fexceptions|" +
	"-ffile-prefix-map=*|-ffunction-sections|-fgnu89-inline|-fguess-branch-probability|-fident|-finline|-finline-*|" +
	"-fmacro-prefix-map=*|-fmath-errno|-fomit-frame-pointer|-fplt|-fsemantic-interposition|-fstack-clash-protection|" +
	"-fstack-protector*|-fstrict-aliasing|-fstrict-overflow|-ftree-vectorize|-funroll-loops|-funsigned-char|" +
	"-funwind-tables|-fvisibility=*|-fwrapv|-fzero-call-used-regs=*|-fstrict-flex-arrays*|-ffreestanding|-fhosted"

// plain reports whether an option is one of plainFlags, or a warning that is not ompcc's.
func plain(arg string) bool {
	if strings.HasPrefix(arg, "-W") && !strings.Contains(arg, ",") {
		return !strings.Contains(arg, "omp-") && !strings.Contains(arg, "openmp")
	}
	if rest, ok := strings.CutPrefix(arg, "-fno-"); ok {
		arg = "-f" + rest
	}
	return amongPlain(arg, plainFlags)
}

func amongPlain(arg, flags string) bool {
	for flag := range strings.SplitSeq(flags, "|") {
		beginning, open := strings.CutSuffix(flag, "*")
		if arg == flag || open && strings.HasPrefix(arg, beginning) {
			return true
		}
	}
	return false
}

// plainForLinker reports whether an option of the linker brings no code that could be a device's.
func plainForLinker(arg string) bool {
	if name, ok := strings.CutPrefix(arg, "-l"); ok {
		return host.WithoutDeviceCode[name]
	}
	return amongPlain(arg, "-rdynamic|-s|-pie|-no-pie|-Wl,-E|-Wl,--export-dynamic|-Wl,--as-needed|-Wl,-z,relro|"+
		"-Wl,-z,now|-Wl,-O1|-Wl,--build-id*|-Wl,--hash-style=*|-Wl,--gc-sections|-Wl,-rpath*")
}

// writable reports whether the host compiler can write the output; what is wrong with another the compiler says.
func (c *command) writable() bool {
	if c.output == os.DevNull {
		return true
	}
	info, err := os.Lstat(c.output)
	if err != nil {
		info, err = os.Stat(filepath.Dir(c.output))
		return err == nil && info.IsDir() && c.output != "" && c.output != "-"
	}
	return info.Mode().IsRegular() && info.Mode()&0o200 != 0
}

// depFile is the user's dependence file, "" where none is asked for.
func (c *command) depFile() string {
	if len(c.deps) == 0 {
		return ""
	}
	flags := c.completeDeps()
	return flags[slices.Index(flags, "-MF")+1]
}

func (c *command) completeDeps() []string {
	output := ""
	if c.named {
		output = c.output
	}
	return host.CompleteDeps(c.deps, output, c.output)
}

// hostArgs is the host compiler's command line, as the compiler writes it for such a source (driver's
// compileDirectly and runLinker).
func (c *command) hostArgs(compiler string, layout host.Layout) []string {
	args := append([]string{compiler}, early.Flags(early.Date[early.DefaultVersion])...)
	args = c.withInputs(args, layout)
	if !c.link {
		return args
	}
	if host.IsGCC(compiler) {
		args = append(args, "-foffload=disable")
	} else {
		args = append(args, "-Qunused-arguments")
	}
	args = append(append(args, "-Wl,--as-needed"), host.SystemLibraries()...)
	if !host.IsGCC(compiler) {
		args = append(args, host.AtomicLibrary(false)...)
	}
	return args
}

// withoutOpenMP is the command line for a source that includes the C library's headers alone and no mathematics: it has
// no directive at all, so its code and its libraries are the same without OpenMP. gcc's -fopenmp implies -pthread.
func (c *command) withoutOpenMP(compiler string, layout host.Layout) []string {
	args := append([]string{compiler}, early.Flags(early.Date[early.DefaultVersion])[1:]...)
	if host.IsGCC(compiler) {
		args = append(args, "-pthread")
	}
	return c.withInputs(args, layout)
}

// withInputs adds the flags, inputs and output of the command itself.
func (c *command) withInputs(args []string, layout host.Layout) []string {
	args = append(append(args, c.args...), "-isystem", layout.Include)
	if len(c.deps) > 0 {
		args = append(args, c.completeDeps()...)
	}
	if !c.link {
		args = append(args, "-c")
	}
	return append(append(append(args, c.source), c.linked...), "-o", c.output)
}
