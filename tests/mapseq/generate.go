package mapseq

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
)

// Offsets in struct S of the generated program.
const (
	offV, offT, offW, offP, offTail, sizeS = 4, 28, 36, 56, 64, 72
)

// prologue is the part of the generated program that all sequences share.
const prologue = `#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct T { int x, y, w[4]; };
struct S { int h, v[6]; struct T t; int *p, tail; };

static int a[16], Q[16], P[8], RP[8];
static struct S s, R;
static int dev, host;
_Static_assert(sizeof(struct S) == 72, "layout");

/* The state: for each int its device value if it is present, and its host value. */
static const struct { char *start; int size; } space[] = {
  {(char *)a, sizeof a}, {(char *)Q, sizeof Q}, {(char *)&s, sizeof s},
  {(char *)P, sizeof P}, {(char *)&R, sizeof R}, {(char *)RP, sizeof RP}};

static uint64_t h;
static void word(unsigned v)
{
  for (int i = 0; i < 4; i++)
    h = (h ^ (v >> 8 * i & 255)) * 1099511628211ull;
}

static int is_struct(int k) { return k == 2 || k == 4; }
static int is_int(int k, int off) { return !is_struct(k) || off < 52 || off == 64; }

static void cell(int *p, int show)
{
  int *d = omp_get_mapped_ptr(p, dev), v = 0;
  word(d != 0);
  if (d) {
    omp_target_memcpy(&v, d, sizeof v, 0, 0, host, dev);
    word(v);
  }
  word(*p);
  if (show && d)
    printf(" %d/%d", v, *p);
  else if (show)
    printf(" -/%d", *p);
}

static void state(int show)
{
  h = 14695981039346656037ull;
  for (int k = 0; k < 6; k++) {
    if (show)
      printf("space %d (device/host):", k);
    for (int off = 0; off < space[k].size; off += 4)
      if (is_int(k, off))
        cell((int *)(space[k].start + off), show);
    if (is_struct(k)) {
      word(omp_target_is_present(space[k].start + 56, dev) != 0);
      if (show)
        printf(" p:%d", omp_target_is_present(space[k].start + 56, dev));
    }
    if (show)
      printf("\n");
  }
}

static void check(int seq, int step, uint64_t want)
{
  state(0);
  if (h == want && s.p == P && R.p == RP)
    return;
  printf("sequence %d differs after step %d%s\n", seq, step, s.p == P && R.p == RP ? "" : ": a host pointer changed");
  state(1);
  exit(1);
}

static void reset(int seed)
{
  for (int k = 0; k < 6; k++)
    for (int off = 0; off < space[k].size; off += 4)
      if (is_int(k, off))
        *(int *)(space[k].start + off) = seed + k * 1000 + off;
  s.p = P;
  R.p = RP;
}

/* Gives device storage that has no value yet the values v, v+1, … */
static void poke(void *at, int n, int v)
{
  for (int i = 0; i < n; i++, v++) {
    char *d = omp_get_mapped_ptr((char *)at + 4 * i, dev);
    if (d)
      omp_target_memcpy(d, &v, sizeof v, 0, 0, dev, host);
  }
}

/* Gives a pointer member in new device storage the host's value. */
static void poke_pointer(void *at)
{
  char *d = omp_get_mapped_ptr(at, dev);
  if (d)
    omp_target_memcpy(d, at, sizeof(void *), 0, 0, dev, host);
}

static void drop(char *at, int n)
{
#pragma omp target exit data map(delete: at[0:n])
}
`

func newModel(seed int32) *model {
	m := &model{}
	add := func(name string, bytes int, isStruct bool) {
		sp := &space{name: name, bytes: bytes, host: map[int]int32{}}
		for off := 0; off < bytes; off += 4 {
			if !isStruct || off < 52 || off == offTail {
				sp.cells = append(sp.cells, off)
				sp.host[off] = seed + int32(len(m.spaces))*1000 + int32(off)
			}
		}
		if isStruct {
			sp.pointers = []int{offP}
		}
		m.spaces = append(m.spaces, sp)
	}
	add("a", 64, false)
	add("Q", 64, false)
	add("s", sizeS, true)
	add("P", 32, false)
	add("R", sizeS, true)
	add("RP", 32, false)
	return m
}

// Indexes of the spaces.
const (
	spA, spQ, spS, spP, spR, spRP = 0, 1, 2, 3, 4, 5
)

// listItem is a mapping with its C text.
type listItem struct {
	mapping
	text string
	// run is the C text of a statement for the device that changes its cells:
	// %s is "+=" or "=", %d the amount.
	run string
}

