// Device images: optimises, compiles and links the whole-program device code of one target.

package devlink

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ompcc/cmd/ompcc/report"
	"ompcc/codegen"
	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/parse/diag"
	"ompcc/rt/abi"
)

// Image is the compiled and linked device code of one target.
type Image struct {
	Triple, Arch, Format string
	Data                 []byte
}

// checkLinkVariables rejects a variable that is in a link clause in one file and in an enter
// clause in another (OpenMP 5.2 §7.8.1). A construct that maps the variable in the second file
// would not set the reference that the first file uses.
func checkLinkVariables(codes []*Code) error {
	whole := map[string]string{}
	for _, c := range codes {
		for _, s := range c.Defs {
			whole[s] = c.File
		}
	}
	e := &report.Located{List: &diag.List{}}
	for _, c := range codes {
		for _, s := range c.Defs {
			name, isLink := strings.CutSuffix(s, region.LinkSuffix)
			if file := whole[name]; isLink && file != "" {
				e.List.Errorf(diag.Span{Pos: diag.Pos{File: c.File}}, diag.ItemInTwoClauses,
					"'%s' is in a 'link' clause here, but in an 'enter' clause in %s", name, file).
					WithSection("5.2 §7.8.1").WithFix("declare it once, in a header of both files")
			}
		}
	}
	if len(e.List.All) > 0 {
		return e
	}
	return nil
}

// missingUse is a reference to a symbol that no unit defines.
type missingUse struct {
	use  use
	code *Code
}

func undefinedError(missing []missingUse) error {
	e := &report.Located{List: &diag.List{}}
	for _, m := range missing {
		addUndefined(e, m.use, m.code)
	}
	return e
}

// foldAway optimises whole-program IR that contains undefined references. Some programs implement
// compile-time assertions as calls of undefined functions in dead code. The host compiler's optimiser
// removes such calls. A reference that remains after optimisation is an error.
func (k *Linker) foldAway(whole *Code, missing []missingUse) error {
	opt, err := k.tools.LLVM("opt")
	if err != nil {
		return undefinedError(missing)
	}
	file := k.scratch.File("image" + whole.Suffix() + ".fold.ll")
	if err := os.WriteFile(file, []byte(whole.IR), 0o666); err != nil {
		return err
	}
	level := k.OptLevel()
	if level == "fast" {
		level = "3"
	}
	args := []string{"-S", "-passes=default<O" + level + ">,globaldce,strip-dead-prototypes", file, "-o", "-"}
	if peeling := k.tools.WithoutPeeling(); peeling != nil {
		args = append(args, peeling[1]) // opt takes LLVM's flags without -mllvm
	}
	ir, err := k.run(nil, opt, args...)
	if err != nil {
		return undefinedError(missing)
	}
	left := slices.DeleteFunc(missing, func(m missingUse) bool { return nullify(string(ir), []string{m.use.Sym}) == string(ir) })
	if len(left) > 0 {
		return undefinedError(left)
	}
	// LLVM recreates llvm.used and llvm.compiler.used in the address space of global variables. Other modules have
	// them in the default address space, so a link would fail.
	whole.IR = strings.NewReplacer("used = appending addrspace(1) global ", "used = appending global ").
		Replace(string(ir))
	return nil
}

