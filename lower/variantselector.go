// Context selectors: which variants match a context, and which has the highest score (5.2 §7.3).

package lower

import (
	"slices"
	"sort"
	"strings"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// DeviceTraits holds the traits of the device that the compiler generates code for (5.2 §7.1).
type DeviceTraits struct {
	Kind, Arch, ISA []string
}

// has reports whether the device has the trait property name. The kind any matches every device.
func (d *DeviceTraits) has(trait, name string) bool {
	list := map[string][]string{"kind": d.Kind, "arch": d.Arch, "isa": d.ISA}[trait]
	for _, x := range list {
		if x == name {
			return true
		}
	}
	return trait == "kind" && name == "any"
}

// hostTraits holds the traits of the host. Only the instruction sets that every x86-64 has are certain.
var hostTraits = &DeviceTraits{Kind: []string{"host", "cpu"}, Arch: []string{"x86_64", "x86"},
	ISA: []string{"sse", "sse2"}}

// cpuDevice holds the traits of the CPU device, which is a CPU but not the host.
var cpuDevice = &DeviceTraits{Kind: []string{"nohost", "cpu"}, Arch: hostTraits.Arch, ISA: hostTraits.ISA}

// selection is the result of evaluating a context selector in one context (5.2 §7.3).
type selection struct {
	// never is set if a trait is known not to match.
	never bool
	// user holds the conditions that only the running program can evaluate.
	user  []*tree.Expr
	score int64
	sets  []*tree.TraitSet
}

// context is the OpenMP context at a point of the program (5.2 §7.1).
type context struct {
	u *unit
	// constructs holds the enclosing constructs, outermost first.
	constructs []spec.DirectiveKind
	// device is set if the point is in device code, for any target.
	device bool
	// late is set if the host evaluates the context at the start of the region of target construct around, before
	// the launch. It is the C expression of the device number, by which the running program queries the device.
	late   string
	around *tree.Construct
}

// eval evaluates selector sets in context x.
func (x *context) eval(sets []*tree.TraitSet) *selection {
	switch tree.Matching(sets) {
	case tree.MatchAny:
		return x.evalAny(sets)
	case tree.MatchNone:
		return x.evalNone(sets)
	}
	return x.evalAll(sets)
}

// evalAll evaluates selector sets whose traits must all match, as the specification defines it.
func (x *context) evalAll(sets []*tree.TraitSet) *selection {
	s := &selection{sets: sets}
	for _, set := range sets {
		switch set.Name {
		case "construct":
			x.evalConstruct(set, s)
		case "device":
			x.evalDevice(set, s)
		case "implementation":
			x.evalImplementation(set, s)
		case "user":
			x.evalUser(set, s)
		case "target_device":
			x.evalTargetDevice(set, s)
		}
	}
	return s
}

func (s *selection) scored(t *tree.Trait, otherwise int64) {
	if t.Score != nil {
		if v, ok := ctree.ConstInt(t.Score.Node); ok {
			s.score += v
			return
		}
	}
	s.score += otherwise
}

// evalConstruct matches construct selectors: they must be a subsequence of the context's constructs. It matches from
// the innermost outwards, which gives the highest score.
func (x *context) evalConstruct(set *tree.TraitSet, s *selection) {
	at := len(x.constructs) - 1
	for i := len(set.Traits) - 1; i >= 0; i-- {
		for at >= 0 && x.constructs[at].String() != set.Traits[i].Name {
			at--
		}
		if at < 0 {
			s.never = true
			return
		}
		s.scored(set.Traits[i], int64(1)<<min(at, 40))
		at--
	}
}

func (x *context) evalDevice(set *tree.TraitSet, s *selection) {
	l := min(len(x.constructs), 40)
	weight := map[string]int64{"kind": 1 << l, "arch": 2 << l, "isa": 4 << l}
	for _, t := range set.Traits {
		if !anyKind(t) {
			s.scored(t, weight[t.Name])
		}
		for _, p := range t.Props {
			switch {
			case x.late == "":
				s.never = s.never || !x.traits().has(t.Name, strings.ToLower(p.Word))
			case !anyKind(t):
				s.user = append(s.user, x.asked(p, x.late, t.Name))
			}
		}
	}
}

// traits returns the traits of the device that executes the code at this point. Using them makes the module depend
// on its target.
func (x *context) traits() *DeviceTraits {
	switch {
	case !x.device && x.u.opts.Host != nil:
		return x.u.opts.Host
	case !x.device:
		return hostTraits
	}
	x.u.prog.TargetDependent = true
	if x.u.opts.Device != nil {
		return x.u.opts.Device
	}
	return cpuDevice
}

// evalImplementation matches the implementation's vendor, extensions and the clauses of requires directives.
func (x *context) evalImplementation(set *tree.TraitSet, s *selection) {
	for _, t := range set.Traits {
		s.scored(t, 0)
		switch t.Name {
		case "vendor":
			for _, p := range t.Props {
				s.never = s.never || p.Word != "ompcc" && (x.device || p.Word != x.u.opts.HostVendor)
			}
		case "extension":
			s.never = s.never || !tree.KnownExtensions(t)
		case "requires":
			for _, p := range t.Props {
				name, argument, _ := strings.Cut(strings.TrimSuffix(p.Word, ")"), "(")
				s.never = s.never || !x.u.required(strings.TrimSpace(name), strings.TrimSpace(argument))
			}
		default:
			argument := ""
			if len(t.Props) > 0 {
				argument = t.Props[0].Word
			}
			s.never = s.never || !x.u.required(t.Name, argument)
		}
	}
}

// required reports whether a requires directive of the unit has the clause name, with argument unless argument is
// empty.
func (u *unit) required(name, argument string) bool {
	for _, c := range u.tree.All {
		if c == nil || c.Kind != spec.Requires {
			continue
		}
		cl := c.Clause(spec.ClauseNamed(name))
		if cl != nil && (argument == "" || len(cl.Words) > 0 && cl.Words[0] == argument) {
			return true
		}
	}
	return false
}

// anyKind reports whether t is kind(any), which a selector ignores (5.2 §7.2).
func anyKind(t *tree.Trait) bool {
	return t.Name == "kind" && len(t.Props) == 1 && t.Props[0].Word == "any"
}

// rescore adjusts the scores of compatible selectors that depend on the other selectors. A selector that is a strict
// subset of another scores 0; all others score at least 1 (5.2 §7.3).
func rescore(list []*selection) {
	for _, s := range list {
		s.score++
	}
	for _, s := range list {
		for _, o := range list {
			if s != o && within(s.sets, o.sets) && !within(o.sets, s.sets) {
				s.score = 0
			}
		}
	}
}

// within reports whether selector b requires everything that selector a requires.
func within(a, b []*tree.TraitSet) bool {
	for _, set := range a {
		at := 0
		var other []*tree.Trait
		for _, o := range b {
			if o.Name == set.Name {
				other = o.Traits
			}
		}
		for _, t := range set.Traits {
			if anyKind(t) {
				continue
			}
			for at < len(other) && !(other[at].Name == t.Name && holdsProps(other[at], t)) {
				at++
			}
			if at == len(other) {
				return false
			}
			if at++; set.Name != "construct" {
				at = 0
			}
		}
	}
	return true
}

// holdsProps reports whether t has all properties of u.
func holdsProps(t, u *tree.Trait) bool {
	has := map[string]bool{}
	for _, p := range t.Props {
		has[propText(p)] = true
	}
	for _, p := range u.Props {
		if !has[propText(p)] {
			return false
		}
	}
	return true
}

func propText(p *tree.TraitProp) string {
	if p.Expr != nil {
		return p.Expr.Text
	}
	return p.Word
}

func (x *context) evalUser(set *tree.TraitSet, s *selection) {
	for _, t := range set.Traits {
		s.scored(t, 0)
		for _, p := range t.Props {
			if p.Expr == nil {
				continue
			}
			if v, ok := ctree.ConstInt(p.Expr.Node); ok {
				s.never = s.never || v == 0
			} else {
				s.user = append(s.user, p.Expr)
			}
		}
	}
}

// candidate is a replacement of a metadirective and the selection under which it applies.
type candidate struct {
	sel *selection
	dir *tree.Directive // nil: no directive
	// at is the index of the clause that contains dir, or -1.
	at int
}

// certain reports whether the candidate needs no run-time test.
func (c *candidate) certain() bool { return len(c.sel.user) == 0 }

// candidates returns the replacements of metadirective c in context x by descending score. The list ends with the
// first candidate that is certain (5.2 §7.4).
func (x *context) candidates(c *tree.Construct) []*candidate {
	var list []*candidate
	fallback := &candidate{sel: &selection{}, at: -1}
	for i, cl := range c.Clauses {
		dir := variantOf(cl)
		switch cl.Kind {
		case spec.WhenClause:
			if s := x.eval(cl.Selector); !s.never {
				list = append(list, &candidate{s, dir, i})
			}
		case spec.OtherwiseClause, spec.DefaultClause:
			fallback.dir, fallback.at = dir, i
		}
	}
	selections := make([]*selection, len(list))
	for i, k := range list {
		selections[i] = k.sel
	}
	rescore(selections)
	// With equal scores, a candidate with a directive precedes one without.
	sort.SliceStable(list, func(i, j int) bool {
		if a, b := list[i].sel.score, list[j].sel.score; a != b {
			return a > b
		}
		return list[i].dir != nil && list[j].dir == nil
	})
	for i, k := range list {
		if k.certain() {
			return list[:i+1]
		}
	}
	return append(list, fallback)
}

// following returns the candidate of metadirective c if the metadirective that c follows has chosen clause at.
func following(c *tree.Construct, at int) *candidate {
	k := &candidate{sel: &selection{}, at: at}
	if at >= 0 {
		k.dir = variantOf(c.Clauses[at])
	}
	return k
}

// variantOf returns the directive in clause cl of a metadirective, or nil if there is none.
func variantOf(cl *tree.Clause) *tree.Directive {
	if len(cl.Variants) == 0 {
		return nil
	}
	return cl.Variants[0]
}

// variantConstruct returns construct c with directive d. It always returns the same construct for the same d.
func (u *unit) variantConstruct(c *tree.Construct, d *tree.Directive) *tree.Construct {
	if v := u.variantOf[d]; v != nil {
		return v
	}
	v := *c
	dir := *d
	p := *c.Pragma
	p.ID = len(u.tree.All) + len(u.variantOf)
	dir.Pragma = &p
	v.Directive = &dir
	if checked := checkedVariant(c, d); checked != nil {
		v.Nest, v.Atomic = checked.Nest, checked.Atomic
	}
	u.variantOf[d] = &v
	return &v
}

// checkedVariant returns the construct that Check has created for variant d of metadirective c.
func checkedVariant(c *tree.Construct, d *tree.Directive) *tree.Construct {
	i := 0
	for _, cl := range c.Clauses {
		for _, x := range cl.Variants {
			if x == d && i < len(c.Variants) {
				return c.Variants[i]
			}
			i++
		}
	}
	return nil
}

// contextAt returns the context of a construct on the host.
func (u *unit) contextAt(c *tree.Construct) *context {
	x := &context{u: u}
	for p := c.Parent; p != nil; p = p.Parent {
		leafs := p.Leafs
		if m := u.meta[p]; m != nil {
			leafs = m.leafs()
		}
		x.constructs = append(append([]spec.DirectiveKind(nil), leafs...), x.constructs...)
	}
	return x
}

// leafs returns the leaf constructs of the first alternative that is a construct.
func (m *HostMeta) leafs() []spec.DirectiveKind {
	for _, a := range m.Alternatives {
		if a.Construct != nil {
			return a.Construct.Leafs
		}
	}
	return nil
}

// around returns the contexts in which m may appear on the host (OpenMP 5.2 §7.1).
func (u *unit) around(m *HostMeta) (list [][]spec.DirectiveKind) {
	for p := m.Construct.Parent; p != nil && m.Outer == nil; p = p.Parent {
		if m.Outer = u.meta[p]; m.Outer == nil {
			m.Between = append(slices.Clone(p.Leafs), m.Between...)
		}
	}
	if m.Outer == nil {
		return [][]spec.DirectiveKind{m.Between}
	}
	for _, c := range m.Outer.Choices {
		for _, a := range c.Alternatives {
			x := slices.Concat(c.Around, a.Leafs(), m.Between)
			if !slices.ContainsFunc(list, func(y []spec.DirectiveKind) bool { return slices.Equal(x, y) }) {
				list = append(list, x)
			}
		}
	}
	return list
}

// deviceContext returns the context of the device code that b currently lowers.
func (b *body) deviceContext() *context {
	return &context{u: b.u, constructs: b.context, device: true}
}

// selected returns the run-time test of a selection, or nil if the selection always applies.
func (b *body) selected(s *selection) region.Expr {
	var cond region.Expr
	for _, e := range s.user {
		x := b.fn.Bool(e.Node)
		if cond == nil {
			cond = x
		} else {
			cond = &region.AndAlso{X: cond, Y: x}
		}
	}
	return cond
}

// metadirective lowers a metadirective in device code to a run-time choice among its variants (5.2 §7.4).
func (b *body) metadirective(c *tree.Construct) {
	if at, ok := b.u.decidedAt(c); ok {
		b.variant(c, following(c, at))
		return
	}
	b.choose(c, b.deviceContext().candidates(c))
}

func (b *body) choose(c *tree.Construct, list []*candidate) {
	if len(list) == 0 {
		return
	}
	k := list[0]
	cond := b.selected(k.sel)
	if cond == nil {
		b.variant(c, k)
		return
	}
	f := b.fn
	then := f.Block(c.Stmt, func() { b.variant(c, k) })
	els := f.Block(c.Stmt, func() { b.choose(c, list[1:]) })
	f.Emit(&region.If{At: b.at(c), Cond: cond, Then: then, Else: els})
}

// variant lowers c with one replacement.
func (b *body) variant(c *tree.Construct, k *candidate) {
	d := k.dir
	b.u.chosen[c] = k.at
	switch {
	case d != nil && d.Kind != spec.Nothing:
		v := b.u.variantConstruct(c, d)
		b.u.as[c] = v
		b.construct(v)
		delete(b.u.as, c)
	case c.Stmt != nil:
		b.fn.Stmt(c.Stmt)
	}
}

// hostMetadirectives chooses the variants that appear in the host's text.
func (u *unit) hostMetadirectives() {
	for _, c := range u.tree.All {
		if c == nil || c.Func == nil {
			continue
		}
		if c.Kind != spec.Metadirective {
			if c.Has(spec.Target) && !u.insideTarget(c, nil) {
				u.decide(c)
			}
			continue
		}
		m := &HostMeta{Construct: c}
		for _, around := range u.around(m) {
			if c.Follows() != nil {
				break
			}
			choice := &HostChoice{Around: around}
			for _, k := range (&context{u: u, constructs: around}).candidates(c) {
				choice.Alternatives = append(choice.Alternatives, u.alternativesOf(m, k)...)
			}
			m.Choices = append(m.Choices, choice)
		}
		u.followOuter(m)
		u.meta[c] = m
		u.prog.Meta = append(u.prog.Meta, m)
	}
}

// followOuter makes m follow the choice of an outer metadirective, if one chooses for m.
func (u *unit) followOuter(m *HostMeta) {
	if m.Construct.Follows() != nil {
		m.Chooses = m.Outer
	}
	for o := m.Outer; o != nil && m.Chooses == nil; o = o.Outer {
		if slices.ContainsFunc(o.Alternatives, func(a *HostAlternative) bool { return a.inner == m.Construct }) {
			m.Chooses = o
		}
	}
	if m.Chooses == nil {
		return
	}
	var list []*HostChoice
	for _, around := range u.around(m) {
		for _, a := range m.Chooses.Alternatives {
			at := a.at
			switch {
			case a.inner == m.Construct:
				at = a.innerAt
			case m.Construct.Follows() == nil:
				continue
			}
			list = append(list, &HostChoice{Around: around, Within: a,
				Alternatives: []*HostAlternative{u.hostAlternative(m, following(m.Construct, at))}})
		}
	}
	m.Choices = append(list, m.Choices...)
}

// hostAlternative returns the alternative for candidate k of m. It is the same alternative in each context.
func (u *unit) hostAlternative(m *HostMeta, k *candidate) *HostAlternative {
	a := &HostAlternative{at: k.at, Cond: k.text()}
	if k.dir != nil && k.dir.Kind != spec.Nothing {
		a.Construct = u.variantConstruct(m.Construct, k.dir)
	}
	if b := m.add(a); b != a {
		return b
	}
	if v := a.Construct; v != nil {
		a.Text = u.directiveText(v)
		if v.Kind == spec.Error {
			v.CompileTimeError(u.diags)
		}
	}
	return a
}

// text returns the candidate's condition as C code for the host, "" for none.
func (k *candidate) text() string {
	var parts []string
	for _, e := range k.sel.user {
		parts = append(parts, paren(e))
	}
	return strings.Join(parts, " && ")
}

// add adds a to the alternatives of m, unless an equal one exists, and returns the one in the list.
func (m *HostMeta) add(a *HostAlternative) *HostAlternative {
	for _, b := range m.Alternatives {
		if a.Cond == b.Cond && a.Construct == b.Construct && a.at == b.at {
			return b
		}
	}
	m.Alternatives = append(m.Alternatives, a)
	return a
}

// directiveText returns a directive's text for the host compiler.
func (u *unit) directiveText(c *tree.Construct) string {
	text := c.Kind.String()
	for _, cl := range c.Clauses {
		text += " " + strings.TrimSuffix(clauseText(c, cl), ",")
	}
	return text
}
