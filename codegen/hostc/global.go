package hostc

import (
	"fmt"

	"modernc.org/cc/v4"

	"ompcc/lower"
	"ompcc/lower/cexpr"
	"ompcc/parse/ctree"
	"ompcc/rt/abi"
)

// globalEntry is the initialiser of g's entry in a unit's table.
func (w tableWriter) globalEntry(g *lower.HostGlobal) string {
	addr := "(void *)&" + g.Name
	if g.Kind == abi.GlobalNoHost {
		addr = "0"
	}
	file, line := w.u.File, 0
	if g.Decl != nil {
		pos := w.u.NodePos(g.Decl)
		file, line = pos.File, pos.Line
	}
	return fmt.Sprintf("{%s, %s, %d, %d, %s, %d}", cexpr.Quote(g.Sym), addr, g.Size, g.Kind, w.fileName(file), line)
}

// collectLocals adds the edits for static variables of functions. Their address
// can be taken only where they are visible, so each brings a unit of its own
// into section ompcc_units, right behind its declaration. Where the compiler
// drops the function, the variable and its unit go with it.
func (w *writer) collectLocals() {
	for i, g := range w.p.Globals {
		if !g.Local || g.Decl == nil || g.Func == nil {
			continue
		}
		end := w.declarationEnd(g)
		if end < 0 {
			continue
		}
		text := tableWriter{w}.localUnit(i, g, end)
		w.edits = append(w.edits, &edit{start: end, end: end, text: func() string { return text }})
	}
}

// declarationEnd is the offset behind the declaration that declares g in its function.
func (w *writer) declarationEnd(g *lower.HostGlobal) int {
	end := -1
	var decl *cc.Declaration
	ctree.Walk(g.Func, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.Declaration:
			decl = n
		case *cc.Declarator:
			if n == g.Decl && decl != nil {
				_, end = w.u.NodeRange(decl)
			}
		}
		return end < 0
	})
	return end
}

// localUnit declares a unit with one variable, visible at off.
func (w tableWriter) localUnit(i int, g *lower.HostGlobal, off int) string {
	return w.generated(off) + fmt.Sprintf(
		"static const __ompcc_global_t __ompcc_lg_%d = %s;\n"+
			"static __ompcc_unit_t __ompcc_lu_%d = {%d, 0, 1, 0, %s, 0, &__ompcc_lg_%d};\n"+
			"static __ompcc_unit_t *__ompcc_le_%d %s = &__ompcc_lu_%d;",
		i, w.globalEntry(g), i, abi.Version, w.fileName(w.u.File), i, i, inUnits, i)
}
