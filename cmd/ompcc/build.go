package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ompcc/codegen"
	"ompcc/codegen/hostc"
	"ompcc/lower"
	"ompcc/lower/region"
	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma"
)

// result is what the pipeline makes of one source.
type result struct {
	in     *input
	unit   *parse.Unit
	host   []byte        // host C; nil: the source goes to the host compiler as it is
	device []*deviceCode // one for each target
	region *region.Module
	stages stages // of the analysis
}

// compile is the pipeline: one C source to host C and device code. Stages
// append diagnostics and go on; the next one starts only without errors. What an error
// hides is found by further analyses (recover.go).
func (d *driver) compile(in *input) (*result, error) {
	diags := &diag.List{}
	r := &result{in: in}
	err := d.stages(r, diags)
	diags.Once()
	if err == nil && d.comesAgain(r) {
		diags.All = slices.DeleteFunc(diags.All, func(x *diag.Diagnostic) bool { return x.Raw && x.Severity == diag.Warning })
	}
	d.inv.warn.Apply(diags)
	p := d.inv.newPrinter(d.stderr)
	if r.unit != nil {
		p.Line = r.unit.SourceLine
	}
	p.Print(diags)
	if diags.HasErrors() {
		return nil, errReported
	}
	return r, err
}

// comesAgain reports whether the host compiler preprocesses the source once more,
// and says then what it said already.
func (d *driver) comesAgain(r *result) bool {
	switch d.inv.mode {
	case modeLink, modeCompile, modeAssemble:
		return r.host == nil && !d.readsText(r)
	}
	return false
}

func (d *driver) stages(r *result, diags *diag.List) error {
	cfg := d.parseConfig(r.in)
	if d.inv.verbose && !cfg.Preprocessed {
		d.tools.print(commandLine(cfg.HostCC, cfg.PreprocessArgs(r.in.path)) + "\n")
	}
	unit, _ := parse.Preprocess(cfg, r.in.path, diags)
	if diags.HasErrors() {
		return errReported
	}
	r.unit = unit
	if err := errors.Join(d.showDeps(r.in), d.keep(r.in, ".i", unit.Text)); err != nil {
		return err
	}
	draft := unit.Draft()
	err := d.analyse(r, diags)
	if diags.HasErrors() {
		d.analyseRest(r, draft, diags)
	}
	if err != nil || r.host == nil {
		return err
	}
	return d.keepStages(r)
}

// analyse takes a preprocessed unit through all stages.
func (d *driver) analyse(r *result, diags *diag.List) error {
	unit := r.unit
	if !d.inv.noOpenMP {
		unit.WarnMisspelt(diags)
		unit.CheckAttributes(diags)
		if diags.HasErrors() {
			return errReported
		}
	}
	if d.inv.noOpenMP || len(unit.Pragmas) == 0 && !unit.CallsRoutines() {
		return nil
	}
	unit.Split(func(p *parse.Pragma) *parse.Parts { return pragma.Split(p, d.inv.version, diags) })
	device := unit.UsesDevices()
	tree, err := d.constructs(r, device, diags)
	diags.OnlyBraces()
	if err != nil || tree == nil || len(unit.Pragmas) == 0 || !device && !unit.Attributes && !d.concernsUs(tree.All) {
		return err
	}
	r.stages.lowered = true
	prog := lower.Lower(tree, d.lowerOptions(r.in), diags)
	if diags.HasErrors() {
		unit.ExplainC(diags)
		return errReported
	}
	if device {
		if err := d.deviceCode(r, tree, prog, diags); err != nil {
			return err
		}
	}
	r.host, err = hostc.Emit(prog, &hostc.Options{NoLineMarkers: d.inv.mode == modeEmitC && d.inv.output == "-", Host: d.tools.host(), Variables: d.inv.checked})
	if err != nil {
		return d.reportUnknown(err, diags)
	}
	return nil
}

