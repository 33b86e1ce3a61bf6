// The parser of the command line: it turns arguments into a driver.Invocation.

package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"ompcc/cmd/ompcc/driver"
	"ompcc/cmd/ompcc/host"
	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/codegen/target"
	"ompcc/parse/diag"
	"ompcc/parse/early"
	"ompcc/parse/pattern"
)

var (
	// separateHost is the set of host compiler flags whose value is the next argument.
	separateHost = map[string]bool{
		"-include": true, "-imacros": true, "-isystem": true, "-iquote": true, "-idirafter": true, "-iprefix": true,
		"-iwithprefix": true, "-iwithprefixbefore": true, "-iwithsysroot": true, "-isysroot": true, "-imultilib": true,
		"-iframework":  true,
		"-ivfsoverlay": true, "-include-pch": true, "--sysroot": true, "-B": true,
		"-Xpreprocessor": true, "-Xclang": true, "-Xassembler": true, "-Xarch_host": true,
		"--param": true, "-arch": true, "-target": true, "-aux-info": true, "-mllvm": true, "-A": true,
		"-dumpbase": true, "-dumpbase-ext": true, "-dumpdir": true, "-wrapper": true, "-specs": true, "--config": true,
		"-resource-dir": true, "-working-directory": true, "-ccc-gcc-name": true,
		"-serialize-diagnostics": true, "--serialize-diagnostics": true,
	}
	linkFlags = map[string]bool{
		"-shared": true, "-static": true, "-static-pie": true, "-pie": true, "-no-pie": true, "-nostdlib": true,
		"-nodefaultlibs": true, "-nostartfiles": true, "-rdynamic": true, "-s": true, "-r": true,
		"-static-libgcc": true, "-shared-libgcc": true, "-nolibc": true,
	}
)

// parseFlags parses the command line, after it has expanded response files.
func parseFlags(args []string) (*driver.Invocation, error) {
	args, err := expandResponseFiles(args, 0)
	if err != nil {
		return nil, err
	}
	p := &flagParser{inv: &driver.Invocation{Args: args, Version: early.DefaultVersion, Help: showHelp, HostOnly: map[int]string{}},
		args: args, targetArgs: map[string][]string{}}
	for p.i < len(p.args) {
		if err := p.one(); err != nil {
			return nil, err
		}
	}
	return p.finish()
}

type flagParser struct {
	inv        *driver.Invocation
	args       []string
	i          int
	targetList string
	hasTargets bool
	archList   string
	targetArgs map[string][]string // values of -Xopenmp-target=TRIPLE, by triple
	deviceOnly bool
	asm        bool
	char       string // "signed" or "unsigned"; "" if no flag selects one
	openmp     openmpSwitch
	simdOnly   bool // -fopenmp-simd is set
}

// openmpSwitch records which of -fopenmp and -fno-openmp comes last.
type openmpSwitch int

const (
	openmpDefault openmpSwitch = iota
	openmpOn
	openmpOff
)

// next returns the value of the flag just read.
func (p *flagParser) next(flag string) (string, error) {
	if p.i >= len(p.args) {
		return "", report.Problemf(diag.MissingArgument, "missing argument to '%s'", flag)
	}
	p.i++
	return p.args[p.i-1], nil
}

// one parses the next argument and its value.
func (p *flagParser) one() error {
	arg := p.args[p.i]
	p.i++
	if arg == "-" || !strings.HasPrefix(arg, "-") {
		p.inv.Inputs = append(p.inv.Inputs, &driver.Input{Path: arg, Lang: p.inv.Lang})
		return nil
	}
	p.inv.NoteHostFlag(arg)
	noteRelaxation(p.inv, arg)
	for _, f := range []func(string) (bool, error){p.driver, p.sanitize, p.offload, p.deps, p.link, p.compile} {
		if done, err := f(arg); done || err != nil {
			return err
		}
	}
	p.inv.HostArgs = append(p.inv.HostArgs, arg)
	return nil
}

