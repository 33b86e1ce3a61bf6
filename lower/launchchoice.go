// Metadirectives in target constructs that decide how these are launched: the host chooses before.

package lower

import (
	"fmt"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/cexpr"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// A metadirective directly inside a target construct that may become a teams construct decides how the region is
// launched: whether as a league, of how many teams, and of how many threads (5.2 §10.2, §13.8). So its choice is made
// before: the construct is written once for each alternative, and the host executes one of them.

// deciding is such a metadirective with what it chooses from.
type deciding struct {
	inner *tree.Construct
	list  []*candidate
	// ways are the target construct once for each candidate.
	ways []*tree.Construct
	// conds are the candidates' conditions as C expressions of the host, "" for none.
	conds []string
	// computed are the expressions in them that only the device can evaluate; the conditions ask for their bits in
	// variable mask.
	computed []*tree.Expr
	mask     string
	// number is the variable with the number of the device.
	number string
}

// deciderIn is the metadirective that decides how target construct c is launched, nil if none does. number is
// the C expression of the device's number.
func (u *unit) deciderIn(c *tree.Construct, number string) *deciding {
	if len(c.Leafs) != 1 || c.Leafs[0] != spec.Target || c.RunsOnAncestor() || c.Stmt == nil {
		return nil
	}
	for _, m := range u.strictlyIn(c) {
		if m.Kind != spec.Metadirective || m.Follows() != nil || !becomesTeams(m) {
			continue
		}
		x := &context{u: u, constructs: []spec.DirectiveKind{spec.Target}, device: true, late: number, around: c}
		list := x.candidates(m)
		if len(list) < 2 || !leadsToTeams(m, list) {
			continue
		}
		d := &deciding{inner: m, list: list, mask: fmt.Sprintf("__ompcc_m_%d", c.Start)}
		for _, k := range list {
			way := *c.Directive
			d.ways = append(d.ways, u.variantConstruct(c, &way))
			d.conds = append(d.conds, d.condition(u, c, k))
		}
		return d
	}
	return nil
}

// strictlyIn are the constructs strictly nested in target construct c: what is in a metadirective that nothing replaces
// is, too.
func (u *unit) strictlyIn(c *tree.Construct) (list []*tree.Construct) {
	for _, m := range c.Children {
		list = append(list, u.unlessNothing(m)...)
	}
	return list
}

func (u *unit) unlessNothing(m *tree.Construct) []*tree.Construct {
	if m.Kind != spec.Metadirective || m.Follows() != nil || m.Follower() != nil {
		return []*tree.Construct{m}
	}
	x := &context{u: u, constructs: []spec.DirectiveKind{spec.Target}, device: true, late: noDevice, around: m}
	k := x.candidates(m)[0]
	if !k.certain() || k.dir != nil && k.dir.Kind != spec.Nothing {
		return []*tree.Construct{m}
	}
	return u.strictlyIn(m)
}

func becomesTeams(m *tree.Construct) bool {
	for ; m != nil; m = m.Follower() {
		for _, v := range m.Variants {
			if v != nil && v.Has(spec.Teams) {
				return true
			}
		}
	}
	return false
}

// leadsToTeams reports whether one of the candidates makes m, or one that follows it, a teams construct.
func leadsToTeams(m *tree.Construct, list []*candidate) bool {
	for _, k := range list {
		for x := m; x != nil; x = x.Follower() {
			if d := following(x, k.at).dir; d != nil && d.Has(spec.Teams) {
				return true
			}
		}
	}
	return false
}

// condition is candidate k's as the host evaluates it in front of target construct c.
func (d *deciding) condition(u *unit, c *tree.Construct, k *candidate) string {
	var parts []string
	for _, e := range k.sel.user {
		switch {
		case e.Node == nil:
			parts = append(parts, e.Text)
		case u.valueBefore(c, e.Node):
			parts = append(parts, paren(e))
		default:
			parts = append(parts, fmt.Sprintf("(%s >> %d & 1)", d.mask, len(d.computed)))
			d.computed = append(d.computed, e)
		}
	}
	return strings.Join(parts, " && ")
}

// valueBefore reports whether x has the same value in front of target construct c as at the beginning of its region:
// it has no effects, and its variables are scalars that are firstprivate there.
func (u *unit) valueBefore(c *tree.Construct, x cc.ExpressionNode) bool {
	ok := pureExpr(x)
	ctree.Walk(x, func(n cc.Node) bool {
		switch e := n.(type) {
		case *cc.PrimaryExpression:
			if d := ctree.VarOf(e); e.Case == cc.PrimaryExpressionIdent && d != nil {
				ok = ok && u.firstprivateScalar(c, d)
			}
		case *cc.PostfixExpression:
			ok = ok && e.Case == cc.PostfixExpressionPrimary
		case *cc.UnaryExpression:
			ok = ok && e.Case != cc.UnaryExpressionDeref && e.Case != cc.UnaryExpressionAddrof
			return ok && e.Case != cc.UnaryExpressionSizeofExpr
		}
		return ok
	})
	return ok
}

// firstprivateScalar reports whether d is a scalar of the code around target construct c, and firstprivate in c.
func (u *unit) firstprivateScalar(c *tree.Construct, d *cc.Declarator) bool {
	t := ctree.ObjectType(d)
	if ctree.IsAggregate(t) || t.Kind() == cc.Ptr || u.between(d, c.StmtStart, c.End) || u.isDeviceVariable(c, d) ||
		u.threadprivate[ctree.SymbolOf(d)] {
		return false
	}
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if it.Decl != nil && ctree.SymbolOf(it.Decl) == ctree.SymbolOf(d) {
				return cl.Kind == spec.FirstprivateClause
			}
		}
	}
	return u.implicitBehavior(c, d) == "firstprivate"
}

