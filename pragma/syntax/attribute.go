package syntax

import (
	"strings"

	"ompcc/parse/diag"

	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/pragma/tree"
)

// attributeArgs are the attributes that ompx_attribute takes, with the least and the most arguments.
var attributeArgs = map[string][2]int{"launch_bounds": {1, 3}, "amdgpu_flat_work_group_size": {2, 2},
	"amdgpu_waves_per_eu": {1, 2}}

// ompxAttributes reads __attribute__((name(args), …)) and [[clang::name(args), …]].
func (a *argReader) ompxAttributes() bool {
	rest := a.toks
	for len(rest) > 0 {
		list, next := a.attributeList(rest)
		if next == nil {
			a.errorf(a.runSpan(rest), diag.Syntax, "expected an attribute in %s", a.where()).
				WithSection(a.c.Def.Section).
				WithFix("write ompx_attribute(__attribute__((launch_bounds(128))))")
			return false
		}
		for _, toks := range splitTokens(list) {
			if !a.attribute(toks) {
				return false
			}
		}
		rest = next[1:]
	}
	if len(a.c.Attributes) == 0 {
		a.errorf(a.span(a.close, 1), diag.EmptyList, "%s has no attribute", a.where()).WithSection(a.c.Def.Section).
			WithFix("write an attribute, or remove the clause")
	}
	return len(a.c.Attributes) > 0
}

// attributeList is what stands between the double brackets at the beginning of toks; next begins
// with the last of these, nil: there are none.
func (a *argReader) attributeList(toks []lexer.Token) (list, next []lexer.Token) {
	open := 0
	if toks[0].Value == "__attribute__" || toks[0].Value == "__attribute" {
		open = 1
	}
	depth := 0
	for i := open; i < len(toks); i++ {
		switch toks[i].Value {
		case "(", "[":
			depth++
		case ")", "]":
			if depth--; depth == 0 && i >= open+3 && toks[open+1].Value == toks[open].Value &&
				toks[i-1].Value == toks[i].Value && (toks[open].Value == "(") == (open == 1) {
				return toks[open+2 : i-1], toks[i:]
			}
		}
		if depth <= 0 {
			return nil, nil
		}
	}
	return nil, nil
}

// splitTokens splits at the commas that are in no brackets.
func splitTokens(toks []lexer.Token) (parts [][]lexer.Token) {
	depth, from := 0, 0
	for i, t := range toks {
		switch t.Value {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ",":
			if depth == 0 {
				parts, from = append(parts, toks[from:i]), i+1
			}
		}
	}
	return append(parts, toks[from:])
}

func (a *argReader) attribute(toks []lexer.Token) bool {
	if len(toks) == 0 {
		return true // GNU's lists may have empty elements
	}
	at := toks
	for len(toks) > 1 && (toks[0].Value == "clang" || toks[0].Value == "gnu") && strings.HasPrefix(toks[1].Value, ":") {
		for toks = toks[1:]; len(toks) > 0 && strings.HasPrefix(toks[0].Value, ":"); {
			toks = toks[1:]
		}
	}
	if len(toks) == 0 {
		a.errorf(a.runSpan(at), diag.Syntax, "expected an attribute in %s", a.where()).WithSection(a.c.Def.Section)
		return false
	}
	x := &tree.Attribute{Name: strings.TrimSuffix(strings.TrimPrefix(toks[0].Value, "__"), "__"),
		Span: a.tokSpan(toks[0])}
	limits, known := attributeArgs[x.Name]
	if !known {
		a.errorf(x.Span, diag.UnknownKeyword, "clause 'ompx_attribute' does not take the attribute '%s'",
			toks[0].Value).WithSection(a.c.Def.Section).
			WithFix("write launch_bounds, amdgpu_flat_work_group_size or amdgpu_waves_per_eu")
		return false
	}
	if n := len(toks); n > 3 && toks[1].Value == "(" && toks[n-1].Value == ")" {
		for _, arg := range splitTokens(toks[2 : n-1]) {
			if len(arg) > 0 {
				x.Args = append(x.Args, a.expr(&run{toks: arg}))
			}
		}
	}
	if len(x.Args) < limits[0] || len(x.Args) > limits[1] {
		a.errorf(x.Span, diag.ArgumentCount, "attribute '%s' has %d arguments, but takes %s",
			x.Name, len(x.Args), countText(limits)).WithSection(a.c.Def.Section).
			WithFix("write %s arguments", countText(limits))
		return false
	}
	a.c.Attributes = append(a.c.Attributes, x)
	a.c.Exprs = append(a.c.Exprs, x.Args...)
	return true
}

func countText(limits [2]int) string {
	words := []string{"none", "one", "two", "three"}
	if limits[0] == limits[1] {
		return words[limits[0]]
	}
	return words[limits[0]] + " to " + words[limits[1]]
}
