package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ompcc/codegen"
	"ompcc/lower/region"
	"ompcc/parse/diag"
	"ompcc/rt/abi"
)

// image is linked and compiled device code for one target.
type image struct {
	triple, arch, format string
	data                 []byte
}

var quotedSymbol = regexp.MustCompile(`@"(?:[^"\\]|\\[0-9A-Fa-f]{2})*"`)

var escapedByte = regexp.MustCompile(`\\[0-9A-Fa-f]{2}`)

// ptxNames gives what has letters beyond ASCII in its name the name that it has in PTX.
func ptxNames(ir string) string {
	return quotedSymbol.ReplaceAllStringFunc(ir, func(symbol string) string {
		plain := escapedByte.ReplaceAllStringFunc(symbol, func(e string) string {
			if c, err := strconv.ParseUint(e[1:], 16, 8); err == nil && c >= 0x80 {
				return abi.PTXName(string([]byte{byte(c)}))
			}
			return e
		})
		return abi.PTXName(plain)
	})
}

// linkCodes merges the device code of several units into one module's IR, in
// which nothing but what the runtime looks up is visible.
func (d *driver) linkCodes(codes []*deviceCode) (*deviceCode, error) {
	if err := checkLinkVariables(codes); err != nil {
		return nil, err
	}
	absent, missing := d.checkSymbols(codes)
	if len(missing) > 0 && d.deviceLevel() == "0" {
		return nil, undefinedError(missing)
	}
	d.warnTaskEvents(codes)
	whole := *codes[0]
	x86, err := d.x86Code(codes)
	if err != nil {
		return nil, err
	}
	if x86 != nil {
		codes = append(slices.Clone(codes), x86)
	}
	if len(codes) > 1 {
		llvmLink, err := d.tools.llvm("llvm-link")
		if err != nil {
			return nil, err
		}
		args := []string{"-S", "-o", "-"}
		for _, c := range codes {
			file := d.temp(stem(c.File) + c.suffix() + ".ll")
			if err := os.WriteFile(file, []byte(c.IR), 0o666); err != nil {
				return nil, err
			}
			args = append(args, file)
		}
		ir, err := d.tools.run(nil, llvmLink, args...)
		if err != nil {
			return nil, err
		}
		whole.IR = string(ir)
	}
	whole.IR = codegen.DropThreads(codegen.DropAllocators(codegen.DropTasks(codegen.DropOwnThreads(codegen.DropICVs(internalize(nullify(whole.IR, absent)))))))
	if len(missing) > 0 {
		return &whole, d.foldAway(&whole, missing)
	}
	return &whole, nil
}

// warnTaskEvents tells which files have tasks and taskgroups that wait on the spot for other
// files' events: the code behind them may be what fulfils these (OpenMP 5.2 §12.5.2).
func (d *driver) warnTaskEvents(codes []*deviceCode) {
	if slices.Contains(d.inv.hostArgs, "-w") {
		return
	}
	for _, e := range codes {
		if !codegen.HasEvents(e.IR) {
			continue
		}
		for _, c := range codes {
			if !codegen.AwaitsEvents(c.IR) || d.warned[c.File] {
				continue
			}
			d.warned[c.File] = true
			fmt.Fprintf(d.stderr, "ompcc: warning: %s: its taskgroups and tasks with dependences wait on the spot for tasks with events (detach) of %s: for ever if the event is fulfilled behind that place\n"+
				"  help: compile %s with -fopenmp-task-events\n", c.File, e.File, c.File)
		}
		return
	}
}

// checkLinkVariables refuses a variable that is in a link clause in one file and in an enter
// clause in another (OpenMP 5.2 §7.8.1): what maps it would not set the first one's reference.
func checkLinkVariables(codes []*deviceCode) error {
	whole := map[string]string{}
	for _, c := range codes {
		for _, s := range c.Defs {
			whole[s] = c.File
		}
	}
	e := &diagError{list: newList()}
	for _, c := range codes {
		for _, s := range c.Defs {
			name, isLink := strings.CutSuffix(s, region.LinkSuffix)
			if file := whole[name]; isLink && file != "" {
				e.list.Errorf(diag.Span{Pos: diag.Pos{File: c.File}}, "item-in-two-clauses", "'%s' is in a link clause of declare target here, and in an enter clause in %s", name, file).
					WithSection("5.2 §7.8.1").WithFix("declare it with one of the clauses, best in a header of both files")
			}
		}
	}
	if len(e.list.All) > 0 {
		return e
	}
	return nil
}

