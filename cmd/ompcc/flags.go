package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ompcc/codegen"
	"ompcc/parse/diag"
)

// mode is how far the compilation goes.
type mode int

const (
	modeLink       mode = iota
	modeCompile         // -c
	modeAssemble        // -S
	modePreprocess      // -E, -M, -MM
	modeSyntax          // -fsyntax-only
	modeEmitC           // -emit-c
	modeEmitRegion      // -emit-region
	modeDevice          // --offload-device-only
	modeInfo            // --version and the like: the host compiler answers
)

// input is an input file or a linker argument, in the order given.
type input struct {
	path string // "" for a linker argument
	lang string // of -x, "" by extension
	args []string
}

// invocation is a command line understood.
type invocation struct {
	mode     mode
	output   string
	inputs   []*input
	hostArgs []string // language, preprocessor and code generation flags
	depArgs  []string // -M…
	targets  []*codegen.Target
	version  int // of OpenMP: 52
	warn     diag.Options

	database                    string // of -MJ
	emitLLVM                    bool   // with modeDevice: IR instead of assembly
	asm                         bool   // -S
	saveTemps                   string // "", "cwd", "obj"
	noOpenMP                    bool   // -fno-openmp, or -fopenmp-simd alone: pragmas are the host compiler's
	verbose                     bool
	dryRun                      bool
	debug                       bool
	optLevel                    string // "0" … "3", "s", "z", "fast"; "" when not given
	fastMath                    bool
	relaxed                     []string // parts of -ffast-math (fastmath.go)
	contract                    string   // -ffp-contract
	wrapv                       bool
	instrument                  bool // -finstrument-functions
	uchar                       bool
	noMapAlias                  bool
	checked                     bool // -fsanitize=offload
	deterministic               bool // reductions
	taskEvents                  bool // of other files
	shared, static, relocatable bool
	cudaPath                    string
	color                       colorWish
	json                        bool // -fdiagnostics-format=json
	fixIts                      bool // -fdiagnostics-parseable-fixits
	noLibraries                 bool // -nostdlib, -nodefaultlibs
	lto                         bool
	lang                        string         // of the -x in force
	hostOnly                    map[int]string // flags of hostFlags, as written
	march                       []string       // -march -mtune -mcpu -mavx2 … for CPU images
}

// colorWish says whether diagnostics are coloured; by default on a terminal.
type colorWish int

const (
	colorAuto colorWish = iota
	colorAlways
	colorNever
)

// colorsForGCC spells clang's flags about colours as gcc does.
func (inv *invocation) colorsForGCC() {
	for i, a := range inv.hostArgs {
		switch a {
		case "-fcolor-diagnostics":
			inv.hostArgs[i] = "-fdiagnostics-color=always"
		case "-fno-color-diagnostics":
			inv.hostArgs[i] = "-fdiagnostics-color=never"
		}
	}
}

// usageError is a wrong command line.
type usageError struct{ code, msg, fix string }

func (e *usageError) Error() string { return e.msg }

func usagef(code, format string, args ...any) *usageError {
	return &usageError{code: code, msg: fmt.Sprintf(format, args...)}
}

// Flags with a value of their own.
var (
	// separate flags take the next argument as their value.
	separateHost = map[string]bool{
		"-include": true, "-imacros": true, "-isystem": true, "-iquote": true, "-idirafter": true, "-iprefix": true,
		"-iwithprefix": true, "-iwithprefixbefore": true, "-iwithsysroot": true, "-isysroot": true, "-imultilib": true, "-iframework": true,
		"-ivfsoverlay": true, "-include-pch": true, "--sysroot": true, "-B": true,
		"-Xpreprocessor": true, "-Xclang": true, "-Xassembler": true, "-Xarch_host": true,
		"--param": true, "-arch": true, "-target": true, "-aux-info": true, "-mllvm": true, "-A": true,
		"-dumpbase": true, "-dumpbase-ext": true, "-dumpdir": true, "-wrapper": true, "-specs": true, "--config": true,
		"-resource-dir": true, "-working-directory": true, "-ccc-gcc-name": true,
		"-serialize-diagnostics": true, "--serialize-diagnostics": true,
	}
	separateLink = map[string]bool{
		"-Xlinker": true, "-T": true, "-u": true, "-z": true, "-e": true, "-rpath": true, "-soname": true, "-Tbss": true, "-Tdata": true, "-Ttext": true,
	}
	linkFlags = map[string]bool{
		"-shared": true, "-static": true, "-static-pie": true, "-pie": true, "-no-pie": true, "-nostdlib": true,
		"-nodefaultlibs": true, "-nostartfiles": true, "-rdynamic": true, "-s": true, "-r": true,
		"-static-libgcc": true, "-shared-libgcc": true, "-nolibc": true,
	}
)