// generator writes one sequence.
type generator struct {
	r    *rand.Rand
	m    *model
	out  strings.Builder
	seq  int
	step int
	vars int
	// held are the list items of the target data constructs around.
	held []*mapping
}

// Sequence returns the C function for sequence number seq, called seq_<number>.
func Sequence(seq int, seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, uint64(seq))), m: newModel(int32(seq)), seq: seq}
	fmt.Fprintf(&g.out, "\nstatic void seq_%d(void)\n{\n  int *q = Q;\n  struct S *r = &R;\n  (void)q, (void)r;\n  reset(%d);\n", seq, seq)
	for range 6 + g.r.IntN(7) {
		g.op(0)
	}
	g.cleanup()
	g.out.WriteString("}\n")
	return g.out.String()
}

// Program returns a C program with the sequences first … first+n-1.
func Program(first, n int, seed uint64) string {
	var b strings.Builder
	b.WriteString(prologue)
	for i := first; i < first+n; i++ {
		b.WriteString(Sequence(i, seed))
	}
	b.WriteString("\nint main(void)\n{\n  dev = omp_get_default_device();\n  host = omp_get_initial_device();\n")
	for i := first; i < first+n; i++ {
		fmt.Fprintf(&b, "  seq_%d();\n", i)
	}
	b.WriteString("  puts(\"ok\");\n  return 0;\n}\n")
	return b.String()
}

func (g *generator) linef(format string, args ...any) { fmt.Fprintf(&g.out, format+"\n", args...) }

// check writes the comparison of the state after a step.
func (g *generator) check() {
	g.step++
	g.linef("  check(%d, %d, %#xull);", g.seq, g.step, g.m.hash())
}

// op writes one random operation. Regions of target data nest to depth 2.
func (g *generator) op(depth int) {
	switch k := g.r.IntN(20); {
	case k < 5:
		g.enterData()
	case k < 9:
		g.exitData()
	case k < 12:
		g.update()
	case k < 16:
		g.target()
	case k < 17:
		g.hostWrite()
	case k < 18:
		g.implicit()
	case depth < 2:
		g.targetData(depth)
	default:
		g.target()
	}
}

// bound writes a number as a literal or as a variable declared before the construct.
func (g *generator) bound(v int, decls *[]string) string {
	if g.r.IntN(2) == 0 {
		return fmt.Sprint(v)
	}
	g.vars++
	name := fmt.Sprintf("b%d", g.vars)
	*decls = append(*decls, fmt.Sprintf("int %s = %d;", name, v))
	return name
}

// section returns lo, n and the text "[lo:n]".
func (g *generator) section(size int, decls *[]string) (lo, n int, text string) {
	lo = g.r.IntN(size)
	n = 1 + g.r.IntN(size-lo)
	if lo == 0 && g.r.IntN(3) == 0 {
		return lo, n, fmt.Sprintf("[:%s]", g.bound(n, decls))
	}
	return lo, n, fmt.Sprintf("[%s:%s]", g.bound(lo, decls), g.bound(n, decls))
}

func ints(lo, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = lo + 4*i
	}
	return list
}

// array is a section of an array of ints that starts at offset base of sp.
func (g *generator) array(sp *space, base, size int, name string, decls *[]string) *listItem {
	lo, n, sec := g.section(size, decls)
	it := &listItem{text: name + sec}
	it.sp, it.lo, it.hi, it.cells, it.pointer = sp, base+4*lo, base+4*(lo+n), ints(base+4*lo, n), -1
	it.run = fmt.Sprintf("for (int i = %d; i < %d; i++) %s[i] %%s %%d;", lo, lo+n, name)
	return it
}

// plain is a list item without a section.
func plain(sp *space, lo, n int, text, run string) *listItem {
	it := &listItem{text: text, run: run}
	it.sp, it.lo, it.hi, it.cells, it.pointer = sp, lo, lo+4*n, ints(lo, n), -1
	return it
}

// member draws a member of the structure in sp, which C reaches by prefix.
func (g *generator) member(sp *space, prefix string, decls *[]string) *listItem {
	switch g.r.IntN(9) {
	case 0:
		return plain(sp, 0, 1, prefix+"h", prefix+"h %s %d;")
	case 1:
		return plain(sp, offV, 6, prefix+"v", "for (int i = 0; i < 6; i++) "+prefix+"v[i] %s %d;")
	case 2:
		return g.array(sp, offV, 6, prefix+"v", decls)
	case 3:
		return plain(sp, offT, 6, prefix+"t", g.wholeT(prefix))
	case 4:
		return plain(sp, offT, 1, prefix+"t.x", prefix+"t.x %s %d;")
	case 5:
		return plain(sp, offT+4, 1, prefix+"t.y", prefix+"t.y %s %d;")
	case 6:
		return g.array(sp, offW, 4, prefix+"t.w", decls)
	case 7:
		return plain(sp, offTail, 1, prefix+"tail", prefix+"tail %s %d;")
	}
	return pointerMember(sp, prefix)
}

