package spec

import (
	"strconv"
	"strings"
	"sync"
)

// Assoc says what a directive is associated with (OpenMP 5.2 §3.1).
type Assoc int

// The associations.
const (
	// AssocNone: stand-alone, executable or declarative.
	AssocNone Assoc = iota
	// AssocBlock: the structured block that follows.
	AssocBlock
	// AssocLoop: the loop nest that follows.
	AssocLoop
	// AssocDecl: the declaration that follows.
	AssocDecl
	// AssocBegin and AssocEnd delimit a range of declarations or statements.
	AssocBegin
	AssocEnd
	// AssocSeparating: divides the block of another construct (scan).
	AssocSeparating
	// AssocMeta: the association of the variants (metadirective).
	AssocMeta
)

func (a Assoc) String() string {
	return [...]string{"none", "block", "loop nest", "declaration", "begin", "end", "separating", "variants"}[a]
}

// ArgForm says which arguments a directive takes between its name and its clauses.
type ArgForm int

// The forms of a directive's own arguments.
const (
	ArgNone      ArgForm = iota
	ArgList              // threadprivate(list)
	ArgOptList           // flush(list)?, declare target(list)?
	ArgOptName           // critical(name)?, declare variant's variant name
	ArgName              // declare variant(name)
	ArgObject            // depobj(obj)
	ArgReduction         // declare reduction(id : types : combiner)
	ArgMapper            // declare mapper([id:] type var)
	ArgInduction         // declare induction(id : type : ...)
	ArgCancel            // cancel parallel|sections|for|taskgroup
	ArgOptObject         // declare simd(…)?, depobj without argument (6.0)
)

// Category is the specification's classification of a directive.
type Category string

// DirectiveDef describes one directive.
type DirectiveDef struct {
	Kind     DirectiveKind
	Leafs    []DirectiveKind
	Assoc    Assoc
	Args     ArgForm
	Category Category
	// Section of the specification that defines it: "5.2 §13.8".
	Section string
	// Since is the version (52, 60, 61) from which the directive exists; 0: 5.2 or before.
	Since int
	// Clauses are the clauses that may appear, with their flags.
	Clauses map[ClauseKind]ClauseUse
	// Order are Clauses' keys in the table's order.
	Order []ClauseKind
	// Deprecated names what replaces the directive, "" if nothing does.
	Deprecated string
	// Nested is set for a compound directive that Split writes as nested ones.
	Nested bool
}

// ClauseUse says how a clause may be used on one directive.
type ClauseUse struct {
	Required bool
	Since    int // 60, 61: only from that version on
}

