package cbody_test

import (
	"math/rand"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse"
	"ompcc/parse/diag"
)

// FuzzBody translates mutated C: whatever cc accepts must give verified IR or
// an error at a place, never a panic, and within reasonable time. The input is a
// seed; whole tokens are exchanged, so that much of it still parses.
func FuzzBody(f *testing.F) {
	m := newMutator(f)
	for i := uint64(0); i < 200; i++ {
		f.Add(i)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { translateTimed(t, m.program(seed)) })
}

// TestMutated runs OMPCC_MUTATIONS (300) mutated programs.
func TestMutated(t *testing.T) {
	m := newMutator(t)
	n := 300
	if s := os.Getenv("OMPCC_MUTATIONS"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	accepted := 0
	for i := range n {
		if translateTimed(t, m.program(uint64(i)+1000)) {
			accepted++
		}
	}
	t.Logf("%d of %d mutated programs were C", accepted, n)
	if accepted == 0 {
		t.Error("no mutated program was accepted: the test tests nothing")
	}
}

// mutator makes programs out of the functions and declarations of others.
type mutator struct {
	files [][]string // tokens
}

var tokenPattern = regexp.MustCompile(`(?m)^#.*$|//.*|/\*(?s:.*?)\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_]\w*|\d[\w.]*|<<=|>>=|\.\.\.|->|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|\s+|.`)

func newMutator(t testing.TB) *mutator {
	m := &mutator{}
	names := []string{"testdata/fuzz.c", "testdata/gnu.c"}
	for _, name := range []string{"aggregate", "asm", "bitfield", "builtin", "compatible", "complex", "conversion", "flow", "oldstyle", "packedenum", "pointer", "range", "strings", "typeof", "variadic", "vla"} {
		names = append(names, "../../tests/cases/c/"+name+".c")
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m.files = append(m.files, tokenPattern.FindAllString(string(data), -1))
	}
	return m
}

var operators = []string{"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", ">", "==", "&&", "||", "=", "+=", "*=", "<<=", "|=", ",", "?:"}
var typeNames = []string{"int", "char", "unsigned", "long", "double", "float", "short", "_Bool", "__int128", "float _Complex", "long double", "volatile int", "_Atomic int", "unsigned char", "void *"}
var numbers = []string{"0", "1", "-1", "2147483648", "0.5", "1e300", "3.4f", "7u", "0xffffffffffffffffUL", "64", "1.0L", "2.0i", "'a'"}

func (m *mutator) program(seed uint64) string {
	r := rand.New(rand.NewSource(int64(seed)))
	src := m.files[r.Intn(len(m.files))]
	toks := append([]string(nil), src...)
	for range 1 + r.Intn(4) {
		m.mutate(r, toks)
	}
	return strings.Join(toks, "")
}

func (m *mutator) mutate(r *rand.Rand, toks []string) {
	i := r.Intn(len(toks))
	for n := 0; strings.TrimSpace(toks[i]) == "" && n < 100; n++ {
		i = r.Intn(len(toks))
	}
	pick := func(list []string) string { return list[r.Intn(len(list))] }
	tok := toks[i]
	switch c := tok[0]; {
	case c >= '0' && c <= '9':
		toks[i] = pick(numbers)
	case slices.Contains(typeNames, tok):
		toks[i] = pick(typeNames)
	case slices.Contains(operators, tok):
		toks[i] = pick(operators)
	case c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
		for range 50 { // another name of the neighbourhood
			j := max(0, min(len(toks)-1, i+r.Intn(200)-100))
			if d := (toks[j] + " ")[0]; d == '_' || d >= 'A' && d <= 'Z' || d >= 'a' && d <= 'z' {
				toks[i] = toks[j]
				return
			}
		}
	default:
		switch r.Intn(3) {
		case 0:
			toks[i] = ""
		case 1:
			toks[i] = tok + tok
		default:
			j := r.Intn(len(toks))
			toks[i], toks[j] = toks[j], toks[i]
		}
	}
}

// translateTimed fails on an input that takes too long.
func translateTimed(t *testing.T, src string) (accepted bool) {
	done := make(chan bool, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				t.Errorf("panic: %v\n%s\n%s", p, debug.Stack(), src)
				done <- false
			}
		}()
		done <- translateAll(t, src)
	}()
	select {
	case ok := <-done:
		return ok
	case <-time.After(2 * time.Minute):
		t.Errorf("no end\n%s", src)
		return false
	}
}

// fuzzHead stands for the headers that the seeds include.
const fuzzHead = `
int printf(const char *, ...); int puts(const char *); int putchar(int); int snprintf(char *, unsigned long, const char *, ...);
void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long); int memcmp(const void *, const void *, unsigned long);
void *malloc(unsigned long); void free(void *); char *strcpy(char *, const char *); char *strcat(char *, const char *); unsigned long strlen(const char *); int strcmp(const char *, const char *);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
double sqrt(double), sin(double), creal(double _Complex), cimag(double _Complex); double _Complex conj(double _Complex); long double creall(long double _Complex), cimagl(long double _Complex);
typedef __builtin_va_list va_list; typedef long ptrdiff_t; typedef unsigned long size_t; typedef int wchar_t;
#define va_start __builtin_va_start
#define va_end __builtin_va_end
#define va_copy(d, s) ((d) = (s))
#define va_arg(ap, type) (*(type *)__builtin_va_arg_impl(ap))
#define __builtin_offsetof(type, member) ((unsigned long)&((type *)0)->member)
#define offsetof __builtin_offsetof
#define __builtin_types_compatible_p(t1, t2) __ccgo__types_compatible_p((t1){}, (t2){})
int __ccgo__types_compatible_p(); void *__builtin_va_arg_impl(va_list); void __builtin_va_start(va_list, ...); void __builtin_va_end(va_list);
#define complex _Complex
#define I 1.0iF
#define INFINITY 1e39f
#define NAN 0.0f
#define NULL ((void *)0)
#define LLONG_MIN (-9223372036854775807LL - 1)
#define ULLONG_MAX 18446744073709551615ULL
#define LLONG_MAX 9223372036854775807LL
#define CMPLX(a, b) ((a) + (b) * I)
#define __FUNCTION__ __func__
`

func translateAll(t *testing.T, src string) (accepted bool) {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		t.Error(err)
		return false
	}
	ast := parseQuietly(abi, src)
	if ast == nil {
		return false
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
		return true
	}
	for _, e := range region.Verify(m) {
		t.Errorf("verifier: %v\n%.6000s", e, src)
	}
	return true
}

// parseQuietly is cc's tree of src; cc's own panics, errors and endless loops are not our subject.
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
func (h *fuzzHooks) Callees(*cbody.Fn, *cc.Declarator, *cc.PostfixExpression) []cbody.Callee {
	return nil
}
func (h *fuzzHooks) Pointer(_ *cbody.Fn, p region.Expr) region.Expr  { return p }
func (h *fuzzHooks) Static(*cbody.Fn, *cc.Declarator) *region.Global { return nil }
func (h *fuzzHooks) Elsewhere(*cc.Declarator) bool                   { return false }

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
