package check

import (
	"slices"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkMapTypes reports a map type that the directive does not take (5.2 §5.8.3, §13.6, §13.7), and a
// mapper that no declare mapper declares.
func (k mapRules) checkMapTypes(c *tree.Construct) {
	allowed := spec.MapTypesOn(c.Leafs[0])
	for _, cl := range c.All(spec.MapClause) {
		for _, m := range cl.Modifiers {
			if m.Name == "ompx_hold" && !tree.OneOf(c.Leafs[0], spec.Target, spec.TargetData) {
				k.diags.Errorf(m.Span, diag.BadMapModifier,
					"modifier '%s' is not allowed on directive '%s', which has no end at which the hold is released",
					m.Name, c.Kind).
					WithFix("remove '%s', or write '#pragma omp target data' around the code that needs the data",
						m.Name)
			}
			if m.Name == "attach" {
				k.checkAttach(c, cl, m)
			}
			if cl.Def.Mods[m.Name].Group != "t" && cl.Def.Mods[m.Name].Group != "d" {
				continue
			}
			if !slices.Contains(allowed, m.Name) {
				k.diags.Errorf(m.Span, diag.BadMapType, "map type '%s' is not allowed on directive '%s'", m.Name,
					c.Kind).
					WithSection(spec.Directives().Defs[c.Leafs[0]].Section).
					WithFix("write one of %s", strings.Join(allowed, ", "))
			}
		}
	}
	for _, cl := range c.Clauses {
		m := cl.Modifier("mapper")
		if m == nil || m.Word == "default" || k.mappers[m.Word] {
			continue
		}
		e := k.diags.Errorf(m.Span, diag.UnknownMapper, "no declare mapper named '%s' is visible", m.Word).
			WithSection("5.2 §5.8.2")
		var names []string
		for n := range k.mappers {
			names = append(names, n)
		}
		if n := parse.Nearest(m.Word, names); n != "" {
			e.WithFix("did you mean '%s'?", n).WithEdit(m.WordSpan, n)
		} else if slices.ContainsFunc(cl.Items, hasMembers) {
			e.WithFix("declare it: #pragma omp declare mapper(%s : type var) map(…)", m.Word)
		} else {
			e.WithFix("take the modifier away: mappers are for structures and unions")
		}
	}
}

// attachments are the words of the modifier attach (OpenMP 6.1).
var attachments = []string{"always", "never", "auto"}

// checkAttach: only what enters a device data environment can be attached (OpenMP 6.1).
func (k mapRules) checkAttach(c *tree.Construct, cl *tree.Clause, m *tree.Modifier) {
	t := cl.MapType()
	switch {
	case !slices.Contains(attachments, m.Word):
		e := k.diags.Errorf(m.Span, diag.UnknownModifier, "'%s' is not an argument of modifier 'attach'", m.Word).WithSection("6.1")
		if n := parse.Nearest(m.Word, attachments); n != "" {
			e.WithFix("did you mean '%s'?", n).WithEdit(m.WordSpan, n)
		} else {
			e.WithFix("write attach(always), attach(never) or attach(auto)")
		}
	case tree.OneOf(c.Leafs[0], spec.TargetExitData) || t.Deletes || t.Releases:
		k.diags.Errorf(m.Span, diag.BadMapModifier,
			"modifier 'attach' is for list items that are mapped, but this clause removes them").WithSection("6.1").
			WithFix("remove 'attach(%s)'", m.Word)
	}
}

// hasMembers reports whether a mapper may be for it's type (5.2 §5.8.8).
func hasMembers(it *tree.Item) bool {
	if it.Decl == nil {
		return true
	}
	t := ctree.ObjectType(it.Decl)
	for t.Kind() == cc.Array || t.Kind() == cc.Ptr {
		t = ctree.Pointee(t)
	}
	return t.Kind() == cc.Struct || t.Kind() == cc.Union
}

// checkShapes: the dimensions of a shaped pointer are positive (5.2 §3.2.4).
func (k mapRules) checkShapes(c *tree.Construct) {
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			for _, n := range it.Shape {
				if v, ok := ctree.ConstInt(n.Node); ok && v <= 0 {
					k.diags.Errorf(n.Span, diag.BadSection, "the dimension '%s' of a shape must be positive", n.Text).
						WithSection("5.2 §3.2.4").
						WithFix("write the number of elements of the dimension")
				}
			}
		}
	}
}

// checkMappers: a list item of several map clauses has one mapper (5.2 §5.8.3).
func (k mapRules) checkMappers(c *tree.Construct) {
	type use struct {
		item *tree.Item
		id   string
	}
	seen := map[string]use{}
	for _, cl := range c.All(spec.MapClause) {
		id := "default"
		if m := cl.Modifier("mapper"); m != nil {
			id = m.Word
		}
		for _, it := range cl.Items {
			o, again := seen[it.Text]
			if again && o.id != id {
				k.diags.Errorf(it.Span, diag.ItemInTwoClauses, "'%s' is mapped by two mappers, '%s' and '%s'", it.Text,
					o.id, id).WithSection("5.2 §5.8.3").
					WithNote(o.item.Span, "the first is here").WithFix("name the same mapper, or remove one of them")
			}
			seen[it.Text] = use{it, id}
		}
	}
}

// checkDeviceAddresses: the array of a section in use_device_addr is a variable itself
// (5.2 §5.4.10).
func (k mapRules) checkDeviceAddresses(c *tree.Construct) {
	for _, cl := range c.Clauses {
		if !tree.OneOf(cl.Kind, spec.UseDeviceAddrClause, spec.HasDeviceAddrClause) {
			continue
		}
		for _, it := range cl.Items {
			if x, ok := ctree.Strip(it.Node).(*cc.UnaryExpression); ok && len(it.Sections) == 0 &&
				x.Case == cc.UnaryExpressionDeref {
				d := k.diags.Errorf(it.Span, diag.NotAVariable,
					"'%s' in clause '%s' is not a variable or an array section", it.Text, cl.Kind).
					WithSection(cl.Def.Section)
				if p := ctree.VarOf(x.CastExpression); p != nil {
					d.WithFix("write %s[0:1]", p.Name())
				}
			}
			if cl.Kind != spec.UseDeviceAddrClause {
				continue
			}
			if len(it.Sections) > 0 && it.Node != nil && ctree.VarOf(it.Node) == nil {
				k.diags.Errorf(it.Span, diag.NotAVariable,
					"the base of array section '%s' in clause 'use_device_addr' must be a variable, but '%s' is a part of one", it.Text, it.Base).WithSection("5.2 §5.4.10").
					WithFix("assign the address to a pointer variable and list that")
			}
		}
	}
}