// missingUse is a reference that no unit satisfies.
type missingUse struct {
	use  use
	code *deviceCode
}

func undefinedError(missing []missingUse) error {
	e := &diagError{list: newList()}
	for _, m := range missing {
		e.undefined(m.use, m.code)
	}
	return e
}

// foldAway optimises whole-program IR that refers to what no unit defines. Programs
// assert at compile time by calls of functions that there are not, which optimisation
// takes away as the host compiler does; what is left of them is an error.
func (d *driver) foldAway(whole *deviceCode, missing []missingUse) error {
	opt, err := d.tools.llvm("opt")
	if err != nil {
		return undefinedError(missing)
	}
	file := d.temp("image" + whole.suffix() + ".fold.ll")
	if err := os.WriteFile(file, []byte(whole.IR), 0o666); err != nil {
		return err
	}
	level := d.deviceLevel()
	if level == "fast" {
		level = "3"
	}
	args := []string{"-S", "-passes=default<O" + level + ">,globaldce,strip-dead-prototypes", file, "-o", "-"}
	if peeling := d.tools.withoutPeeling(); peeling != nil {
		args = append(args, peeling[1]) // opt takes LLVM's flags without -mllvm
	}
	ir, err := d.tools.run(nil, opt, args...)
	if err != nil {
		return undefinedError(missing)
	}
	left := slices.DeleteFunc(missing, func(m missingUse) bool {
		return !regexp.MustCompile(`@"?` + regexp.QuoteMeta(m.use.Sym) + `\b`).Match(ir)
	})
	if len(left) > 0 {
		return undefinedError(left)
	}
	// LLVM makes its lists of what is used anew in another address space than other modules have them.
	whole.IR = usedList.ReplaceAllString(string(ir), "$1 global ")
	return nil
}

var usedList = regexp.MustCompile(`(?m)^(@llvm\.(?:compiler\.)?used = appending) addrspace\([0-9]+\) global `)

// checkSymbols finds the device functions and variables that no unit defines; absent
// are the weak ones among them, which are null. It must come before any
// linker: the host's definition of the same name would satisfy the reference of
// a CPU image.
func (d *driver) checkSymbols(codes []*deviceCode) (absent []string, missing []missingUse) {
	defs := map[string]bool{}
	if t, ok := codegen.TargetByName(codes[0].Triple, codes[0].Arch); ok && hasLibraryUse(codes) {
		maps.Copy(defs, d.support(t).defs)
	}
	for _, c := range codes {
		for _, s := range c.Defs {
			defs[s] = true
		}
	}
	seen := map[string]bool{}
	for _, c := range codes {
		for _, u := range c.Uses {
			if defs[u.Sym] || seen[u.Sym] {
				continue
			}
			seen[u.Sym] = true
			if u.Weak {
				absent = append(absent, u.Sym)
			} else {
				missing = append(missing, missingUse{u, c})
			}
		}
	}
	return absent, missing
}

// nullify takes the declarations of weak functions and variables that nothing defines out of
// whole-program IR, in each of their forms: their address is null.
func nullify(ir string, absent []string) string {
	for _, sym := range absent {
		form := regexp.QuoteMeta(sym) + `(?:\$addr|\$team)?`
		name := `@(?:` + form + `|"` + form + `")`
		ir = regexp.MustCompile(`(?m)^`+name+` = extern_weak [^\n]*\n`).ReplaceAllString(ir, "")
		ir = regexp.MustCompile(`(?m)^declare [^\n]*`+name+`\([^\n]*\n`).ReplaceAllString(ir, "")
		ir = regexp.MustCompile(name+`([^-A-Za-z0-9_.$])`).ReplaceAllString(ir, "null$1")
	}
	return ir
}