// table lists every leaf directive of OpenMP 5.2, 6.0 and 6.1 for C: name | association |
// arguments | category | section | since | clauses. A clause with ! is required,
// with ^ is new in 6.0, with ^61 in 6.1.
const table = `
parallel | block | | executable | 5.2 §10.1 | | allocate copyin default firstprivate if num_threads private proc_bind reduction shared message^ severity^ safesync^
teams | block | | executable | 5.2 §10.2 | | allocate default dyn_groupprivate firstprivate num_teams private reduction shared thread_limit if^
simd | loop | | executable | 5.2 §10.4 | | aligned collapse if lastprivate linear nontemporal order private reduction safelen simdlen induction^
masked | block | | executable | 5.2 §10.5 | | filter
master | block | | executable | 5.2 §10.5 | |
scope | block | | executable | 5.2 §11.2 | | allocate firstprivate nowait private reduction
single | block | | executable | 5.2 §11.1 | | allocate copyprivate firstprivate nowait private
sections | block | | executable | 5.2 §11.3 | | allocate firstprivate lastprivate nowait private reduction
section | block | | subsidiary | 5.2 §11.3.1 | |
for | loop | | executable | 5.2 §11.5.1 | | allocate collapse firstprivate lastprivate linear nowait order ordered private reduction schedule induction^
distribute | loop | | executable | 5.2 §11.6 | | allocate collapse dist_schedule firstprivate lastprivate order private induction^
loop | loop | | executable | 5.2 §11.7 | | bind collapse lastprivate order private reduction
task | block | | executable | 5.2 §12.5 | | affinity allocate default depend detach final firstprivate if in_reduction mergeable priority private shared untied replayable^ threadset^ transparent^
taskloop | loop | | executable | 5.2 §12.6 | | allocate collapse default final firstprivate grainsize if in_reduction lastprivate mergeable nogroup num_tasks priority private reduction shared untied induction^ replayable^ threadset^ transparent^
taskyield | none | | executable | 5.2 §12.7 | |
target data | block | | executable | 5.2 §13.5 | | device if map use_device_addr use_device_ptr affinity^ allocate^ default^ depend^ detach^ firstprivate^ in_reduction^ mergeable^ nogroup^ nowait^ priority^ private^ shared^ transparent^
target enter data | none | | executable | 5.2 §13.6 | | depend device if map! nowait priority^ replayable^
target exit data | none | | executable | 5.2 §13.7 | | depend device if map! nowait priority^ replayable^
target | block | | executable | 5.2 §13.8 | | allocate defaultmap depend device dyn_groupprivate firstprivate has_device_addr if in_reduction is_device_ptr map nowait ompx_attribute ompx_dyn_cgroup_mem private thread_limit uses_allocators default^ device_type^ priority^ replayable^
target update | none | | executable | 5.2 §13.9 | | depend device from if nowait to priority^ replayable^
interop | none | | executable | 5.2 §14.1 | | depend destroy device init nowait use
critical | block | optname | executable | 5.2 §15.2 | | hint
barrier | none | | executable | 5.2 §15.3.1 | |
taskgroup | block | | executable | 5.2 §15.4 | | allocate task_reduction
taskwait | none | | executable | 5.2 §15.5 | | depend nowait replayable^
atomic | block | | executable | 5.2 §15.8.4 | | acq_rel acquire capture compare fail hint read relaxed release seq_cst update weak write memscope^
flush | none | optlist | executable | 5.2 §15.8.5 | | acq_rel acquire release seq_cst memscope^
depobj | none | optobject | executable | 5.2 §15.9.4 | | depend destroy update init^
ordered | block | | executable | 5.2 §15.10 | | doacross depend simd threads
cancel | none | cancel | executable | 5.2 §16.1 | | if
cancellation point | none | cancel | executable | 5.2 §16.2 | |
scan | separating | | subsidiary | 5.2 §5.6 | | exclusive inclusive init_complete^
threadprivate | none | list | declarative | 5.2 §5.2 | |
groupprivate | none | list | declarative | 6.0 §7.13 | 60 | device_type
allocate | none | list | declarative | 5.2 §6.5 | | align allocator
declare reduction | none | reduction | declarative | 5.2 §5.5.11 | | initializer combiner^
declare induction | none | induction | declarative | 6.0 §7.6.17 | 60 | inductor! collector!
declare mapper | none | mapper | declarative | 5.2 §5.8.8 | | map!
declare simd | decl | optobject | declarative | 5.2 §7.7 | | aligned inbranch linear notinbranch simdlen uniform
declare target | none | optlist | declarative | 5.2 §7.8.1 | | device_type enter indirect link to local^
begin declare target | begin | | declarative | 5.2 §7.8.2 | | device_type indirect
end declare target | end | | declarative | 5.2 §7.8.2 | |
declare variant | decl | name | declarative | 5.2 §7.5.4 | | adjust_args append_args match!
begin declare variant | begin | | declarative | 5.2 §7.5.5 | | match!
end declare variant | end | | declarative | 5.2 §7.5.5 | |
requires | none | | informational | 5.2 §8.2 | | atomic_default_mem_order dynamic_allocators reverse_offload unified_address unified_shared_memory self_maps^ device_safesync^
assumes | none | | informational | 5.2 §8.3.2 | | absent contains holds no_openmp no_openmp_routines no_parallelism no_openmp_constructs^ ext_spmd_amenable ext_no_call_asm
assume | block | | informational | 5.2 §8.3.3 | | absent contains holds no_openmp no_openmp_routines no_parallelism no_openmp_constructs^ ext_spmd_amenable ext_no_call_asm
begin assumes | begin | | informational | 5.2 §8.3.4 | | absent contains holds no_openmp no_openmp_routines no_parallelism no_openmp_constructs^ ext_spmd_amenable ext_no_call_asm
end assumes | end | | informational | 5.2 §8.3.4 | |
nothing | none | | utility | 5.2 §8.4 | | apply^
error | none | | utility | 5.2 §8.5 | | at message severity
metadirective | meta | | meta | 5.2 §7.4.3 | | when otherwise default
begin metadirective | begin | | meta | 5.2 §7.4.4 | | when otherwise default
end metadirective | end | | meta | 5.2 §7.4.4 | |
dispatch | block | | executable | 5.2 §7.6 | | depend device is_device_ptr nocontext novariants nowait has_device_addr^ interop^
tile | loop | | executable | 5.2 §9.1 | | sizes! apply^
unroll | loop | | executable | 5.2 §9.2 | | full partial apply^
interchange | loop | | executable | 6.0 §11.4 | 60 | permutation apply
reverse | loop | | executable | 6.0 §11.5 | 60 | apply
split | loop | | executable | 6.0 §11.6 | 60 | counts! apply
stripe | loop | | executable | 6.0 §11.7 | 60 | sizes! apply
fuse | loop | | executable | 6.0 §11.3 | 60 | looprange apply depth^61
flatten | loop | | executable | 6.1 §17.4 | 61 | depth apply
taskgraph | block | | executable | 6.0 §14.3 | 60 | graph_id graph_reset if nogroup
task iteration | none | | subsidiary | 6.0 §14.2.3 | 60 | affinity depend if
`

