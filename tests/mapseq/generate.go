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

static int arg(void)
{
  int v;
  if (fread(&v, sizeof v, 1, stdin) != 1) {
    puts("the commands end early");
    exit(1);
  }
  return v;
}

static char *place(void)
{
  int k = arg();
  return space[k].start + arg();
}

static void strided(int to, int lo, int n, int stride)
{
  if (to) {
#pragma omp target update to(a[lo:n:stride])
  } else {
#pragma omp target update from(a[lo:n:stride])
  }
}

/* A target construct without map clauses: an array is tofrom, a pointer is
   firstprivate and refers to the device's storage if that is present (OpenMP
   5.2 5.8.1, 5.8.6). */
static void implicit_array(int k)
{
#pragma omp target
  for (int i = 0; i < 16; i++)
    a[i] += k;
}

static void implicit_pointer(int k)
{
  int *q = Q;
#pragma omp target
  q[0] += k;
}

static void run(void);
`

// The commands that the program reads: numbers from its standard input.
const (
	cmdEnd = iota // of a target data region, or of all
	cmdReset
	cmdCheck
	cmdPoke
	cmdPokePointer
	cmdDrop
	cmdHostWrite
	cmdStrided
	cmdArray
	cmdPointer
	cmdShape // and numbers above: a construct
)

// epilogue reads the commands.
const epilogue = `
static void run(void)
{
  for (;;) {
    int c = arg(), i, n, m, k;
    unsigned lo;
    char *p;
    switch (c) {
    case 0: return;
    case 1: reset(arg()); break;
    case 2: i = arg(); n = arg(); lo = arg(); check(i, n, (uint64_t)(unsigned)arg() << 32 | lo); break;
    case 3: p = place(); n = arg(); poke(p, n, arg()); break;
    case 4: poke_pointer(place()); break;
    case 5: p = place(); drop(p, arg()); break;
    case 6: p = place(); *(int *)p = arg(); break;
    case 7: i = arg(); n = arg(); m = arg(); k = arg(); strided(i, n, m, k); break;
    case 8: implicit_array(arg()); break;
    case 9: implicit_pointer(arg()); break;
    default: shapes[c - 10](); break;
    }
  }
}

int main(void)
{
  dev = omp_get_default_device();
  host = omp_get_initial_device();
  run();
  puts("ok");
  return 0;
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
	// %[1]s is "+=" or "=", %[2]s the amount.
	run string
}

// generator makes the constructs of a program and draws sequences of them. A
// construct's shape, all but the bounds of its sections, depends on its number
// alone, so that a program with some hundred shapes runs any number of sequences.
type generator struct {
	seed   uint64
	shapes int
	r      *rand.Rand // for what belongs to a shape
	b      *rand.Rand // for what belongs to a sequence
	m      *model
	out    []int32 // commands
	trace  strings.Builder
	seq    int
	step   int
	args   []int
	// held are the list items of the target data constructs around.
	held []*listItem
}

func newGenerator(seed uint64, shapes int) *generator {
	return &generator{seed: seed, shapes: shapes, b: rand.New(rand.NewPCG(seed, 1))}
}

// Program returns the C program of a seed.
func Program(seed uint64, shapes int) string {
	g := newGenerator(seed, shapes)
	g.m = newModel(0)
	var b, table strings.Builder
	b.WriteString(prologue)
	for i := range shapes {
		b.WriteString(g.shape(i).function(i))
		fmt.Fprintf(&table, "shape_%d, ", i)
	}
	fmt.Fprintf(&b, "\nstatic void (*const shapes[])(void) = {%s};\n", table.String())
	b.WriteString(epilogue)
	return b.String()
}

// Commands returns the commands for sequences first … first+n-1, and what they
// do in words.
func Commands(seed uint64, shapes, first, n int) ([]int32, string) {
	g := newGenerator(seed, shapes)
	for i := first; i < first+n; i++ {
		g.sequence(i)
	}
	g.emit(cmdEnd)
	return g.out, g.trace.String()
}

func (g *generator) sequence(seq int) {
	g.b = rand.New(rand.NewPCG(g.seed, uint64(seq)+1<<32))
	g.m, g.seq, g.step = newModel(int32(seq)), seq, 0
	fmt.Fprintf(&g.trace, "sequence %d\n", seq)
	g.emit(cmdReset, seq)
	for range 6 + g.b.IntN(7) {
		g.op(0)
	}
	g.drop()
	g.check()
}