// driver handles the flags for the mode, the output and the messages.
func (p *flagParser) driver(arg string) (bool, error) {
	inv := p.inv
	switch arg {
	case "-c":
		inv.Mode = max(inv.Mode, driver.ModeCompile)
	case "-S":
		p.asm = true
	case "-E":
		inv.Mode = driver.ModePreprocess
	case "-fsyntax-only":
		inv.Mode = driver.ModeSyntax
	case "-emit-c":
		inv.Mode = driver.ModeEmitC
	case "-emit-region":
		inv.Mode = driver.ModeEmitRegion
	case "-emit-llvm":
		inv.EmitLLVM = true
	case "-v", "--verbose":
		inv.Verbose = true
	case "-###":
		inv.DryRun = true
	case "-fopenmp", "-fopenmp=libomp", "-fopenmp=libiomp5", "-fopenmp=libgomp":
		p.openmp = openmpOn
	case "-fno-openmp":
		p.openmp = openmpOff
	case "-fdiagnostics-color", "-fdiagnostics-color=always", "-fcolor-diagnostics":
		inv.Messages.Color = report.ColorAlways
		inv.HostArgs = append(inv.HostArgs, arg)
	case "-fno-diagnostics-color", "-fdiagnostics-color=never", "-fno-color-diagnostics":
		inv.Messages.Color = report.ColorNever
		inv.HostArgs = append(inv.HostArgs, arg)
	case "-fdiagnostics-parseable-fixits":
		inv.Messages.FixIts = true
		inv.HostArgs = append(inv.HostArgs, arg)
	case "-fopenmp-simd":
		p.simdOnly = true
		inv.HostArgs = append(inv.HostArgs, arg)
	case "-save-temps", "--save-temps":
		inv.SaveTemps = "cwd"
	case "--version", "-dumpversion", "-dumpmachine", "--help", "-help", "--man-page", "--clangd", "--target-help",
		"-dumpfullversion", "-dumpspecs":
		inv.Mode = driver.ModeInfo
		inv.HostArgs = append(inv.HostArgs, arg)
	default:
		if ok, err := inv.Messages.Remarks.Flag(arg); ok {
			inv.HostArgs = append(inv.HostArgs, arg)
			if err != nil {
				return true, report.Problemf(diag.BadValue, "'%s': %v", arg, err)
			}
			return true, nil
		}
		return p.driverValue(arg)
	}
	return true, nil
}

func (p *flagParser) driverValue(arg string) (bool, error) {
	inv := p.inv
	var err error
	switch {
	case arg == "-o" || arg == "--output":
		inv.Output, err = p.next(arg)
	case strings.HasPrefix(arg, "-o") && arg != "-object" && !strings.HasPrefix(arg, "-objcmt-"):
		inv.Output = arg[2:]
	case strings.HasPrefix(arg, "--output="):
		inv.Output = strings.TrimPrefix(arg, "--output=")
	case arg == "-x":
		inv.Lang, err = p.next(arg)
		p.setLang()
	case strings.HasPrefix(arg, "-x"):
		inv.Lang = arg[2:]
		p.setLang()
	case strings.HasPrefix(arg, "-save-temps=") || strings.HasPrefix(arg, "--save-temps="):
		_, inv.SaveTemps, _ = strings.Cut(arg, "=")
		if inv.SaveTemps != "obj" && inv.SaveTemps != "cwd" {
			return true, report.Problemf(diag.BadValue, "invalid value in '%s': the values are cwd and obj", arg)
		}
	case strings.HasPrefix(arg, "-fdiagnostics-format="):
		err = setFormat(inv, strings.TrimPrefix(arg, "-fdiagnostics-format="))
	case strings.HasPrefix(arg, "-print-") || strings.HasPrefix(arg, "--print-") ||
		strings.HasPrefix(arg, "--completion="):
		inv.Mode = driver.ModeInfo
		inv.HostArgs = append(inv.HostArgs, arg)
	default:
		return false, nil
	}
	return true, err
}

