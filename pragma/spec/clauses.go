package spec

import (
	"strconv"
	"strings"
	"sync"
)

// Shape is the form of a clause's arguments.
type Shape int

// The shapes of clauses.
const (
	ShapeFlag     Shape = iota // nowait
	ShapeFlagExpr              // nowait, nowait(expr): a flag with an optional condition
	ShapeOptExpr               // partial, partial(4): an optional value
	ShapeExpr                  // device(expr)
	ShapeExprs                 // sizes(4, 4)
	ShapeWords                 // default(none)
	ShapeWordExpr              // schedule(static, 4)
	ShapeList                  // private(a, b)
	ShapeNames                 // absent(target, barrier): directive names
	ShapeVector                // doacross(sink: i-1, j)
	ShapeSelector              // match(device={kind(gpu)})
	ShapeWhen                  // when(selector: directive)
	ShapeVariant               // otherwise(directive)
	ShapeAdjust                // adjust_args(need_device_ptr: a)
	ShapeAppend                // append_args(interop(target))
	ShapeApply                 // apply(grid: reverse)
	ShapeAllocs                // uses_allocators(traits(t): a)
	ShapeCode                  // initializer(omp_priv = 0): C text of its own
	ShapeInit                  // init(targetsync: obj)
	ShapeAttrs                 // ompx_attribute(__attribute__((launch_bounds(128))))
	ShapeUpdate                // update, update(in): atomic's flag, depobj's type
)

// ClauseDef describes one clause.
type ClauseDef struct {
	Kind    ClauseKind
	Shape   Shape
	Section string
	// Words are the keywords of a ShapeWords or ShapeWordExpr clause.
	Words []string
	// Mods are the modifiers that may stand before the colon; the value is
	// the modifier's group, of which at most one may appear ("" for no limit).
	Mods map[string]ModDef
	// Trailing are the modifiers after the list's colon (linear, aligned).
	Trailing bool
	// Repeat is set for clauses that may appear more than once on a directive.
	Repeat bool
	// Group names clauses that exclude each other on one directive.
	Group string
	// Const and Positive restrict the clause's expression.
	Const, Positive bool
	// Since is the version (60, 61) that introduced the clause; 0: 5.2 or before.
	Since int
	attrs Attribute
}

// Attribute is a set of properties that rules ask clauses for.
type Attribute int

// The attributes.
const (
	// Shares: gives its list items a data-sharing attribute, so that default does not (5.2 §5.4, §5.7.1).
	Shares Attribute = 1 << iota
	// DeviceAddress: its list items have, or get, addresses of a device (5.2 §5.4.7 to §5.4.10).
	DeviceAddress
	// Moves: copies its list items to or from a device (5.2 §5.8.3, §5.9).
	Moves
	// Privatizes: gives the threads or tasks of a construct copies of its list items (5.2 §5.4).
	Privatizes
	// Reduces: has a reduction identifier (5.2 §5.5).
	Reduces
	// Condition: its argument is true or false.
	Condition
	// Integer: its argument is an integer; those that must be positive are, too.
	Integer
	// Returns: the copies' values go back to the original list items (5.2 §5.4.5, §5.4.6, §5.5.8).
	Returns
	// HostEvaluated: on target its arguments are evaluated by the host alone.
	HostEvaluated
)

var attributes = map[string]Attribute{
	"shares": Shares, "address": DeviceAddress, "moves": Moves, "privatizes": Privatizes, "returns": Returns, "reduces": Reduces, "condition": Condition, "integer": Integer,
	"host": HostEvaluated,
}

// Is reports whether clause k has attribute a, or one of several that a has.
func (k ClauseKind) Is(a Attribute) bool {
	def := Clauses()[k]
	return def != nil && def.attrs&a != 0
}

// ModDef is one modifier of a clause. Since is the version (60, 61) that introduced it; 0: the clause's own.
type ModDef struct {
	Group string
	Args  ModArgs
	Since int
}

// ModArgs is the form of a modifier's own arguments.
type ModArgs int

// The forms.
const (
	ModPlain    ModArgs = iota
	ModIter             // iterator(i=0:n)
	ModWord             // mapper(id)
	ModExpr             // step(e), allocator(a), align(8)
	ModExprs            // prefer_type("cuda", 1)
	ModOpt              // intratile, intratile(1)
	ModItems            // interop(a, b), val(x)
	ModRaw              // prefer_type(...), any balanced text
	ModFallback         // need_device_ptr, need_device_ptr(fb_preserve)
)

