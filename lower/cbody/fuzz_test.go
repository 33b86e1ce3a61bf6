package cbody_test

import (
	"os"
	"path/filepath"
	"testing"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse"
	"ompcc/parse/diag"
)

// FuzzBody feeds mutated C to the translation of bodies: whatever cc accepts
// must give verified IR or an error at a place, never a panic.
func FuzzBody(f *testing.F) {
	files, _ := filepath.Glob("../../tests/wholec/testdata/*.c")
	for _, name := range append(files, "testdata/fuzz.c") {
		if data, err := os.ReadFile(name); err == nil {
			f.Add(string(data))
		}
	}
	f.Fuzz(func(t *testing.T, src string) { translateAll(t, src) })
}

// fuzzHead stands for the headers that the seeds include.
const fuzzHead = "int printf(const char *, ...); int puts(const char *); void *memcpy(void *, const void *, unsigned long); typedef __builtin_va_list va_list;\n"

func translateAll(t *testing.T, src string) {
	if len(src) > 20000 {
		return
	}
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	ast := parseQuietly(abi, src)
	if ast == nil {
		return
	}
	diags := &diag.List{}
	m := &region.Module{}
	h := &fuzzHooks{m: m, funcs: map[string]*region.Function{}}
	h.t = cbody.New(&cbody.Config{Unit: &parse.Unit{AST: ast}, Diags: diags, Module: m, Hooks: h, Prefix: "."})
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if fd := tu.ExternalDeclaration.FunctionDefinition; fd != nil {
			if fn := h.Func(nil, fd.Declarator, nil); fn != nil && fn.Body == nil && !fn.Library {
				h.t.Define(fd, fn)
			}
		}
	}
	if diags.HasErrors() {
		return
	}
	for _, e := range region.Verify(m) {
		t.Errorf("verifier: %v\n%s", e, src)
	}
}

// parseQuietly is cc's tree of src; cc's own panics and errors are not our subject.
func parseQuietly(abi *cc.ABI, src string) (ast *cc.AST) {
	defer func() {
		if recover() != nil {
			ast = nil
		}
	}()
	head := "int __predefined_declarator; typedef unsigned long __predefined_size_t; typedef int __predefined_wchar_t; typedef long __predefined_ptrdiff_t; typedef void *__builtin_va_list;\n"
	ast, err := cc.Translate(&cc.Config{ABI: abi}, []cc.Source{{Name: "<head>", Value: head + fuzzHead}, {Name: "fuzz.c", Value: withoutIncludes(src)}})
	if err != nil {
		return nil
	}
	return ast
}

func withoutIncludes(s string) string {
	out := []byte(s)
	line := 0
	for i := range out {
		if i > 0 && out[i-1] == '\n' {
			line = i
		}
		if out[line] == '#' && out[i] != '\n' {
			out[i] = ' '
			if i == line {
				out[i] = '#' // a null directive
			}
		}
	}
	return string(out)
}

type fuzzHooks struct {
	t     *cbody.Translator
	m     *region.Module
	funcs map[string]*region.Function
	vars  map[string]*region.Global
}

func (h *fuzzHooks) Block(*cbody.Fn, *cc.IterationStatement) bool { return false }
func (h *fuzzHooks) Alone(*cbody.Fn, *cc.PostfixExpression) bool  { return false }
func (h *fuzzHooks) Call(*cbody.Fn, string, *cc.PostfixExpression) (region.Expr, bool) {
	return nil, false
}
func (h *fuzzHooks) Static(*cbody.Fn, *cc.Declarator) *region.Global { return nil }

func (h *fuzzHooks) Var(f *cbody.Fn, d *cc.Declarator, use cc.Node) region.Expr {
	if h.vars == nil {
		h.vars = map[string]*region.Global{}
	}
	g := h.vars[d.Name()]
	if g == nil {
		g = &region.Global{Name: "v." + d.Name()}
		h.vars[d.Name()] = g
		h.m.Globals = append(h.m.Globals, g)
		*g = *h.t.Global(d, g.Name)
	}
	return &region.GlobalAddr{Global: g}
}

func (h *fuzzHooks) Func(f *cbody.Fn, d *cc.Declarator, use cc.Node) *region.Function {
	if fn := h.funcs[d.Name()]; fn != nil {
		return fn
	}
	if _, ok := d.Type().(*cc.FunctionType); !ok {
		return nil
	}
	fn := h.t.Declare(d, d.Name())
	h.funcs[d.Name()] = fn
	h.m.Funcs = append(h.m.Funcs, fn)
	return fn
}