// constructs is the front end: the unit's construct tree, checked. The C of a
// file without device constructs is the host compiler's to judge; nil is then
// returned for what cc does not understand.
func (d *driver) constructs(r *result, device bool, diags *diag.List) (*pragma.Tree, error) {
	unit := r.unit
	marker := pragma.NewMarker(d.inv.version, diags)
	before := &diag.List{All: slices.Clone(diags.All)}
	err := unit.Translate(func(p *parse.Pragma) *parse.Mark {
		m := marker.Mark(p)
		before.All = append(before.All[:0], diags.All...)
		return m
	}, diags)
	r.stages.marked, r.stages.translated = slices.Clone(before.All), slices.Clone(diags.All)
	if err != nil || diags.HasErrors() {
		if device || errors.Is(err, parse.ErrNoStatement) || unit.Attributes || before.HasErrors() || d.directivesConcernUs(marker.Dirs) {
			return nil, errReported
		}
		diags.All = before.All
		return nil, nil
	}
	tree := pragma.Bind(unit, marker.Dirs, diags)
	pragma.Check(tree, diags)
	r.stages.checked = true
	if diags.HasErrors() {
		return nil, errReported
	}
	return tree, nil
}

// concernsUs reports whether the host compiler must not see some directive as it is.
func (d *driver) concernsUs(all []*pragma.Construct) bool {
	for _, c := range all {
		if c != nil && !c.HostText(d.tools.host()).Same {
			return true
		}
	}
	return false
}

func (d *driver) directivesConcernUs(dirs []*pragma.Directive) bool {
	for _, x := range dirs {
		if x != nil && d.concernsUs([]*pragma.Construct{{Directive: x}}) {
			return true
		}
	}
	return false
}

// deviceCode adds the code for each target to r.
func (d *driver) deviceCode(r *result, tree *pragma.Tree, prog *lower.Program, diags *diag.List) error {
	if err := d.checkHostFlags(diags); err != nil {
		return err
	}
	r.region = prog.Module
	if errs := region.Verify(prog.Module); len(errs) > 0 {
		return fmt.Errorf("internal compiler error: the region IR of %s is not well-formed: %w", tree.Unit.File, errors.Join(errs...))
	}
	for _, t := range d.inv.targets {
		m := prog.Module
		if prog.TargetDependent {
			// Selectors chose by the device's traits: each target has its own module.
			opts := *d.lowerOptions(r.in)
			opts.Device = deviceTraits(t)
			m = lower.Lower(tree, &opts, &diag.List{}).Module
		}
		ir, err := codegen.Emit(m, t, d.codegenOptions())
		if err != nil {
			return reportCodegen(err, diags)
		}
		c := newDeviceCode(m, t, ir)
		c.Checked = d.inv.checked && t.Kind == codegen.CPU
		r.device = append(r.device, c)
	}
	return nil
}

// reportUnknown reports what the host compiler does not know with its place.
func (d *driver) reportUnknown(err error, diags *diag.List) error {
	var he *hostc.Error
	if errors.As(err, &he) {
		e := diags.Errorf(he.Span, he.Code, "%s", he.Message)
		e.WithSection(he.Section)
		return errReported
	}
	var u *hostc.UnknownError
	if !errors.As(err, &u) {
		return err
	}
	e := diags.Errorf(diag.Span{Pos: u.Construct.Pos(), Len: len(u.Construct.Kind)}, "host-unknown", "the host compiler %s does not know %s", d.tools.hostName(), u.What)
	e.WithSection(u.Construct.Def.Section)
	if d.tools.isGCC() {
		e.WithFix("compile with clang: set OMPCC_CC=clang, or use the directive in a target region")
	}
	return errReported
}

// deviceTraits are what selectors may ask of t (OpenMP 5.2 §7.1). The names of
// architectures are those that clang and gcc use.
func deviceTraits(t *codegen.Target) *lower.DeviceTraits {
	switch t.Kind {
	case codegen.NVPTX:
		return &lower.DeviceTraits{Kind: []string{"nohost", "gpu"}, Arch: []string{"nvptx", "nvptx64"}, ISA: []string{t.Arch}}
	case codegen.AMDGCN:
		return &lower.DeviceTraits{Kind: []string{"nohost", "gpu"}, Arch: []string{"amdgcn", "gcn"}, ISA: []string{t.Processor()}}
	}
	arch := []string{"x86_64", "x86"}
	if !strings.HasPrefix(t.Triple, "x86") {
		arch = []string{t.Triple[:max(strings.IndexByte(t.Triple, '-'), 0)]}
	}
	return &lower.DeviceTraits{Kind: []string{"nohost", "cpu"}, Arch: arch, ISA: []string{"sse", "sse2", t.Arch}}
}

