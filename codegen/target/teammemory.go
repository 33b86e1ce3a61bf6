package target

import (
	"regexp"
	"slices"
	"strings"
)

// Whole-program IR of AMD GPUs: which kernels need the team's memory (LDS) of functions that they call indirectly.

// teamMemory is the function that names this memory to LLVM.
const teamMemory = "__ompcc_team_memory"

var (
	irFunction = regexp.MustCompile(`(?ms)^define [^\n]*?(@[^\n(]+)\(.*?^}$`)
	irName     = regexp.MustCompile(`(@(?:"[^"]+"|[-A-Za-z0-9_.$]+))(\()?`)
	irShared   = regexp.MustCompile(`(?m)^(@\S+) = [^\n]*addrspace\(3\) global `)
	irIndirect = regexp.MustCompile(`\bcall [^@\n]*%[-\w.]+\(`)
	irUsed     = regexp.MustCompile(`(?m)^@llvm\.[^\n]*\n`)
	irLabel    = regexp.MustCompile(`(?m)^[-\w.$]+:[^\n]*\n`)
)

// irBody is what a function of whole-program IR refers to.
type irBody struct {
	kernel, indirect bool
	calls, uses      []string
}

// keepTeamMemory has each kernel that may call functions indirectly name the team's memory that these functions
// use. LLVM before 22 follows an indirect call only from a kernel or from what it calls directly, and then only to
// the function called: memory that it does not find becomes a trap where it is used.
func keepTeamMemory(ir string) string {
	functions := map[string]*irBody{}
	taken := map[string]bool{}
	outside := irUsed.ReplaceAllString(irFunction.ReplaceAllString(ir, ""), "")
	for _, m := range irFunction.FindAllStringSubmatch(ir, -1) {
		head, text, _ := strings.Cut(m[0], "\n")
		b := &irBody{kernel: strings.Contains(head, "amdgpu_kernel"), indirect: irIndirect.MatchString(text)}
		for _, n := range irName.FindAllStringSubmatch(text, -1) {
			if n[2] != "" {
				b.calls = append(b.calls, n[1])
			} else {
				b.uses = append(b.uses, n[1])
				taken[n[1]] = true
			}
		}
		functions[m[1]] = b
	}
	for _, n := range irName.FindAllStringSubmatch(outside, -1) {
		taken[n[1]] = taken[n[1]] || n[2] == ""
	}
	shared := map[string]bool{}
	for _, m := range irShared.FindAllStringSubmatch(ir, -1) {
		shared[m[1]] = true
	}
	needed := map[string]bool{}
	seen := map[string]bool{}
	for name := range taken {
		if b := functions[name]; b != nil && !b.kernel {
			walkCalls(functions, name, seen, func(b *irBody) {
				for _, u := range b.uses {
					needed[u] = needed[u] || shared[u]
				}
			})
		}
	}
	var list []string
	for name, is := range needed {
		if is {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return ir
	}
	slices.Sort(list)
	ir = irFunction.ReplaceAllStringFunc(ir, func(def string) string {
		name := irFunction.FindStringSubmatch(def)[1]
		if !functions[name].kernel || !mayCallIndirectly(functions, name) {
			return def
		}
		at := irLabel.FindStringIndex(def)
		return def[:at[1]] + "\tcall void @" + teamMemory + "()\n" + def[at[1]:]
	})
	var b strings.Builder
	b.WriteString(ir + "\ndefine internal void @" + teamMemory + "() noinline nounwind {\n")
	for _, name := range list {
		b.WriteString("\tcall void asm sideeffect \"\", \"v\"(ptr addrspace(3) " + name + ")\n")
	}
	b.WriteString("\tret void\n}\n")
	return b.String()
}

// walkCalls visits name and all that it calls directly, once each.
func walkCalls(functions map[string]*irBody, name string, seen map[string]bool, visit func(*irBody)) {
	b := functions[name]
	if b == nil || seen[name] {
		return
	}
	seen[name] = true
	visit(b)
	for _, c := range b.calls {
		walkCalls(functions, c, seen, visit)
	}
}

// mayCallIndirectly reports whether an indirect call is reached from a kernel, or a function of
// the device library, which has some.
func mayCallIndirectly(functions map[string]*irBody, kernel string) (found bool) {
	walkCalls(functions, kernel, map[string]bool{}, func(b *irBody) {
		found = found || b.indirect || slices.ContainsFunc(b.calls, func(c string) bool {
			return functions[c] == nil && !strings.HasPrefix(c, "@llvm.") && !strings.HasPrefix(c, "@_Z")
		})
	})
	return found
}
