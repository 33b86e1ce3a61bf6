// C that is translated into a module when it needs it.

package cbody

import (
	_ "embed"
	"fmt"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse"
)

// complexSource is C that is translated into the module when it is needed.
//
//go:embed support/complex.c
var complexSource string

//go:embed support/function.c
var functionSource string

//go:embed support/variadic.c
var variadicSource string

const supportHead = `int __predefined_declarator;
typedef unsigned long __predefined_size_t;
typedef int __predefined_wchar_t;
typedef long __predefined_ptrdiff_t;
typedef void *__builtin_va_list;
void __builtin_va_start(__builtin_va_list, ...);
void __builtin_va_end(__builtin_va_list);
double __builtin_inf(void);
float __builtin_copysignf(float, float);
double __builtin_copysign(double, double);
long double __builtin_copysignl(long double, long double);
`

// helper returns the support function called name, translated on first use.
func (t *Translator) helper(name string) (*region.Function, error) {
	if fn := t.lib[name]; fn != nil {
		return fn, nil
	}
	if t.support == nil {
		s, err := t.parseSupport()
		if err != nil {
			return nil, err
		}
		t.support = s
	}
	fd := t.support.byName[name]
	if fd == nil {
		return nil, fmt.Errorf("no support function %s", name)
	}
	fn := t.support.Declare(fd.Declarator, name)
	fn.Linkage = region.LinkOnce
	t.lib[name] = fn
	t.cfg.Module.Funcs = append(t.cfg.Module.Funcs, fn)
	t.support.Define(fd, fn)
	return fn, nil
}

// Support is the support function called name.
func (t *Translator) Support(name string) (*region.Function, error) { return t.helper(name) }

func (t *Translator) parseSupport() (*Translator, error) {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		return nil, err
	}
	ast, err := cc.Translate(&cc.Config{ABI: abi}, []cc.Source{
		{Name: "<ompcc>", Value: supportHead}, {Name: "<complex>", Value: complexSource},
		{Name: "<function>", Value: functionSource},
		{Name: "<variadic>", Value: variadicSource},
	})
	if err != nil {
		return nil, err
	}
	cfg := *t.cfg
	hooks := &supportHooks{}
	cfg.Unit, cfg.Hooks, cfg.Pos = &parse.Unit{AST: ast}, hooks, nil
	cfg.Prefix += "support."
	hooks.t = New(&cfg)
	hooks.t.lib = t.lib
	return hooks.t, nil
}

// supportHooks serves the support functions, which need library functions only.
type supportHooks struct {
	noHooks
	t *Translator
}

func (h *supportHooks) Func(_ *Fn, d *cc.Declarator, _ cc.Node) *region.Function {
	return h.t.Library(d.Name())
}

// noHooks serves code that needs nothing from outside.
type noHooks struct{}

func (noHooks) Block(*Fn, *cc.IterationStatement) bool                      { return false }
func (noHooks) Alone(*Fn, *cc.PostfixExpression) bool                       { return false }
func (noHooks) Var(*Fn, *cc.Declarator, cc.Node) region.Expr                { return nil }
func (noHooks) Func(*Fn, *cc.Declarator, cc.Node) *region.Function          { return nil }
func (noHooks) Call(*Fn, string, *cc.PostfixExpression) (region.Expr, bool) { return nil, false }
func (noHooks) Callees(*Fn, *cc.Declarator, *cc.PostfixExpression) []Callee { return nil }
func (noHooks) Pointer(_ *Fn, p region.Expr) region.Expr                    { return p }
func (noHooks) Static(*Fn, *cc.Declarator) *region.Global                   { return nil }
func (noHooks) Elsewhere(*cc.Declarator) bool                               { return false }
