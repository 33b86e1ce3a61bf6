// The compilation pipeline of one source file, from preprocessing to its outputs.

package driver

import (
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ompcc/cmd/ompcc/devlink"
	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/codegen"
	"ompcc/codegen/hostc"
	"ompcc/codegen/hostc/spell"
	"ompcc/codegen/target"
	"ompcc/lower"
	"ompcc/lower/region"
	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/parse/early"
	"ompcc/pragma/check"
	"ompcc/pragma/resolve"
	"ompcc/pragma/syntax"
	"ompcc/pragma/tree"
)

// result holds the products of the pipeline for one source.
type result struct {
	*source
	unit    *parse.Unit
	host    []byte          // host C; nil if the host compiler compiles the source unchanged
	device  []*devlink.Code // one for each target
	region  *region.Module
	remarks []*diag.Remark
	program *lower.Program   // nil without device constructs
	modules []*region.Module // the modules that device was compiled from
	reached stages           // the stages that ran
	again   bool             // this is a repeated analysis after errors (recover.go)
}

// compile runs the pipeline: it compiles one C source to host C and device code. A stage
// appends its diagnostics and continues; the next stage starts only if there are no errors.
// Repeated analyses find the errors that an error hides (recover.go).
func (s *source) compile() (*result, error) {
	diags := &diag.List{}
	r := &result{source: s}
	err := r.stages(diags)
	if page := r.addPage(); err == nil {
		err = page
	}
	diags.Once()
	if err == nil && r.comesAgain() {
		diags.All = slices.DeleteFunc(diags.All, func(x *diag.Diagnostic) bool { return x.Raw && x.Severity == diag.Warning })
	}
	var line func(file string, line int) (string, bool)
	if r.unit != nil {
		line = r.unit.SourceLine
	}
	if err := errors.Join(s.d.messages.Print(diags, line),
		s.d.showRemarks(r.remarks, s.recordName(), line)); err != nil {
		return nil, err
	}
	return r, err
}

// comesAgain reports whether the host compiler preprocesses the source a second time
// and therefore repeats its warnings.
func (r *result) comesAgain() bool {
	switch r.d.inv.Mode {
	case ModeLink, ModeCompile, ModeAssemble:
		return r.host == nil && !r.readsText()
	}
	return false
}

func (r *result) stages(diags *diag.List) error {
	cfg := r.parseConfig()
	if r.d.inv.Verbose && !cfg.Preprocessed {
		r.d.tools.Print(toolchain.CommandLine(cfg.HostCC, cfg.PreprocessArgs(r.in.Path)) + "\n")
	}
	unit, _ := parse.Preprocess(cfg, r.in.Path, diags)
	if diags.HasErrors() {
		r.analyseBroken(unit, diags)
		return report.ErrReported
	}
	r.unit = unit
	if err := errors.Join(r.showDeps(), r.keep(".i", unit.Text)); err != nil {
		return err
	}
	draft := unit.Draft()
	err := r.analyse(diags)
	if diags.HasErrors() {
		r.analyseRest(draft, diags)
	}
	if err != nil || r.host == nil {
		return err
	}
	return r.keepStages()
}

// analyse runs all stages after preprocessing on the unit.
func (r *result) analyse(diags *diag.List) error {
	unit := r.unit
	if !r.d.inv.NoOpenMP {
		unit.WarnMisspelt(diags)
		unit.CheckAttributes(diags)
		if diags.HasErrors() {
			return report.ErrReported
		}
	}
	if r.d.inv.NoOpenMP || len(unit.Pragmas) == 0 && !unit.CallsRoutines() {
		return nil
	}
	unit.Split(func(p *parse.Pragma) *parse.Parts { return syntax.Split(p, r.d.inv.Version, diags) })
	device := unit.UsesDevices()
	tree, err := r.constructs(device, diags)
	diags.OnlyBraces()
	if err != nil || tree == nil || len(unit.Pragmas) == 0 || !device && !unit.Attributes && !r.concernsUs(tree) {
		return err
	}
	r.reached.lowered = true
	prog := lower.Lower(tree, r.lowerOptions(), diags)
	r.remarks, r.program = prog.Remarks, prog
	if diags.HasErrors() {
		unit.ExplainC(diags)
		return report.ErrReported
	}
	if device {
		if err := r.deviceCode(tree, prog, diags); err != nil {
			return err
		}
	}
	r.host, err = hostc.Emit(prog,
		&hostc.Options{NoLineMarkers: r.d.inv.Mode == ModeEmitC &&
			r.d.inv.Output == "-", Host: r.d.tools.Host(), Variables: r.d.inv.Checked})
	if err != nil {
		return r.reportUnknown(err, diags)
	}
	return nil
}