// parseFlags reads the command line. Response files are expanded first.
func parseFlags(args []string) (*invocation, error) {
	args, err := expandResponseFiles(args, 0)
	if err != nil {
		return nil, err
	}
	p := &flagParser{inv: &invocation{version: 52, hostOnly: map[int]string{}}, args: args, targetArgs: map[string][]string{}}
	for p.i < len(p.args) {
		if err := p.one(); err != nil {
			return nil, err
		}
	}
	return p.finish()
}

type flagParser struct {
	inv        *invocation
	args       []string
	i          int
	targetList string
	hasTargets bool
	archList   string
	targetArgs map[string][]string // of -Xopenmp-target=TRIPLE
	deviceOnly bool
	asm        bool
	openmp     openmpSwitch
	simdOnly   bool // -fopenmp-simd
}

// openmpSwitch is the last of -fopenmp and -fno-openmp.
type openmpSwitch int

const (
	openmpDefault openmpSwitch = iota
	openmpOn
	openmpOff
)

// next returns the value of the flag just read.
func (p *flagParser) next(flag string) (string, error) {
	if p.i >= len(p.args) {
		return "", usagef("missing-argument", "missing argument to '%s'", flag)
	}
	p.i++
	return p.args[p.i-1], nil
}

// one reads the next argument with its value.
func (p *flagParser) one() error {
	arg := p.args[p.i]
	p.i++
	if arg == "-" || !strings.HasPrefix(arg, "-") {
		p.inv.inputs = append(p.inv.inputs, &input{path: arg, lang: p.inv.lang})
		return nil
	}
	p.inv.noteHostFlag(arg)
	p.inv.noteRelaxation(arg)
	for _, f := range []func(string) (bool, error){p.driver, p.sanitize, p.offload, p.deps, p.link, p.compile} {
		if done, err := f(arg); done || err != nil {
			return err
		}
	}
	p.inv.hostArgs = append(p.inv.hostArgs, arg)
	return nil
}

// driver handles what says what to do and where to put it.
func (p *flagParser) driver(arg string) (bool, error) {
	inv := p.inv
	switch arg {
	case "-c":
		inv.mode = max(inv.mode, modeCompile)
	case "-S":
		p.asm = true
	case "-E":
		inv.mode = modePreprocess
	case "-fsyntax-only":
		inv.mode = modeSyntax
	case "-emit-c":
		inv.mode = modeEmitC
	case "-emit-region":
		inv.mode = modeEmitRegion
	case "-emit-llvm":
		inv.emitLLVM = true
	case "-v", "--verbose":
		inv.verbose = true
	case "-###":
		inv.dryRun = true
	case "-fopenmp", "-fopenmp=libomp", "-fopenmp=libiomp5", "-fopenmp=libgomp":
		p.openmp = openmpOn
	case "-fno-openmp":
		p.openmp = openmpOff
	case "-fdiagnostics-color", "-fdiagnostics-color=always", "-fcolor-diagnostics":
		inv.color = colorAlways
		inv.hostArgs = append(inv.hostArgs, arg)
	case "-fno-diagnostics-color", "-fdiagnostics-color=never", "-fno-color-diagnostics":
		inv.color = colorNever
		inv.hostArgs = append(inv.hostArgs, arg)
	case "-fdiagnostics-parseable-fixits":
		inv.fixIts = true
		inv.hostArgs = append(inv.hostArgs, arg)
	case "-fopenmp-simd":
		p.simdOnly = true
		inv.hostArgs = append(inv.hostArgs, arg)
	case "-save-temps", "--save-temps":
		inv.saveTemps = "cwd"
	case "--version", "-dumpversion", "-dumpmachine", "--help", "-help", "--man-page", "--target-help", "-dumpfullversion", "-dumpspecs":
		inv.mode = modeInfo
		inv.hostArgs = append(inv.hostArgs, arg)
	default:
		return p.driverValue(arg)
	}
	return true, nil
}