// checkSymbols finds the device functions and variables that no unit defines. absent holds the
// weak ones, which become null. The caller must run it before any linker. The linker would
// resolve a reference in a CPU image to the host's definition of the same name.
func (k *Linker) checkSymbols(codes []*Code) (absent []string, missing []missingUse) {
	defs := map[string]bool{}
	if t, ok := target.ByName(codes[0].Triple, codes[0].Arch); ok && hasLibraryUse(codes) {
		maps.Copy(defs, k.support(t).defines)
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

// hasLibraryUse reports whether a unit uses functions of the C library that the target does
// not provide itself.
func hasLibraryUse(codes []*Code) bool {
	for _, c := range codes {
		for _, u := range c.Uses {
			if u.Kind == libraryKind {
				return true
			}
		}
	}
	return false
}

// image compiles whole-program IR into an image for a GPU.
func (k *Linker) image(t *target.Target, c *Code) (*Image, error) {
	data, err := k.gpuCompile(t, c, compiledTo(t.TextImage))
	if err == nil && !t.TextImage && !t.ObjectImage {
		data, err = k.sharedObject(t, c, data, "--no-undefined")
	}
	return &Image{Triple: c.Triple, Arch: c.Arch, Format: t.Format, Data: data}, err
}

// output is the kind of output that clang generates from IR.
type output int

const (
	object output = iota
	assembly
	optimisedIR
)

// flags returns clang's flags for o.
func (o output) flags() []string {
	return [][]string{{"-c"}, {"-S"}, {"-S", "-emit-llvm"}}[o]
}

func compiledTo(asm bool) output {
	if asm {
		return assembly
	}
	return object
}

// gpuCompile compiles the IR of c for a GPU with clang.
func (k *Linker) gpuCompile(t *target.Target, c *Code, to output) ([]byte, error) {
	clang, err := k.tools.LLVM("clang")
	if err != nil {
		return nil, err
	}
	file := k.scratch.File("image" + c.Suffix() + ".ll")
	args := append([]string{"--target=" + c.Triple, "-nogpulib", "-w", "-Wno-unknown-cuda-version",
		"-fno-crash-diagnostics"}, k.tools.WithoutPeeling()...)
	if k.tools.Version < t.OldestLLVM {
		return nil, report.Problemf(diag.OldLlvm, "LLVM %d has no target %s: LLVM %d is the first one", k.tools.Version,
			t.Triple, t.OldestLLVM).
			WithFix("install LLVM %d, or remove %s from -fopenmp-targets", t.OldestLLVM, t.Name)
	}
	args = append(args, t.CompileFlags...)
	if t.ArchFlag != "" {
		args = append(args, t.ArchFlag+c.Arch)
	}
	if t.WrongScopes {
		args = append(args, k.tools.WithoutScopes()...)
	}
	for f := range strings.SplitSeq(t.FeaturesFor(k.Code.Debug && k.Code.Opt == 0), ",") {
		if f != "" {
			args = append(args, "-Xclang", "-target-feature", "-Xclang", f)
		}
	}
	support, math, err := k.supportFile(t, c)
	if err != nil {
		return nil, err
	}
	if support != "" {
		args = append(args, "-Xclang", "-mlink-builtin-bitcode", "-Xclang", support)
	}
	libs, err := k.mathLibraries(t, c, math)
	if err != nil {
		return nil, err
	}
	for _, lib := range libs {
		args = append(args, "-Xclang", "-mlink-builtin-bitcode", "-Xclang", lib)
	}
	ir := c.IR
	if t.SymbolName != nil {
		ir = renamed(ir, t.SymbolName)
	}
	if ir, err = k.withLayout(t, ir); err != nil {
		return nil, err
	}
	if err := os.WriteFile(file, []byte(ir), 0o666); err != nil {
		return nil, err
	}
	record, recordArgs := k.record(c)
	if to != optimisedIR {
		args = append(args, recordArgs...)
	}
	out := k.scratch.File("image" + c.Suffix() + ".out")
	optimised := true
	err = k.atSomeLevel(c.Arch, func(level string) error {
		if level == "0" && t.Optimised {
			level = "1"
		}
		optimised = level != "0"
		if level == "0" {
			if err := k.pruneDead(file); err != nil {
				return err
			}
		}
		return k.compileDevice(clang, slices.Concat(args, to.flags(), []string{"-O" + level, "-x", "ir", file, "-o", out}))
	})
	if err != nil || k.tools.DryRun {
		return nil, frameTooLarge(c, k.unknownArch(t, err))
	}
	data, err := os.ReadFile(out)
	if to != optimisedIR {
		if t.TextImage && optimised {
			data = hideDebugInfo(data)
		}
		k.noteCode(t, c, record, data)
	}
	return data, err
}

// hideDebugInfo turns the DWARF sections in PTX into comments, because ptxas does not optimise code that has them.
// Line directives stay. The emulated device reads these comments for gdb.
func hideDebugInfo(ptx []byte) []byte {
	target := regexp.MustCompile(`(?m)^(\.target .*), debug$`)
	if !target.Match(ptx) {
		return ptx
	}
	var b bytes.Buffer
	in := false
	for line := range bytes.Lines(target.ReplaceAll(ptx, []byte("$1"))) {
		text := bytes.TrimSpace(line)
		in = in || bytes.HasPrefix(text, []byte(".section"))
		if in {
			b.WriteString("//ompcc: ")
		}
		b.Write(line)
		in = in && !bytes.HasSuffix(text, []byte("}"))
	}
	return b.Bytes()
}

// pruneDead removes dead code at -O0. That is the support code, with its team memory, for features that the program
// does not use; the optimiser removes it at other levels. It also removes functions that only unreachable code calls:
// LLVM 19's code generator for AMD GPUs fails on them at -O0.
func (k *Linker) pruneDead(file string) error {
	opt, err := k.tools.LLVM("opt")
	if err != nil {
		return err
	}
	_, err = k.run(nil, opt, "-S", "-passes=function(instsimplify,simplifycfg),globaldce", file, "-o", file)
	return err
}

// sharedObject links an object into a shared object, which the GPU's driver loads.
func (k *Linker) sharedObject(t *target.Target, c *Code, obj []byte, undefined string) ([]byte, error) {
	lld, err := k.tools.LLVM("ld.lld")
	if err != nil {
		return nil, err
	}
	in, out := k.scratch.File("image"+c.Suffix()+".o"), k.scratch.File("image"+c.Suffix()+t.Ext)
	if err := os.WriteFile(in, obj, 0o666); err != nil {
		return nil, err
	}
	if _, err := k.run(nil, lld, "-shared", undefined, in, "-o", out); err != nil || k.tools.DryRun {
		return nil, err
	}
	return os.ReadFile(out)
}

// deviceLibrary finds the bitcode library with the mathematical functions under their OpenCL names.
// It returns "" if the target needs none.
func (k *Linker) deviceLibrary(t *target.Target) (string, error) {
	if len(t.LibraryFiles) == 0 {
		return "", nil
	}
	for _, dir := range []string{fmt.Sprintf("/usr/lib/clc-%d", k.tools.Version), k.tools.Bin + "/../../clc",
		"/usr/lib/clc", "/usr/share/clc", k.tools.Bin + "/../share/clc", k.tools.Bin + "/../lib/clc"} {
		for _, name := range t.LibraryFiles {
			path := dir + "/" + name
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
		}
	}
	return "", report.Problemf(diag.NoDeviceLibrary,
		"the device code calls mathematical functions, but %s was not found", strings.Join(t.LibraryFiles, " or ")).
		WithFix("install libclc-%d", k.tools.Version)
}

const layoutStart = "target datalayout = "

// layoutLine returns the line of ir with the data layout.
func layoutLine(ir string) string {
	for line := range strings.Lines(ir) {
		if strings.HasPrefix(line, layoutStart) {
			return line
		}
	}
	return ""
}

// withLayout replaces the data layout of a GPU's IR by that of the LLVM version that compiles it. LLVM
// extends the layouts of GPUs from version to version, for address spaces and types that ompcc does not use.
// Objects hold the layout of LLVM 19 and older, so that every version can link them.
func (k *Linker) withLayout(t *target.Target, ir string) (string, error) {
	if k.tools.Version <= 19 || k.tools.DryRun {
		return ir, nil
	}
	layout, known := t.Layouts[k.tools.Version]
	if !known {
		var err error
		if layout, err = k.askedLayout(t); err != nil {
			return "", err
		}
	}
	return strings.Replace(ir, layoutLine(ir), fmt.Sprintf("%s%q\n", layoutStart, layout), 1), nil
}

// askedLayout queries clang for the data layout of t, and caches it.
func (k *Linker) askedLayout(t *target.Target) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.layouts[t.Triple] == "" {
		clang, err := k.tools.LLVM("clang")
		if err != nil {
			return "", err
		}
		empty, err := k.run(nil, clang, "--target="+t.Triple, "-nogpulib", "-S", "-emit-llvm", "-x", "c",
			os.DevNull, "-o", "-")
		if err != nil {
			return "", err
		}
		layout := strings.TrimPrefix(strings.TrimSpace(layoutLine(string(empty))), layoutStart)
		k.layouts[t.Triple] = strings.Trim(layout, `"`)
	}
	return k.layouts[t.Triple], nil
}

// OptLevel returns the optimisation level of device code: the user's, or 2 by default.
func (k *Linker) OptLevel() string {
	if k.Level == "" {
		return "2"
	}
	return k.Level
}

// cpuObject compiles IR for the CPU device into an object, which the linker links into the
// program. The object also contains the module descriptor.
func (k *Linker) cpuObject(cpu *Code, ir string) (string, error) {
	arch := cpu.Arch
	clang, err := k.tools.LLVM("clang")
	if err != nil {
		return "", err
	}
	file, out := k.scratch.File("image.cpu.ll"), k.scratch.File("image.cpu.o")
	if err := os.WriteFile(file, []byte(ir), 0o666); err != nil {
		return "", err
	}
	args := append([]string{"-c", "-x", "ir", "-fPIC", "-Wno-override-module", "-Wno-pass-failed",
		"-fno-crash-diagnostics"}, k.tools.WithoutPeeling()...)
	if k.Cross {
		args = append(args, "--target="+k.CPU.Triple)
	}
	if strings.Contains(ir, codegen.InstrumentEntry) { // LLVM's pass for the attribute needs the flag too
		args = append(args, "-finstrument-functions")
	}
	if arch != "" && arch != k.CPU.Arch {
		args = append(args, "-march="+arch)
	} else {
		args = append(args, k.March...)
	}
	record, recordArgs := k.record(cpu)
	args = append(args, recordArgs...)
	err = k.atSomeLevel("the CPU device", func(level string) error {
		return k.compileDevice(clang, slices.Concat(args, []string{"-O" + level, file, "-o", out}))
	})
	if err == nil {
		k.noteCode(k.CPU, cpu, record, nil)
	}
	return out, err
}

// moduleIR returns the module descriptor of a program or shared library (rt/abi.ModuleDecls), as
// LLVM IR to compile with cpu, the IR of the CPU image. A CPU image without entries (of a unit
// that only moves data) has an empty entry table. A NULL table means that there is no CPU image.
func moduleIR(cpu string, images []*Image, lib string, c checks) string {
	var b strings.Builder
	used := []string{"@__ompcc_units", "@__ompcc_cpu_entries", "@__ompcc_cpu_data"}
	if dir, err := filepath.Abs(lib); err == nil {
		// The directory where the runtime finds the emulated device's program and the transport to other ranks.
		fmt.Fprintf(&b, "@__ompcc_lib_dir = weak hidden constant [%d x i8] c\"%s\\00\"\n", len(dir)+1,
			escapeIR([]byte(dir)))
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
		target, _, _ := strings.Cut(im.Triple, "-")
		name := fmt.Sprintf("__ompcc_image_%d", i)
		n := len(im.Data)
		fmt.Fprintf(&b, "@%s = internal constant [%d x i8] c\"%s\\00\", align 4096\n", name, n+1, escapeIR(im.Data))
		for _, s := range [][2]string{{"target", target}, {"arch", im.Arch}, {"format", im.Format}} {
			fmt.Fprintf(&b, "@%s.%s = internal constant [%d x i8] c\"%s\\00\"\n", name, s[0], len(s[1])+1,
				escapeIR([]byte(s[1])))
		}
		rows = append(rows,
			fmt.Sprintf("%%__ompcc_image_t { ptr @%s.target, ptr @%s.arch, ptr @%s.format, ptr @%s, ptr getelementptr (i8, ptr @%s, i64 %d) }", name, name, name, name, name, n))
	}
	b.WriteString("\n%__ompcc_module_t = type { i32, ptr, ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr }\n%__ompcc_image_t = type { ptr, ptr, ptr, ptr, ptr }\n")
	if len(rows) > 0 {
		fmt.Fprintf(&b, "@__ompcc_images = internal constant [%d x %%__ompcc_image_t] [\n  %s\n]\n", len(rows),
			strings.Join(rows, ",\n  "))
	}
	// An empty variable in each section makes the linker define the section's bounds in this module.
	// The linker could resolve undefined weak symbols to the bounds in a shared library instead.
	checked, register, unregister, more := c.ir()
	for _, s := range more {
		used = append(used, "@__ompcc_"+s)
	}
	for _, s := range append([]string{"units", "cpu_entries", "cpu_data"}, more...) {
		fmt.Fprintf(&b,
			"@__ompcc_%[1]s = internal global [0 x ptr] zeroinitializer, section \"ompcc_%[1]s\"\n@__start_ompcc_%[1]s = external hidden global i8\n@__stop_ompcc_%[1]s = external hidden global i8\n", s)
	}
	fmt.Fprintf(&b, "@llvm.compiler.used = appending global [%d x ptr] [ptr %s], section \"llvm.metadata\"\n",
		len(used), strings.Join(used, ", ptr "))
	fmt.Fprintf(&b,
		"@__ompcc_module = internal global %%__ompcc_module_t { i32 %d, ptr @__start_ompcc_units, ptr @__stop_ompcc_units, %s, ptr %s, i32 %d, ptr @__start_ompcc_cpu_data, ptr @__stop_ompcc_cpu_data, ptr null }\n", abi.Version, table, list, len(images))
	// Priorities up to 100 are reserved for implementations. With priority 100 the module is registered
	// before any constructor of the program runs, and unregistered after all destructors.
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

// escapeIR escapes data for an LLVM string constant.
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

// Text compiles the device code of one source for one target to assembly or to an object. The code may
// refer to other sources, so it may contain undefined symbols.
func (k *Linker) Text(t *target.Target, c *Code, asm bool) (data []byte, ext string, err error) {
	asm = asm || t.TextImage
	ext = t.Ext
	if asm {
		ext = t.TextExt
	}
	if t.InProgram {
		data, err = k.cpuText(c, compiledTo(asm))
		return data, ext, err
	}
	data, err = k.gpuCompile(t, c, compiledTo(asm))
	if err == nil && !asm && !t.ObjectImage {
		data, err = k.sharedObject(t, c, data, "--unresolved-symbols=ignore-all")
	}
	return data, ext, err
}

// Optimised returns the device code of one target as IR, after LLVM's optimiser.
func (k *Linker) Optimised(t *target.Target, c *Code) (string, error) {
	compile := k.gpuCompile
	if t.InProgram {
		compile = func(_ *target.Target, c *Code, to output) ([]byte, error) { return k.cpuText(c, to) }
	}
	data, err := compile(t, c, optimisedIR)
	return string(data), err
}

func (k *Linker) cpuText(c *Code, to output) ([]byte, error) {
	clang, err := k.tools.LLVM("clang")
	if err != nil {
		return nil, err
	}
	args := append([]string{"--target=" + c.Triple, "-fPIC", "-O" + k.OptLevel(), "-Wno-override-module",
		"-Wno-pass-failed"}, slices.Concat(to.flags(), k.tools.WithoutPeeling(), k.March)...)
	record, recordArgs := k.record(c)
	if to != optimisedIR {
		args = append(args, recordArgs...)
	}
	data, err := k.run([]byte(c.IR), clang, slices.Concat(args, []string{"-x", "ir", "-", "-o", "-"})...)
	if err == nil && to != optimisedIR {
		k.noteCode(k.CPU, c, record, nil)
	}
	return data, err
}