// setFormat handles -fdiagnostics-format=. ompcc supports three formats of gcc and clang: text, gcc's JSON, and SARIF.
// It does not pass the flag to the host compiler, because each host compiler has other formats.
// Instead it parses the host compiler's text output.
func setFormat(inv *driver.Invocation, name string) error {
	switch name {
	case "json", "json-stderr":
		inv.Messages.Format = diag.JSON
	case "sarif", "SARIF", "sarif-stderr":
		inv.Messages.Format = diag.SARIF
	case "text", "clang", "msvc", "vi":
		inv.Messages.Format = diag.Text
	default:
		return report.Problemf(diag.BadValue,
			"invalid value in '-fdiagnostics-format=%s': the values are text, json and sarif", name)
	}
	return nil
}

func (p *flagParser) setLang() {
	if p.inv.Lang == "none" {
		p.inv.Lang = ""
	}
}

// offload handles the flags of OpenMP offload.
func (p *flagParser) offload(arg string) (bool, error) {
	inv := p.inv
	name, value, _ := strings.Cut(arg, "=")
	switch name {
	case "-fopenmp-targets", "--fopenmp-targets", "-fopenmp-target":
		p.targetList, p.hasTargets = value, true
	case "--offload-arch", "--cuda-gpu-arch":
		p.archList = strings.Trim(p.archList+","+value, ",")
	case "-fopenmp-version":
		v, err := strconv.Atoi(value)
		if _, ok := early.Date[v]; err != nil || !ok {
			return true, report.Problemf(diag.BadValue, "unknown OpenMP version '%s'", value).
				WithFix("write one of 45, 50, 51, 52, 60, 61")
		}
		inv.Version = v
	case "--offload-device-only":
		p.deviceOnly = true
	case "-Xopenmp-target":
		return true, p.xOpenMPTarget(value)
	case "--cuda-path":
		inv.CUDAPath = value
	case "-foffload":
		return true, p.gccTargets(value)
	case "-foffload-options":
		return true, p.gccOptions(value)
	case "-fopenmp-report":
		inv.Report, inv.ReportFile = true, value
	case "-fno-openmp-report":
		inv.Report, inv.ReportFile = false, ""
	case "-fopenmp-offload-mandatory":
		inv.Mandatory = true
	case "-fno-openmp-offload-mandatory":
		inv.Mandatory = false
	case "-Xarch_device", "-Xcuda-ptxas", "-Xoffload-linker":
		return true, foreignFlag(arg)
	case "-fno-openmp-map-noalias":
		inv.NoMapAlias = true
	case "-fopenmp-map-noalias":
		inv.NoMapAlias = false
	case "-fopenmp-deterministic-reductions":
		inv.Deterministic = true
	case "-fno-openmp-deterministic-reductions":
		inv.Deterministic = false
	case "-fopenmp-task-events":
		inv.TaskEvents = true
	case "-fno-openmp-task-events":
		inv.TaskEvents = false
	default:
		return withoutMeaning[name], nil
	}
	return true, nil
}

// withoutMeaning is the set of clang flags that ompcc accepts and ignores. They configure clang's
// device runtime and its offload linking; ompcc's kernels use neither.
var withoutMeaning = map[string]bool{
	"-fopenmp-cuda-mode": true, "-fno-openmp-cuda-mode": true, "-fopenmp-assume-no-thread-state": true,
	"-fno-openmp-assume-no-thread-state":    true,
	"-fopenmp-assume-no-nested-parallelism": true, "-fno-openmp-assume-no-nested-parallelism": true,
	"-fopenmp-assume-threads-oversubscription": true, "-fopenmp-assume-teams-oversubscription": true,
	"-fopenmp-optimistic-collapse": true, "-fno-openmp-optimistic-collapse": true, "-fopenmp-new-driver": true,
	"-fno-openmp-new-driver": true,
	"--offload-new-driver":   true, "--no-offload-new-driver": true, "-fopenmp-target-jit": true, "-foffload-lto": true,
	"-fno-offload-lto": true,
	"-fgpu-rdc":        true, "-fno-gpu-rdc": true, "-nogpulib": true, "-nogpuinc": true,
	"--libomptarget-nvptx-bc-path": true, "--libomptarget-amdgpu-bc-path": true, "--libomptarget-amdgcn-bc-path": true,
}