// constructs runs the front end and returns the checked construct tree of the unit.
// In a file without device constructs, the host compiler checks the C code. For such
// a file constructs returns nil if cc cannot parse it.
func (r *result) constructs(device bool, diags *diag.List) (*tree.Tree, error) {
	unit := r.unit
	marker := syntax.NewMarker(r.d.inv.Version, diags)
	before := &diag.List{All: slices.Clone(diags.All)}
	if !device && !r.again && !r.d.inv.Checked {
		unit.OmitBodies()
	}
	err := unit.Translate(func(p *parse.Pragma) *parse.Mark {
		m := marker.Mark(p)
		before.All = append(before.All[:0], diags.All...)
		return m
	}, diags)
	r.reached.marked, r.reached.translated = slices.Clone(before.All), slices.Clone(diags.All)
	if err != nil || diags.HasErrors() {
		if device || r.again || errors.Is(err, parse.ErrNoStatement) || unit.Attributes || before.HasErrors() ||
			r.directivesConcernUs(marker.Dirs) {
			return nil, report.ErrReported
		}
		diags.All = before.All
		return nil, nil
	}
	tree := tree.Bind(unit, marker.Dirs, diags)
	resolve.Complete(tree, diags)
	check.Check(tree, diags)
	r.reached.checked = true
	if diags.HasErrors() {
		return nil, report.ErrReported
	}
	return tree, nil
}

// concernsUs reports whether ompcc must rewrite a directive of tree for the host compiler.
func (r *result) concernsUs(tree *tree.Tree) bool {
	host := r.d.tools.Host()
	for _, c := range tree.All {
		if c != nil && (!spell.Directive(c, host).Same || hostc.Rewrites(tree, c, host)) {
			return true
		}
	}
	return false
}

func (r *result) directivesConcernUs(dirs []*tree.Directive) bool {
	for _, x := range dirs {
		if x != nil && r.concernsUs(&tree.Tree{All: []*tree.Construct{{Directive: x}}}) {
			return true
		}
	}
	return false
}

// deviceCode compiles the device code of each target and adds it to r.
func (r *result) deviceCode(tree *tree.Tree, prog *lower.Program, diags *diag.List) error {
	if err := r.d.checkHostFlags(diags); err != nil {
		return err
	}
	r.region = prog.Module
	if errs := region.Verify(prog.Module); len(errs) > 0 {
		return fmt.Errorf("internal compiler error: the region IR of %s is not well-formed: %w", tree.Unit.File,
			errors.Join(errs...))
	}
	for _, t := range r.d.inv.Targets {
		m := prog.Module
		if prog.TargetDependent {
			// Selectors depend on the device's traits, so lowering runs once for each target.
			opts := *r.lowerOptions()
			opts.Device = deviceTraits(t)
			m = lower.Lower(tree, &opts, &diag.List{}).Module
		}
		if err := r.emitFor(m, t, diags); err != nil {
			return err
		}
	}
	return nil
}