func (g *generator) wholeT(prefix string) string {
	return fmt.Sprintf("{ int c = %%[2]d; %[1]st.x %%[1]s c; %[1]st.y %%[1]s c; for (int i = 0; i < 4; i++) %[1]st.w[i] %%[1]s c; }", prefix)
}

func pointerMember(sp *space, prefix string) *listItem {
	it := &listItem{text: prefix + "p"}
	it.sp, it.lo, it.hi, it.pointer = sp, offP, offP+8, offP
	return it
}

// whole is the structure itself.
func (g *generator) whole(sp *space, text, prefix string) *listItem {
	it := &listItem{text: text}
	it.sp, it.lo, it.hi, it.cells, it.pointer = sp, 0, sizeS, sp.cells, offP
	it.run = fmt.Sprintf("{ int c = %%[2]d; %[1]sh %%[1]s c; for (int i = 0; i < 6; i++) %[1]sv[i] %%[1]s c; %[1]st.x %%[1]s c; %[1]st.y %%[1]s c; "+
		"for (int i = 0; i < 4; i++) %[1]st.w[i] %%[1]s c; %[1]stail %%[1]s c; }", prefix)
	return it
}

// pointee is a section through the pointer member.
func (g *generator) pointee(sp, base *space, prefix string, decls *[]string) *listItem {
	it := g.array(sp, 0, 8, prefix+"p", decls)
	it.baseSpace, it.base = base, offP
	return it
}

// structItems draws list items of one structure: it, some members, or what its
// pointer points to. With deref the pointer itself comes along with a pointee.
func (g *generator) structItems(sp, psp *space, name, prefix string, deref bool, decls *[]string) []*listItem {
	var list []*listItem
	switch g.r.IntN(4) {
	case 0:
		list = append(list, g.whole(sp, name, prefix))
	case 1:
		if !deref {
			return []*listItem{g.pointee(psp, sp, prefix, decls)}
		}
		list = append(list, pointerMember(sp, prefix))
	default:
		for range 1 + g.r.IntN(3) {
			it := g.member(sp, prefix, decls)
			if !overlaps(list, it) {
				list = append(list, it)
			}
		}
	}
	if hasPointer(list) && g.r.IntN(2) == 0 {
		list = append(list, g.pointee(psp, sp, prefix, decls))
	}
	return list
}

// overlaps reports whether it shares storage with an item of list, or is another
// part of the same array.
func overlaps(list []*listItem, it *listItem) bool {
	for _, x := range list {
		if x.sp == it.sp && (x.lo < it.hi && it.lo < x.hi || arrayOf(x) == arrayOf(it) && arrayOf(x) != "") {
			return true
		}
	}
	return false
}

// arrayOf is the text of the array of which the item is a section, or "".
func arrayOf(it *listItem) string {
	name, _, ok := strings.Cut(it.text, "[")
	if !ok {
		return ""
	}
	return name
}

func hasPointer(list []*listItem) bool {
	for _, x := range list {
		if x.pointer >= 0 {
			return true
		}
	}
	return false
}

// draw returns random list items for one construct, with the declarations that
// their bounds need; nil if the draw does not fit the state.
func (g *generator) draw(deref bool) (list []*listItem, decls []string) {
	m := g.m
	for k := 0; k < 4; k++ {
		if g.r.IntN(5) > 1 {
			continue
		}
		switch k {
		case 0:
			if g.r.IntN(3) == 0 {
				list = append(list, plain(m.spaces[spA], 0, 16, "a", "for (int i = 0; i < 16; i++) a[i] %s %d;"))
			} else {
				list = append(list, g.array(m.spaces[spA], 0, 16, "a", &decls))
			}
		case 1:
			list = append(list, g.array(m.spaces[spQ], 0, 16, "q", &decls))
		case 2:
			list = append(list, g.structItems(m.spaces[spS], m.spaces[spP], "s", "s.", deref, &decls)...)
		case 3:
			list = append(list, g.structItems(m.spaces[spR], m.spaces[spRP], "r[0:1]", "r->", deref, &decls)...)
		}
	}
	g.r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	if len(list) == 0 || !m.fits(mappings(list)) || g.otherPart(list) {
		return nil, nil
	}
	return list, decls
}