func (g *generator) emit(words ...int) {
	for _, w := range words {
		g.out = append(g.out, int32(w))
	}
}

// check adds the comparison of the state after a step.
func (g *generator) check() {
	g.step++
	h := g.m.hash()
	g.emit(cmdCheck, g.seq, g.step, int(int32(h)), int(int32(h>>32)))
}

// op draws one operation. Regions of target data nest to depth 2.
func (g *generator) op(depth int) {
	switch k := g.b.IntN(20); k {
	case 0:
		g.hostWrite()
	case 1:
		g.implicit()
	case 2:
		g.strided()
	default:
		for range 8 {
			if g.construct(g.b.IntN(g.shapes), depth) {
				return
			}
		}
	}
}

// value is a number of the sequence that the shape reads as a variable.
func (g *generator) value(v int) string {
	g.args = append(g.args, v)
	return fmt.Sprintf("v%d", len(g.args)-1)
}

// section returns lo, n and their texts. Some shapes have constant bounds.
func (g *generator) section(size int) (lo, n int, los, ns, text string) {
	constant, short := g.r.IntN(4) == 0, g.r.IntN(6) == 0
	r := g.b
	if constant {
		r = g.r
	}
	lo = r.IntN(size)
	if short {
		lo = 0
	}
	n = 1 + r.IntN(size-lo)
	los, ns = fmt.Sprint(lo), fmt.Sprint(n)
	if !constant {
		ns = g.value(n)
		if !short {
			los = g.value(lo)
		}
	}
	if short {
		return lo, n, los, ns, "[:" + ns + "]"
	}
	return lo, n, los, ns, "[" + los + ":" + ns + "]"
}

func ints(lo, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = lo + 4*i
	}
	return list
}

// array is a section of an array of ints that starts at offset base of sp.
func (g *generator) array(sp *space, base, size int, name string) *listItem {
	lo, n, los, ns, sec := g.section(size)
	it := &listItem{text: name + sec}
	it.sp, it.lo, it.hi, it.cells, it.pointer = sp, base+4*lo, base+4*(lo+n), ints(base+4*lo, n), -1
	it.run = fmt.Sprintf("for (int i = %s; i < %s + %s; i++) %s[i] %%[1]s %%[2]s;", los, los, ns, name)
	return it
}

// plain is a list item without a section.
func plain(sp *space, lo, n int, text, run string) *listItem {
	it := &listItem{text: text, run: run}
	it.sp, it.lo, it.hi, it.cells, it.pointer = sp, lo, lo+4*n, ints(lo, n), -1
	return it
}

// member draws a member of the structure in sp, which C reaches by prefix.
func (g *generator) member(sp *space, prefix string) *listItem {
	switch g.r.IntN(9) {
	case 0:
		return plain(sp, 0, 1, prefix+"h", prefix+"h %[1]s %[2]s;")
	case 1:
		return plain(sp, offV, 6, prefix+"v", "for (int i = 0; i < 6; i++) "+prefix+"v[i] %[1]s %[2]s;")
	case 2:
		return g.array(sp, offV, 6, prefix+"v")
	case 3:
		return plain(sp, offT, 6, prefix+"t", g.wholeT(prefix))
	case 4:
		return plain(sp, offT, 1, prefix+"t.x", prefix+"t.x %[1]s %[2]s;")
	case 5:
		return plain(sp, offT+4, 1, prefix+"t.y", prefix+"t.y %[1]s %[2]s;")
	case 6:
		return g.array(sp, offW, 4, prefix+"t.w")
	case 7:
		return plain(sp, offTail, 1, prefix+"tail", prefix+"tail %[1]s %[2]s;")
	}
	return pointerMember(sp, prefix)
}

func (g *generator) wholeT(prefix string) string {
	return fmt.Sprintf("{ int c = %%[2]s; %[1]st.x %%[1]s c; %[1]st.y %%[1]s c; for (int i = 0; i < 4; i++) %[1]st.w[i] %%[1]s c; }", prefix)
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
	it.run = fmt.Sprintf("{ int c = %%[2]s; %[1]sh %%[1]s c; for (int i = 0; i < 6; i++) %[1]sv[i] %%[1]s c; %[1]st.x %%[1]s c; %[1]st.y %%[1]s c; "+
		"for (int i = 0; i < 4; i++) %[1]st.w[i] %%[1]s c; %[1]stail %%[1]s c; }", prefix)
	return it
}