// emitFor adds m's code for target t to r.
func (r *result) emitFor(m *region.Module, t *target.Target, diags *diag.List) error {
	opts := r.d.codegenOptions()
	opts.Whole = r.isWhole()
	unit, err := codegen.EmitUnit(m, t, opts)
	if err != nil {
		return reportCodegen(err, diags)
	}
	for _, w := range unit.Warnings {
		diags.Warnf(diag.Span{Pos: w.Pos}, w.Code, "%s", w.Message).WithFix("%s", w.Fix)
	}
	c := devlink.NewCode(m, t, unit)
	c.Checked = r.d.inv.Checked && t.Instrumented
	r.device, r.modules = append(r.device, c), append(r.modules, m)
	r.remarks = append(r.remarks, unit.Remarks...)
	return nil
}

// reportUnknown turns an error of hostc into a diagnostic with its source location:
// the host compiler does not support a directive.
func (r *result) reportUnknown(err error, diags *diag.List) error {
	var he *hostc.Error
	if errors.As(err, &he) {
		e := diags.Errorf(he.Span, he.Code, "%s", he.Message)
		e.Section, e.Fix = he.Section, he.Fix
		return report.ErrReported
	}
	var u *hostc.UnknownError
	if !errors.As(err, &u) {
		return err
	}
	e := diags.Errorf(diag.Span{Pos: u.Construct.Pos(), Len: len(u.Construct.Kind.String())}, diag.HostUnknown,
		"the host compiler %s does not know %s", r.d.tools.HostName(), u.What)
	e.WithSection(u.Construct.Def.Section)
	if u.Generated() {
		e.WithFix("write the generated loops in place of the loop transformation")
	} else if r.d.tools.IsGCC() {
		e.WithFix("compile with clang: set OMPCC_CC=clang, or use the directive in a target region")
	}
	return report.ErrReported
}

// deviceTraits returns the traits of t that context selectors test (OpenMP 5.2 §7.1).
func deviceTraits(t *target.Target) *lower.DeviceTraits {
	return &lower.DeviceTraits{Kind: t.Traits.Kind, Arch: t.Traits.Arch, ISA: t.Traits.ISA}
}

// reportCodegen turns the errors of codegen into diagnostics: features that a target does not support.
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
	return report.ErrReported
}

func (r *result) keepStages() error {
	err := r.keep(".host.c", r.host)
	err = errors.Join(err, r.keep(".region", []byte(r.d.regionText(r.region))))
	for _, c := range r.device {
		err = errors.Join(err, r.keep(c.Suffix()+".ll", []byte(c.IR)))
	}
	return err
}

func (s *source) parseConfig() *parse.Config {
	return &parse.Config{
		HostCC: s.d.tools.HostCC, HostVersion: func() int { return s.d.tools.Host().Version },
		HostArgs: s.d.inv.HostArgs, DepArgs: s.depArgs(), IncludeDir: s.d.layout.Include,
		OpenMP: early.Date[s.d.inv.Version], NoOpenMP: s.d.inv.NoOpenMP, Arch: s.d.inv.Program.GoArch,
		Preprocessed: s.in.language() == langCPP,
	}
}

// unitID returns a suffix that distinguishes the symbols of static functions and variables
// of files with the same name. It is empty in modes that only print code, and when the
// command builds a program from a single source.
func (s *source) unitID() string {
	switch {
	case s.d.inv.Mode == ModeLink && s.isOnlyUnit():
		return ""
	case s.d.inv.Mode == ModeLink, s.d.inv.Mode == ModeCompile, s.d.inv.Mode == ModeAssemble:
	default:
		return ""
	}
	path, err := filepath.Abs(s.in.Path)
	if err != nil {
		path = s.in.Path
	}
	// Prefix maps make builds reproducible: equal sources in different folders give equal objects.
	var args []string
	for _, a := range s.d.inv.HostArgs {
		if !parse.IsPrefixMap(a) {
			args = append(args,
				a[:len(a)-len(strings.TrimPrefix(a, "-I"))]+parse.MapPrefixes(s.d.inv.HostArgs,
					strings.TrimPrefix(a, "-I")))
		}
	}
	h := fnv.New32a()
	fmt.Fprint(h, parse.MapPrefixes(s.d.inv.HostArgs, path), args)
	return fmt.Sprintf("%08x", h.Sum32())
}