// reportCodegen turns what a target cannot do into diagnostics.
func reportCodegen(err error, diags *diag.List) error {
	var list interface{ Unwrap() []error }
	errs := []error{err}
	if errors.As(err, &list) {
		errs = list.Unwrap()
	}
	for _, e := range errs {
		var ce *codegen.Error
		if !errors.As(e, &ce) {
			return err
		}
		d := diags.Errorf(diag.Span{Pos: ce.Pos}, ce.Code, "%s", ce.Message)
		if ce.Fix != "" {
			d.WithFix("%s", ce.Fix)
		}
	}
	return errReported
}

func (d *driver) keepStages(r *result) error {
	err := d.keep(r.in, ".host.c", r.host)
	err = errors.Join(err, d.keep(r.in, ".region", []byte(regionText(r.region))))
	for _, c := range r.device {
		err = errors.Join(err, d.keep(r.in, c.suffix()+".ll", []byte(c.IR)))
	}
	return err
}

func (d *driver) parseConfig(in *input) *parse.Config {
	return &parse.Config{
		HostCC: d.tools.hostCC, HostArgs: d.inv.hostArgs, DepArgs: d.depArgs(in), IncludeDir: d.layout.include,
		OpenMP: openmpDate[d.inv.version], NoOpenMP: d.inv.noOpenMP, Preprocessed: in.language() == langCPP,
	}
}

// unitID tells apart the symbols of static things in files of one name. Modes
// that only show something, and a command that makes a program of one source
// alone, leave them as they are.
func (d *driver) unitID(in *input) string {
	switch {
	case d.inv.mode == modeLink && d.isOnlyUnit(in):
		return ""
	case d.inv.mode == modeLink, d.inv.mode == modeCompile, d.inv.mode == modeAssemble:
	default:
		return ""
	}
	path, err := filepath.Abs(in.path)
	if err != nil {
		path = in.path
	}
	// Prefix maps make equal objects of equal sources in different folders.
	var args []string
	for _, a := range d.inv.hostArgs {
		if !parse.IsPrefixMap(a) {
			args = append(args, a[:len(a)-len(strings.TrimPrefix(a, "-I"))]+parse.MapPrefixes(d.inv.hostArgs, strings.TrimPrefix(a, "-I")))
		}
	}
	h := fnv.New32a()
	fmt.Fprint(h, parse.MapPrefixes(d.inv.hostArgs, path), args)
	return fmt.Sprintf("%08x", h.Sum32())
}

func (d *driver) lowerOptions(in *input) *lower.Options {
	fp := region.FPOptions{Fast: d.inv.fastMath, Contract: d.inv.contract, Relaxed: d.inv.relaxedMath()}
	if fp.Contract == "" {
		fp.Contract = "fast"
	}
	return &lower.Options{OpenMP: d.inv.version, FP: fp, Wrapv: d.inv.wrapv, UnsignedChar: d.inv.uchar, Optimize: d.deviceLevel() != "0", NoMapAlias: d.inv.noMapAlias, TaskEvents: d.inv.taskEvents, Sites: d.inv.checked, UnitID: d.unitID(in), HostVendor: d.tools.host().Vendor()}
}

func (d *driver) codegenOptions() codegen.Options {
	level := map[string]int{"0": 0, "1": 1, "2": 2, "3": 3, "fast": 3, "s": 2, "z": 2, "": 2}
	return codegen.Options{Debug: d.inv.debug, AliasMaps: d.inv.noMapAlias, Deterministic: d.inv.deterministic, Opt: level[d.inv.optLevel], Sanitize: d.inv.checked, Instrument: d.inv.instrument}
}

// isOnlyUnit reports whether no other input of the link can have device code.
func (d *driver) isOnlyUnit(in *input) bool {
	for _, other := range d.inv.inputs {
		if other == in {
			continue
		}
		if other.path != "" {
			return false
		}
		for _, a := range other.args {
			if strings.HasPrefix(a, "-l") && a != "-lm" && a != "-lpthread" {
				return false
			}
		}
	}
	return !d.inv.shared
}

// warnFlags warns of flags that name no warning of ours.
func (d *driver) warnFlags() error {
	l := newList()
	for _, flag := range d.inv.warn.Unknown {
		l.Warnf(diag.Span{}, "unknown-warning-option", "unknown warning option '%s'", flag).WithFix("docs/diagnostics.md lists the names")
	}
	d.inv.warn.Apply(l)
	newPrinter(d.stderr).Print(l)
	if l.HasErrors() {
		return errReported
	}
	return nil
}