// hasLibraryUse reports whether a unit needs functions of the C library that
// the target itself does not have.
func hasLibraryUse(codes []*deviceCode) bool {
	for _, c := range codes {
		for _, u := range c.Uses {
			if u.Kind == libraryKind {
				return true
			}
		}
	}
	return false
}

// Words of linkage and visibility at the start of a definition, and the start of a variable's.
var (
	linkage    = map[string]bool{"external": true, "linkonce": true, "linkonce_odr": true, "weak": true, "weak_odr": true, "common": true, "available_externally": true, "dso_local": true, "hidden": true, "protected": true, "default": true}
	globalLine = regexp.MustCompile(`(?m)^(@[^ ]+ = )((?:linkonce|linkonce_odr|weak|weak_odr|common|dso_local|hidden|protected|default) )*((?:thread_local(?:\([a-z]+\))? |unnamed_addr |local_unnamed_addr |addrspace\([0-9]+\) |externally_initialized )*)(global|constant) `)
)

// internalize gives internal linkage to every definition of whole-program IR
// but GPU kernels and the variables that the host initialises; on the CPU all
// of it is reached through the entry table.
func internalize(ir string) string {
	var b strings.Builder
	b.Grow(len(ir) + len(ir)/64)
	for line := range strings.Lines(ir) {
		switch {
		case strings.HasPrefix(line, "define "):
			line = internalFunction(line)
		case line[0] == '@':
			line = internalGlobal(line)
		}
		b.WriteString(line)
	}
	return b.String()
}

func internalFunction(line string) string {
	rest := strings.TrimPrefix(line, "define ")
	for {
		word, after, ok := strings.Cut(rest, " ")
		if !ok || !linkage[word] {
			break
		}
		rest = after
	}
	if strings.HasPrefix(rest, "internal ") || strings.HasPrefix(rest, "private ") || strings.Contains(rest, "ptx_kernel ") || strings.Contains(rest, "amdgpu_kernel ") {
		return line
	}
	return "define internal " + rest
}

func internalGlobal(line string) string {
	m := globalLine.FindStringSubmatch(line)
	if m == nil || strings.HasPrefix(line, "@llvm.") || strings.Contains(m[0], "externally_initialized") {
		return line
	}
	return m[1] + "internal " + m[3] + m[4] + " " + line[len(m[0]):]
}

// image compiles whole-program IR for a GPU.
func (d *driver) image(t *codegen.Target, c *deviceCode) (*image, error) {
	asm, err := d.gpuCompile(t, c, t.Kind == codegen.NVPTX)
	if err != nil || t.Kind == codegen.NVPTX {
		return &image{triple: c.Triple, arch: c.Arch, format: "ptx", data: asm}, err
	}
	hsaco, err := d.codeObject(c, asm, "--no-undefined")
	return &image{triple: c.Triple, arch: c.Arch, format: "hsaco", data: hsaco}, err
}

// gpuCompile runs clang on IR, to assembly text or to an object.
func (d *driver) gpuCompile(t *codegen.Target, c *deviceCode, asm bool) ([]byte, error) {
	clang, err := d.tools.llvm("clang")
	if err != nil {
		return nil, err
	}
	file := d.temp("image" + c.suffix() + ".ll")
	args := append([]string{"--target=" + c.Triple, "-nogpulib", "-w", "-Wno-unknown-cuda-version", "-fno-crash-diagnostics"}, d.tools.withoutPeeling()...)
	if t.Kind == codegen.NVPTX {
		args = append(args, "-march="+c.Arch)
	} else {
		args = append(args, "-mcpu="+c.Arch)
	}
	for f := range strings.SplitSeq(t.FeaturesFor(d.codegenOptions()), ",") {
		if f != "" {
			args = append(args, "-Xclang", "-target-feature", "-Xclang", f)
		}
	}
	support, text, err := d.supportFile(t, c.IR)
	if err != nil {
		return nil, err
	}
	if support != "" {
		args = append(args, "-Xclang", "-mlink-builtin-bitcode", "-Xclang", support)
	}
	ir, libs, err := d.mathLibraries(t, c.IR, text)
	if err != nil {
		return nil, err
	}
	for _, lib := range libs {
		args = append(args, "-Xclang", "-mlink-builtin-bitcode", "-Xclang", lib)
	}
	switch {
	case t.Kind == codegen.NVPTX:
		ir = ptxNames(ir)
	case d.tools.version < 22:
		ir = codegen.KeepTeamMemory(ir)
	}
	if ir, err = d.withLayout(t, ir); err != nil {
		return nil, err
	}
	if err := os.WriteFile(file, []byte(ir), 0o666); err != nil {
		return nil, err
	}
	stop := "-c"
	if asm {
		stop = "-S"
	}
	out := d.temp("image" + c.suffix() + ".out")
	err = d.atSomeLevel(c.Arch, func(level string) error {
		if t.Kind == codegen.AMDGCN && level == "0" {
			if err := d.pruneDead(file); err != nil {
				return err
			}
		}
		_, err := d.tools.run(nil, clang, slices.Concat(args, []string{"-O" + level, stop, "-x", "ir", file, "-o", out})...)
		return err
	})
	if err != nil || d.inv.dryRun {
		return nil, d.unknownArch(t, err)
	}
	return os.ReadFile(out)
}

