package driver

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"ompcc/cmd/ompcc/devlink"
	"ompcc/cmd/ompcc/host"
	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/codegen/target"
	"ompcc/parse/diag"
)

// driver carries out one invocation.
type driver struct {
	inv      *Invocation
	tools    *toolchain.Tools
	layout   host.Layout
	scratch  *toolchain.Scratch
	messages *report.Reporter
	device   *devlink.Linker
	records  remarkLog
	pages    pageLog
	stdout   io.Writer
	stderr   io.Writer
}

// Run carries out a command line.
func Run(inv *Invocation, stdout, stderr io.Writer) error {
	d, err := newDriver(inv, stdout, stderr)
	if err != nil {
		return err
	}
	defer d.scratch.Remove()
	d.closeOnSignal()
	if inv.Messages.Format == diag.Text {
		return d.run()
	}
	defer d.messages.Close()
	if err := d.run(); err != nil {
		d.messages.Fail(err)
		return report.ErrReported
	}
	return nil
}

func newDriver(inv *Invocation, stdout, stderr io.Writer) (*driver, error) {
	lay, err := host.FindLayout()
	if err != nil {
		return nil, err
	}
	if err := toolchain.CheckWish(); err != nil {
		return nil, err
	}
	inv.Messages.Version, inv.Messages.Keep = Version, inv.Report
	if inv.Messages.Format != diag.Text {
		inv.HostArgs = append(inv.HostArgs, "-fdiagnostics-color=never")
	}
	d := &driver{inv: inv, layout: lay, messages: report.New(stderr, inv.Messages), stdout: stdout, stderr: stderr}
	if inv.Messages.Color == report.ColorAuto && inv.Messages.Format == diag.Text && report.OnTerminal(stderr) {
		// The host compiler writes to a pipe of ours and would leave its colours out.
		inv.HostArgs = append([]string{"-fdiagnostics-color=always"}, inv.HostArgs...)
	}
	d.tools = toolchain.New(inv.Verbose, inv.DryRun, d.messages)
	if err := d.tools.CheckVersion(); err != nil {
		return nil, err
	}
	if inv.Static && d.tools.StaticHost() {
		inv.colorsForGCC()
	}
	if d.tools.IsGCC() {
		inv.remarksForGCC()
	}
	if d.tools.CrossHost(inv.Triple, inv.Program.Machine()) {
		inv.colorsForGCC()
		inv.HostArgs = withoutTriple(inv.HostArgs)
	}
	if inv.CXX {
		d.tools.UseCXX()
	}
	if d.scratch, err = toolchain.NewScratch(); err != nil {
		return nil, err
	}
	d.device = devlink.New(d.tools, d.scratch, d.messages, lay.Lib, d.linkerOptions())
	return d, nil
}

// withoutTriple is args without the flag for another machine, which gcc has in its name.
func withoutTriple(args []string) (rest []string) {
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-target":
			i++
		case !strings.HasPrefix(args[i], "--target="):
			rest = append(rest, args[i])
		}
	}
	return rest
}

// library is the folder of the runtime for the program's processor: one of its own for another than ompcc's.
func (d *driver) library() string {
	if m := d.inv.Program.Machine(); m != target.Native(runtime.GOARCH) {
		return filepath.Join(d.layout.Lib, m)
	}
	return d.layout.Lib
}

// linkerOptions are what the command line says about making images.
func (d *driver) linkerOptions() devlink.Options {
	return devlink.Options{Level: d.inv.OptLevel, March: d.inv.March, CUDAPath: d.inv.CUDAPath, LineInfo: d.inv.Debug,
		Code: d.codegenOptions(), Keep: d.keepImage, CPU: d.inv.Program, Cross: d.library() != d.layout.Lib}
}

// closeOnSignal removes the temporary files when a signal ends the command, with the
// programs that write them.
func (d *driver) closeOnSignal() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		sig := <-signals
		d.messages.Silence()
		d.tools.Stop()
		d.scratch.Remove()
		signal.Reset(sig)
		syscall.Kill(os.Getpid(), sig.(syscall.Signal))
	}()
}