// build compiles every source and links.
func (d *driver) build() error {
	if err := d.warnFlags(); err != nil {
		return err
	}
	d.warnSanitize()
	d.warnInstrument()
	if d.inv.dryRun {
		return d.plan()
	}
	l := &linkJob{d: d}
	for _, in := range d.inv.inputs {
		switch {
		case in.path == "":
			l.add(in.args...)
		case in.language() == langObject:
			l.addFile(in)
		default:
			if err := errors.Join(d.buildSource(in, l), d.recordCommand(in)); err != nil {
				return err
			}
		}
	}
	if d.inv.mode != modeLink || d.onlyHeaders() {
		return l.wait()
	}
	return l.link()
}

// onlyHeaders reports whether there is nothing to link.
func (d *driver) onlyHeaders() bool {
	for _, in := range d.inv.inputs {
		if in.path != "" && in.language() != langHeader {
			return false
		}
	}
	return true
}

// buildSource takes one source as far as the mode says.
func (d *driver) buildSource(in *input, l *linkJob) error {
	lang := in.language()
	switch lang {
	case langOther:
		return d.compileOther(in, l)
	case langHeader:
		return d.compileHeader(in)
	}
	if done, err := d.compileDirectly(in, l); done {
		return err
	}
	r, err := d.compile(in)
	if err != nil {
		return err
	}
	switch d.inv.mode {
	case modeEmitC:
		return d.writeOutput(stem(in.path)+".host.c", d.hostText(r))
	case modeEmitRegion:
		return d.writeOutput(stem(in.path)+".region", []byte(regionText(r.region)))
	case modeDevice:
		return d.deviceOnly(r)
	case modeSyntax:
		return d.hostSyntax(r)
	case modeLink:
		obj := d.tempObject(in)
		l.addObject(obj, r.device)
		l.start(func() error {
			if err := d.compileHost(r, obj, d.inv.relocatable); err != nil || d.inv.saveTemps == "" {
				return err
			}
			data, err := os.ReadFile(obj)
			return errors.Join(err, d.keep(r.in, ".o", data))
		})
		return nil
	}
	return d.compileHost(r, d.objectName(in), true)
}

func regionText(m *region.Module) string {
	if m == nil {
		return ""
	}
	return m.String()
}

// hostText is the host side as C text, the preprocessed source if nothing is to be changed.
func (d *driver) hostText(r *result) []byte {
	if r.host != nil {
		return r.host
	}
	return r.unit.Text
}

// objectName is where -c or -S puts its result.
func (d *driver) objectName(in *input) string {
	if d.inv.output != "" && d.inv.mode != modeLink {
		return d.inv.output
	}
	ext := ".o"
	switch asm := d.inv.mode == modeAssemble; {
	case asm && d.inv.emitLLVM:
		ext = ".ll"
	case asm:
		ext = ".s"
	case d.inv.emitLLVM:
		ext = ".bc"
	}
	return stem(in.path) + ext
}

// writeOutput writes a text result to -o, "-" being standard output.
func (d *driver) writeOutput(name string, data []byte) error {
	if d.inv.output != "" {
		name = d.inv.output
	}
	if name == "-" {
		_, err := d.stdout.Write(data)
		return err
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		return usagef("unwritable-output", "cannot write '%s': %v", name, pathCause(err))
	}
	return nil
}

func pathCause(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// largeHost is from how many bytes on the host's text needs so much memory that it counts.
const largeHost = 1 << 19

// compileHost compiles the host side of r to out; embed puts the device code into the object.
func (d *driver) compileHost(r *result, out string, embed bool) error {
	stop := d.stopArgs()
	if r.host == nil {
		return d.runHost(append(stop, d.sourceArgs(r)...), stdinOf(r), out)
	}
	text := r.host
	if embed {
		text = append(text[:len(text):len(text)], embedded(r.device)...)
	}
	file := d.temp(stem(r.in.path) + ".host.i")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return err
	}
	args := append(stop, "-fopenmp")
	if !d.tools.isGCC() {
		// The host's versions of target regions are not what should be fast; of their loops
		// clang says without a place that it did not vectorise them. A flag of the user's may follow.
		args = append(args, "-Wno-pass-failed")
	}
	args = append(args, parse.CompileArgs(d.inv.hostArgs)...)
	if d.tools.isGCC() {
		args = append(args, "-foffload=disable")
	} else {
		args = append(args, "-Wno-gnu-line-marker", "-Wno-unknown-warning-option", "-Wno-openmp-mapping") // the last one is about regions that the host executes
		if len(text) > largeHost {
			// The driver without the compiler in it: this process has the highest peak of memory
			// of the whole compilation. For small ones a process more would be a tenth of the time.
			args = append(args, "-fno-integrated-cc1")
		}
	}
	if embed && len(r.device) > 0 {
		args = append(args, d.ltoArgs()...)
	}
	return d.runHost(append(append(args, d.unseenMacros()...), "-x", "cpp-output", file), nil, out)
}

