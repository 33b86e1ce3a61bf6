// Intrinsics of x86 as gcc's headers have them.

package cbody

import (
	"path/filepath"
	"slices"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse"
	"ompcc/parse/ctree"
)

// gcc's headers of x86's instructions are written for builtin functions of gcc's, many of which clang does not have,
// and for an optimiser that turns arguments into the constants that instructions hold. Functions of such headers that
// need either are called by their own names, in clang's headers (cmd/ompcc/x86.go).

// foreignIntrinsic reports that name is a function of gcc's headers that has to be clang's own.
func (t *Translator) foreignIntrinsic(name string) bool {
	fd := t.byName[name]
	if fd == nil || name[0] != '_' {
		return false
	}
	if foreign, ok := t.intrinsics[name]; ok {
		return foreign
	}
	file := t.place_(fd.Declarator).File
	foreign := strings.HasSuffix(file, "intrin.h") && strings.Contains(filepath.Dir(file), "/gcc/") && needsClang(fd)
	if t.intrinsics == nil {
		t.intrinsics = map[string]bool{}
	}
	t.intrinsics[name] = foreign
	return foreign
}

// isConstant reports whether a parameter is one that the instruction holds.
func isConstant(p *cc.Parameter) bool {
	return p.Declarator != nil && p.Declarator.IsConst() && cc.IsIntegerType(p.Type())
}

// needsClang reports whether fd calls a builtin function that clang does not have, or has parameters that are
// constants.
func needsClang(fd *cc.FunctionDefinition) bool {
	found := slices.ContainsFunc(fd.Declarator.Type().(*cc.FunctionType).Parameters(), isConstant)
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		p, ok := n.(*cc.PrimaryExpression)
		if ok && p.Case == cc.PrimaryExpressionIdent && strings.HasPrefix(p.Token.SrcStr(), "__builtin_ia32_") {
			constant, known := parse.X86Builtin(p.Token.SrcStr())
			for _, c := range constant {
				found = found || c
			}
			found = found || !known
		}
		return !found
	})
	return found
}

// x86Intrinsic calls the intrinsic function called name of clang's headers. A last parameter that is const in
// gcc's header must have a constant.
func (f *Fn) x86Intrinsic(name string, n *cc.PostfixExpression) val {
	ft := f.T.byName[name].Declarator.Type().(*cc.FunctionType)
	if f.isDry > 0 {
		return f.dryCall(ft)
	}
	args := arguments(n)
	list := make([]x86Argument, 0, len(args))
	for i, p := range ft.Parameters() {
		if i >= len(args) {
			break
		}
		v := f.castParam(f.value(args[i]), p.Type())
		a := x86Argument{x: v.x}
		if isInt(v.t) {
			c, ok := constOf(v.x)
			if !ok && i == len(args)-1 && isConstant(p) {
				f.errorf(args[i], diag.X86Constant, "argument %d of '%s' must be a constant", i+1, name).
					WithFix(constantHelp)
				return f.dryCall(ft)
			}
			if ok { // clang wants some that are not const in gcc's headers
				a.constant = strings.Replace(c.String(), "-", "m", 1)
			}
		}
		list = append(list, a)
	}
	base := strings.Replace(name, "si64x", "si64", 1) // Microsoft's names, which clang does not have
	v := f.x86Call(base, list, f.T.Type(ft.Result()), n)
	v.ct = ft.Result()
	return v
}

// x86Argument is a value, or a constant that is part of the instruction, as it stands in the function's name.
type x86Argument struct {
	x        region.Expr
	constant string
}