// decide makes m, whose construct is target construct c, the choice among the ways in which c can be launched, if a
// metadirective in c decides on that.
func (u *unit) decide(c *tree.Construct) {
	m := &HostMeta{Construct: c}
	number := fmt.Sprintf("__ompcc_n_%d", c.Start)
	d := u.deciderIn(c, number)
	if d == nil {
		return
	}
	d.number = number
	contexts := u.around(m)
	for i, k := range d.list {
		m.Alternatives = append(m.Alternatives,
			&HostAlternative{Cond: d.conds[i], Construct: d.ways[i], at: -1, inner: d.inner, innerAt: k.at})
	}
	for _, around := range contexts {
		m.Choices = append(m.Choices, &HostChoice{Around: around, Alternatives: m.Alternatives})
	}
	u.meta[c] = m
	u.prog.Meta = append(u.prog.Meta, m)
	u.deciding[c] = d
}

// alternativesOf are the alternatives for candidate k of metadirective m: more than one where it is a target construct
// in which another metadirective decides how that is launched.
func (u *unit) alternativesOf(m *HostMeta, k *candidate) (list []*HostAlternative) {
	var d *deciding
	if k.dir != nil && k.dir.Has(spec.Target) {
		v := u.variantConstruct(m.Construct, k.dir)
		if u.deciding[v] == nil {
			u.deciding[v] = u.deciderIn(v, deviceNumber(v))
		}
		d = u.deciding[v]
	}
	if d == nil {
		return []*HostAlternative{u.hostAlternative(m, k)}
	}
	if len(d.computed) > 0 {
		u.errorf(d.computed[0].Span.Pos, diag.TeamsCondition,
			"condition '%s' must be known before the enclosing target region begins",
			strings.TrimSpace(d.computed[0].Text)).
			WithSection("5.2 §10.2").
			WithFix("compute the condition before the outer metadirective, and pass it as firstprivate")
	}
	for i, inner := range d.list {
		cond := k.text()
		if cond != "" && d.conds[i] != "" {
			cond += " && "
		}
		list = append(list,
			m.add(&HostAlternative{Cond: cond + d.conds[i], Construct: d.ways[i], at: k.at, inner: d.inner,
				innerAt: inner.at}))
	}
	return list
}

// deviceNumber is the number of target construct c's device as a C expression of type long.
func deviceNumber(c *tree.Construct) string {
	h := &HostConstruct{}
	deviceAndIf(c, h)
	return h.deviceNumber()
}