// pruneDead takes away functions that are called from unreachable code only:
// LLVM 19's code generator for AMD GPUs stops over them at -O0.
func (d *driver) pruneDead(file string) error {
	opt, err := d.tools.llvm("opt")
	if err != nil {
		return err
	}
	_, err = d.tools.run(nil, opt, "-S", "-passes=function(simplifycfg),globaldce", file, "-o", file)
	return err
}

// codeObject links an AMD object into the shared object that the driver loads.
func (d *driver) codeObject(c *deviceCode, obj []byte, undefined string) ([]byte, error) {
	lld, err := d.tools.llvm("ld.lld")
	if err != nil {
		return nil, err
	}
	in, out := d.temp("image"+c.suffix()+".o"), d.temp("image"+c.suffix()+".hsaco")
	if err := os.WriteFile(in, obj, 0o666); err != nil {
		return nil, err
	}
	if _, err := d.tools.run(nil, lld, "-shared", undefined, in, "-o", out); err != nil || d.inv.dryRun {
		return nil, err
	}
	return os.ReadFile(out)
}

// deviceLibrary is the file with the mathematical functions that the IR calls
// by their OpenCL names, "" if it calls none.
func (d *driver) deviceLibrary(t *codegen.Target, ir string) (string, error) {
	if len(t.LibraryFiles) == 0 || !strings.Contains(ir, "@_Z") {
		return "", nil
	}
	for _, dir := range []string{fmt.Sprintf("/usr/lib/clc-%d", d.tools.version), "/usr/lib/clc", "/usr/share/clc", d.tools.llvmBin + "/../share/clc", d.tools.llvmBin + "/../lib/clc"} {
		for _, name := range t.LibraryFiles {
			path := dir + "/" + name
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
		}
	}
	return "", usagef("no-device-library", "the device code calls mathematical functions, but %s was not found", strings.Join(t.LibraryFiles, " or ")).
		fixf("install libclc-%d", d.tools.version)
}

var layoutLine = regexp.MustCompile(`(?m)^target datalayout = "([^"]*)"$`)