// run does what the mode says.
func (d *driver) run() error {
	if err := d.checkHost(); err != nil {
		return err
	}
	if d.inv.Verbose && d.inv.Mode != ModeInfo {
		fmt.Fprintf(d.stderr, "ompcc: host compiler %s, LLVM %d in %s\n", d.tools.HostCC, d.tools.Version, d.tools.Bin)
		if len(d.inv.Inputs) == 0 {
			return d.becomeHost(append([]string{"-v"}, d.inv.HostArgs...))
		}
	}
	switch d.inv.Mode {
	case ModeInfo:
		return d.info()
	case ModePreprocess:
		if in := d.firstRegion(); in != nil {
			return report.Problemf(diag.RegionHost, "'%s' holds region IR, which is not preprocessed", in.Path).
				WithFix("use -E with a C source")
		}
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
	if d.inv.EmitLLVM && d.inv.Mode != ModeDevice && d.tools.IsGCC() &&
		(d.inv.Mode != ModeAssemble || d.firstRegion() == nil) {
		return report.Problemf(diag.BadFlags, "the host compiler %s does not write LLVM IR", d.tools.HostName()).
			WithFix("set OMPCC_CC=clang, or write --offload-device-only -S -emit-llvm for the device's")
	}
	return nil
}

// Version is ompcc's. The build sets Commit, which is empty in a build outside of the repository.
var (
	Version = "0.1"
	Commit  = ""
)

// info answers --version and the like; what is not about ompcc itself the host compiler answers.
func (d *driver) info() error {
	for _, a := range d.inv.HostArgs {
		switch a {
		case "--version":
			return d.showVersion()
		}
		if d.inv.Help != nil {
			if done, err := d.inv.Help(a, d.stdout); done {
				return err
			}
		}
	}
	return d.becomeHost(d.inv.HostArgs)
}

// showVersion says what the host compiler is first, in its own words: build systems
// find out by them which compiler they have, and its version.
func (d *driver) showVersion() error {
	host, err := exec.Command(d.tools.HostCC, "--version").Output()
	if err != nil {
		return noHost(d.tools.HostCC, err)
	}
	first, rest, _ := strings.Cut(string(host), "\n")
	llvm := "none"
	if d.tools.Bin != "" {
		llvm = fmt.Sprintf("%d (%s)", d.tools.Version, d.tools.Bin)
	}
	commit := ""
	if Commit != "" {
		commit = " (commit " + Commit + ")"
	}
	fmt.Fprintf(d.stdout, "%s (ompcc %s)\n%s\nompcc %s%s, OpenMP offload compiler for C\n",
		first, Version, strings.TrimSpace(rest), Version, commit)
	fmt.Fprintf(d.stdout, "host compiler: %s\nLLVM: %s\ntargets: %s\n", d.tools.HostCC, llvm, target.Names())
	return nil
}

func noHost(cc string, err error) error {
	return report.Problemf(diag.NoTool, "cannot run the host compiler '%s': %v", cc, err).
		WithFix("set OMPCC_CC to a working gcc or clang")
}

// becomeHost ends the command as the host compiler: nothing of ours follows its run, so it takes this process.
func (d *driver) becomeHost(args []string) error {
	path, err := exec.LookPath(d.tools.HostCC)
	if err == nil && d.inv.Messages.Format == diag.Text && !d.tools.Verbose && !d.tools.DryRun {
		d.scratch.Remove()
		syscall.Exec(path, append([]string{d.tools.HostCC}, args...), syscall.Environ())
	}
	return d.hostOnly(args)
}

// hostOnly runs the host compiler with its output going straight to ours.
func (d *driver) hostOnly(args []string) error {
	if d.tools.Verbose || d.tools.DryRun {
		fmt.Fprintln(d.stderr, toolchain.CommandLine(d.tools.HostCC, args))
	}
	if d.tools.DryRun {
		return nil
	}
	if d.tools.Verbose && d.inv.Mode == ModePreprocess {
		args = append([]string{"-v"}, args...)
	}
	cmd := exec.Command(d.tools.HostCC, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, d.stdout, d.stderr
	var said strings.Builder
	if d.inv.Messages.Format != diag.Text {
		cmd.Stderr = &said
	}
	var exit *exec.ExitError
	err := cmd.Run()
	d.messages.Write(said.String())
	if errors.As(err, &exit) {
		return report.ErrReported
	}
	if err != nil {
		return noHost(d.tools.HostCC, err)
	}
	return nil
}

// sideFile are flags by which the host compiler writes files beside an object.
const sideFile flagForms = "--coverage|-coverage|-ftest-coverage|-fprofile-arcs|-fprofile-generate|-fprofile-use|-gsplit-dwarf|-gsplit-dwarf=*|" +
	"-fstack-usage|-ftime-trace|-ftime-trace=*|-fsave-optimization-record|-fsave-optimization-record=*|" +
	"-fcallgraph-info|-fcallgraph-info=*|-fdump-*"

// tempObject names the object of a source that is linked at once. Where the host compiler writes
// files beside it, and names them in it, it stands beside the program under the name
// that gcc and clang give such files: "app-part".
func (s *source) tempObject() string {
	out := s.d.inv.Output
	if out == "" {
		out = "a.out"
	}
	object := filepath.Join(filepath.Dir(out), filepath.Base(out)+"-"+toolchain.Stem(s.in.Path)+".o")
	if !slices.ContainsFunc(s.d.inv.HostArgs, sideFile.match) ||
		!toolchain.IsRegular(out) && host.Exists(out) || host.Exists(object) {
		return s.d.scratch.File(toolchain.Stem(s.in.Path) + ".o")
	}
	s.d.scratch.Add(object)
	return object
}

// keep saves a stage's output under a readable name if -save-temps asks for it.
func (s *source) keep(suffix string, data []byte) error {
	if s.d.inv.SaveTemps == "" {
		return nil
	}
	name := toolchain.Stem(s.in.Path) + suffix
	if s.d.inv.SaveTemps == "obj" && s.d.inv.Output != "" {
		name = filepath.Join(filepath.Dir(s.d.inv.Output), name)
	}
	return os.WriteFile(name, data, 0o666)
}

// source is one input, as this command compiles it.
type source struct {
	d  *driver
	in *Input
}

func (d *driver) source(in *Input) *source { return &source{d, in} }