// foreignFlag rejects a flag of another compiler whose effect ompcc provides through other flags.
func foreignFlag(arg string) error {
	name, _, _ := strings.Cut(arg, "=")
	e := report.Problemf(diag.BadFlags, "unsupported option '%s'", name)
	return e.WithFix("remove it: device code is compiled with the flags of the command")
}

// xOpenMPTarget handles -Xopenmp-target=TRIPLE ARG, and -Xopenmp-target ARG for a single target.
func (p *flagParser) xOpenMPTarget(triple string) error {
	v, err := p.next("-Xopenmp-target")
	if err != nil {
		return err
	}
	if _, ok := archFlag(v); !ok && !withoutMeaning[v] {
		return report.Problemf(diag.BadValue,
			"option '%s' cannot be set for one target: device code is compiled with the flags of the command", v).
			WithFix("write it without -Xopenmp-target=%s", orTriple(triple))
	}
	p.targetArgs[triple] = append(p.targetArgs[triple], v)
	return nil
}

func orTriple(triple string) string {
	if triple == "" {
		return "TRIPLE"
	}
	return triple
}

// archFlag returns the architecture that a flag for one target's compiler names. ok is false
// if the flag names none.
func archFlag(flag string) (arch string, ok bool) {
	for _, prefix := range []string{"-march=", "-mcpu=", "--offload-arch=", "--cuda-gpu-arch="} {
		if arch, ok = strings.CutPrefix(flag, prefix); ok {
			return arch, true
		}
	}
	return "", false
}

// link handles the linker's flags. It appends them to the inputs, because their order relative
// to the input files matters.
func (p *flagParser) link(arg string) (bool, error) {
	inv := p.inv
	add := func(args ...string) { inv.Inputs = append(inv.Inputs, &driver.Input{Args: args}) }
	switch {
	case driver.SeparateLink[arg]:
		v, err := p.next(arg)
		add(arg, v)
		return true, err
	case arg == "-L" || arg == "-l":
		v, err := p.next(arg)
		add(arg + v)
		return true, err
	case arg == "-shared-libompcc" || arg == "-static-libompcc":
		inv.SharedRuntime = arg == "-shared-libompcc"
	case linkFlags[arg] || strings.HasPrefix(arg, "-Wl,") || strings.HasPrefix(arg, "-fuse-ld=") ||
		strings.HasPrefix(arg, "-static-lib"):
		add(arg)
	case strings.HasPrefix(arg, "-L") || strings.HasPrefix(arg, "-l"):
		add(arg)
	default:
		return false, nil
	}
	inv.Shared = inv.Shared || arg == "-shared"
	inv.NoLibraries = inv.NoLibraries || arg == "-nostdlib" || arg == "-nodefaultlibs"
	inv.Static = inv.Static || arg == "-static" || arg == "-static-pie"
	inv.Relocatable = inv.Relocatable || arg == "-r"
	return true, nil
}