// x86Call calls a builtin or an intrinsic function (region.Function.X86).
func (f *Fn) x86Call(base string, args []x86Argument, ret region.Type, n cc.Node) val {
	fn := &region.Function{X86: true, Linkage: region.External, Ret: ret}
	call := &region.Call{Pos: f.pos, Type: &region.Func{Ret: ret}}
	parts := []string{region.X86Prefix + base}
	for _, a := range args {
		if a.constant != "" {
			parts = append(parts, a.constant)
			continue
		}
		parts = append(parts, "_")
		t := a.x.ExprType()
		fn.Params = append(fn.Params, &region.Param{Name: "a", Type: t})
		call.Type.Params, call.Args = append(call.Type.Params, t), append(call.Args, f.once("arg", a.x))
	}
	fn.Name, fn.Pos = strings.Join(parts, "."), f.T.place_(n)
	call.Func = f.T.x86Function(fn)
	if isVoid(ret) {
		f.Emit(&region.Eval{At: region.At{Pos: f.pos}, X: call})
		return val{t: region.VoidT}
	}
	return val{x: f.Let("call", call), t: ret}
}

// gccBuiltins are the builtin functions in macros of gcc's headers (which take the functions' place without
// optimisation) that clang does not have, by the intrinsic functions that take the same arguments. All have the type of
// their first argument; the last one is a constant where it is an integer, and that of shifts of bytes counts bits, as
// it does in palignr, which clang has, too, but counts bytes.
var gccBuiltins = map[string]string{
	"movhlps": "_mm_movehl_ps", "movlhps": "_mm_movelh_ps", "unpckhps": "_mm_unpackhi_ps",
	"unpcklps":   "_mm_unpacklo_ps",
	"pslldqi128": "_mm_slli_si128", "pslldqi256": "_mm256_slli_si256", "psrldqi128": "_mm_srli_si128",
	"psrldqi256": "_mm256_srli_si256",
	"palignr128": "_mm_alignr_epi8", "palignr256": "_mm256_alignr_epi8",
	"vpclmulqdq_v4di": "_mm256_clmulepi64_epi128",
	"gathersiv2df":    "_mm_mask_i32gather_pd", "gathersiv4df": "_mm256_mask_i32gather_pd",
	"gatherdiv2df": "_mm_mask_i64gather_pd", "gatherdiv4df": "_mm256_mask_i64gather_pd",
	"gathersiv4sf": "_mm_mask_i32gather_ps", "gathersiv8sf": "_mm256_mask_i32gather_ps",
	"gatherdiv4sf": "_mm_mask_i64gather_ps", "gatherdiv4sf256": "_mm256_mask_i64gather_ps",
	"gathersiv2di": "_mm_mask_i32gather_epi64", "gathersiv4di": "_mm256_mask_i32gather_epi64",
	"gatherdiv2di": "_mm_mask_i64gather_epi64", "gatherdiv4di": "_mm256_mask_i64gather_epi64",
	"gathersiv4si": "_mm_mask_i32gather_epi32", "gathersiv8si": "_mm256_mask_i32gather_epi32",
	"gatherdiv4si": "_mm_mask_i64gather_epi32", "gatherdiv4si256": "_mm256_mask_i64gather_epi32",
}

// gccBuiltin calls the builtin function base of gcc's; false: it is none of gccBuiltins.
func (f *Fn) gccBuiltin(base string, n cc.Node, args []cc.ExpressionNode) (val, bool) {
	name := gccBuiltins[base]
	bits := strings.Contains(base, "dqi") || strings.HasPrefix(base, "palignr")
	if u := f.T.cfg.Unit; name == "" || len(args) == 0 || u == nil || !u.HostIsGCC() {
		return val{}, false
	}
	var list []x86Argument
	for i, arg := range args {
		v := f.value(arg)
		a := x86Argument{x: v.x}
		if i == len(args)-1 && isInt(v.t) {
			c, ok := constOf(v.x)
			if !ok {
				f.errorf(arg, diag.X86Constant, "argument %d of '__builtin_ia32_%s' must be a constant", i+1, base).
					WithFix(constantHelp)
				return scalar(Int(region.I32, 0)), true
			}
			if bits {
				c = bigInt(c.Int64() / 8)
			}
			a.constant = c.String()
		}
		list = append(list, a)
	}
	return f.x86Call(name, list, list[0].x.ExprType(), n), true
}