// unseenMacros turns off the warnings that host compilers leave out where the code
// comes from a macro or a comment says that it is meant, which they cannot see in
// preprocessed text; a warning that the command line names stays.
func (d *driver) unseenMacros() (args []string) {
	warnings := []string{"parentheses-equality", "self-assign", "tautological-compare", "tautological-pointer-compare"}
	if d.tools.isGCC() {
		warnings = []string{"tautological-compare", "implicit-fallthrough"}
	}
	for _, w := range warnings {
		if !slices.Contains(d.inv.hostArgs, "-W"+w) && !slices.Contains(d.inv.hostArgs, "-Werror="+w) {
			args = append(args, "-Wno-"+w)
		}
	}
	return args
}

// stopArgs say how far the host compiler goes.
func (d *driver) stopArgs() []string {
	args := []string{"-c"}
	if d.inv.mode == modeAssemble {
		args = []string{"-S"}
	}
	if d.inv.emitLLVM {
		args = append(args, "-emit-llvm")
	}
	return args
}

// ltoArgs keep the sections of an object with device code where link time
// optimisation would leave the compiler's own form of the program only.
func (d *driver) ltoArgs() []string {
	switch {
	case !d.inv.lto || d.inv.emitLLVM:
		return nil
	case d.tools.isGCC() || d.tools.host().Version >= fatLLVM:
		return []string{"-ffat-lto-objects"}
	}
	return []string{"-fno-lto"}
}

// fatLLVM is the first version of LLVM that has -ffat-lto-objects.
const fatLLVM = 17

// sourceArgs names a source that the host compiler compiles unchanged.
func (d *driver) sourceArgs(r *result) []string {
	if d.readsText(r) {
		return append(append(d.openmpArg(), parse.CompileArgs(d.inv.hostArgs)...), "-x", "cpp-output", r.in.path)
	}
	return append(d.parseConfig(r.in).CommonArgs(), "-x", "c", r.in.path)
}

// readsText reports whether the source that the host compiler gets unchanged is
// preprocessed text.
func (d *driver) readsText(r *result) bool {
	return r.in.language() == langCPP || r.in.path == parse.Stdin
}

func (d *driver) openmpArg() []string {
	if d.inv.noOpenMP {
		return nil
	}
	return []string{"-fopenmp"}
}

// stdinOf is the text of a source that came from standard input, which has been read.
func stdinOf(r *result) []byte {
	if r.in.path == parse.Stdin {
		return r.unit.Text
	}
	return nil
}

func (d *driver) runHost(args []string, stdin []byte, out string) error {
	if out == "-" {
		text, err := d.tools.run(stdin, d.tools.hostCC, append(args, "-o", "-")...)
		d.stdout.Write(text)
		return err
	}
	_, err := d.tools.run(stdin, d.tools.hostCC, append(args, "-o", out)...)
	return err
}

// hostSyntax lets the host compiler check the host side.
func (d *driver) hostSyntax(r *result) error {
	args := append(append([]string{"-fsyntax-only"}, d.openmpArg()...), parse.CompileArgs(d.inv.hostArgs)...)
	if !d.tools.isGCC() {
		args = append(args, "-Wno-gnu-line-marker")
	}
	args = append(args, d.unseenMacros()...)
	_, err := d.tools.run(d.hostText(r), d.tools.hostCC, append(args, "-x", "cpp-output", "-")...)
	return err
}

