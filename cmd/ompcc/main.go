package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"

	"ompcc/parse/diag"
)

func main() {
	// The compiler is short-lived and its heap small: collecting rarely is cheaper
	// than collecting well. The limit keeps huge inputs from growing without bound.
	debug.SetGCPercent(800)
	debug.SetMemoryLimit(1 << 30)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is the whole command; it returns the exit status.
func run(args []string, stdout, stderr io.Writer) (status int) {
	defer func() {
		if r := recover(); r != nil {
			internalError(stderr, r, debug.Stack())
			status = 1
		}
	}()
	inv, err := parseFlags(args)
	if err != nil {
		printError(newPrinter(stderr), err)
		return 1
	}
	d, err := newDriver(inv, stdout, stderr)
	if err != nil {
		printError(inv.newPrinter(stderr), err)
		return 1
	}
	defer d.close()
	d.closeOnSignal()
	if err := d.run(); err != nil {
		printError(inv.newPrinter(stderr), err)
		return 1
	}
	return 0
}

// errReported is returned when the diagnostics have been printed already.
var errReported = errors.New("reported")

// printError prints an error that no stage has printed.
func printError(p *diag.Printer, err error) {
	var usage *usageError
	var tool *toolError
	var list *diagError
	switch {
	case errors.Is(err, errReported):
	case errors.As(err, &list):
		p.Print(list.list)
	case errors.As(err, &usage):
		l := &diag.List{}
		l.Errorf(diag.Span{}, usage.code, "%s", usage.msg).Fix = usage.fix
		p.Print(l)
	case errors.As(err, &tool) && tool.output != "":
		fmt.Fprint(p.W, tool.output)
	default:
		l := &diag.List{}
		l.Errorf(diag.Span{}, "", "%v", err)
		p.Print(l)
	}
}

// diagError carries located diagnostics as an error.
type diagError struct{ list *diag.List }

func (e *diagError) Error() string { return e.list.All[0].Message }

func newPrinter(w io.Writer) *diag.Printer { return &diag.Printer{W: w, Color: onTerminal(w)} }

// onTerminal reports whether w shows colours.
func onTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// newPrinter prints in the format and colours that the command asks for.
func (inv *invocation) newPrinter(w io.Writer) *diag.Printer {
	p := newPrinter(w)
	p.JSON = inv.json
	p.FixIts = inv.fixIts
	p.Color = inv.color == colorAlways || inv.color == colorAuto && p.Color
	return p
}

// internalError reports a defect of ompcc itself: what, where, and how to report it.
func internalError(w io.Writer, r any, stack []byte) {
	fmt.Fprintf(w, "ompcc: internal compiler error: %v\n", r)
	for line := range strings.Lines(string(stack)) {
		line = strings.TrimSpace(line)
		if i := strings.Index(line, ".go:"); i >= 0 && !strings.HasPrefix(line, "runtime/") && !strings.Contains(line, "/runtime/") && !strings.Contains(line, "cmd/ompcc/main.go") {
			place, _, _ := strings.Cut(line, " ")
			fmt.Fprintf(w, "ompcc: note: at %s\n", place)
			break
		}
	}
	fmt.Fprintf(w, "ompcc: note: please report this with the command line and the output of 'ompcc -E' on the source\n")
}

// driver carries out one invocation.
type driver struct {
	inv     *invocation
	tools   *tools
	layout  layout
	tmp     string
	stdout  io.Writer
	stderr  io.Writer
	mu      sync.Mutex        // of used and layouts: the host compiler runs beside the pipeline, images beside each other
	objects []string          // temporary ones beside the output
	used    map[string]int    // names given to temporary files
	layouts map[string]string // the line with LLVM's data layout, by triple
	warned  map[string]bool   // warnings of the link step, which targets share
}

func newDriver(inv *invocation, stdout, stderr io.Writer) (*driver, error) {
	lay, err := findLayout()
	if err != nil {
		return nil, err
	}
	if err := checkWish(); err != nil {
		return nil, err
	}
	d := &driver{inv: inv, layout: lay, stdout: stdout, stderr: stderr, used: map[string]int{}, layouts: map[string]string{}, warned: map[string]bool{}}
	if inv.color == colorAuto && !inv.json && onTerminal(stderr) {
		// The host compiler writes to a pipe of ours and would leave its colours out.
		inv.hostArgs = append([]string{"-fdiagnostics-color=always"}, inv.hostArgs...)
	}
	d.tools = newTools(inv.verbose, inv.dryRun, stderr)
	if err := d.tools.checkVersion(); err != nil {
		return nil, err
	}
	if inv.static && d.tools.staticHost() {
		inv.colorsForGCC()
	}
	if d.tmp, err = os.MkdirTemp("", "ompcc-"); err != nil {
		return nil, usagef("unwritable-temporary", "no place for temporary files in '%s': %v", os.TempDir(), pathCause(err)).fixf("set TMPDIR to a folder that can be written")
	}
	return d, nil
}

func (d *driver) close() {
	os.RemoveAll(d.tmp)
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, object := range d.objects {
		os.Remove(object)
	}
}

// closeOnSignal removes the temporary files when a signal ends the command, with the
// programs that write them.
func (d *driver) closeOnSignal() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		sig := <-signals
		d.tools.stop()
		d.close()
		signal.Reset(sig)
		syscall.Kill(os.Getpid(), sig.(syscall.Signal))
	}()
}