// clauseTable: name | shape | section | words | modifiers | flags.
// Modifier "a/g" belongs to group g; a form follows "(": iter, word, expr, exprs, opt, raw, fb; "^61" ends one of 6.1.
// Flags: repeat, trailing, const, pos, 60, 61, group=G, and the attributes by name.
const clauseTable = `
absent | names | 5.2 §8.3.1 | | | repeat
acq_rel | flagexpr | 5.2 §15.8.1 | | | group=order
acquire | flagexpr | 5.2 §15.8.1 | | | group=order
adjust_args | adjust | 5.2 §7.5.2 | | need_device_ptr/o(fb nothing/o need_device_addr/o | repeat
affinity | list | 5.2 §12.5.1 | | iterator(iter | repeat
align | expr | 5.2 §6.3 | | | const pos
aligned | list | 5.2 §5.11 | | | repeat trailing
allocate | list | 5.2 §6.6 | | allocator(expr align(expr | repeat
allocator | expr | 5.2 §6.4 | | |
append_args | append | 5.2 §7.5.3 | | |
apply | apply | 6.0 §11.1 | | | repeat 60
at | words | 5.2 §8.1 | compilation execution | |
atomic_default_mem_order | words | 5.2 §8.2.1 | seq_cst acq_rel relaxed acquire release | |
bind | words | 5.2 §11.7.1 | teams parallel thread | |
capture | flagexpr | 5.2 §15.8.3 | | |
collapse | expr | 5.2 §4.4.3 | | | const pos
collector | code | 6.0 §7.6.19 | | | 60
combiner | code | 6.0 §7.6.15 | | | 60
compare | flagexpr | 5.2 §15.8.3 | | |
contains | names | 5.2 §8.3.1 | | | repeat
copyin | list | 5.2 §5.7.1 | | | repeat shares
copyprivate | list | 5.2 §5.7.2 | | | repeat
counts | exprs | 6.0 §11.6.1 | | | 60
default | words | 5.2 §5.4.1 | shared none private firstprivate | |
defaultmap | words | 5.2 §5.8.7 | alloc to from tofrom firstprivate none default present storage private self | | repeat host
depend | list | 5.2 §15.9.5 | | iterator(iter in/t out/t inout/t inoutset/t mutexinoutset/t depobj/t | repeat host
destroy | flagvar | 5.2 §3.5 | | | repeat
depth | expr | 6.1 §6.4.7 | | | const pos 61
detach | expr | 5.2 §12.5.2 | | |
device | expr | 5.2 §13.2 | | ancestor/d device_num/d | integer host
device_safesync | flagexpr | 6.0 §10.5.1.7 | | | 60
device_type | words | 5.2 §13.1 | any host nohost | |
dist_schedule | wordexpr | 5.2 §11.6.1 | static | | integer
doacross | vector | 5.2 §15.9.6 | | source/t sink/t | repeat
dyn_groupprivate | expr | 6.1 | | cgroup fallback(word | integer host 61
dynamic_allocators | flagexpr | 5.2 §8.2.1 | | |
enter | list | 5.2 §5.8.4 | | automap | repeat
exclusive | list | 5.2 §5.6.2 | | | group=scan
ext_no_call_asm | flag | clang extension | | |
ext_spmd_amenable | flag | clang extension | | |
fail | words | 5.2 §15.8.3 | seq_cst acquire relaxed | |
filter | expr | 5.2 §10.5.1 | | | integer
final | expr | 5.2 §12.3 | | task/n taskloop/n | condition
firstprivate | list | 5.2 §5.4.4 | | saved | repeat privatizes shares
from | list | 5.2 §5.9.2 | | present mapper(word iterator(iter | repeat moves
full | flagexpr | 5.2 §9.2.1 | | | group=unroll
grainsize | expr | 5.2 §12.6.1 | | strict | pos group=grain
graph_id | expr | 6.0 §14.3.1 | | | 60 integer
graph_reset | flagexpr | 6.0 §14.3.2 | | | 60
has_device_addr | list | 5.2 §5.4.9 | | | repeat host address
hint | expr | 5.2 §15.1 | | | const integer
holds | expr | 5.2 §8.3.1 | | | repeat condition
if | expr | 5.2 §3.4 | | *n | repeat condition
in_reduction | list | 5.2 §5.5.10 | | *r | repeat privatizes reduces host shares
inbranch | flagexpr | 5.2 §7.7.1 | | | group=branch
inclusive | list | 5.2 §5.6.1 | | | group=scan
indirect | optexpr | 5.2 §7.8.3 | | | const
induction | list | 6.0 §7.6.13 | | step(expr strict/s relaxed/s *i | repeat 60 privatizes returns shares
inductor | code | 6.0 §7.6.18 | | | 60
init | init | 5.2 §14.1.2 | | target targetsync prefer_type(raw depinfo in(raw out(raw inout(raw inoutset(raw mutexinoutset(raw | repeat
init_complete | flagexpr | 6.0 §7.7.3 | | | 60
initializer | code | 5.2 §5.5.6 | | |
interop | list | 6.0 §9.7.1 | | | 60
is_device_ptr | list | 5.2 §5.4.7 | | | repeat host address
lastprivate | list | 5.2 §5.4.5 | | conditional | repeat privatizes returns shares
linear | list | 5.2 §5.4.6 | | val/l ref/l uval/l | repeat trailing privatizes returns shares
link | list | 5.2 §5.8.5 | | | repeat
local | list | 6.0 §7.14 | | | repeat 60
looprange | exprs | 6.0 §6.4.7 | | | 60
map | list | 5.2 §5.8.3 | | always close present self ompx_hold ref_ptr/ref ref_ptee/ref ref_ptr_ptee/ref attach(word^61 mapper(word iterator(iter alloc/t to/t from/t tofrom/t release/t delete/d storage/t | repeat host moves
match | selector | 5.2 §7.5.1 | | |
memscope | words | 6.0 §17.8.4 | all device cgroup | | 60
mergeable | flagexpr | 5.2 §12.2 | | |
message | expr | 5.2 §8.5.2 | | |
nocontext | expr | 5.2 §7.6.2 | | | condition
nogroup | flagexpr | 5.2 §15.7 | | |
nontemporal | list | 5.2 §10.4.1 | | | repeat
notinbranch | flagexpr | 5.2 §7.7.1 | | | group=branch
novariants | expr | 5.2 §7.6.1 | | | condition
nowait | flagexpr | 5.2 §15.6 | | | host
no_openmp | flagexpr | 5.2 §8.3.1 | | |
no_openmp_constructs | flagexpr | 6.0 §10.6.1.5 | | | 60
no_openmp_routines | flagexpr | 5.2 §8.3.1 | | |
no_parallelism | flagexpr | 5.2 §8.3.1 | | |
num_tasks | expr | 5.2 §12.6.2 | | strict | pos group=grain
num_teams | expr | 5.2 §10.2.1 | | *e dims(expr^61 | pos host
num_threads | exprs | 5.2 §10.1.2 | | strict/p relaxed/p^61 dims(expr^61 | pos
ompx_attribute | attributes | clang extension | | | const pos repeat
ompx_bare | flag | clang extension | | |
ompx_dyn_cgroup_mem | expr | clang extension | | | integer host
order | words | 5.2 §10.3 | concurrent | reproducible/o unconstrained/o |
ordered | optexpr | 5.2 §4.4.4 | | | const pos
otherwise | variant | 5.2 §7.4.2 | | |
partial | optexpr | 5.2 §9.2.2 | | | const pos group=unroll
permutation | exprs | 6.0 §11.4.1 | | | const pos 60
priority | expr | 5.2 §12.4 | | | integer
private | list | 5.2 §5.4.3 | | | repeat privatizes shares
proc_bind | words | 5.2 §10.1.4 | primary master close spread | |
read | flagexpr | 5.2 §15.8.2 | | | group=atomic
reduction | list | 5.2 §5.5.8 | | inscan/m task/m default/m original(word *r | repeat privatizes returns reduces shares
relaxed | flagexpr | 5.2 §15.8.1 | | | group=order
release | flagexpr | 5.2 §15.8.1 | | | group=order
replayable | optexpr | 6.0 §14.6 | | | 60
reverse_offload | flagexpr | 5.2 §8.2.1 | | |
safelen | expr | 5.2 §10.4.2 | | | const pos
safesync | optexpr | 6.0 §12.1.5 | | | pos 60
schedule | wordexpr | 5.2 §11.5.3 | static dynamic guided auto runtime | monotonic/m nonmonotonic/m simd | integer
self_maps | flagexpr | 6.0 §10.5.1.6 | | | 60
seq_cst | flagexpr | 5.2 §15.8.1 | | | group=order
severity | words | 5.2 §8.5.1 | fatal warning | |
shared | list | 5.2 §5.4.2 | | | repeat shares
simd | flagexpr | 5.2 §15.10.3 | | |
simdlen | expr | 5.2 §10.4.3 | | scaled^61 | const pos
sizes | exprs | 5.2 §9.1.1 | | | pos
task_reduction | list | 5.2 §5.5.9 | | *r | repeat reduces
thread_limit | expr | 5.2 §13.3 | | dims(expr^61 | pos host
threads | flagexpr | 5.2 §15.10.3 | | |
threadset | words | 6.0 §14.8 | omp_pool omp_team | | 60
to | list | 5.2 §5.9.1 | | present mapper(word iterator(iter | repeat moves
transparent | optexpr | 6.0 §17.9.6 | | | 60
unified_address | flagexpr | 5.2 §8.2.1 | | |
unified_shared_memory | flagexpr | 5.2 §8.2.1 | | |
uniform | list | 5.2 §5.10 | | | repeat
untied | flagexpr | 5.2 §12.1 | | |
update | update | 5.2 §15.9.3 | in out inout inoutset mutexinoutset depobj | | group=atomic
use | list | 5.2 §14.1.3 | | | repeat
use_device_addr | list | 5.2 §5.4.10 | | | repeat address
use_device_ptr | list | 5.2 §5.4.8 | | fb_preserve/f^61 fb_nullify/f^61 | repeat address
uses_allocators | allocs | 5.2 §6.8 | | traits(word memspace(word | repeat host
weak | flagexpr | 5.2 §15.8.3 | | |
when | when | 5.2 §7.4.1 | | | repeat
write | flagexpr | 5.2 §15.8.2 | | | group=atomic
`