func (s *source) lowerOptions() *lower.Options {
	fp := region.FPOptions{Fast: s.d.inv.FastMath, Contract: s.d.inv.Contract, Relaxed: s.d.inv.RelaxedMath()}
	if fp.Contract == "" {
		fp.Contract = "fast"
	}
	var longDouble *region.Float
	if s.d.inv.Program.QuadLongDouble {
		longDouble = region.Quad
	}
	host := deviceTraits(s.d.inv.Program)
	host.Kind = append([]string{"host"}, host.Kind[1:]...)
	return &lower.Options{LongDouble: longDouble, Host: host, OpenMP: s.d.inv.Version, FP: fp, Wrapv: s.d.inv.Wrapv,
		UnsignedChar: s.d.inv.UnsignedChar, Optimize: s.d.device.OptLevel() != "0", NoMapAlias: s.d.inv.NoMapAlias,
		TaskEvents: s.d.inv.TaskEvents, Sites: s.d.inv.Checked, UnitID: s.unitID(), HostVendor: s.d.tools.Host().
				Vendor(), Remarks: s.d.wantsRemarks(), Mandatory: s.d.inv.Mandatory}
}

func (d *driver) codegenOptions() codegen.Options {
	level := map[string]int{"0": 0, "1": 1, "2": 2, "3": 3, "fast": 3, "s": 2, "z": 2, "": 2}
	return codegen.Options{Debug: d.inv.Debug, AliasMaps: d.inv.NoMapAlias, Deterministic: d.inv.Deterministic,
		Opt: level[d.inv.OptLevel], Sanitize: d.inv.Checked, Instrument: d.inv.Instrument, Remarks: d.wantsRemarks()}
}

// isOnlyUnit reports whether no other input of the link can have device code.
func (s *source) isOnlyUnit() bool {
	for _, other := range s.d.inv.Inputs {
		if other == s.in {
			continue
		}
		if other.Path != "" {
			return false
		}
		for _, a := range other.Args {
			if strings.HasPrefix(a, "-l") && a != "-lm" && a != "-lpthread" {
				return false
			}
		}
	}
	return !s.d.inv.Shared
}

// isWhole reports whether the source contains all device code of the program that the command links.
func (s *source) isWhole() bool {
	if s.d.inv.Mode != ModeLink || s.d.inv.Relocatable || !s.isOnlyUnit() {
		return false
	}
	for _, in := range s.d.inv.Inputs {
		for _, a := range in.Args {
			if a == "-Xlinker" || a == "-T" || strings.HasPrefix(a, "-Wl,") {
				return false // linker options can name other files
			}
		}
	}
	return true
}

// warnFlags warns about -W flags that name an unknown warning.
func (d *driver) warnFlags() error {
	l := &diag.List{}
	for _, flag := range d.inv.Messages.Warn.Unknown {
		l.Warnf(diag.Span{}, diag.UnknownWarningOption, "unknown warning option '%s'", flag).
			WithFix("write one of the names in docs/diagnostics.md")
	}
	return d.messages.Print(l, nil)
}

// build compiles every source and links.
func (d *driver) build() error {
	err := errors.Join(d.buildAll(), d.linkRemarks(), d.writeRecords())
	if err != nil {
		return err
	}
	return d.writePage()
}

func (d *driver) buildAll() error {
	if err := d.warnFlags(); err != nil {
		return err
	}
	if err := errors.Join(d.warnSanitize(), d.warnInstrument()); err != nil {
		return err
	}
	if d.inv.DryRun {
		return d.plan()
	}
	l := &linkJob{d: d}
	for _, in := range d.inv.Inputs {
		switch {
		case in.Path == "":
			l.add(in.Args...)
		case in.language() == langObject:
			l.addFile(in)
		default:
			if err := errors.Join(d.source(in).buildSource(l), d.source(in).recordCommand()); err != nil {
				return err
			}
		}
	}
	if d.inv.Mode != ModeLink || d.onlyHeaders() {
		return l.wait()
	}
	return l.link()
}