// compile records the flags that also affect device code, and handles flags with a separate
// value. ompcc passes all of them to the host compiler.
func (p *flagParser) compile(arg string) (bool, error) {
	inv := p.inv
	switch {
	case separateHost[arg]:
		v, err := p.next(arg)
		inv.HostArgs = append(inv.HostArgs, arg, v)
		if arg == "-target" {
			inv.Triple = v
			inv.NoteHostFlag("--target=" + v)
		}
		return true, err
	case arg == "-I" || arg == "-D" || arg == "-U":
		v, err := p.next(arg)
		inv.HostArgs = append(inv.HostArgs, arg+v)
		return true, err
	case strings.HasPrefix(arg, "-W") || arg == "-w" || arg == "-pedantic":
		return inv.Messages.Warn.Flag(arg), nil
	case arg == "-g0":
		inv.Debug = false
	case strings.HasPrefix(arg, "-g") && arg != "-gz":
		inv.Debug = true
	case strings.HasPrefix(arg, "-O"):
		inv.OptLevel = strings.TrimPrefix(arg, "-O")
		if inv.OptLevel == "" || inv.OptLevel == "g" {
			inv.OptLevel = "1"
		}
		inv.FastMath = inv.FastMath || inv.OptLevel == "fast"
	case arg == "-ffast-math":
		inv.FastMath = true
	case arg == "-fno-fast-math":
		inv.FastMath = false
	case strings.HasPrefix(arg, "-ffp-contract="):
		inv.Contract = strings.TrimPrefix(arg, "-ffp-contract=")
	case strings.HasPrefix(arg, "-ffp-model="):
		inv.FastMath, inv.Contract = floatModel(strings.TrimPrefix(arg, "-ffp-model="))
	case arg == "-flto" || strings.HasPrefix(arg, "-flto="):
		inv.LTO = true
	case arg == "-fno-lto":
		inv.LTO = false
	case arg == "-finstrument-functions":
		inv.Instrument = true
	case arg == "-fno-instrument-functions":
		inv.Instrument = false
	case arg == "-fwrapv" || arg == "-fno-strict-overflow":
		inv.Wrapv = true
	case arg == "-fno-wrapv" || arg == "-fstrict-overflow":
		inv.Wrapv = false
	case arg == "-funsigned-char":
		p.char = "unsigned"
	case arg == "-fsigned-char":
		p.char = "signed"
	case strings.HasPrefix(arg, "--target="):
		inv.Triple = strings.TrimPrefix(arg, "--target=")
	case strings.HasPrefix(arg, "-march=") || strings.HasPrefix(arg, "-mtune=") || strings.HasPrefix(arg, "-mcpu=") ||
		strings.HasPrefix(arg, "-m") && x86Feature().MatchString(arg):
		inv.March = append(inv.March, arg)
	}
	return false, nil
}

// floatModel expands clang's -ffp-model=NAME: whether it enables fast-math, and the value
// of -ffp-contract that it implies.
func floatModel(name string) (fast bool, contract string) {
	switch name {
	case "strict":
		return false, "off"
	case "fast", "aggressive":
		return true, "fast"
	}
	return false, "on"
}

// finish computes the settings that depend on several flags, and checks their combination.
func (p *flagParser) finish() (*driver.Invocation, error) {
	inv := p.inv
	p.syntaxToIR()
	inv.Asm = p.asm
	switch {
	case p.deviceOnly:
		inv.Mode = driver.ModeDevice
	case p.asm && inv.Mode <= driver.ModeCompile:
		inv.Mode = driver.ModeAssemble
	}
	inv.NoOpenMP = p.openmp == openmpOff || p.simdOnly && p.openmp == openmpDefault
	if inv.Mode != driver.ModePreprocess { // all other modes need expanded macros
		inv.HostArgs = slices.DeleteFunc(inv.HostArgs, func(a string) bool { return a == "-fdirectives-only" })
	}
	if inv.EmitLLVM && inv.Mode != driver.ModeDevice && inv.Mode != driver.ModeCompile &&
		inv.Mode != driver.ModeAssemble {
		return nil, report.Problemf(diag.BadFlags,
			"-emit-llvm goes with -S or -c, and shows the host's code, or with --offload-device-only -S").
			WithFix("write -S -emit-llvm, or --offload-device-only -S -emit-llvm")
	}
	p.setProgram()
	if err := p.setTargets(); err != nil {
		return nil, err
	}
	if err := finishSanitize(inv); err != nil {
		return nil, err
	}
	return inv, checkInvocation(inv)
}

// syntaxToIR handles -fsyntax-only -Xclang -emit-llvm: the second flag replaces clang's action, so clang writes LLVM IR
// beside the source, whatever -o says. Compiler Explorer asks for IR in this way.
func (p *flagParser) syntaxToIR() {
	inv := p.inv
	for i := 1; i < len(inv.HostArgs) && inv.Mode == driver.ModeSyntax; i++ {
		if inv.HostArgs[i-1] == "-Xclang" && inv.HostArgs[i] == "-emit-llvm" {
			inv.HostArgs = slices.Delete(inv.HostArgs, i-1, i+1)
			inv.Mode, inv.EmitLLVM, inv.Output, p.asm = driver.ModeLink, true, "", true
			if len(inv.Inputs) == 1 {
				path := inv.Inputs[0].Path
				inv.Output = strings.TrimSuffix(path, filepath.Ext(path)) + ".ll"
			}
		}
	}
}