// run does what the mode says.
func (d *driver) run() error {
	if err := d.checkHost(); err != nil {
		return err
	}
	if d.inv.verbose && d.inv.mode != modeInfo {
		fmt.Fprintf(d.stderr, "ompcc: host compiler %s, LLVM %d in %s\n", d.tools.hostCC, d.tools.version, d.tools.llvmBin)
		if len(d.inv.inputs) == 0 {
			return d.hostOnly(append([]string{"-v"}, d.inv.hostArgs...))
		}
	}
	switch d.inv.mode {
	case modeInfo:
		return d.info()
	case modePreprocess:
		return d.preprocessOnly()
	}
	if err := d.checkInputs(); err != nil {
		return err
	}
	if err := d.checkOutput(); err != nil {
		return err
	}
	return d.build()
}

// checkHost refuses what this host compiler cannot do.
func (d *driver) checkHost() error {
	if d.inv.emitLLVM && d.inv.mode != modeDevice && d.tools.isGCC() {
		return usagef("bad-flags", "the host compiler %s does not write LLVM IR", d.tools.hostName()).
			fixf("set OMPCC_CC=clang, or write --offload-device-only -S -emit-llvm for the device's")
	}
	return nil
}

// version is set by the build.
var version = "0.1"

// info answers --version and the like; what is not about ompcc itself the host compiler answers.
func (d *driver) info() error {
	for _, a := range d.inv.hostArgs {
		switch a {
		case "--version":
			return d.showVersion()
		case "--help", "-help":
			writeHelp(d.stdout)
			return nil
		case "--man-page":
			writeManPage(d.stdout)
			return nil
		}
		if shell, ok := strings.CutPrefix(a, "--completion="); ok {
			return writeCompletion(d.stdout, shell)
		}
	}
	return d.hostOnly(d.inv.hostArgs)
}

// showVersion says what the host compiler is first, in its own words: build systems
// find out by them which compiler they have, and its version.
func (d *driver) showVersion() error {
	host, err := exec.Command(d.tools.hostCC, "--version").Output()
	if err != nil {
		return noHost(d.tools.hostCC, err)
	}
	first, rest, _ := strings.Cut(string(host), "\n")
	llvm := "none"
	if d.tools.llvmBin != "" {
		llvm = fmt.Sprintf("%d (%s)", d.tools.version, d.tools.llvmBin)
	}
	fmt.Fprintf(d.stdout, "%s (ompcc %s)\n%s\nompcc %s, OpenMP offload compiler for C\nhost compiler: %s\nLLVM: %s\n", first, version, strings.TrimSpace(rest), version, d.tools.hostCC, llvm)
	return nil
}

func noHost(cc string, err error) error {
	return usagef("no-tool", "cannot run the host compiler '%s': %v", cc, err).fixf("set OMPCC_CC to a working gcc or clang")
}

// hostOnly runs the host compiler with its output going straight to ours.
func (d *driver) hostOnly(args []string) error {
	if d.tools.verbose || d.tools.dryRun {
		fmt.Fprintln(d.stderr, commandLine(d.tools.hostCC, args))
	}
	if d.tools.dryRun {
		return nil
	}
	if d.tools.verbose && d.inv.mode == modePreprocess {
		args = append([]string{"-v"}, args...)
	}
	cmd := exec.Command(d.tools.hostCC, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, d.stdout, d.stderr
	var exit *exec.ExitError
	err := cmd.Run()
	if errors.As(err, &exit) {
		return errReported
	}
	if err != nil {
		return noHost(d.tools.hostCC, err)
	}
	return nil
}

// temp names a file in the invocation's own folder, readable in diagnostics.
func (d *driver) temp(name string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.used[name]
	d.used[name]++
	if n > 0 {
		ext := filepath.Ext(name)
		name = fmt.Sprintf("%s.%d%s", strings.TrimSuffix(name, ext), n, ext)
	}
	return filepath.Join(d.tmp, name)
}

// sideFile are flags by which the host compiler writes files beside an object.
var sideFile = regexp.MustCompile(`^(--?coverage|-ftest-coverage|-fprofile-arcs|-gsplit-dwarf(=.*)?|-fstack-usage|-ftime-trace(=.*)?|-fsave-optimization-record(=.*)?|-fcallgraph-info(=.*)?|-fdump-.*)$`)

// tempObject names the object of a source that is linked at once. Where the host compiler writes
// files beside it, and names them in it, it stands beside the program under the name
// that gcc and clang give such files: "app-part".
func (d *driver) tempObject(in *input) string {
	out := d.inv.output
	if out == "" {
		out = "a.out"
	}
	object := filepath.Join(filepath.Dir(out), filepath.Base(out)+"-"+stem(in.path)+".o")
	if !slices.ContainsFunc(d.inv.hostArgs, sideFile.MatchString) || !isRegular(out) && exists(out) || exists(object) {
		return d.temp(stem(in.path) + ".o")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.objects = append(d.objects, object)
	return object
}

// isTemporary reports whether a path names a file of this invocation's.
func (d *driver) isTemporary(path string) bool {
	return strings.HasPrefix(path, d.tmp) || slices.Contains(d.objects, path)
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// keep saves a stage's output under a readable name if -save-temps asks for it.
func (d *driver) keep(in *input, suffix string, data []byte) error {
	if d.inv.saveTemps == "" {
		return nil
	}
	name := stem(in.path) + suffix
	if d.inv.saveTemps == "obj" && d.inv.output != "" {
		name = filepath.Join(filepath.Dir(d.inv.output), name)
	}
	return os.WriteFile(name, data, 0o666)
}

// stem is a source's base name without its extension.
func stem(path string) string {
	if path == "-" {
		return "stdin"
	}
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