// onlyHeaders reports whether all inputs are headers, so there is nothing to link.
func (d *driver) onlyHeaders() bool {
	for _, in := range d.inv.Inputs {
		if in.Path != "" && in.language() != langHeader {
			return false
		}
	}
	return true
}

// buildSource runs the stages of one source that the mode asks for.
func (s *source) buildSource(l *linkJob) error {
	lang := s.in.language()
	switch lang {
	case langOther:
		return s.compileOther(l)
	case langHeader:
		return s.compileHeader()
	}
	compile := s.compile
	if lang == langRegion {
		compile = s.compileRegion
	} else if done, err := s.compileDirectly(l); done {
		return err
	}
	r, err := compile()
	if err != nil {
		return err
	}
	if lang == langRegion && s.d.inv.Mode == ModeAssemble {
		return r.deviceOnly()
	}
	switch s.d.inv.Mode {
	case ModeEmitC:
		return s.d.writeOutput(toolchain.Stem(s.in.Path)+".host.c", r.hostText())
	case ModeEmitRegion:
		return s.d.writeOutput(toolchain.Stem(s.in.Path)+".region", []byte(s.d.regionText(r.region)))
	case ModeDevice:
		return r.deviceOnly()
	case ModeSyntax:
		if lang == langRegion {
			return nil
		}
		return r.hostSyntax()
	case ModeLink:
		obj := s.tempObject()
		l.addObject(obj, r.device)
		l.start(func() error {
			if err := r.compileHost(obj, s.d.inv.Relocatable); err != nil || s.d.inv.SaveTemps == "" {
				return err
			}
			data, err := os.ReadFile(obj)
			return errors.Join(err, s.d.source(r.in).keep(".o", data))
		})
		return nil
	}
	return r.compileHost(s.objectName(), true)
}

func (d *driver) regionText(m *region.Module) string {
	if m == nil {
		return ""
	}
	if d.inv.Debug || d.inv.Checked {
		return m.TextWithPlaces()
	}
	return m.String()
}

// hostText returns the host C: the generated text, or the preprocessed source if ompcc changes nothing.
func (r *result) hostText() []byte {
	if r.host != nil {
		return r.host
	}
	return r.unit.Text
}

// objectName returns the path of the output of -c or -S.
func (s *source) objectName() string {
	if s.d.inv.Output != "" && s.d.inv.Mode != ModeLink {
		return s.d.inv.Output
	}
	ext := ".o"
	switch asm := s.d.inv.Mode == ModeAssemble; {
	case asm && s.d.inv.EmitLLVM:
		ext = ".ll"
	case asm:
		ext = ".s"
	case s.d.inv.EmitLLVM:
		ext = ".bc"
	}
	return toolchain.Stem(s.in.Path) + ext
}

// toStdout reports whether an output is standard output, which the host compiler shares with nobody.
func toStdout(out string) bool { return out == "-" || out == "/dev/stdout" }

// writeOutput writes data to the file of -o, or else to name. The name "-" means standard output.
func (d *driver) writeOutput(name string, data []byte) error {
	if d.inv.Output != "" {
		name = d.inv.Output
	}
	if name == "-" {
		_, err := d.stdout.Write(data)
		return err
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		return report.Problemf(diag.UnwritableOutput, "cannot write '%s': %v", name, toolchain.PathCause(err))
	}
	return nil
}

// largeHost is the size in bytes from which compileHost runs clang's compiler in a separate
// process to reduce peak memory.
const largeHost = 1 << 19