// Clauses returns the clause table; it is built on first use and never changes.
var Clauses = sync.OnceValue(buildClauses)

func buildClauses() map[ClauseKind]*ClauseDef {
	r := map[ClauseKind]*ClauseDef{}
	for _, line := range strings.Split(strings.TrimSpace(clauseTable), "\n") {
		f := strings.Split(line, "|")
		c := &ClauseDef{
			Kind:    ClauseNamed(strings.TrimSpace(f[0])),
			Shape:   shapeOf(strings.TrimSpace(f[1])),
			Section: strings.TrimSpace(f[2]),
			Words:   strings.Fields(f[3]),
			Mods:    map[string]ModDef{},
		}
		for _, m := range strings.Fields(f[4]) {
			c.addMod(m)
		}
		for _, fl := range strings.Fields(f[5]) {
			c.addFlag(fl)
		}
		r[c.Kind] = c
	}
	return r
}

func (c *ClauseDef) addMod(m string) {
	var d ModDef
	m, d.Since = sinceOf(m)
	if i := strings.IndexByte(m, '('); i >= 0 {
		d.Args = map[string]ModArgs{"iter": ModIter, "word": ModWord, "expr": ModExpr, "exprs": ModExprs, "opt": ModOpt,
			"raw": ModRaw, "fb": ModFallback}[m[i+1:]]
		m = m[:i]
	}
	if i := strings.IndexByte(m, '/'); i > 0 {
		d.Group, m = m[i+1:], m[:i]
	}
	c.Mods[m] = d
}