// deviceNumber is the number of the construct's device as a C expression of type long.
func (h *HostConstruct) deviceNumber() string {
	device := defaultDevice
	if h.Device != "" {
		device = "(long)" + h.Device
	}
	if h.If != "" {
		device = h.If + " ? " + device + " : " + noDevice
	}
	return "(" + device + ")"
}

// noDevice is abi.DeviceHost as a C expression of type long.
var noDevice = fmt.Sprintf("(%dL)", abi.DeviceHost)

// number has the construct's device be the one that m asks, if it asks one before it launches: variable name, as which
// the clauses of the construct are evaluated once.
func (m *HostMeta) number(name string) {
	asks := m.Chooser != nil
	for _, a := range m.Alternatives {
		asks = asks || strings.Contains(a.Cond, name)
	}
	if !asks {
		return
	}
	all := []*HostConstruct{m.Chooser}
	for _, a := range m.Alternatives {
		all = append(all, a.Host)
	}
	for _, h := range all {
		if h == nil {
			continue
		}
		m.Number = &HostTemp{Type: "long", Name: name, Init: cexpr.Text(h.deviceNumber())}
		h.Device = name
		if h.If != "" {
			h.If = name + " != " + noDevice
		}
	}
}

// chooser outlines the region that computes on the device what the choice needs to know. It waits for what the
// construct depends on, and has ended when the construct is launched.
func (u *unit) chooser(c *tree.Construct, d *deciding) *HostConstruct {
	way := *c.Directive
	way.Clauses = nil
	for _, cl := range c.Clauses {
		if cl.Kind != spec.NowaitClause {
			way.Clauses = append(way.Clauses, cl)
		}
	}
	k := u.newKernel(u.variantConstruct(c, &way))
	k.computes = d
	errors := u.errors()
	k.capture()
	if u.errors() > errors {
		return nil
	}
	u.chain = "target at " + c.Pos().String()
	k.body(func(b *body) {
		k.bind(b)
		f := b.fn
		at := &region.ParamVal{Param: k.result}
		store := func(x region.Expr) { f.Emit(&region.Store{At: b.at(c), Addr: at, X: x}) }
		store(cbody.Int(region.U64, 0))
		for i, e := range d.computed {
			then := f.Block(c.Stmt, func() {
				store(add(&region.Load{Type: region.U64, Addr: at}, cbody.Int(region.U64, 1<<i)))
			})
			f.Emit(&region.If{At: b.at(c), Cond: f.Bool(e.Node), Then: then})
		}
	})
	u.addKernel(k)
	h := k.hb.h
	h.Alternative, h.Mask = true, d.mask
	for _, e := range d.computed {
		h.Conds = append(h.Conds, paren(e))
	}
	for _, x := range k.captures {
		if x.kind == capPrivate {
			h.Shadows = append(h.Shadows, &Shadow{Decl: x.decl, Name: x.decl.Name()})
		}
	}
	return h
}

// mask adds the parameter that is the address of the mask.
func (k *kernel) mask() {
	name := k.computes.mask
	it := &HostItem{Name: name, Type: "unsigned long", Kind: abi.ItemMap,
		Flags: abi.FlagParam | abi.FlagFrom | abi.FlagImplicit, Parent: -1,
		Line: k.c.Pos().Line, Col: k.c.Pos().Col, Bytes: 8,
		Base: cexpr.Pointer(cexpr.Addr(cexpr.Text(name))), Size: cexpr.Sizeof(cexpr.Text("unsigned long"))}
	it.Begin = it.Base
	k.hb.h.Items = append(k.hb.h.Items, it)
	k.result = &region.Param{Name: "mask", Type: region.PtrT, Kind: region.ParamMapped, Elem: region.U64, Bytes: 8}
	k.words[it] = k.result
}

// decidedAt is the clause whose variant metadirective c becomes, where something else has chosen that.
func (u *unit) decidedAt(c *tree.Construct) (at int, ok bool) {
	if around := c.Follows(); around != nil {
		return u.chosen[around], true
	}
	at, ok = u.decided[c]
	return at, ok
}