func (p *flagParser) driverValue(arg string) (bool, error) {
	inv := p.inv
	var err error
	switch {
	case arg == "-o" || arg == "--output":
		inv.output, err = p.next(arg)
	case strings.HasPrefix(arg, "-o") && !strings.HasPrefix(arg, "-ob"):
		inv.output = arg[2:]
	case strings.HasPrefix(arg, "--output="):
		inv.output = strings.TrimPrefix(arg, "--output=")
	case arg == "-x":
		inv.lang, err = p.next(arg)
		p.setLang()
	case strings.HasPrefix(arg, "-x"):
		inv.lang = arg[2:]
		p.setLang()
	case strings.HasPrefix(arg, "-save-temps=") || strings.HasPrefix(arg, "--save-temps="):
		_, inv.saveTemps, _ = strings.Cut(arg, "=")
		if inv.saveTemps != "obj" && inv.saveTemps != "cwd" {
			return true, usagef("bad-value", "'%s': the places are cwd and obj", arg)
		}
	case strings.HasPrefix(arg, "-fdiagnostics-format="):
		inv.hostArgs = append(inv.hostArgs, arg)
		err = inv.diagnosticsFormat(strings.TrimPrefix(arg, "-fdiagnostics-format="))
	case strings.HasPrefix(arg, "-print-") || strings.HasPrefix(arg, "--print-") || strings.HasPrefix(arg, "--completion="):
		inv.mode = modeInfo
		inv.hostArgs = append(inv.hostArgs, arg)
	default:
		return false, nil
	}
	return true, err
}

// diagnosticsFormat takes the formats of gcc and clang in which ompcc can say what it
// has to say itself: text for people, and gcc's JSON.
func (inv *invocation) diagnosticsFormat(name string) error {
	switch name {
	case "json", "json-stderr":
		inv.json = true
	case "text", "clang", "msvc", "vi":
		inv.json = false
	default:
		return usagef("bad-value", "'-fdiagnostics-format=%s': the formats are text and json", name)
	}
	return nil
}

func (p *flagParser) setLang() {
	if p.inv.lang == "none" {
		p.inv.lang = ""
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
		if _, ok := openmpDate[v]; err != nil || !ok {
			return true, usagef("bad-value", "unknown OpenMP version '%s'", value).fixf("write one of 45, 50, 51, 52, 60")
		}
		inv.version = v
	case "--offload-device-only":
		p.deviceOnly = true
	case "-Xopenmp-target":
		return true, p.xOpenMPTarget(value)
	case "--cuda-path":
		inv.cudaPath = value
	case "-foffload":
		return true, p.gccTargets(value)
	case "-foffload-options":
		return true, p.gccOptions(value)
	case "-fopenmp-offload-mandatory", "-Xarch_device", "-Xcuda-ptxas", "-Xoffload-linker":
		return true, foreignFlag(arg)
	case "-fno-openmp-map-noalias":
		inv.noMapAlias = true
	case "-fopenmp-map-noalias":
		inv.noMapAlias = false
	case "-fopenmp-deterministic-reductions":
		inv.deterministic = true
	case "-fno-openmp-deterministic-reductions":
		inv.deterministic = false
	case "-fopenmp-task-events":
		inv.taskEvents = true
	case "-fno-openmp-task-events":
		inv.taskEvents = false
	default:
		return withoutMeaning[name], nil
	}
	return true, nil
}

