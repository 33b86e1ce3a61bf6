// Remarks about the data of constructs.

package lower

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// mapRemarks are the remarks about the data of each construct for a device: what becomes of each variable, by which
// rule, and which transfers could be left out. They read what lowering has decided.
func (u *unit) mapRemarks() (list []*diag.Remark) {
	kernels := map[*HostConstruct]*kernel{}
	for _, k := range u.kernels {
		kernels[k.hb.h] = k
	}
	seen := map[string]bool{}
	for _, h := range u.prog.Host {
		m := &mapRemarker{u: u, h: h, k: kernels[h]}
		m.items()
		m.withoutItems()
		for _, r := range m.list {
			if key := fmt.Sprint(r.Span, r.ID, r.Message()); !seen[key] { // the ways of a metadirective
				seen[key] = true
				list = append(list, r)
			}
		}
	}
	return list
}

// mapRemarker writes the remarks about construct h, with kernel k if it is a target construct.
type mapRemarker struct {
	u    *unit
	h    *HostConstruct
	k    *kernel
	list []*diag.Remark
}

func (m *mapRemarker) add(kind diag.RemarkKind, id string, at diag.Pos, parts ...any) {
	function := m.h.Construct.Func.Declarator.Name()
	if m.k != nil {
		function = m.k.k.Name
	}
	r := diag.NewRemark(kind, diag.MapPass, id, function, diag.Span{Pos: at}, parts...)
	r.Construct = m.h.Construct.Pos()
	m.list = append(m.list, r)
}

// items are the remarks about the items of the construct's table.
func (m *mapRemarker) items() {
	for _, it := range m.h.Items {
		switch it.Kind {
		case abi.ItemMap:
			m.mapped(it)
		case abi.ItemAttach:
			m.add(diag.Passed, "Attach", m.itemPos(it), "the device's copy of pointer '", variable(it.Name),
				"', if there is one, is attached to the device's copy of what it points to", rule("5.2 §5.8.6"))
		case abi.ItemUseDevicePtr:
			m.add(diag.Passed, "UseDevicePtr", m.itemPos(it), "'", variable(it.Name),
				"' is a device pointer in the structured block", rule("5.2 §5.4.8"))
		case abi.ItemUseDeviceAddr:
			m.add(diag.Passed, "UseDeviceAddr", m.itemPos(it), "the address of '", variable(it.Name),
				"' is its device address in the structured block", rule("5.2 §5.4.10"))
		default:
			m.passed(it)
		}
	}
}

// passed is the remark about what the kernel gets in another way than by a map.
func (m *mapRemarker) passed(it *HostItem) {
	c := m.captureOf(it)
	at, section := m.place(it, c), m.clauseSection(it, c)
	switch it.Kind {
	case abi.ItemValue:
		if c == nil || c.item != it {
			m.add(diag.Passed, "ArrayLength", at, "the length '", variable(it.Name), "' of an array is passed by value")
			return
		}
		m.add(diag.Passed, firstprivateID(it), at, "'", variable(it.Name), "' is firstprivate",
			how(it, ": scalars without a clause are"), ", ", diag.Fact("Bytes", it.Bytes), " bytes by value",
			rule(section))
	case abi.ItemCopy:
		m.add(diag.Passed, firstprivateID(it), at, "'", variable(it.Name), "' is firstprivate", how(it, ", implicitly"),
			m.copied(it, " are copied at each launch"), rule(section))
	case abi.ItemPointer:
		m.add(diag.Passed, "ImplicitPointer", at, "pointer '", variable(it.Name),
			"' is firstprivate and becomes a device address: it counts as the base of a zero-length section",
			rule("5.2 §5.8.1, §5.8.6"))
	case abi.ItemDevicePtr:
		m.add(diag.Passed, "DevicePointer", at, "'", variable(it.Name),
			"' has a device address already: nothing is mapped", rule(section))
	}
}

func firstprivateID(it *HostItem) string {
	if it.Flags&abi.FlagImplicit != 0 {
		return "ImplicitFirstprivate"
	}
	return "Firstprivate"
}

// how is text for an item that comes from an implicit rule.
func how(it *HostItem, text string) string {
	if it.Flags&abi.FlagImplicit != 0 {
		return text
	}
	return ""
}

// mapped is the remark about a map item, or one of target update.
func (m *mapRemarker) mapped(it *HostItem) {
	c := m.captureOf(it)
	at := m.place(it, c)
	switch {
	case it.Flags&abi.FlagIfPresent != 0:
		return // counts references for use_device_ptr
	case it.Flags&abi.FlagSpan != 0:
		m.add(diag.Passed, "StructureSpan", at, "the mapped members of '", variable(it.Name),
			"' are allocated as one piece", rule("5.2 §5.8.3"))
		return
	case m.h.Kind == abi.KindUpdate:
		to := "to the device"
		if it.Flags&abi.FlagFrom != 0 {
			to = "from the device"
		}
		m.add(diag.Passed, "Update", at, "'", variable(it.Name), "' is copied ", diag.Fact("Direction", to),
			m.copied(it, " each time"), rule("5.2 §13.9"))
		return
	}
	id, why, section := m.mapRule(it, c)
	m.add(diag.Passed, id, at,
		append(append([]any{"'", variable(it.Name), "' is mapped ", diag.Fact("MapType", m.mapTypeName(it)), why},
			m.motion(it)...), rule(section))...)
	m.avoidable(it, c, at)
}