// compileHost compiles the host side of r to out. If embed is set, it embeds the device code in the object.
func (r *result) compileHost(out string, embed bool) error {
	stop := r.d.stopArgs()
	if r.host == nil {
		return r.d.runHost(append(stop, r.sourceArgs()...), stdinOf(r), out)
	}
	text := r.host
	if embed {
		text = append(text[:len(text):len(text)], devlink.Embed(r.device)...)
	}
	file := r.d.scratch.File(toolchain.Stem(r.in.Path) + ".host.i")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return err
	}
	args := append(stop, "-fopenmp")
	if !r.d.tools.IsGCC() {
		// Clang warns without a source location when it does not vectorise a loop. For host
		// versions of target regions this warning is noise. A later flag of the user overrides this one.
		args = append(args, "-Wno-pass-failed")
	}
	args = append(args, parse.CompileArgs(r.d.inv.HostArgs)...)
	if r.d.tools.IsGCC() {
		args = append(args, "-foffload=disable")
	} else {
		args = append(args, "-Wno-gnu-line-marker", "-Wno-unknown-warning-option", "-Wno-openmp-mapping") // openmp-mapping: about host versions only
		if len(text) > largeHost {
			// Run cc1 in its own process: with cc1 in the driver, that process has the highest
			// memory peak of the compilation. For small sources an extra process would cost 10% of the time.
			args = append(args, "-fno-integrated-cc1")
		}
	}
	if embed && len(r.device) > 0 {
		args = append(args, r.d.ltoArgs()...)
	}
	args = append(args, r.d.watchArgs()...)
	return r.d.runHost(append(append(args, r.d.unseenMacros()...), "-x", "cpp-output", file), nil, out)
}

// watchArgs returns the flags that instrument the memory accesses of checked host code (rt/capi/watched).
// It returns none if the user has enabled a sanitizer of the host compiler.
func (d *driver) watchArgs() []string {
	other := func(a string) bool { return strings.HasPrefix(a, "-fsanitize=") }
	if !d.inv.Checked || slices.ContainsFunc(d.inv.HostArgs, other) {
		return nil
	}
	if d.tools.IsGCC() {
		return []string{"-fsanitize=thread"}
	}
	return []string{"-fsanitize=thread", "-mllvm", "-tsan-instrument-func-entry-exit=0", "-mllvm",
		"-tsan-instrument-read-before-write=1"}
}

// unseenMacros returns the flags that disable warnings which host compilers suppress in macro
// expansions or next to a comment. In preprocessed text the host compilers see neither, so
// these warnings would be false positives. A warning that the command line names stays enabled.
func (d *driver) unseenMacros() (args []string) {
	warnings := []string{"parentheses-equality", "self-assign", "tautological-compare", "tautological-pointer-compare"}
	if d.tools.IsGCC() {
		warnings = []string{"tautological-compare", "implicit-fallthrough"}
	}
	for _, w := range warnings {
		if !slices.Contains(d.inv.HostArgs, "-W"+w) && !slices.Contains(d.inv.HostArgs, "-Werror="+w) {
			args = append(args, "-Wno-"+w)
		}
	}
	return args
}

// stopArgs returns the flags that select the stage after which the host compiler stops.
func (d *driver) stopArgs() []string {
	args := []string{"-c"}
	if d.inv.Mode == ModeAssemble {
		args = []string{"-S"}
	}
	if d.inv.EmitLLVM {
		args = append(args, "-emit-llvm")
	}
	return args
}

// ltoArgs returns the flags that keep the device code in an object under -flto. A plain
// LTO object holds only the compiler's IR, without the sections that embed the device code.
func (d *driver) ltoArgs() []string {
	switch {
	case !d.inv.LTO || d.inv.EmitLLVM:
		return nil
	case d.tools.IsGCC() || d.tools.Host().Version >= fatLLVM:
		return []string{"-ffat-lto-objects"}
	}
	return []string{"-fno-lto"}
}

// fatLLVM is the first version of LLVM that supports -ffat-lto-objects.
const fatLLVM = 17

// sourceArgs returns the arguments for a source that the host compiler compiles unchanged.
func (r *result) sourceArgs() []string {
	if r.readsText() {
		return append(append(r.d.openmpArg(), parse.CompileArgs(r.d.inv.HostArgs)...), "-x", "cpp-output", r.in.Path)
	}
	return append(r.parseConfig().CommonArgs(), "-x", "c", r.in.Path)
}