// withoutMeaning are clang's flags about its device runtime and the way from its
// compiler to its linker. Kernels of ours need no such runtime, so that there is
// nothing to choose.
var withoutMeaning = map[string]bool{
	"-fopenmp-cuda-mode": true, "-fno-openmp-cuda-mode": true, "-fopenmp-assume-no-thread-state": true, "-fno-openmp-assume-no-thread-state": true,
	"-fopenmp-assume-no-nested-parallelism": true, "-fno-openmp-assume-no-nested-parallelism": true,
	"-fopenmp-assume-threads-oversubscription": true, "-fopenmp-assume-teams-oversubscription": true,
	"-fopenmp-optimistic-collapse": true, "-fno-openmp-optimistic-collapse": true, "-fopenmp-new-driver": true, "-fno-openmp-new-driver": true,
	"--offload-new-driver": true, "--no-offload-new-driver": true, "-fopenmp-target-jit": true, "-foffload-lto": true, "-fno-offload-lto": true,
	"-fgpu-rdc": true, "-fno-gpu-rdc": true, "-nogpulib": true, "-nogpuinc": true,
	"--libomptarget-nvptx-bc-path": true, "--libomptarget-amdgpu-bc-path": true, "--libomptarget-amdgcn-bc-path": true,
}

// foreignFlag refuses a flag of another compiler that has a meaning here, by another way.
func foreignFlag(arg string) error {
	name, _, _ := strings.Cut(arg, "=")
	e := usagef("bad-flags", "'%s' is not one of ompcc's flags", name)
	switch name {
	case "-fopenmp-offload-mandatory":
		return e.fixf("set OMP_TARGET_OFFLOAD=MANDATORY where the program runs")
	}
	return e.fixf("leave it out: device code is compiled under the command's own flags")
}

func (e *usageError) fixf(format string, args ...any) *usageError {
	e.fix = fmt.Sprintf(format, args...)
	return e
}