// mapRule says which rule maps it: a map clause, another clause, or the implicit ones.
func (m *mapRemarker) mapRule(it *HostItem, c *capture) (id string, why any, section string) {
	switch {
	case it.Flags&abi.FlagImplicit == 0:
		return "MapClause", "", "5.2 §5.8.3"
	case it.InTask:
		return "MapOfClause", []any{", as its ", diag.Fact("Clause", spec.InReductionClause), " clause asks"},
			"5.2 §5.5.10"
	}
	if cl := m.listing(it); cl != nil {
		return "MapOfClause", []any{", as its ", diag.Fact("Clause", cl.Kind), " clause on a combined construct asks"},
			"5.2 §5.8.1"
	}
	switch {
	case c != nil && c.implicit && m.hasDefaultmap():
		return "ImplicitMap", " by the defaultmap clause", "5.2 §5.8.7"
	case c != nil && c.implicit:
		return "ImplicitMap", ": arrays and structures without a clause are", "5.2 §5.8.1"
	case it.Decl != nil && m.u.dt[ctree.SymbolOf(it.Decl)] != nil:
		return "ImplicitMap", ": a declare target link variable without a clause is", "5.2 §5.8.1"
	}
	return "BasePointer", ": it is the base pointer of a list item", "5.2 §5.8.3"
}

func (m *mapRemarker) hasDefaultmap() bool { return m.h.Construct.Clause(spec.DefaultmapClause) != nil }

// listing is the clause with it that maps as a map clause does.
func (m *mapRemarker) listing(it *HostItem) *tree.Clause {
	for _, cl := range m.h.Construct.Clauses {
		if it.Decl != nil && cl.Kind.Is(spec.Returns) && cl.Lists(it.Decl) {
			return cl
		}
	}
	return nil
}

// mapTypeName names the transfers of it.
func (m *mapRemarker) mapTypeName(it *HostItem) string {
	name := "alloc"
	switch it.Flags & (abi.FlagTo | abi.FlagFrom) {
	case abi.FlagTo | abi.FlagFrom:
		name = "tofrom"
	case abi.FlagTo:
		name = "to"
	case abi.FlagFrom:
		name = "from"
	}
	switch {
	case it.Flags&abi.FlagDelete != 0:
		name = "delete"
	case it.Flags&abi.FlagRelease != 0:
		name = "release"
	}
	for _, mod := range mapModifiers {
		if it.Flags&mod.flag&^abi.FlagDelete != 0 {
			name = mod.name + " " + name
		}
	}
	return name
}

// motion says how many bytes move at entry and at exit, where that is constant.
func (m *mapRemarker) motion(it *HostItem) (parts []any) {
	n := it.Extent
	if n <= 0 {
		return nil
	}
	enters, leaves := m.h.Kind != abi.KindExitData, m.h.Kind != abi.KindEnterData
	if enters && it.Flags&abi.FlagTo != 0 {
		parts = append(parts, ", ", diag.Fact("BytesTo", n), " bytes to the device at entry")
	}
	if leaves && it.Flags&abi.FlagFrom != 0 {
		parts = append(parts, ", ", diag.Fact("BytesFrom", n), " bytes back at exit")
	}
	if len(parts) == 0 && enters && it.Flags&(abi.FlagDelete|abi.FlagRelease) == 0 {
		parts = append(parts, ", ", diag.Fact("Bytes", n), " bytes")
	}
	return parts
}

// copied is the size of it and what becomes of it, "" if it is not constant.
func (m *mapRemarker) copied(it *HostItem, what string) string {
	n := it.Extent
	if n <= 0 && it.Kind == abi.ItemCopy && it.Decl != nil {
		n = m.u.constSize(ctree.ObjectType(it.Decl))
	}
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(": %d bytes%s", n, what)
}