// readsText reports whether the host compiler compiles preprocessed text when ompcc does
// not change the source.
func (r *result) readsText() bool {
	return r.in.language() == langCPP || r.in.Path == parse.Stdin
}

func (d *driver) openmpArg() []string {
	if d.inv.NoOpenMP {
		return nil
	}
	return []string{"-fopenmp"}
}

// stdinOf returns the text of a source from standard input, which ompcc has already consumed.
func stdinOf(r *result) []byte {
	if r.in.Path == parse.Stdin {
		return r.unit.Text
	}
	return nil
}

func (d *driver) runHost(args []string, stdin []byte, out string) error {
	if toStdout(out) {
		out = "-"
	}
	text, err := d.tools.Run(stdin, d.tools.HostCC, append(args, "-o", out)...) // text: also of -mllvm --help-list
	if _, writing := d.stdout.Write(text); err == nil {
		err = writing
	}
	return err
}

// hostSyntax runs the host compiler with -fsyntax-only on the host side.
func (r *result) hostSyntax() error {
	args := append(append([]string{"-fsyntax-only"}, r.d.openmpArg()...), parse.CompileArgs(r.d.inv.HostArgs)...)
	if !r.d.tools.IsGCC() {
		args = append(args, "-Wno-gnu-line-marker")
	}
	args = append(args, r.d.unseenMacros()...)
	_, err := r.d.tools.Run(r.hostText(), r.d.tools.HostCC, append(args, "-x", "cpp-output", "-")...)
	return err
}

// compileOther compiles a source in another language with the host compiler.
func (s *source) compileOther(l *linkJob) error {
	if err := s.checkLanguage(); err != nil {
		return err
	}
	out := s.objectName()
	if s.d.inv.Mode == ModeLink {
		out = s.tempObject()
		l.addObject(out, nil)
	}
	args, deps := s.d.stopArgs(), ""
	if s.in.preprocessed() {
		args = append(args, parse.CompileArgs(s.d.inv.HostArgs)...)
	} else {
		cfg := s.parseConfig()
		cfg.KeepPCH = true
		args = append(append(args, cfg.CommonArgs()...), s.d.inv.DepArgs...)
		if len(s.d.inv.DepArgs) == 0 && !s.in.isAssembly() {
			deps = s.d.scratch.File(toolchain.Stem(s.in.Path) + ".d")
			args = append(args, "-MD", "-MF", deps)
		} else if i := slices.Index(s.d.inv.DepArgs, "-MF"); i >= 0 {
			deps = s.d.inv.DepArgs[i+1]
		}
	}
	if s.in.Lang != "" {
		args = append(args, "-x", s.in.Lang)
	}
	args = append(args, s.in.Path)
	var err error
	switch ext := filepath.Ext(s.in.Path); {
	case s.d.inv.Mode == ModeSyntax:
		_, err = s.d.tools.Run(nil, s.d.tools.HostCC, append([]string{"-fsyntax-only"}, args[1:]...)...)
	case s.d.tools.IsGCC() && s.in.Lang == "" && (ext == ".ll" || ext == ".bc"):
		err = s.compileIR(out)
	default:
		err = s.d.runHost(args, nil, out)
	}
	if err == nil {
		if err = s.checkRegions(s.d.included(deps, s.in)); err != nil {
			s.d.discard(out)
		}
	}
	if err != nil || s.d.inv.Mode != ModeLink {
		return err
	}
	return l.readInput(out) // assembly that ompcc -S wrote carries device code
}

// compileIR compiles LLVM IR with LLVM's clang, because gcc does not support it.
func (s *source) compileIR(out string) error {
	clang, err := s.d.tools.LLVM("clang")
	if err != nil {
		return err
	}
	_, err = s.d.tools.Run(nil, clang,
		append(append(s.d.stopArgs(), parse.CompileArgs(s.d.inv.HostArgs)...), s.in.Path, "-o", out)...)
	return err
}