// xOpenMPTarget reads -Xopenmp-target=TRIPLE ARG, or -Xopenmp-target ARG for the only target.
func (p *flagParser) xOpenMPTarget(triple string) error {
	v, err := p.next("-Xopenmp-target")
	if err != nil {
		return err
	}
	if _, ok := archFlag(v); !ok && !withoutMeaning[v] {
		return usagef("bad-value", "'%s' cannot be said to the compiler of one target: device code is compiled under the command's own flags", v).
			fixf("write -Xopenmp-target=%s -march=ARCH, and other flags without -Xopenmp-target", orTriple(triple))
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

// archFlag is the architecture that a flag for one target's compiler names.
func archFlag(flag string) (arch string, ok bool) {
	for _, prefix := range []string{"-march=", "-mcpu=", "--offload-arch=", "--cuda-gpu-arch="} {
		if arch, ok = strings.CutPrefix(flag, prefix); ok {
			return arch, true
		}
	}
	return "", false
}

// link handles the linker's flags, which keep their place among the inputs.
func (p *flagParser) link(arg string) (bool, error) {
	inv := p.inv
	add := func(args ...string) { inv.inputs = append(inv.inputs, &input{args: args}) }
	switch {
	case separateLink[arg]:
		v, err := p.next(arg)
		add(arg, v)
		return true, err
	case arg == "-L" || arg == "-l":
		v, err := p.next(arg)
		add(arg + v)
		return true, err
	case linkFlags[arg] || strings.HasPrefix(arg, "-Wl,") || strings.HasPrefix(arg, "-fuse-ld=") || strings.HasPrefix(arg, "-static-lib"):
		add(arg)
	case strings.HasPrefix(arg, "-L") || strings.HasPrefix(arg, "-l"):
		add(arg)
	default:
		return false, nil
	}
	inv.shared = inv.shared || arg == "-shared"
	inv.noLibraries = inv.noLibraries || arg == "-nostdlib" || arg == "-nodefaultlibs"
	inv.static = inv.static || arg == "-static" || arg == "-static-pie"
	inv.relocatable = inv.relocatable || arg == "-r"
	return true, nil
}

// compile notes the flags that matter to device code too, and flags with a
// separate value; all of them go to the host compiler.
func (p *flagParser) compile(arg string) (bool, error) {
	inv := p.inv
	switch {
	case separateHost[arg]:
		v, err := p.next(arg)
		inv.hostArgs = append(inv.hostArgs, arg, v)
		if arg == "-target" {
			inv.noteHostFlag("--target=" + v)
		}
		return true, err
	case arg == "-I" || arg == "-D" || arg == "-U":
		v, err := p.next(arg)
		inv.hostArgs = append(inv.hostArgs, arg+v)
		return true, err
	case strings.HasPrefix(arg, "-W") || arg == "-w" || arg == "-pedantic":
		return inv.warn.Flag(arg), nil
	case arg == "-g0":
		inv.debug = false
	case strings.HasPrefix(arg, "-g") && arg != "-gz":
		inv.debug = true
	case strings.HasPrefix(arg, "-O"):
		inv.optLevel = strings.TrimPrefix(arg, "-O")
		if inv.optLevel == "" || inv.optLevel == "g" {
			inv.optLevel = "1"
		}
		inv.fastMath = inv.fastMath || inv.optLevel == "fast"
	case arg == "-ffast-math":
		inv.fastMath = true
	case arg == "-fno-fast-math":
		inv.fastMath = false
	case strings.HasPrefix(arg, "-ffp-contract="):
		inv.contract = strings.TrimPrefix(arg, "-ffp-contract=")
	case strings.HasPrefix(arg, "-ffp-model="):
		inv.fastMath, inv.contract = floatModel(strings.TrimPrefix(arg, "-ffp-model="))
	case arg == "-flto" || strings.HasPrefix(arg, "-flto="):
		inv.lto = true
	case arg == "-fno-lto":
		inv.lto = false
	case arg == "-finstrument-functions":
		inv.instrument = true
	case arg == "-fno-instrument-functions":
		inv.instrument = false
	case arg == "-fwrapv" || arg == "-fno-strict-overflow":
		inv.wrapv = true
	case arg == "-fno-wrapv" || arg == "-fstrict-overflow":
		inv.wrapv = false
	case arg == "-funsigned-char":
		inv.uchar = true
	case arg == "-fsigned-char":
		inv.uchar = false
	case strings.HasPrefix(arg, "-march=") || strings.HasPrefix(arg, "-mtune=") || strings.HasPrefix(arg, "-mcpu=") || x86Feature.MatchString(arg):
		inv.march = append(inv.march, arg)
	}
	return false, nil
}

// floatModel is what clang's -ffp-model=NAME stands for: fast mathematics, and the
// value of -ffp-contract.
func floatModel(name string) (fast bool, contract string) {
	switch name {
	case "strict":
		return false, "off"
	case "fast", "aggressive":
		return true, "fast"
	}
	return false, "on"
}

// finish resolves what depends on several flags.
func (p *flagParser) finish() (*invocation, error) {
	inv := p.inv
	inv.asm = p.asm
	switch {
	case p.deviceOnly:
		inv.mode = modeDevice
	case p.asm && inv.mode <= modeCompile:
		inv.mode = modeAssemble
	}
	inv.noOpenMP = p.openmp == openmpOff || p.simdOnly && p.openmp == openmpDefault
	if inv.mode != modePreprocess { // what follows needs the macros expanded
		inv.hostArgs = slices.DeleteFunc(inv.hostArgs, func(a string) bool { return a == "-fdirectives-only" })
	}
	if inv.emitLLVM && inv.mode != modeDevice && inv.mode != modeCompile && inv.mode != modeAssemble {
		return nil, usagef("bad-flags", "-emit-llvm goes with -S or -c, and shows the host's code, or with --offload-device-only -S").
			fixf("write -S -emit-llvm, or --offload-device-only -S -emit-llvm")
	}
	if err := p.setTargets(); err != nil {
		return nil, err
	}
	if err := inv.finishSanitize(); err != nil {
		return nil, err
	}
	return inv, inv.check()
}

// asksLinker reports that the command asks the linker for its version or its options,
// which needs no input; so meson finds out which linker it is.
func (inv *invocation) asksLinker() bool {
	for _, in := range inv.inputs {
		for _, arg := range in.args {
			if arg == "-Wl,--version" || arg == "-Wl,-v" || arg == "-Wl,--help" || arg == "-Wl,-V" {
				return true
			}
		}
	}
	return false
}

func (inv *invocation) check() error {
	files := 0
	for _, in := range inv.inputs {
		if in.path != "" {
			files++
		}
	}
	if files == 0 && inv.asksLinker() {
		inv.mode = modeInfo
		for _, in := range inv.inputs {
			inv.hostArgs = append(inv.hostArgs, in.args...)
		}
	}
	if files == 0 && inv.mode != modeInfo && !inv.verbose && !inv.dryRun {
		return usagef("no-input", "no input files").fixf("name a C source: ompcc app.c")
	}
	if files > 1 && inv.output != "" && inv.mode != modeLink {
		return usagef("bad-flags", "-o names one output, but there are %d inputs", files).fixf("leave -o out, or compile one file at a time")
	}
	return nil
}

// openmpDate is the value of _OPENMP for each version.
var openmpDate = map[int]int{45: 201511, 50: 201811, 51: 202011, 52: 202111, 60: 202411}

// setTargets resolves -fopenmp-targets, --offload-arch and -Xopenmp-target.
func (p *flagParser) setTargets() error {
	list := p.targetList
	if list == "" && p.hasTargets {
		return usagef("bad-value", "-fopenmp-targets= names no target").fixf("write cpu, nvptx, amdgcn or an LLVM triple such as nvptx64-nvidia-cuda")
	}
	if list == "" {
		list = targetsOfArchs(p.archList)
	}
	names := strings.Split(list, ",")
	for _, name := range names {
		archs := p.archsFor(name, len(names))
		for _, arch := range archs {
			t, ok := codegen.TargetByName(name, arch)
			if !ok && arch == "native" {
				return usagef("no-native", "--offload-arch=native, but no GPU for target '%s' was found", name).
					fixf("name an architecture, or build on a machine with the GPU and its driver")
			}
			if !ok && arch != "" {
				return usagef("unknown-arch", "target '%s' has no architecture '%s'", name, arch).fixf("write --offload-arch=sm_80 for nvptx, gfx90a for amdgcn")
			}
			if !ok {
				return usagef("unknown-target", "unknown offload target '%s'", name).
					fixf("write cpu, nvptx, amdgcn or an LLVM triple such as nvptx64-nvidia-cuda")
			}
			p.addTarget(t)
		}
	}
	return p.checkArchs(list)
}

// checkArchs refuses an architecture that is none of a target's.
func (p *flagParser) checkArchs(list string) error {
	for a := range strings.SplitSeq(p.archList, ",") {
		if a == "" || a == "native" || slices.ContainsFunc(p.inv.targets, func(t *codegen.Target) bool { return t.Kind == archFamily(a) }) {
			continue
		}
		family := map[codegen.Kind]string{codegen.NVPTX: "nvptx", codegen.AMDGCN: "amdgcn", codegen.CPU: "cpu"}[archFamily(a)]
		return usagef("unknown-arch", "'%s' is an architecture of %s, but the targets are '%s'", a, family, list).
			fixf("add %s to -fopenmp-targets, or name an architecture of its targets", family)
	}
	for triple := range p.targetArgs {
		if triple != "" && !slices.ContainsFunc(strings.Split(list, ","), func(name string) bool { return sameTarget(triple, name) }) {
			return usagef("unknown-target", "-Xopenmp-target=%s: the targets are '%s'", triple, list).fixf("add it to -fopenmp-targets, or leave the flag out")
		}
	}
	return nil
}

// addTarget adds a target that is not there yet, under another name perhaps: cpu and x86_64.
func (p *flagParser) addTarget(t *codegen.Target) {
	for _, have := range p.inv.targets {
		if have.Triple == t.Triple && have.Arch == t.Arch {
			return
		}
	}
	p.inv.targets = append(p.inv.targets, t)
}

// targetsOfArchs names the targets that --offload-arch implies; cpu without one.
func targetsOfArchs(archs string) string {
	var names []string
	seen := map[string]bool{}
	for a := range strings.SplitSeq(archs, ",") {
		n := "cpu"
		switch {
		case strings.HasPrefix(a, "sm_"):
			n = "nvptx"
		case strings.HasPrefix(a, "gfx"):
			n = "amdgcn"
		}
		if !seen[n] {
			seen[n] = true
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}

// archsFor returns the architectures asked for of a target; [""] is its default.
func (p *flagParser) archsFor(name string, n int) []string {
	var archs []string
	family, _ := codegen.TargetByName(name, "")
	for a := range strings.SplitSeq(p.archList, ",") {
		if a == "" || family == nil {
			continue
		}
		if a == "native" {
			archs = append(archs, nativeArchs(family)...)
		} else if archFamily(a) == family.Kind {
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
	x, ok1 := codegen.TargetByName(a, "")
	y, ok2 := codegen.TargetByName(b, "")
	return ok1 && ok2 && x.Kind == y.Kind && (x.Kind != codegen.CPU || x.Triple == y.Triple)
}

// archFamily tells by its spelling which family an architecture belongs to.
func archFamily(a string) codegen.Kind {
	switch {
	case strings.HasPrefix(a, "sm_"):
		return codegen.NVPTX
	case strings.HasPrefix(a, "gfx"):
		return codegen.AMDGCN
	}
	return codegen.CPU
}

// nativeArchs are the architectures of the machine's processors of t's family,
// "native" if there are none.
func nativeArchs(t *codegen.Target) []string {
	if t.IsGPU() {
		if archs := installedGPUs(t.Kind); len(archs) > 0 {
			return archs
		}
	}
	return []string{"native"}
}

// expandResponseFiles replaces @file by the arguments in the file, which are
// separated by white space and may be quoted as in gcc's manual.
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
			out = append(out, a) // like gcc: an argument of that name
			continue
		}
		if depth > 16 {
			return nil, usagef("response-file", "response file '%s' includes itself", name)
		}
		inner, err := expandResponseFiles(splitArgs(string(data)), depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, inner...)
	}
	return out, nil
}

// splitArgs splits a response file's text.
func splitArgs(s string) []string {
	var args []string
	var cur strings.Builder
	open, quote := false, byte(0)
	flush := func() {
		if open {
			args = append(args, cur.String())
			cur.Reset()
			open = false
		}
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			i++
			cur.WriteByte(s[i])
			open = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			cur.WriteByte(c)
		case c == '"' || c == '\'':
			quote, open = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
			flush()
		default:
			cur.WriteByte(c)
			open = true
		}
	}
	flush()
	return args
}

// language is what an input is written in.
type language int

const (
	langC      language = iota
	langCPP             // preprocessed C, .i
	langOther           // anything else that the host compiler compiles
	langHeader          // a header, to be precompiled
	langObject          // for the linker
)

// language returns what in holds, by -x or its name's extension.
func (in *input) language() language {
	switch in.lang {
	case "c":
		return langC
	case "cpp-output":
		return langCPP
	case "":
	case "c-header", "c++-header":
		return langHeader
	default:
		return langOther
	}
	switch filepath.Ext(in.path) {
	case ".c":
		return langC
	case ".h", ".hh", ".hpp", ".H":
		return langHeader
	case ".i":
		return langCPP
	case ".s", ".S", ".sx", ".C", ".cc", ".cpp", ".cxx", ".c++", ".cp", ".ii", ".m", ".f", ".F", ".f90", ".F90", ".ll", ".bc":
		return langOther
	}
	if in.path == "-" {
		return langC
	}
	return langObject
}

// preprocessed reports whether a source in another language than C takes no
// flags of the preprocessor.
func (in *input) preprocessed() bool {
	switch in.lang {
	case "assembler", "ir", "c++-cpp-output":
		return true
	case "":
	default:
		return false
	}
	switch filepath.Ext(in.path) {
	case ".s", ".ll", ".bc", ".ii":
		return true
	}
	return false
}