// withLayout gives a GPU's IR the data layout of the LLVM that compiles it. The layouts of GPUs grow from
// version to version, for address spaces and types that our code does not use; objects hold the one
// that LLVM had up to version 19, so that they can be linked by any version.
func (d *driver) withLayout(t *codegen.Target, ir string) (string, error) {
	if d.tools.version <= 19 || d.inv.dryRun {
		return ir, nil
	}
	clang, err := d.tools.llvm("clang")
	if err != nil {
		return "", err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.layouts[t.Triple] == "" {
		empty, err := d.tools.run(nil, clang, "--target="+t.Triple, "-nogpulib", "-S", "-emit-llvm", "-x", "c", os.DevNull, "-o", "-")
		if err != nil {
			return "", err
		}
		d.layouts[t.Triple] = string(layoutLine.Find(empty))
	}
	return layoutLine.ReplaceAllLiteralString(ir, d.layouts[t.Triple]), nil
}

// deviceLevel is the optimisation level of device code: the user's, else 2.
func (d *driver) deviceLevel() string {
	if d.inv.optLevel == "" {
		return "2"
	}
	return d.inv.optLevel
}

// cpuObject compiles IR of the host's architecture into an object that is
// linked into the program. It holds the module's descriptor as well.
func (d *driver) cpuObject(ir string, arch string) (string, error) {
	clang, err := d.tools.llvm("clang")
	if err != nil {
		return "", err
	}
	file, out := d.temp("image.cpu.ll"), d.temp("image.cpu.o")
	if err := os.WriteFile(file, []byte(ir), 0o666); err != nil {
		return "", err
	}
	args := append([]string{"-c", "-x", "ir", "-fPIC", "-Wno-override-module", "-Wno-pass-failed", "-fno-crash-diagnostics"}, d.tools.withoutPeeling()...)
	if strings.Contains(ir, codegen.InstrumentEntry) { // LLVM's pass for the attribute needs the flag too
		args = append(args, "-finstrument-functions")
	}
	if arch != "" && arch != "x86-64" && arch != "generic" {
		args = append(args, "-march="+arch)
	} else {
		args = append(args, d.inv.march...)
	}
	return out, d.atSomeLevel("the CPU device", func(level string) error {
		_, err := d.tools.run(nil, clang, slices.Concat(args, []string{"-O" + level, file, "-o", out})...)
		return err
	})
}

// moduleIR describes the program's or shared library's device code to the
// runtime (rt/abi.ModuleDecls), as LLVM IR that goes with the CPU image, cpu.
// A CPU image may have no entries (a unit that only moves data): its table is
// then empty, but not NULL, which would mean that there is no CPU image.
func moduleIR(cpu string, images []*image, lib string, c checks) string {
	var b strings.Builder
	used := []string{"@__ompcc_units", "@__ompcc_cpu_entries", "@__ompcc_cpu_data"}
	if dir, err := filepath.Abs(lib); err == nil && len(images) > 0 {
		// Where the emulated device's program is, if one is asked for.
		fmt.Fprintf(&b, "@__ompcc_lib_dir = weak hidden constant [%d x i8] c\"%s\\00\"\n", len(dir)+1, escapeIR([]byte(dir)))
		used = append(used, "@__ompcc_lib_dir")
	}
	table := "ptr @__start_ompcc_cpu_entries, ptr @__stop_ompcc_cpu_entries"
	switch {
	case cpu == "":
		table = "ptr null, ptr null"
	case !strings.Contains(cpu, `section "ompcc_cpu_entries"`):
		table = "ptr @__ompcc_module, ptr @__ompcc_module"
	}
	list := "null"
	if len(images) > 0 {
		list = "@__ompcc_images"
	}
	var rows []string
	for i, im := range images {
		target, _, _ := strings.Cut(im.triple, "-")
		name := fmt.Sprintf("__ompcc_image_%d", i)
		n := len(im.data)
		fmt.Fprintf(&b, "@%s = internal constant [%d x i8] c\"%s\\00\", align 4096\n", name, n+1, escapeIR(im.data))
		for _, s := range [][2]string{{"target", target}, {"arch", im.arch}, {"format", im.format}} {
			fmt.Fprintf(&b, "@%s.%s = internal constant [%d x i8] c\"%s\\00\"\n", name, s[0], len(s[1])+1, escapeIR([]byte(s[1])))
		}
		rows = append(rows, fmt.Sprintf("%%__ompcc_image_t { ptr @%s.target, ptr @%s.arch, ptr @%s.format, ptr @%s, ptr getelementptr (i8, ptr @%s, i64 %d) }", name, name, name, name, name, n))
	}
	b.WriteString("\n%__ompcc_module_t = type { i32, ptr, ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr }\n%__ompcc_image_t = type { ptr, ptr, ptr, ptr, ptr }\n")
	if len(rows) > 0 {
		fmt.Fprintf(&b, "@__ompcc_images = internal constant [%d x %%__ompcc_image_t] [\n  %s\n]\n", len(rows), strings.Join(rows, ",\n  "))
	}
	// An empty piece of each section makes the linker define its bounds here: an
	// undefined weak symbol could be taken from a shared library that has them.
	checked, register, unregister, more := c.ir()
	for _, s := range more {
		used = append(used, "@__ompcc_"+s)
	}
	for _, s := range append([]string{"units", "cpu_entries", "cpu_data"}, more...) {
		fmt.Fprintf(&b, "@__ompcc_%[1]s = internal global [0 x ptr] zeroinitializer, section \"ompcc_%[1]s\"\n@__start_ompcc_%[1]s = external hidden global i8\n@__stop_ompcc_%[1]s = external hidden global i8\n", s)
	}
	fmt.Fprintf(&b, "@llvm.compiler.used = appending global [%d x ptr] [ptr %s], section \"llvm.metadata\"\n", len(used), strings.Join(used, ", ptr "))
	fmt.Fprintf(&b, "@__ompcc_module = internal global %%__ompcc_module_t { i32 %d, ptr @__start_ompcc_units, ptr @__stop_ompcc_units, %s, ptr %s, i32 %d, ptr @__start_ompcc_cpu_data, ptr @__stop_ompcc_cpu_data, ptr null }\n", abi.Version, table, list, len(images))
	// Priorities up to 100 are an implementation's: every constructor of the program
	// finds its devices, and every destructor still its device code.
	b.WriteString(checked + `@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 100, ptr @__ompcc_module_init, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 100, ptr @__ompcc_module_fini, ptr null }]
declare void @__ompcc_register(ptr)
declare void @__ompcc_unregister(ptr)
define internal void @__ompcc_module_init() {
  call void @__ompcc_register(ptr @__ompcc_module)
` + register + `  ret void
}
define internal void @__ompcc_module_fini() {
` + unregister + `  call void @__ompcc_unregister(ptr @__ompcc_module)
  ret void
}
`)
	return b.String()
}

// escapeIR writes the inside of an LLVM string constant.
func escapeIR(data []byte) string {
	var b strings.Builder
	b.Grow(len(data) + len(data)/8)
	for _, c := range data {
		if c >= ' ' && c <= '~' && c != '"' && c != '\\' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "\\%02X", c)
		}
	}
	return b.String()
}