// compileHeader precompiles a header with the host compiler.
func (s *source) compileHeader() error {
	if err := s.checkLanguage(); err != nil {
		return err
	}
	lang := s.in.Lang
	switch {
	case lang == "" && s.d.inv.CXX:
		lang = "c++-header"
	case lang == "":
		lang = "c-header"
	}
	args := append(s.parseConfig().CommonArgs(), s.d.inv.DepArgs...)
	if s.d.inv.Mode == ModeSyntax {
		args = append(args, "-fsyntax-only")
	} else if s.d.inv.Output != "" {
		args = append(args, "-o", s.d.inv.Output)
	}
	if len(s.d.inv.Inputs) == 1 && s.d.inv.Database == "" {
		return s.d.becomeHost(append(args, "-x", lang, s.in.Path))
	}
	return s.d.hostOnly(append(args, "-x", lang, s.in.Path))
}

// preprocessOnly implements -E, -M and -MM.
func (d *driver) preprocessOnly() error {
	for _, in := range d.inv.Inputs {
		if in.Path == "" {
			continue
		}
		if in.Path != parse.Stdin {
			if _, err := os.Stat(in.Path); err != nil {
				return missingFile(in.Path)
			}
		}
		cfg := d.source(in).parseConfig()
		cfg.DepArgs = d.inv.DepArgs
		args := append([]string{"-E"}, cfg.CommonArgs()...)
		args = append(args, cfg.DepArgs...)
		if in.Lang != "" || in.Path == parse.Stdin {
			args = append(args, "-x", orC(in.Lang))
		}
		args = append(args, in.Path)
		if d.inv.Output != "" && d.inv.Output != "-" {
			args = append(args, "-o", d.inv.Output)
		}
		run := d.hostOnly
		if len(d.inv.Inputs) == 1 {
			run = d.becomeHost
		}
		if err := run(args); err != nil {
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

// plan implements -###: it prints the commands that the build would run.
func (d *driver) plan() error {
	l := &linkJob{d: d}
	for _, in := range d.inv.Inputs {
		switch {
		case in.Path == "":
			l.add(in.Args...)
		case in.language() == langObject:
			l.add(in.Path)
		default:
			obj := d.source(in).objectName()
			d.tools.Run(nil, d.tools.HostCC, d.source(in).parseConfig().PreprocessArgs(in.Path)...)
			if d.inv.Mode == ModeLink {
				obj = d.scratch.File(toolchain.Stem(in.Path) + ".o")
				l.add(obj)
			}
			if d.inv.Mode == ModeLink || d.inv.Mode == ModeCompile || d.inv.Mode == ModeAssemble {
				args := append([]string{"-c", "-fopenmp"}, parse.CompileArgs(d.inv.HostArgs)...)
				d.tools.Run(nil, d.tools.HostCC,
					append(args, "-x", "cpp-output", d.scratch.File(toolchain.Stem(in.Path)+".host.i"), "-o", obj)...)
			}
		}
	}
	if d.inv.Mode != ModeLink {
		return nil
	}
	return l.planImages()
}

// deviceOnly writes the device code of one source: IR, assembly or an object.
func (r *result) deviceOnly() error {
	if len(r.device) == 0 {
		return report.Problemf(diag.NoDeviceCode, "'%s' has no device code", r.in.Path).
			WithFix("compile it without --offload-device-only")
	}
	var all []byte
	for i, c := range r.device {
		data, ext, err := r.deviceText(r.d.inv.Targets[i], c)
		if err != nil {
			return err
		}
		if r.d.inv.Output == "" {
			if err := r.d.writeOutput(toolchain.Stem(r.in.Path)+c.Suffix()+ext, data); err != nil {
				return err
			}
			continue
		}
		all = append(all, data...)
	}
	if r.d.inv.Output == "" {
		return nil
	}
	return r.d.writeOutput("", all)
}

// deviceText returns the device code of one target as IR, assembly or an object.
func (r *result) deviceText(t *target.Target, c *devlink.Code) (data []byte, ext string, err error) {
	if r.d.inv.EmitLLVM {
		return []byte(c.IR), ".ll", nil
	}
	return r.d.device.Text(t, c, r.d.inv.Asm)
}