// pointee is a section through the pointer member.
func (g *generator) pointee(sp, base *space, prefix string) *listItem {
	it := g.array(sp, 0, 8, prefix+"p")
	it.baseSpace, it.base = base, offP
	return it
}

// structItems draws list items of one structure: it, some members, or what its
// pointer points to. With deref the pointer itself comes along with a pointee.
func (g *generator) structItems(sp, psp *space, name, prefix string, deref bool) []*listItem {
	var list []*listItem
	switch g.r.IntN(4) {
	case 0:
		list = append(list, g.whole(sp, name, prefix))
	case 1:
		if !deref {
			return []*listItem{g.pointee(psp, sp, prefix)}
		}
		list = append(list, pointerMember(sp, prefix))
	default:
		for range 1 + g.r.IntN(3) {
			it := g.member(sp, prefix)
			if !overlaps(list, it) {
				list = append(list, it)
			}
		}
	}
	if hasPointer(list) && g.r.IntN(2) == 0 {
		list = append(list, g.pointee(psp, sp, prefix))
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

// draw returns random list items for one construct.
func (g *generator) draw(deref bool) (list []*listItem) {
	m := g.m
	for len(list) == 0 {
		for k := range 4 {
			if g.r.IntN(5) > 1 {
				continue
			}
			switch k {
			case 0:
				if g.r.IntN(3) == 0 {
					list = append(list,
						plain(m.spaces[spA], 0, 16, "a", "for (int i = 0; i < 16; i++) a[i] %[1]s %[2]s;"))
				} else {
					list = append(list, g.array(m.spaces[spA], 0, 16, "a"))
				}
			case 1:
				list = append(list, g.array(m.spaces[spQ], 0, 16, "q"))
			case 2:
				list = append(list, g.structItems(m.spaces[spS], m.spaces[spP], "s", "s.", deref)...)
			case 3:
				list = append(list, g.structItems(m.spaces[spR], m.spaces[spRP], "r[0:1]", "r->", deref)...)
			}
		}
	}
	g.r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// otherPart reports whether an item is another part of an array than the one
// that a target data construct around maps, whatever is present now.
func (g *generator) otherPart(list []*listItem) bool {
	for _, it := range list {
		for _, h := range g.held {
			inside := h.lo <= it.lo && it.hi <= h.hi
			if it.sp == h.sp && !inside && (h.sp == g.m.spaces[spA] || arrayOf(it) != "" && arrayOf(it) == arrayOf(h)) {
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

// The kinds of constructs.
const (
	kindEnter = iota
	kindNoEnter
	kindExit
	kindUpdate
	kindTarget
	kindData
)

// shape is one construct: its directive and list items, with the bounds of one
// sequence in them.
type shape struct {
	kind   int
	pragma string
	body   string
	list   []*listItem
	args   []int
	// flags are, for each item that a target region changes, the places among
	// args that say whether it is changed and set anew; amount is what is added.
	use, set []int
	amount   int
}

// shape draws construct number i, with new bounds.
func (g *generator) shape(i int) *shape {
	g.r = rand.New(rand.NewPCG(g.seed, uint64(i)))
	g.args = nil
	s := &shape{}
	switch k := g.r.IntN(16); {
	case k < 4:
		s.kind, s.list = kindEnter, g.draw(false)
		s.pragma = "target enter data" + g.types(s.list, "to", "alloc")
		if g.r.IntN(8) == 0 {
			s.kind = kindNoEnter
			s.pragma += " if(" + g.value(0) + ")"
		}
	case k < 8:
		s.kind, s.list = kindExit, g.draw(false)
		s.pragma = "target exit data" + g.types(s.list, "from", "release", "delete", "from")
	case k < 11:
		s.kind, s.list = kindUpdate, g.draw(false)
		s.pragma = "target update" + g.motion(s)
	case k < 14:
		s.kind, s.list = kindTarget, g.draw(true)
		s.pragma = "target" + g.types(s.list, "to", "from", "tofrom", "alloc")
		g.bodies(s)
	default:
		s.kind, s.list = kindData, g.draw(false)
		s.pragma = "target data" + g.types(s.list, "to", "from", "tofrom", "alloc")
		s.body = "run();"
	}
	s.args = g.args
	return s
}

// motion gives the items of an update their clauses. A pointer alone is none.
func (g *generator) motion(s *shape) string {
	var b strings.Builder
	var list []*listItem
	for _, it := range s.list {
		if len(it.cells) == 0 {
			continue
		}
		word := "from"
		if it.to = g.r.IntN(2) == 0; it.to {
			word = "to"
		}
		fmt.Fprintf(&b, " %s(%s)", word, it.text)
		list = append(list, it)
	}
	s.list = list
	return b.String()
}

// bodies are the statements of a target region: each changes the cells of one item.
func (g *generator) bodies(s *shape) {
	s.amount = int(1 + g.b.IntN(99))
	k := g.value(s.amount)
	s.use, s.set = make([]int, len(s.list)), make([]int, len(s.list))
	var b strings.Builder
	for i, it := range s.list {
		if it.run == "" {
			continue
		}
		s.use[i], s.set[i] = len(g.args), len(g.args)+1
		use, set := g.value(0), g.value(0)
		fmt.Fprintf(&b, "if (%s) { if (%s) { %s } else { %s } }\n", use, set, fmt.Sprintf(it.run, "=", k),
			fmt.Sprintf(it.run, "+=", k))
	}
	s.body = b.String()
}

// function is the shape as a C function; its variables are read as arguments.
func (s *shape) function(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nstatic void shape_%d(void)\n{\n  int *q = Q;\n  struct S *r = &R;\n  (void)q, (void)r;\n", i)
	for k := range s.args {
		fmt.Fprintf(&b, "  int v%d = arg();\n", k)
	}
	switch {
	case s.kind == kindUpdate && len(s.list) == 0:
	case s.kind == kindTarget || s.kind == kindData:
		fmt.Fprintf(&b, "#pragma omp %s\n  {\n%s}\n", s.pragma, s.body)
	default:
		fmt.Fprintf(&b, "#pragma omp %s\n", s.pragma)
	}
	b.WriteString("}\n")
	return b.String()
}

// words is the construct with the values of its variables, for the trace.
func (s *shape) words() string {
	text := s.pragma
	for k := len(s.args) - 1; k >= 0; k-- {
		text = strings.ReplaceAll(text, fmt.Sprintf("v%d", k), fmt.Sprint(s.args[k]))
	}
	return text
}

// construct adds construct number i to the sequence if it is conforming now.
func (g *generator) construct(i, depth int) bool {
	s := g.shape(i)
	items := mappings(s.list)
	switch {
	case s.kind == kindData && depth == 2, s.kind != kindUpdate && (!g.m.fits(items) || g.otherPart(s.list)):
		return false
	case s.kind == kindUpdate && (len(s.list) == 0 || g.partial(s.list)):
		return false
	case s.kind == kindTarget && !g.reachable(items):
		return false
	}
	fmt.Fprintf(&g.trace, "%d: %*s%s\n", g.step+1, 2*depth, "", s.words())
	if s.kind == kindTarget {
		g.target(s)
	}
	g.emit(cmdShape + i)
	g.emit(s.args...)
	switch s.kind {
	case kindEnter:
		g.poke(g.m.enter(items))
	case kindExit:
		g.m.exit(items)
	case kindUpdate:
		for _, it := range s.list {
			g.m.update(&it.mapping, it.to)
		}
	case kindData:
		g.data(s, depth)
	}
	g.check()
	return true
}

// partial reports whether part of an item alone is present, which update rejects.
func (g *generator) partial(list []*listItem) bool {
	for _, it := range list {
		if _, partial := g.m.find(it.sp, it.lo, it.hi); partial {
			return true
		}
	}
	return false
}

// reachable reports whether a target region with these items can give a value to
// all new storage: a section through a pointer needs that pointer to be attached.
func (g *generator) reachable(items []*mapping) bool {
	m := g.m.clone()
	unknown := m.enter(items)
	for _, it := range items {
		if it.baseSpace == nil || m.usable(it.baseSpace, it.base, it.sp, it.lo, it.hi) {
			continue
		}
		for _, c := range it.cells {
			if slices.Contains(unknown[it.sp], c) {
				return false
			}
		}
	}
	return true
}

// target performs a target construct, and says what its region does to each item.
func (g *generator) target(s *shape) {
	items := mappings(s.list)
	unknown := g.m.enter(items)
	for i, it := range s.list {
		if it.run == "" || it.baseSpace != nil && !g.m.usable(it.baseSpace, it.base, it.sp, it.lo, it.hi) {
			continue
		}
		s.args[s.use[i]] = 1
		anew := false
		for _, c := range it.cells {
			anew = anew || slices.Contains(unknown[it.sp], c)
		}
		if anew {
			s.args[s.set[i]] = 1
		}
		e, _ := g.m.find(it.sp, it.lo, it.hi)
		for _, c := range it.cells {
			if anew {
				e.dev[c] = int32(s.amount)
			} else {
				e.dev[c] += int32(s.amount)
			}
		}
	}
	g.m.exit(items)
}

// data performs a target data construct with operations in its region.
func (g *generator) data(s *shape, depth int) {
	items := mappings(s.list)
	g.poke(g.m.enter(items))
	g.check()
	held := len(g.held)
	g.held = append(g.held, s.list...)
	for range 1 + g.b.IntN(3) {
		g.op(depth + 1)
	}
	g.held = g.held[:held]
	if !g.m.fits(items) {
		// What the region did would make its own exit non-conforming: start over.
		g.drop()
	}
	g.emit(cmdEnd)
	g.m.exit(items)
}

// poke gives storage without a value one, in the model and in the program.
func (g *generator) poke(unknown map[*space][]int) {
	for k, sp := range g.m.spaces {
		cells := unknown[sp]
		sort.Ints(cells)
		for i := 0; i < len(cells); {
			n := 1
			for i+n < len(cells) && cells[i+n] == cells[i]+4*n {
				n++
			}
			v := g.b.IntN(1000) * 10
			for x := range n {
				e, _ := g.m.find(sp, cells[i+x], cells[i+x]+4)
				e.dev[cells[i+x]] = int32(v + x)
			}
			g.emit(cmdPoke, k, cells[i], n, v)
			i += n
		}
	}
	for _, e := range g.m.entries {
		if len(e.sp.pointers) > 0 && e.lo <= offP && offP+8 <= e.hi && !e.valid[offP] {
			e.valid[offP] = true
			g.emit(cmdPokePointer, g.index(e.sp), offP)
		}
	}
}

func (g *generator) index(sp *space) int { return slices.Index(g.m.spaces, sp) }

// strided updates every second or third element of a.
func (g *generator) strided() {
	stride := 2 + g.b.IntN(2)
	lo := g.b.IntN(8)
	n := 1 + g.b.IntN((15-lo)/stride+1)
	it := &mapping{sp: g.m.spaces[spA], lo: 4 * lo, hi: 4 * (lo + (n-1)*stride + 1)}
	if e, _ := g.m.find(it.sp, it.lo, it.hi); e == nil {
		return
	}
	for i := range n {
		it.cells = append(it.cells, 4*(lo+i*stride))
	}
	to := g.b.IntN(2)
	g.m.update(it, to == 1)
	fmt.Fprintf(&g.trace, "%d: update of a[%d:%d:%d], to the device: %d\n", g.step+1, lo, n, stride, to)
	g.emit(cmdStrided, to, lo, n, stride)
	g.check()
}

func (g *generator) hostWrite() {
	k := g.b.IntN(len(g.m.spaces))
	sp := g.m.spaces[k]
	c := sp.cells[g.b.IntN(len(sp.cells))]
	v := g.b.IntN(100000)
	sp.host[c] = int32(v)
	fmt.Fprintf(&g.trace, "%d: the host writes %s + %d\n", g.step+1, sp.name, c)
	g.emit(cmdHostWrite, k, c, v)
	g.check()
}

// implicit is a target construct without map clauses.
func (g *generator) implicit() {
	k := 1 + g.b.IntN(9)
	if g.b.IntN(2) == 0 {
		it := plain(g.m.spaces[spA], 0, 16, "a", "")
		it.to, it.from = true, true
		if !g.m.fits(mappings([]*listItem{it})) || g.otherPart([]*listItem{it}) {
			return
		}
		g.m.enter(mappings([]*listItem{it}))
		e, _ := g.m.find(it.sp, 0, 64)
		for _, c := range it.cells {
			e.dev[c] += int32(k)
		}
		g.m.exit(mappings([]*listItem{it}))
		fmt.Fprintf(&g.trace, "%d: a is mapped implicitly\n", g.step+1)
		g.emit(cmdArray, k)
		g.check()
		return
	}
	e, _ := g.m.find(g.m.spaces[spQ], 0, 4)
	if e == nil {
		return
	}
	e.dev[0] += int32(k)
	fmt.Fprintf(&g.trace, "%d: q[0] through a firstprivate pointer\n", g.step+1)
	g.emit(cmdPointer, k)
	g.check()
}

// drop ends every mapping.
func (g *generator) drop() {
	for len(g.m.entries) > 0 {
		e := g.m.entries[0]
		g.emit(cmdDrop, g.index(e.sp), e.lo, e.hi-e.lo)
		g.m.remove(e)
	}
}
