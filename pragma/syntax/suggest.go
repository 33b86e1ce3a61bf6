// What a misspelt or foreign word may mean.

package syntax

import (
	"strings"

	"ompcc/parse"
	"ompcc/pragma/spec"
)

// reordered is the directive whose name has all of words, in any order, and at most
// two others; "" if there is none. Of several the shortest is meant.
func reordered(words []string) string {
	best := ""
	for k := range spec.Directives().Defs {
		name := strings.Split(k.String(), " ")
		if len(name) > len(words)+2 || !parse.HoldsWords(name, words) {
			continue
		}
		if s := k.String(); best == "" || len(name) < strings.Count(best, " ")+1 ||
			len(name) == strings.Count(best, " ")+1 && s < best {
			best = s
		}
	}
	return best
}

// foreign are words of OpenACC, and arguments of other clauses, that are taken for
// clauses, with what says the same in OpenMP.
var foreign = map[string]string{
	"copy": "map(tofrom: …)", "copyout": "map(from: …)", "create": "map(alloc: …)", "present": "map(present: …)",
	"no_create":       "map(…)",
	"present_or_copy": "map(tofrom: …)", "present_or_copyin": "map(to: …)", "present_or_copyout": "map(from: …)",
	"present_or_create": "map(alloc: …)",
	"pcopy":             "map(tofrom: …)", "pcopyin": "map(to: …)", "pcopyout": "map(from: …)", "pcreate": "map(alloc: …)",
	"device_resident": "the directive declare target",
	"host":            "the directive target update with from(…)", "self": "the directive target update with from(…)",
	"seq":       "nothing: loops are sequential without a directive",
	"deviceptr": "is_device_ptr(…)", "use_device": "use_device_ptr(…)", "attach": "map(p[0:n])", "async": "nowait",
	"wait": "depend(…), or the directive taskwait",
	"gang": "teams distribute in the directive's name", "worker": "parallel for in the directive's name",
	"vector":    "simd in the directive's name",
	"num_gangs": "num_teams(…)", "num_workers": "num_threads(…)", "vector_length": "thread_limit(…)",
	"independent": "order(concurrent)",
	"tofrom":      "map(tofrom: …)", "alloc": "map(alloc: …)", "delete": "map(delete: …)",
	"always": "map(always, tofrom: …)",
	"in":     "depend(in: …)", "out": "depend(out: …)", "inout": "depend(inout: …)",
	"static": "schedule(static)", "dynamic": "schedule(dynamic)", "guided": "schedule(guided)", "none": "default(none)",
	"threads":    "num_threads(…)",
	"num_blocks": "num_teams(…)", "block_size": "thread_limit(…)", "blocksize": "thread_limit(…)",
	"teams_limit": "num_teams(…)", "chunk": "schedule(static, …)", "block": "dist_schedule(static)",
}

// foreignOn are the words of foreign that mean something else on one directive.
var foreignOn = map[spec.DirectiveKind]map[string]string{
	spec.TargetUpdate: {
		"host": "from(…)", "self": "from(…)", "map": "to(…) or from(…)", "tofrom": "to(…) or from(…)",
		"copyin": "to(…)", "copyout": "from(…)", "copy": "to(…) or from(…)",
	},
}

// foreignDirectives are OpenACC's directives and other names, with OpenMP's for the same.
var foreignDirectives = map[string]string{
	"kernels": "target teams loop", "serial": "target", "host_data": "target data", "routine": "declare target",
	"wait":  "taskwait",
	"cache": "groupprivate", "gang": "teams distribute", "worker": "parallel for", "vector": "simd", "sync": "barrier",
	"foreach": "for", "while": "for", "async": "task", "offload": "target", "device": "target",
	"kernel": "target teams distribute parallel for",
}

// foreignModifiers are words that other clauses and languages have for modifiers of a clause.
var foreignModifiers = map[spec.ClauseKind]map[string]string{
	spec.MapClause: {
		"copyin": "to", "copyout": "from", "copy": "tofrom", "create": "alloc", "in": "to", "out": "from",
		"inout": "tofrom",
		"input": "to", "output": "from", "both": "tofrom", "fromto": "tofrom", "read": "to", "write": "from",
		"free": "release",
	},
	spec.DependClause: {"input": "in", "output": "out", "read": "in", "write": "out"},
}