// asksLinker reports whether the command asks the linker for its version or its options, which
// needs no input. Meson does this to detect the linker.
func asksLinker(inv *driver.Invocation) bool {
	for _, in := range inv.Inputs {
		for _, arg := range in.Args {
			if arg == "-Wl,--version" || arg == "-Wl,-v" || arg == "-Wl,--help" || arg == "-Wl,-V" {
				return true
			}
		}
	}
	return false
}

func checkInvocation(inv *driver.Invocation) error {
	files := 0
	for _, in := range inv.Inputs {
		if in.Path != "" {
			files++
		}
	}
	if files == 0 && asksLinker(inv) {
		inv.Mode = driver.ModeInfo
		for _, in := range inv.Inputs {
			inv.HostArgs = append(inv.HostArgs, in.Args...)
		}
	}
	if files == 0 && inv.Mode != driver.ModeInfo && !inv.Verbose && !inv.DryRun {
		return report.Problemf(diag.NoInput, "no input files").WithFix("name a C source: ompcc app.c")
	}
	if files > 1 && inv.Output != "" && inv.Mode != driver.ModeLink {
		return report.Problemf(diag.BadFlags, "-o names one output, but there are %d inputs", files).
			WithFix("remove -o, or compile one file at a time")
	}
	return nil
}

// setProgram sets the processor that the program runs on. It comes from -target, else from the name of the host
// compiler in OMPCC_CC (aarch64-linux-gnu-gcc). Otherwise it is the processor that ompcc runs on.
func (p *flagParser) setProgram() {
	triple := p.inv.Triple
	if triple == "" {
		triple, _, _ = strings.Cut(filepath.Base(os.Getenv("OMPCC_CC")), "-gcc")
	}
	found := false
	if p.inv.Program, found = target.Program(triple, runtime.GOARCH); !found { // unsupported, or a name such as my-gcc
		p.inv.Program, _ = target.Program("", runtime.GOARCH)
	}
	if p.inv.Program.Machine() == target.Native(runtime.GOARCH) {
		p.inv.Triple = ""
	}
	p.inv.UnsignedChar = p.char == "unsigned" || p.char == "" && p.inv.Program.UnsignedChar
}

// setTargets resolves -fopenmp-targets, --offload-arch and -Xopenmp-target.
func (p *flagParser) setTargets() error {
	list := p.targetList
	if list == "" && p.hasTargets {
		return report.Problemf(diag.BadValue, "-fopenmp-targets= names no target").
			WithFix("write %s or an LLVM triple such as nvptx64-nvidia-cuda", target.Names())
	}
	if list == "" {
		list = targetsOfArchs(p.archList)
	}
	names := strings.Split(list, ",")
	for _, name := range names {
		archs := p.archsFor(name, len(names))
		for _, arch := range archs {
			named := name
			if named == p.inv.Program.Name { // the name of the CPU family: it means the program's own processor
				named = p.inv.Program.Triple
			}
			t, ok := target.ByName(named, arch)
			if !ok && arch == "native" {
				return report.Problemf(diag.NoNative, "--offload-arch=native, but no GPU for target '%s' was found",
					name).
					WithFix("name an architecture, or build on a machine with the GPU and its driver")
			}
			if !ok && arch != "" {
				return report.Problemf(diag.UnknownArch, "target '%s' has no architecture '%s'", name, arch).
					WithFix("write --offload-arch=%s", target.ArchExamples())
			}
			if !ok {
				return report.Problemf(diag.UnknownTarget, "unknown offload target '%s'", name).
					WithFix("write %s or an LLVM triple such as nvptx64-nvidia-cuda", target.Names())
			}
			p.addTarget(t)
		}
	}
	return p.checkArchs(list)
}

