package hostc

import (
	"fmt"
	"strings"

	"ompcc/lower"
	"ompcc/lower/cexpr"
	"ompcc/rt/abi"
)

// mapperParams are the parameters of every mapper function.
const mapperParams = "__ompcc_mapper_t *__ompcc_m, void *__ompcc_base, void *__ompcc_begin, unsigned long __ompcc_count, unsigned __ompcc_flags"

// collectMappers puts the functions of user-defined mappers where their
// directives stand: before the function for those with block scope.
func (w mapperWriter) collectMappers() {
	for _, m := range w.p.Mappers {
		m := m
		c := m.Construct
		at, end := c.Pragma.Start, c.Pragma.End
		if c.Func != nil {
			at, _ = w.u.NodeRange(c.Func)
			end = at
		}
		w.edits = append(w.edits, &edit{start: at, end: end, text: func() string {
			return strings.TrimPrefix(w.generated(at), w.lineStart(at)) + w.mapper(m)
		}})
	}
}

// mapper writes one mapper function (OpenMP 5.2 §5.8.8).
func (w mapperWriter) mapper(m *lower.HostMapper) string {
	var b strings.Builder
	fmt.Fprintf(&b, "static __attribute__((unused)) void %s(%s) {\n", m.Name, mapperParams)
	b.WriteString("(void)__ompcc_base; (void)__ompcc_flags;\n")
	b.WriteString(w.localTypes(m.Construct))
	id := m.Construct.Pragma.ID
	tableWriter{w.writer}.itemTable(&b, id, m.Items, false)
	if m.Whole || m.Parts {
		fmt.Fprintf(&b, "static const __ompcc_item_t __ompcc_w = {%s, %s, %d, %#x, -1, %d, %d, 0, 0};\n",
			cexpr.Quote(m.Var), cexpr.Quote(m.Type), abi.ItemMap, abi.FlagSpan, m.Construct.Pos().Line, m.Construct.Pos().Col)
		if m.Parts {
			b.WriteString("if (__ompcc_count > 1) ")
		}
		fmt.Fprintf(&b,
			"__ompcc_mapper_push(__ompcc_m, &__ompcc_w, __ompcc_begin, __ompcc_begin, __ompcc_count * sizeof(%s));\n",
			m.Type)
	}
	fmt.Fprintf(&b, "for (unsigned long __ompcc_e = 0; __ompcc_e < __ompcc_count; __ompcc_e++) {\n")
	fmt.Fprintf(&b, "%s *__ompcc_v = (%s *)__ompcc_begin + __ompcc_e; (void)__ompcc_v;\n", m.Type, m.Type)
	saved := w.rename
	w.rename = map[string]string{m.Var: "(*__ompcc_v)"}
	for _, t := range m.Temps {
		fmt.Fprintf(&b, "%s %s = %s;\n", t.Type, t.Name, w.tree(t.Init))
	}
	for i, it := range m.Items {
		base, begin, size := w.argParts(id, i, it)
		w.iterate(&b, it,
			fmt.Sprintf("__ompcc_mapper_push(__ompcc_m, &__ompcc_i_%d[%d], %s, %s, %s);", id, i, base, begin, size))
	}
	w.rename = saved
	b.WriteString("}\n}\n")
	return b.String()
}

// iterate writes stmt inside the loops of it's iterators (OpenMP 5.2 §3.2.6).
func (w mapperWriter) iterate(b *strings.Builder, it *lower.HostItem, stmt string) {
	for _, v := range it.Iter {
		step := w.tree(v.Step)
		fmt.Fprintf(b, "for (%s %s = %s; (%s) > 0 ? %s < %s : %s > %s; %s += %s) ",
			v.Type, v.Name, w.tree(v.Begin), step, v.Name, w.tree(v.End), v.Name, w.tree(v.End), v.Name, step)
	}
	fmt.Fprintf(b, "{ %s }\n", stmt)
}

// iteratorMappers writes, for each item with iterators, the mapper that turns
// the collected arguments back into items.
func (w mapperWriter) iteratorMappers(b *strings.Builder, id int, items []*lower.HostItem) {
	for i, it := range items {
		if len(it.Iter) == 0 {
			continue
		}
		fmt.Fprintf(b, "static __attribute__((unused)) void %s(%s) {\n", iteratorMapper(id, i), mapperParams)
		fmt.Fprintf(b, "static const __ompcc_item_t __ompcc_w = {%s, %s, %d, %#x, -1, %d, %d, 0, %s};\n",
			cexpr.Quote(it.Name), cexpr.Quote(it.Type), it.Kind, it.WireFlags(), it.Line, it.Col, orZero(it.Mapper))
		b.WriteString("__ompcc_arg_t *__ompcc_v = __ompcc_begin; (void)__ompcc_base; (void)__ompcc_flags;\n")
		b.WriteString("for (unsigned long __ompcc_e = 0; __ompcc_e < __ompcc_count; __ompcc_e++)\n")
		b.WriteString("__ompcc_mapper_push(__ompcc_m, &__ompcc_w, __ompcc_v[__ompcc_e].base, __ompcc_v[__ompcc_e].begin, __ompcc_v[__ompcc_e].size);\n}\n")
	}
}

func iteratorMapper(id, i int) string { return fmt.Sprintf("__ompcc_it_%d_%d", id, i) }

// iteratorCount is the variable with the number of arguments of an item with iterators.
func iteratorCount(id, i int) string { return fmt.Sprintf("__ompcc_n_%d_%d", id, i) }

// iteratorArgs evaluates an item with iterators into an array of arguments. Of one
// that is not contiguous each has a description.
func (w mapperWriter) iteratorArgs(b *strings.Builder, id, i int, it *lower.HostItem) {
	n, v := iteratorCount(id, i), fmt.Sprintf("__ompcc_v_%d_%d", id, i)
	fmt.Fprintf(b, "unsigned long %s = 0;\n", n)
	w.iterate(b, it, n+"++;")
	fmt.Fprintf(b, "__ompcc_arg_t %s[%s + 1]; %s = 0;\n", v, n, n)
	base, begin, size := w.argParts(id, i, it)
	describe := ""
	if it.Rect != nil {
		fmt.Fprintf(b, "__ompcc_rect_t %s[sizeof %s / sizeof *%s];\n", rectName(id, i), v, v)
		describe = fmt.Sprintf("%s[%s] = (__ompcc_rect_t)%s; ", rectName(id, i), n, w.rect(it.Rect))
	}
	w.iterate(b, it,
		describe+fmt.Sprintf("%s[%s].base = %s; %s[%s].begin = %s; %s[%s].size = %s; %s++;", v, n, base, v, n, begin, v,
			n, size, n))
}