// otherPart reports whether an item is another part of the array a than the one
// that a target data construct around maps, whatever is present now.
func (g *generator) otherPart(list []*listItem) bool {
	for _, it := range list {
		for _, h := range g.held {
			if it.sp == h.sp && h.sp == g.m.spaces[spA] && (it.lo < h.lo || h.hi < it.hi) {
				return true
			}
		}
	}
	return false
}

func mappings(list []*listItem) []*mapping {
	out := make([]*mapping, len(list))
	for i, it := range list {
		out[i] = &it.mapping
	}
	return out
}

// types gives each item a map type of those allowed and returns the map clauses.
func (g *generator) types(list []*listItem, allowed ...string) string {
	var b strings.Builder
	for _, it := range list {
		t := allowed[g.r.IntN(len(allowed))]
		if t == "from" && it.pointer >= 0 && slices.Contains(allowed, "tofrom") {
			t = "tofrom" // the pointer must have a value when it comes back
		}
		it.to, it.from, it.delete = t == "to" || t == "tofrom", t == "from" || t == "tofrom", t == "delete"
		if (it.to || it.from) && g.r.IntN(4) == 0 {
			it.always = true
			t = "always, " + t
		}
		fmt.Fprintf(&b, " map(%s: %s)", t, it.text)
	}
	return b.String()
}

func (g *generator) open(decls []string) {
	g.linef("  { %s", strings.Join(decls, " "))
}

// poke gives storage without a value one, in the model and in the program.
func (g *generator) poke(unknown map[*space][]int) {
	for _, sp := range g.m.spaces {
		cells := unknown[sp]
		sort.Ints(cells)
		for i := 0; i < len(cells); {
			n := 1
			for i+n < len(cells) && cells[i+n] == cells[i]+4*n {
				n++
			}
			v := int32(g.r.IntN(1000) * 10)
			for k := range n {
				e, _ := g.m.find(sp, cells[i+k], cells[i+k]+4)
				e.dev[cells[i+k]] = v + int32(k)
			}
			g.linef("  poke((char *)&%s + %d, %d, %d);", spaceVar(sp), cells[i], n, v)
			i += n
		}
	}
	for _, e := range g.m.entries {
		if len(e.sp.pointers) > 0 && e.lo <= offP && offP+8 <= e.hi && !e.valid[offP] {
			e.valid[offP] = true
			g.linef("  poke_pointer((char *)&%s + %d);", spaceVar(e.sp), offP)
		}
	}
}

func spaceVar(sp *space) string { return sp.name }

func (g *generator) enterData() {
	list, decls := g.draw(false)
	if list == nil {
		return
	}
	g.open(decls)
	if g.r.IntN(8) == 0 {
		g.linef("  int off = 0;\n#pragma omp target enter data%s if(off)\n  }", g.types(list, "to", "alloc"))
		g.check()
		return
	}
	g.linef("#pragma omp target enter data%s\n  }", g.types(list, "to", "alloc"))
	g.poke(g.m.enter(mappings(list)))
	g.check()
}

func (g *generator) exitData() {
	list, decls := g.draw(false)
	if list == nil {
		return
	}
	g.open(decls)
	g.linef("#pragma omp target exit data%s\n  }", g.types(list, "from", "release", "delete", "from"))
	g.m.exit(mappings(list))
	g.check()
}

func (g *generator) update() {
	list, decls := g.draw(false)
	if list == nil {
		return
	}
	var clauses strings.Builder
	g.open(decls)
	for _, it := range list {
		if len(it.cells) == 0 {
			continue
		}
		to := g.r.IntN(2) == 0
		if _, partial := g.m.find(it.sp, it.lo, it.hi); partial {
			continue
		}
		word := "from"
		if to {
			word = "to"
		}
		fmt.Fprintf(&clauses, " %s(%s)", word, it.text)
		g.m.update(&it.mapping, to)
	}
	if clauses.Len() > 0 {
		g.linef("#pragma omp target update%s", clauses.String())
	}
	g.strided()
	g.linef("  }")
	g.check()
}

// strided adds an update of every second or third element of a.
func (g *generator) strided() {
	stride := 2 + g.r.IntN(2)
	lo := g.r.IntN(8)
	n := 1 + g.r.IntN((15-lo)/stride+1)
	it := &mapping{sp: g.m.spaces[spA], lo: 4 * lo, hi: 4 * (lo + (n-1)*stride + 1)}
	if e, _ := g.m.find(it.sp, it.lo, it.hi); e == nil || g.r.IntN(2) == 0 {
		return
	}
	for i := range n {
		it.cells = append(it.cells, 4*(lo+i*stride))
	}
	to := g.r.IntN(2) == 0
	word := "from"
	if to {
		word = "to"
	}
	g.linef("#pragma omp target update %s(a[%d:%d:%d])", word, lo, n, stride)
	g.m.update(it, to)
}

