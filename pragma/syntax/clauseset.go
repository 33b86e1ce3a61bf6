// Which clauses may stand together on a directive, and which must.

package syntax

import (
	"slices"
	"strings"

	"ompcc/parse/diag"

	"ompcc/parse"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkClauseSet applies the rules on which clauses may stand together on one
// directive: unique, exclusive and required ones (5.2 §3.2).
func (r *reader) checkClauseSet(d *tree.Directive) {
	r.checkUnique(d)
	r.checkExclusive(d)
	r.checkRequired(d)
}

func (r *reader) checkUnique(d *tree.Directive) {
	first := map[string]*tree.Clause{}
	for _, c := range d.Clauses {
		key := r.uniqueKey(d, c)
		if key == "" {
			continue
		}
		if p := first[key]; p != nil {
			e := r.errorf(c.Span, diag.RepeatedClause, "clause '%s' appears twice on directive '%s'", c.Kind, d.Kind)
			if c.Kind == spec.IfClause {
				e.Message = "two 'if' clauses apply to the same constituent of '" + d.Kind.String() + "'"
			}
			if c.Kind == spec.DefaultmapClause {
				e.Message = "two 'defaultmap' clauses for the same variable category"
			}
			tree.WithoutClause(e.WithSection(c.Def.Section).WithNote(p.Span, "the first is here").
				WithFix("remove one of them"), r.p, c)
			continue
		}
		first[key] = c
	}
	if all := first["defaultmap all"]; all != nil {
		for key, c := range first {
			if strings.HasPrefix(key, "defaultmap ") && c != all {
				late, early := c, all
				if late.Start < early.Start {
					late, early = early, late
				}
				r.errorf(late.Span, diag.RepeatedClause,
					"a 'defaultmap' clause without a category applies to all variables and must be the only one").
					WithSection("5.2 §5.8.7").WithNote(early.Span, "the other one is here").
					WithFix("write a category: defaultmap(%s: scalar), aggregate or pointer", all.Words[0])
				break
			}
		}
	}
}

// uniqueKey is what may appear once: the clause, for if and defaultmap together
// with the directive name or variable category; "" for repeatable clauses.
func (r *reader) uniqueKey(d *tree.Directive, c *tree.Clause) string {
	switch c.Kind {
	case spec.IfClause:
		if len(c.Modifiers) > 0 {
			return "if " + c.Modifiers[0].Name
		}
		return "if"
	case spec.DefaultmapClause:
		if len(c.Words) > 1 {
			return "defaultmap " + c.Words[1]
		}
		return "defaultmap all"
	}
	if d.Kind == spec.Depobj && c.Kind == spec.DependClause {
		return "depend" // one object has one dependence (5.2 §15.9.4)
	}
	if c.Def.Repeat || c.Kind == spec.UpdateClause && len(c.Items) > 0 { // of depobj, with its object (6.0 §17.9.3)
		return ""
	}
	if c.On != spec.NoDirective && d.Displaces(c) {
		return c.Kind.String() + " " + c.On.String()
	}
	return c.Kind.String()
}

func (r *reader) checkExclusive(d *tree.Directive) {
	groups := map[string]*tree.Clause{}
	for _, c := range d.Clauses {
		g := c.Def.Group
		if d.Kind == spec.Depobj && slices.Contains(oneOfRequired[d.Kind], c.Kind) {
			g = "depobj" // exactly one of them (5.2 §15.9.4)
		}
		if g == "" || g == "atomic" && !d.Has(spec.Atomic) {
			continue
		}
		if p := groups[g]; p != nil && p.Kind != c.Kind {
			section := c.Def.Section
			if g == "atomic" {
				section = "5.2 §15.8.2"
			}
			e := r.errorf(c.Span, diag.ExclusiveClauses,
				"clauses '%s' and '%s' are mutually exclusive on directive '%s'", p.Kind, c.Kind, d.Kind)
			tree.WithoutClause(e.WithSection(section).WithNote(p.Span, "'%s' is here", p.Kind).
				WithFix("remove one of them"), r.p, c)
			continue
		}
		groups[g] = c
	}
	r.excludePairs(d)
}

// exclusivePairs are further pairs that must not stand on one directive.
var exclusivePairs = []struct {
	on      spec.DirectiveKind
	a, b    spec.ClauseKind
	section string
}{
	{spec.Taskloop, spec.ReductionClause, spec.NogroupClause, "5.2 §12.6"},
	{spec.Task, spec.DetachClause, spec.MergeableClause, "5.2 §12.5.2"},
	{spec.For, spec.OrderedClause, spec.LinearClause, ""},
	{spec.For, spec.OrderClause, spec.OrderedClause, "5.2 §10.3"},
	{spec.Simd, spec.SafelenClause, spec.OrderClause, "5.2 §10.4"},
	{spec.DeclareTarget, spec.ToClause, spec.LinkClause, ""},
	{spec.Single, spec.CopyprivateClause, spec.NowaitClause, "5.2 §11.1"},
	{spec.Flush, spec.AcqRelClause, spec.AcquireClause, "5.2 §15.8.5"},
	{spec.Unroll, spec.FullClause, spec.PartialClause, "5.2 §9.2"},
}

func (r *reader) excludePairs(d *tree.Directive) {
	for _, p := range exclusivePairs {
		if !d.Has(p.on) || p.section == "" {
			continue
		}
		a, b := d.Clause(p.a), d.Clause(p.b)
		if a == nil || b == nil || a.Def.Group != "" && a.Def.Group == b.Def.Group {
			continue
		}
		e := r.errorf(b.Span, diag.ExclusiveClauses, "clauses '%s' and '%s' are mutually exclusive on directive '%s'",
			p.a, p.b, d.Kind)
		tree.WithoutClause(e.WithSection(p.section).WithNote(a.Span, "'%s' is here", p.a).
			WithFix("remove one of them"), r.p, b)
	}
}

// oneOfRequired are sets of which at least one clause must be there.
var oneOfRequired = map[spec.DirectiveKind][]spec.ClauseKind{
	spec.TargetData:         {spec.MapClause, spec.UseDevicePtrClause, spec.UseDeviceAddrClause},
	spec.TargetUpdate:       {spec.ToClause, spec.FromClause},
	spec.Scan:               {spec.InclusiveClause, spec.ExclusiveClause, spec.InitCompleteClause},
	spec.BeginMetadirective: {spec.WhenClause, spec.OtherwiseClause},
	spec.Metadirective:      {spec.WhenClause, spec.OtherwiseClause},
	spec.Interop:            {spec.InitClause, spec.UseClause, spec.DestroyClause},
	spec.Depobj:             {spec.DependClause, spec.UpdateClause, spec.DestroyClause, spec.InitClause},
	spec.Requires: {spec.AtomicDefaultMemOrderClause, spec.DynamicAllocatorsClause, spec.ReverseOffloadClause,
		spec.UnifiedAddressClause, spec.UnifiedSharedMemoryClause, spec.SelfMapsClause, spec.DeviceSafesyncClause},
	spec.Assume: {spec.AbsentClause, spec.ContainsClause, spec.HoldsClause, spec.NoOpenmpClause,
		spec.NoOpenmpRoutinesClause, spec.NoParallelismClause, spec.NoOpenmpConstructsClause},
	spec.Assumes: {spec.AbsentClause, spec.ContainsClause, spec.HoldsClause, spec.NoOpenmpClause,
		spec.NoOpenmpRoutinesClause, spec.NoParallelismClause, spec.NoOpenmpConstructsClause},
	spec.BeginAssumes: {spec.AbsentClause, spec.ContainsClause, spec.HoldsClause, spec.NoOpenmpClause,
		spec.NoOpenmpRoutinesClause, spec.NoParallelismClause, spec.NoOpenmpConstructsClause},
}

// exampleArgument is how the argument of a clause is written that a help names.
var exampleArgument = map[spec.ClauseKind]string{
	spec.MapClause: "(tofrom: x)", spec.ToClause: "(x)", spec.InclusiveClause: "(x)",
	spec.WhenClause: "(selector: directive)", spec.InitClause: "(targetsync: object)",
	spec.DependClause:                "(inout: x)",
	spec.AtomicDefaultMemOrderClause: "(seq_cst)", spec.AbsentClause: "(parallel)",
}

func (r *reader) checkRequired(d *tree.Directive) {
	for _, k := range d.Def.Order {
		if d.Def.Clauses[k].Required && d.Clause(k) == nil && !r.reported(d, k) {
			e := r.errorf(r.span(d.NameStart, d.NameEnd-d.NameStart), diag.MissingClause,
				"directive '%s' needs clause '%s'", d.Kind, k).WithSection(d.Def.Section).WithFix("add %s(…)", k)
			if r.nested > 0 {
				e.Span = r.span(d.NameEnd, 0)
			}
		}
	}
	set := oneOfRequired[d.Kind]
	if len(set) == 0 || r.failed() {
		return
	}
	if slices.ContainsFunc(d.Clauses, func(c *tree.Clause) bool { return strings.HasPrefix(c.Kind.String(), "ext_") }) {
		return // an assumption, too
	}
	names := make([]string, len(set))
	for i, k := range set {
		if d.Clause(k) != nil || r.reported(d, k) {
			return
		}
		names[i] = k.String()
	}
	r.errorf(r.span(d.NameStart, d.NameEnd-d.NameStart), diag.MissingClause,
		"directive '%s' needs at least one of the clauses %s", d.Kind, strings.Join(names, ", ")).
		WithSection(d.Def.Section).WithFix("add a clause: %s %s%s", d.Kind, names[0], exampleArgument[set[0]])
}

// reported tells whether clause k was written but had an error of its own, so
// that its absence needs no second message.
func (r *reader) reported(d *tree.Directive, k spec.ClauseKind) bool {
	for _, t := range Lex(r.p.Text) {
		if t.Type == tokIdent && t.Pos.Offset >= d.NameEnd &&
			(t.Value == k.String() || parse.Nearest(t.Value, []string{k.String()}) != "") {
			return r.failed()
		}
	}
	return false
}