// deviceOnly writes the device code of one source: IR, assembly or an object.
func (d *driver) deviceOnly(r *result) error {
	if len(r.device) == 0 {
		return usagef("no-device-code", "'%s' has no device code", r.in.path).fixf("compile it without --offload-device-only")
	}
	var all []byte
	for i, c := range r.device {
		data, ext, err := d.deviceText(d.inv.targets[i], c)
		if err != nil {
			return err
		}
		if d.inv.output == "" {
			if err := d.writeOutput(stem(r.in.path)+c.suffix()+ext, data); err != nil {
				return err
			}
			continue
		}
		all = append(all, data...)
	}
	if d.inv.output == "" {
		return nil
	}
	return d.writeOutput("", all)
}

// deviceText is one target's device code in the form asked for. The code of one
// source may refer to other sources, so undefined symbols are no error here.
func (d *driver) deviceText(t *codegen.Target, c *deviceCode) (data []byte, ext string, err error) {
	if d.inv.emitLLVM {
		return []byte(c.IR), ".ll", nil
	}
	if t.Kind == codegen.NVPTX {
		data, err = d.gpuCompile(t, c, true)
		return data, ".ptx", err
	}
	if t.Kind == codegen.AMDGCN {
		data, err = d.gpuCompile(t, c, d.inv.asm)
		if err == nil && !d.inv.asm {
			data, err = d.codeObject(c, data, "--unresolved-symbols=ignore-all")
			return data, ".hsaco", err
		}
		return data, ".s", err
	}
	return d.cpuText(c)
}

func (d *driver) cpuText(c *deviceCode) ([]byte, string, error) {
	clang, err := d.tools.llvm("clang")
	if err != nil {
		return nil, "", err
	}
	stop, ext := "-c", ".o"
	if d.inv.asm {
		stop, ext = "-S", ".s"
	}
	args := append([]string{"--target=" + c.Triple, stop, "-fPIC", "-O" + d.deviceLevel(), "-Wno-override-module", "-Wno-pass-failed"}, slices.Concat(d.tools.withoutPeeling(), d.inv.march)...)
	data, err := d.tools.run([]byte(c.IR), clang, append(args, "-x", "ir", "-", "-o", "-")...)
	return data, ext, err
}