// compileOther lets the host compiler compile a source in another language.
func (d *driver) compileOther(in *input, l *linkJob) error {
	if err := d.checkLanguage(in); err != nil {
		return err
	}
	out := d.objectName(in)
	if d.inv.mode == modeLink {
		out = d.tempObject(in)
		l.addObject(out, nil)
	}
	args, deps := d.stopArgs(), ""
	if in.preprocessed() {
		args = append(args, parse.CompileArgs(d.inv.hostArgs)...)
	} else {
		cfg := d.parseConfig(in)
		cfg.KeepPCH = true
		args = append(append(args, cfg.CommonArgs()...), d.inv.depArgs...)
		if len(d.inv.depArgs) == 0 && !in.isAssembly() && !in.isFortran() {
			deps = d.temp(stem(in.path) + ".d")
			args = append(args, "-MD", "-MF", deps)
		} else if i := slices.Index(d.inv.depArgs, "-MF"); i >= 0 {
			deps = d.inv.depArgs[i+1]
		}
	}
	if in.lang != "" {
		args = append(args, "-x", in.lang)
	}
	args = append(args, in.path)
	var err error
	switch ext := filepath.Ext(in.path); {
	case d.inv.mode == modeSyntax:
		_, err = d.tools.run(nil, d.tools.hostCC, append([]string{"-fsyntax-only"}, args[1:]...)...)
	case d.tools.isGCC() && in.lang == "" && (ext == ".ll" || ext == ".bc"):
		err = d.compileIR(in, out)
	default:
		err = d.runHost(args, nil, out)
	}
	if err == nil {
		err = d.warnRegions(in, d.included(deps, in))
	}
	if err != nil || d.inv.mode != modeLink {
		return err
	}
	return l.readInput(out) // assembly that ompcc -S wrote carries device code
}

// compileIR compiles LLVM IR, which gcc does not know, with LLVM's clang.
func (d *driver) compileIR(in *input, out string) error {
	clang, err := d.tools.llvm("clang")
	if err != nil {
		return err
	}
	_, err = d.tools.run(nil, clang, append(append(d.stopArgs(), parse.CompileArgs(d.inv.hostArgs)...), in.path, "-o", out)...)
	return err
}

// compileHeader lets the host compiler precompile a header.
func (d *driver) compileHeader(in *input) error {
	if err := d.checkLanguage(in); err != nil {
		return err
	}
	lang := in.lang
	if lang == "" {
		lang = "c-header"
	}
	args := append(d.parseConfig(in).CommonArgs(), d.inv.depArgs...)
	if d.inv.mode == modeSyntax {
		args = append(args, "-fsyntax-only")
	} else if d.inv.output != "" {
		args = append(args, "-o", d.inv.output)
	}
	return d.hostOnly(append(args, "-x", lang, in.path))
}

// preprocessOnly is -E, -M and -MM.
func (d *driver) preprocessOnly() error {
	for _, in := range d.inv.inputs {
		if in.path == "" {
			continue
		}
		if in.path != parse.Stdin {
			if _, err := os.Stat(in.path); err != nil {
				return missingFile(in.path)
			}
		}
		cfg := d.parseConfig(in)
		cfg.DepArgs = d.inv.depArgs
		args := append([]string{"-E"}, cfg.CommonArgs()...)
		args = append(args, cfg.DepArgs...)
		if in.lang != "" || in.path == parse.Stdin {
			args = append(args, "-x", orC(in.lang))
		}
		args = append(args, in.path)
		if d.inv.output != "" && d.inv.output != "-" {
			args = append(args, "-o", d.inv.output)
		}
		if err := d.hostOnly(args); err != nil {
			return err
		}
	}
	return nil
}

func orC(lang string) string {
	if lang == "" {
		return "c"
	}
	return lang
}

// plan prints the commands that -### asks for, with the names that they would have.
func (d *driver) plan() error {
	l := &linkJob{d: d}
	for _, in := range d.inv.inputs {
		switch {
		case in.path == "":
			l.add(in.args...)
		case in.language() == langObject:
			l.add(in.path)
		default:
			obj := d.objectName(in)
			d.tools.run(nil, d.tools.hostCC, d.parseConfig(in).PreprocessArgs(in.path)...)
			if d.inv.mode == modeLink {
				obj = d.temp(stem(in.path) + ".o")
				l.add(obj)
			}
			if d.inv.mode == modeLink || d.inv.mode == modeCompile || d.inv.mode == modeAssemble {
				args := append([]string{"-c", "-fopenmp"}, parse.CompileArgs(d.inv.hostArgs)...)
				d.tools.run(nil, d.tools.hostCC, append(args, "-x", "cpp-output", d.temp(stem(in.path)+".host.i"), "-o", obj)...)
			}
		}
	}
	if d.inv.mode != modeLink {
		return nil
	}
	return l.planImages()
}