func (g *generator) target() {
	list, decls := g.draw(true)
	if list == nil {
		return
	}
	g.open(decls)
	g.linef("#pragma omp target%s\n  {", g.types(list, "to", "from", "tofrom", "alloc"))
	unknown := g.m.enter(mappings(list))
	for _, it := range list {
		g.body(it, unknown[it.sp])
	}
	g.linef("  }\n  }")
	g.m.exit(mappings(list))
	g.check()
}

// body writes the device statement that changes an item's cells.
func (g *generator) body(it *listItem, unknown []int) {
	if it.run == "" || it.baseSpace != nil && !g.m.usable(it.baseSpace, it.base, it.sp, it.lo, it.hi) {
		g.giveValues(it, unknown)
		return
	}
	assign := false
	for _, c := range unknown {
		assign = assign || slices.Contains(it.cells, c)
	}
	k := int32(1 + g.r.IntN(99))
	e, _ := g.m.find(it.sp, it.lo, it.hi)
	for _, c := range it.cells {
		if assign {
			e.dev[c] = k
		} else {
			e.dev[c] += k
		}
	}
	op := "+="
	if assign {
		op = "="
	}
	g.linef("    "+it.run, op, k)
}

// giveValues makes sure that storage the region cannot reach is not copied back
// without a value: such an item must not be from.
func (g *generator) giveValues(it *listItem, unknown []int) {
	e, _ := g.m.find(it.sp, it.lo, it.hi)
	for _, c := range it.cells {
		if slices.Contains(unknown, c) {
			e.dev[c] = it.sp.host[c]
		}
	}
}

func (g *generator) targetData(depth int) {
	list, decls := g.draw(false)
	if list == nil {
		return
	}
	g.open(decls)
	g.linef("#pragma omp target data%s\n  {", g.types(list, "to", "from", "tofrom", "alloc"))
	g.poke(g.m.enter(mappings(list)))
	g.check()
	held := len(g.held)
	g.held = append(g.held, mappings(list)...)
	for range 1 + g.r.IntN(3) {
		g.op(depth + 1)
	}
	g.held = g.held[:held]
	if !g.m.fits(mappings(list)) {
		// What the region did would make its own exit non-conforming: start over.
		g.drop()
	}
	g.linef("  }\n  }")
	g.m.exit(mappings(list))
	g.check()
}

func (g *generator) hostWrite() {
	sp := g.m.spaces[g.r.IntN(len(g.m.spaces))]
	c := sp.cells[g.r.IntN(len(sp.cells))]
	v := int32(g.r.IntN(100000))
	sp.host[c] = v
	g.linef("  *(int *)((char *)&%s + %d) = %d;", spaceVar(sp), c, v)
	g.check()
}

// implicit writes a target construct without map clauses: an array is tofrom,
// a pointer is firstprivate and refers to the device's storage if that is present
// (OpenMP 5.2 §5.8.1, §5.8.6).
func (g *generator) implicit() {
	k := int32(1 + g.r.IntN(9))
	if g.r.IntN(2) == 0 {
		it := plain(g.m.spaces[spA], 0, 16, "a", "")
		it.to, it.from = true, true
		if !g.m.fits(mappings([]*listItem{it})) {
			return
		}
		g.linef("#pragma omp target\n  for (int i = 0; i < 16; i++)\n    a[i] += %d;", k)
		g.m.enter(mappings([]*listItem{it}))
		e, _ := g.m.find(it.sp, 0, 64)
		for _, c := range it.cells {
			e.dev[c] += k
		}
		g.m.exit(mappings([]*listItem{it}))
		g.check()
		return
	}
	e, _ := g.m.find(g.m.spaces[spQ], 0, 4)
	if e == nil {
		return
	}
	g.linef("#pragma omp target\n  q[0] += %d;", k)
	e.dev[0] += k
	g.check()
}

// drop ends every mapping.
func (g *generator) drop() {
	for len(g.m.entries) > 0 {
		e := g.m.entries[0]
		g.linef("  drop((char *)&%s + %d, %d);", spaceVar(e.sp), e.lo, e.hi-e.lo)
		g.m.remove(e)
	}
}

func (g *generator) cleanup() {
	g.drop()
	g.check()
}