// FortranOnly are directives without a C form, with a hint.
func FortranOnly(name string) bool {
	switch name {
	case "workshare", "allocators", "workdistribute", "do", "parallel do", "parallel workshare",
		"target workdistribute", "teams workdistribute", "end do", "end parallel":
		return true
	}
	return false
}

// Table is the set of all directives by canonical name.
type Table struct {
	Defs  map[DirectiveKind]*DirectiveDef
	Order []DirectiveKind // leafs in the table's order, then combined ones
	words map[string]bool // every word that occurs in a name
}

// Directives returns the table; it is built on first use and never changes.
var Directives = sync.OnceValue(buildTable)

func buildTable() *Table {
	t := &Table{Defs: map[DirectiveKind]*DirectiveDef{}, words: map[string]bool{}}
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		t.add(parseRow(line))
	}
	for _, leafs := range combinations() {
		t.add(combine(t, leafs))
	}
	return t
}

func (t *Table) add(d *DirectiveDef) {
	if _, dup := t.Defs[d.Kind]; dup {
		return
	}
	t.Defs[d.Kind] = d
	t.Order = append(t.Order, d.Kind)
	for _, w := range strings.Fields(d.Kind.String()) {
		t.words[w] = true
	}
}

func parseRow(line string) *DirectiveDef {
	f := strings.Split(line, "|")
	for i := range f {
		f[i] = strings.TrimSpace(f[i])
	}
	d := &DirectiveDef{
		Kind:     DirectiveNamed(f[0]),
		Leafs:    []DirectiveKind{DirectiveNamed(f[0])},
		Assoc:    assocOf(f[1]),
		Args:     argFormOf(f[2]),
		Category: Category(f[3]),
		Section:  f[4],
		Clauses:  map[ClauseKind]ClauseUse{},
	}
	d.Since, _ = strconv.Atoi(f[5])
	if d.Kind == Master {
		d.Deprecated = "masked"
	}
	for _, c := range strings.Fields(f[6]) {
		var u ClauseUse
		c, u.Required = strings.CutSuffix(c, "!")
		c, u.Since = sinceOf(c)
		d.Clauses[ClauseNamed(c)] = u
		d.Order = append(d.Order, ClauseNamed(c))
	}
	return d
}

// sinceOf cuts the version from a name of the tables: "priority^" is new in 6.0, "depth^61" in 6.1.
func sinceOf(name string) (string, int) {
	name, version, newer := strings.Cut(name, "^")
	if newer && version == "" {
		return name, 60
	}
	since, _ := strconv.Atoi(version)
	return name, since
}

func assocOf(s string) Assoc {
	switch s {
	case "block":
		return AssocBlock
	case "loop":
		return AssocLoop
	case "decl":
		return AssocDecl
	case "begin":
		return AssocBegin
	case "end":
		return AssocEnd
	case "separating":
		return AssocSeparating
	case "meta":
		return AssocMeta
	}
	return AssocNone
}

func argFormOf(s string) ArgForm {
	return map[string]ArgForm{
		"list": ArgList, "optlist": ArgOptList, "optname": ArgOptName, "name": ArgName,
		"optobject": ArgOptObject, "reduction": ArgReduction, "mapper": ArgMapper,
		"induction": ArgInduction, "cancel": ArgCancel,
	}[s]
}

// AllLeafs are the leafs of the directive: itself if it is no compound one.
func (def *DirectiveDef) AllLeafs() []DirectiveKind {
	if len(def.Leafs) == 0 {
		return []DirectiveKind{def.Kind}
	}
	return def.Leafs
}