// checkArchs rejects an architecture, or an -Xopenmp-target triple, that belongs to none of the targets.
func (p *flagParser) checkArchs(list string) error {
	for a := range strings.SplitSeq(p.archList, ",") {
		if a == "" || a == "native" || slices.ContainsFunc(p.inv.Targets, func(t *target.Target) bool { return t.Family == target.OfArch(a) }) {
			continue
		}
		family := target.OfArch(a).Name
		return report.Problemf(diag.UnknownArch, "architecture '%s' belongs to target '%s', but the targets are '%s'",
			a, family, list).
			WithFix("add %s to -fopenmp-targets, or name an architecture of its targets", family)
	}
	for triple := range p.targetArgs {
		if triple != "" && !slices.ContainsFunc(strings.Split(list, ","), func(name string) bool { return sameTarget(triple, name) }) {
			return report.Problemf(diag.UnknownTarget, "-Xopenmp-target=%s: the targets are '%s'", triple, list).
				WithFix("add it to -fopenmp-targets, or remove the option")
		}
	}
	return nil
}

// addTarget adds t to the targets, unless they contain it already, possibly under another name
// (cpu and x86_64).
func (p *flagParser) addTarget(t *target.Target) {
	for _, have := range p.inv.Targets {
		if have.Triple == t.Triple && have.Arch == t.Arch {
			return
		}
	}
	p.inv.Targets = append(p.inv.Targets, t)
}

// targetsOfArchs returns the names of the targets that --offload-arch implies, or cpu if there is no --offload-arch.
func targetsOfArchs(archs string) string {
	var names []string
	seen := map[string]bool{}
	for a := range strings.SplitSeq(archs, ",") {
		n := target.OfArch(a).Name
		if !seen[n] {
			seen[n] = true
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}

// archsFor returns the architectures that the flags select for target name. [""] stands for its default.
func (p *flagParser) archsFor(name string, n int) []string {
	var archs []string
	family, _ := target.ByName(name, "")
	for a := range strings.SplitSeq(p.archList, ",") {
		if a == "" || family == nil {
			continue
		}
		if a == "native" {
			archs = append(archs, nativeArchs(family)...)
		} else if family.Family == target.OfArch(a) {
			archs = append(archs, a)
		}
	}
	for triple, args := range p.targetArgs {
		if triple != "" && !sameTarget(triple, name) || triple == "" && n > 1 {
			continue
		}
		for _, a := range args {
			if v, ok := archFlag(a); ok {
				archs = append(archs, v)
			}
		}
	}
	if len(archs) == 0 {
		return []string{""}
	}
	return archs
}

func sameTarget(a, b string) bool {
	x, ok1 := target.ByName(a, "")
	y, ok2 := target.ByName(b, "")
	return ok1 && ok2 && x.Triple == y.Triple
}

// nativeArchs returns the architectures of the devices of t's family in this machine, or
// "native" if there are none.
func nativeArchs(t *target.Target) []string {
	if archs := toolchain.Installed(t.Family); len(archs) > 0 {
		return archs
	}
	return []string{"native"}
}

// expandResponseFiles replaces @file by the arguments in the file. White space separates the
// arguments, and they may be quoted as gcc's manual describes.
func expandResponseFiles(args []string, depth int) ([]string, error) {
	var out []string
	for _, a := range args {
		name, ok := strings.CutPrefix(a, "@")
		if !ok {
			out = append(out, a)
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			out = append(out, a) // like gcc, treat @file as an ordinary argument
			continue
		}
		if depth > 16 {
			return nil, report.Problemf(diag.ResponseFile, "response file '%s' includes itself", name).
				WithFix("remove '@%s' from the file", name)
		}
		inner, err := expandResponseFiles(host.SplitArgs(string(data)), depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, inner...)
	}
	return out, nil
}

// x86Feature matches the flags that enable or disable x86 instructions. They apply to the CPU image and to the host.
var x86Feature = pattern.New(`^-m(?:no-)?(?:mmx|sse|ssse|avx|fma|xop|bmi|tbm|lzcnt|popcnt|aes|pclmul|vaes|vpclmul|gfni|f16c|crc32|sha|adx|rdrnd|rdseed|movbe|xsave|fxsr)[a-z0-9.-]*$`)
