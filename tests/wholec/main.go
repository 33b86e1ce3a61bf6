// Command wholec compiles whole C programs as device code for the CPU: every
// function, main included, goes through cbody and codegen. It is a test tool:
// C's translation can be compared with another compiler's without OpenMP.
//
//	wholec [-O n] [-ll] -o prog file.c
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/cmd/ompcc/llvm"
	"ompcc/codegen"
	"ompcc/codegen/target"
	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse"
	"ompcc/parse/diag"
)

func main() {
	opt := flag.String("O", "1", "optimisation level")
	out := flag.String("o", "a.out", "output")
	ll := flag.Bool("ll", false, "print LLVM IR")
	rg := flag.Bool("region", false, "print the region IR")
	device := flag.String("target", "cpu", "target")
	arch := flag.String("arch", "", "architecture")
	fast := flag.Bool("fast", false, "-ffast-math")
	inc := flag.String("I", "", "include folder")
	flag.Parse()
	if err := run(flag.Arg(0), *opt, *out, *device, *arch, *inc, *ll, *rg, *fast); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(file, opt, out, device, arch, inc string, ll, rg, fast bool) error {
	pre := exec.Command("gcc", "-E", "-w", file)
	if inc != "" {
		pre.Args = append(pre.Args, "-I", inc)
	}
	pre.Stderr = os.Stderr
	src, err := pre.Output()
	if err != nil {
		return err
	}
	u, diags := parse.FromString("t.c", string(src), "gcc")
	if diags.HasErrors() {
		return report(diags)
	}
	if err := u.Translate(func(*parse.Pragma) *parse.Mark { return &parse.Mark{} }, diags); err != nil {
		return report(diags)
	}
	m := Module(u, diags, region.FPOptions{Fast: fast, Contract: "off"})
	if diags.HasErrors() {
		return report(diags)
	}
	if rg {
		fmt.Println(m.String())
	}
	if errs := region.Verify(m); len(errs) > 0 {
		for _, e := range errs {
			fmt.Fprintln(os.Stderr, "verify:", e)
		}
		return fmt.Errorf("%d errors of the verifier", len(errs))
	}
	t, ok := target.ByName(device, arch)
	if !ok {
		return fmt.Errorf("no target %s", device)
	}
	text, err := codegen.Emit(m, t, codegen.Options{})
	if err != nil {
		return err
	}
	if ll {
		fmt.Println(text)
	}
	if device != "cpu" {
		return os.WriteFile(out, []byte(text), 0o666)
	}
	// The program has no runtime, and one thread: that lets no other one run.
	alone := out + ".alone.c"
	if err := os.WriteFile(alone, []byte("void __ompcc_cpu_yield(void) {}\n"), 0o666); err != nil {
		return err
	}
	defer os.Remove(alone)
	c := exec.Command(llvm.Clang(), "-w", "-O"+opt, "-x", "ir", "-", "-x", "c", alone, "-o", out, "-lm")
	c.Stdin = strings.NewReader(text)
	c.Stderr = os.Stderr
	return c.Run()
}

func report(l *diag.List) error {
	for _, d := range l.All {
		fmt.Fprintf(os.Stderr, "%s: %s: %s\n", d.Span.Pos, d.Severity, d.Message)
	}
	return fmt.Errorf("errors")
}

// Module translates every function of u.
func Module(u *parse.Unit, diags *diag.List, fp region.FPOptions) *region.Module {
	m := &region.Module{File: u.File, FP: fp}
	h := &hooks{m: m, funcs: map[string]*region.Function{}, vars: map[string]*region.Global{},
		defs: map[string]*cc.FunctionDefinition{}}
	h.t = cbody.New(&cbody.Config{Unit: u, Diags: diags, Module: m, Hooks: h, FP: fp, Prefix: "."})
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if fd := tu.ExternalDeclaration.FunctionDefinition; fd != nil {
			h.defs[fd.Declarator.Name()] = fd
		}
	}
	if fd := h.defs["main"]; fd != nil {
		h.Func(nil, fd.Declarator, nil)
	}
	for len(h.queue) > 0 {
		f := h.queue[0]
		h.queue = h.queue[1:]
		f()
	}
	return m
}

type hooks struct {
	t     *cbody.Translator
	m     *region.Module
	funcs map[string]*region.Function
	vars  map[string]*region.Global
	defs  map[string]*cc.FunctionDefinition
	queue []func()
}

func (h *hooks) Block(*cbody.Fn, *cc.IterationStatement) bool { return false }
func (h *hooks) Alone(*cbody.Fn, *cc.PostfixExpression) bool  { return false }
func (h *hooks) Call(*cbody.Fn, string, *cc.PostfixExpression) (region.Expr, bool) {
	return nil, false
}
func (h *hooks) Callees(*cbody.Fn, *cc.Declarator, *cc.PostfixExpression) []cbody.Callee {
	return nil
}
func (h *hooks) Pointer(_ *cbody.Fn, p region.Expr) region.Expr  { return p }
func (h *hooks) Static(*cbody.Fn, *cc.Declarator) *region.Global { return nil }
func (h *hooks) Elsewhere(*cc.Declarator) bool                   { return false }

func (h *hooks) Var(f *cbody.Fn, d *cc.Declarator, use cc.Node) region.Expr {
	g := h.vars[d.Name()]
	if g == nil {
		g = &region.Global{Name: d.Name()}
		h.vars[d.Name()] = g
		h.m.Globals = append(h.m.Globals, g)
		*g = *h.t.Global(d, d.Name())
	}
	return &region.GlobalAddr{Global: g}
}

func (h *hooks) Func(f *cbody.Fn, d *cc.Declarator, use cc.Node) *region.Function {
	name := strings.TrimPrefix(d.Name(), "__builtin_")
	if fn := h.funcs[name]; fn != nil {
		return fn
	}
	fd := h.defs[name]
	if fd == nil {
		if fn := h.t.Library(name); fn != nil {
			h.funcs[name] = fn
			return fn
		}
	}
	fn := h.t.Declare(d, name)
	h.funcs[name] = fn
	h.m.Funcs = append(h.m.Funcs, fn)
	if fd != nil {
		h.queue = append(h.queue, func() { h.t.Define(fd, fn) })
	}
	return fn
}
