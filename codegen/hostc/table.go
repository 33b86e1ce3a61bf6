package hostc

import (
	"fmt"
	"strings"

	"ompcc/lower"
	"ompcc/lower/cexpr"
	"ompcc/rt/abi"
)

// descriptor writes the constant tables of one construct.
func (w tableWriter) descriptor(b *strings.Builder, h *lower.HostConstruct) {
	id := h.Construct.Pragma.ID
	mapperWriter{w.writer}.iteratorMappers(b, id, h.Items)
	w.itemTable(b, id, h.Items, true)
	kernel := "0"
	if h.Kernel != nil {
		w.kernelTable(b, id, h)
		kernel = fmt.Sprintf("&__ompcc_k_%d", id)
	}
	items := "0"
	if len(h.Items) > 0 {
		items = fmt.Sprintf("__ompcc_i_%d", id)
	}
	pos := h.Construct.Pos()
	fmt.Fprintf(b,
		"static const __ompcc_construct_t __ompcc_c_%d = {%d, %d, {%s, %s, %d, %d}, %s, %d, %s, %s, &__ompcc_unit};\n",
		id, abi.Version, h.Kind, w.fileName(pos.File), cexpr.Quote(w.function(h)), pos.Line, pos.Col,
		cexpr.Quote("omp "+h.Construct.Pragma.Compact()), len(h.Items), items, kernel)
	if insideHostConstruct(h.Construct) {
		fmt.Fprintf(b, "static __inline__ const __ompcc_construct_t *__ompcc_d_%d(void) { return &__ompcc_c_%d; }\n",
			id, id)
	}
}

// descriptorOf is the address of h's descriptor, as an expression. Inside a
// construct of the host compiler's it is a function's result, since a variable
// would need a data-sharing attribute there if the user wrote default(none).
func descriptorOf(h *lower.HostConstruct) string {
	id := h.Construct.Pragma.ID
	if insideHostConstruct(h.Construct) {
		return fmt.Sprintf("__ompcc_d_%d()", id)
	}
	return fmt.Sprintf("&__ompcc_c_%d", id)
}

// itemTable writes a construct's list items.
// iterators: items with iterators become items with a mapper.
func (w tableWriter) itemTable(b *strings.Builder, id int, items []*lower.HostItem, iterators bool) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(b, "static const __ompcc_item_t __ompcc_i_%d[] = {\n", id)
	for i, it := range items {
		kind, flags, mapper := it.Kind, it.WireFlags(), orZero(it.Mapper)
		if len(it.Iter) > 0 && iterators {
			kind, flags, mapper = abi.ItemMap, flags&^abi.FlagStrided|abi.FlagMapper|abi.FlagZeroLen,
				iteratorMapper(id, i)
		}
		fmt.Fprintf(b, "  {%s, %s, %d, %#x, %d, %d, %d, %d, %s},\n",
			cexpr.Quote(it.Name), cexpr.Quote(it.Type), kind, flags, it.Parent, it.Line, it.Col, it.Turn, mapper)
	}
	b.WriteString("};\n")
}

// kernelTable writes the description of a target construct's kernel. It is not
// constant: the runtime keeps its own things in the slots.
func (w tableWriter) kernelTable(b *strings.Builder, id int, h *lower.HostConstruct) {
	sizes, n := "0", 0
	var list []string
	for _, it := range h.Items {
		if it.Flags&abi.FlagParam == 0 {
			continue
		}
		n++
		bytes := int64(8)
		if it.Kind == abi.ItemValue {
			bytes = it.Bytes
		}
		list = append(list, fmt.Sprint(bytes))
	}
	if n > 0 {
		sizes = fmt.Sprintf("__ompcc_s_%d", id)
		fmt.Fprintf(b, "static const unsigned %s[] = {%s};\n", sizes, strings.Join(list, ", "))
	}
	k := h.Kernel
	fmt.Fprintf(b, "static __ompcc_kernel_t __ompcc_k_%d = {%s, %#x, %d, %s, %d, %d, %d, {0, 0}};\n",
		id, cexpr.Quote(k.Name), h.Flags, n, sizes, k.NumTeamsConst, k.ThreadLimitConst, k.NumThreadsConst)
}

// mapperDecls declares the mapper functions that the item tables refer to.
func (w tableWriter) mapperDecls(b *strings.Builder) {
	for _, m := range w.p.Mappers {
		fmt.Fprintf(b, "static __attribute__((unused)) void %s(%s);\n", m.Name, mapperParams)
	}
}

// function is the name of the function that h stands in.
func (w tableWriter) function(h *lower.HostConstruct) string {
	if f := h.Construct.Func; f != nil && f.Declarator != nil {
		return f.Declarator.Name()
	}
	return ""
}

// epilogue is the text after the unit's: its table of kernels and variables, and
// the pointer to it in section ompcc_units by which the link step finds it.
func (w tableWriter) epilogue() string {
	var b strings.Builder
	b.WriteString("\n# 1 \"<ompcc>\" 3\n")
	kernels, nk := "0", 0
	var list []string
	for _, h := range w.p.Host {
		if h.Kernel != nil {
			nk++
			list = append(list, fmt.Sprintf("&__ompcc_k_%d", h.Construct.Pragma.ID))
		}
	}
	if nk > 0 {
		kernels = "__ompcc_kernels"
		fmt.Fprintf(&b, "static __ompcc_kernel_t *__ompcc_kernels[] = {%s};\n", strings.Join(list, ", "))
	}
	w.variableTable(&b)
	globals, ng := "0", 0
	for _, g := range w.p.Globals {
		if g.Local {
			continue
		}
		if ng == 0 {
			globals = "__ompcc_globals"
			b.WriteString("static const __ompcc_global_t __ompcc_globals[] = {\n")
		}
		ng++
		fmt.Fprintf(&b, "  %s,\n", w.globalEntry(g))
	}
	if ng > 0 {
		b.WriteString("};\n")
	}
	fmt.Fprintf(&b, "static __ompcc_unit_t __ompcc_unit = {%d, %d, %d, %#x, %s, %s, %s};\n",
		abi.Version, nk, ng, w.p.UnitFlags(), w.fileName(w.u.File), kernels, globals)
	fmt.Fprintf(&b, "static __ompcc_unit_t *__ompcc_unit_entry %s = &__ompcc_unit;\n", inUnits)
	return b.String()
}

// inUnits puts a pointer to a unit where the link step collects them. retain
// keeps it through --gc-sections: nothing refers to it by name.
const inUnits = `__attribute__((used, retain, section("ompcc_units")))`