func (c *ClauseDef) addFlag(f string) {
	switch f {
	case "repeat":
		c.Repeat = true
	case "trailing":
		c.Trailing = true
	case "const":
		c.Const = true
	case "pos":
		c.Positive = true
		c.attrs |= Integer
	case "60", "61":
		c.Since, _ = strconv.Atoi(f)
	default:
		if a, ok := attributes[f]; ok {
			c.attrs |= a
		} else {
			c.Group = strings.TrimPrefix(f, "group=")
		}
	}
}

func shapeOf(s string) Shape {
	return map[string]Shape{
		"flag": ShapeFlag, "flagexpr": ShapeFlagExpr, "optexpr": ShapeOptExpr, "expr": ShapeExpr,
		"exprs": ShapeExprs, "words": ShapeWords, "wordexpr": ShapeWordExpr, "list": ShapeList,
		"names": ShapeNames, "vector": ShapeVector, "selector": ShapeSelector, "when": ShapeWhen,
		"variant": ShapeVariant, "adjust": ShapeAdjust, "append": ShapeAppend, "apply": ShapeApply,
		"allocs": ShapeAllocs, "code": ShapeCode, "init": ShapeInit, "update": ShapeUpdate,
		"flagvar": ShapeOptExpr, "attributes": ShapeAttrs,
	}[s]
}