// avoidable are the transfers of a kernel's parameter that the region does not need.
func (m *mapRemarker) avoidable(it *HostItem, c *capture, at diag.Pos) {
	if c == nil || c.item != it || c.param == nil || it.Flags&abi.FlagAlways != 0 || it.Mapper != "" {
		return
	}
	bytes := ""
	if it.Extent > 0 {
		bytes = fmt.Sprintf(", %d bytes at each launch that finds it absent", it.Extent)
	}
	switch {
	case c.param.ReadOnly && it.Flags&abi.FlagFrom != 0 && m.listing(it) == nil:
		m.add(diag.Missed, "UselessCopyBack", at, "'", variable(it.Name),
			"' is copied back although the region only reads it", bytes, ": write ",
			diag.Fact("Fix", "map(to: "+it.Name+")"))
	case c.param.Unread && it.Flags&abi.FlagTo != 0 && m.listing(it) == nil:
		m.add(diag.Missed, "UselessCopyIn", at, "'", variable(it.Name),
			"' is copied to the device although the region only writes it", bytes, ": write ",
			diag.Fact("Fix", "map(from: "+it.Name+")"), " if it writes all of it")
	}
}

// withoutItems are the remarks about variables that need no item.
func (m *mapRemarker) withoutItems() {
	if m.k == nil {
		return
	}
	for _, c := range m.k.captures {
		at, name := m.u.pos(c.use), variable(c.decl.Name())
		switch c.kind {
		case capPrivate:
			how, section := "", "5.2 §5.4.3"
			if c.implicit {
				how, section = " by the defaultmap clause", "6.0 §7.9.9"
			}
			m.add(diag.Passed, "Private", at, "'", name, "' is private", how, ": each team has a new one",
				rule(section))
		case capGlobal:
			m.add(diag.Passed, "DeviceVariable", at, "'", name, "' is a device variable: nothing is mapped",
				rule("5.2 §7.8"))
		case capAllocator:
			if c.item == nil {
				m.add(diag.Passed, "Allocator", at, "'", name, "' is an allocator of the region", rule("5.2 §6.8"))
			}
		}
	}
}

// captureOf is the variable for which it stands, nil for what no variable of the region is.
func (m *mapRemarker) captureOf(it *HostItem) *capture {
	if m.k == nil {
		return nil
	}
	if i := slices.IndexFunc(m.k.captures, func(c *capture) bool { return c.item == it }); i >= 0 {
		return m.k.captures[i]
	}
	return nil
}

// place is where it was decided: its list item, else the region's first use of it.
func (m *mapRemarker) place(it *HostItem, c *capture) diag.Pos {
	if c != nil && it.Flags&abi.FlagImplicit != 0 && !ctree.IsNil(c.use) {
		return m.u.pos(c.use)
	}
	return m.itemPos(it)
}

func (m *mapRemarker) itemPos(it *HostItem) diag.Pos {
	at := m.h.Construct.Pos()
	if it.Line > 0 {
		at.Line, at.Col = it.Line, max(it.Col, 1)
	}
	return at
}

// clauseSection is the section of the clause or rule by which a variable that is not mapped came into the region.
func (m *mapRemarker) clauseSection(it *HostItem, c *capture) string {
	switch {
	case it.Flags&abi.FlagImplicit != 0 && m.hasDefaultmap():
		return "5.2 §5.8.7"
	case it.Flags&abi.FlagImplicit != 0:
		return "5.2 §5.1.1"
	case it.Kind != abi.ItemDevicePtr:
		return "5.2 §5.4.4"
	}
	for _, cl := range m.h.Construct.All(spec.HasDeviceAddrClause) {
		if it.Decl != nil && cl.Lists(it.Decl) {
			return "5.2 §5.4.9"
		}
	}
	return "5.2 §5.4.7"
}

func variable(name string) diag.RemarkArg { return diag.Fact("Variable", strings.TrimSpace(name)) }

// rule is a section of the specification at the end of a message.
func rule(section string) []any { return []any{" (OpenMP ", diag.Fact("Rule", section), ")"} }

// constSize is the size of objects of type t, 0 if it is not constant.
func (u *unit) constSize(t cc.Type) int64 {
	if t == nil || t.Kind() == cc.Void || t.Kind() == cc.Function || ctree.IsVLA(t) || t.IsIncomplete() {
		return 0
	}
	return u.c.Type(t).Size()
}

// constExtent is how many bytes a list item has, 0 if that is not constant.
func (h *hostBuilder) constExtent(l *locator) int64 {
	if l.item == nil || len(l.item.Shape) > 0 || l.rect != nil {
		return 0
	}
	if !l.section {
		return h.u.constSize(l.typ)
	}
	return l.count * h.u.constSize(l.typ)
}

// constLength is the number of elements that s has of an array or pointer of type t, 0 if it is not constant.
func constLength(s *tree.Section, t cc.Type) int64 {
	if s.Single {
		return 1
	}
	if s.Length != nil {
		n, _ := ctree.ConstInt(s.Length.Node)
		return max(n, 0)
	}
	a, ok := t.Undecay().(*cc.ArrayType)
	if !ok || a.IsVLA() {
		return 0
	}
	low := int64(0)
	if s.Lower != nil {
		if low, ok = ctree.ConstInt(s.Lower.Node); !ok {
			return 0
		}
	}
	return max(a.Len()-low, 0)
}
