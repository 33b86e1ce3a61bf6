package devlink

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"ompcc/codegen/target"
	"ompcc/parse/diag"
	"ompcc/parse/pattern"
	"ompcc/rt/abi"
)

// Remarks about kernels as machine code: what LLVM says in its optimization record, and ptxas where there is one.

// recordPasses are LLVM's passes whose remarks are read.
const recordPasses = "asm-printer|regalloc|prologepilog|kernel-resource-usage"

// record names clang's optimization record of the image for c, and the flags that ask for it.
func (k *Linker) record(c *Code) (file string, args []string) {
	if !k.Code.Remarks {
		return "", nil
	}
	file = k.scratch.File("image" + c.Suffix() + ".opt.yaml")
	return file, []string{"-fsave-optimization-record", "-foptimization-record-file=" + file,
		"-foptimization-record-passes=" + recordPasses, "-Rpass-analysis=kernel-resource-usage"}
}

// codeFacts are the numbers about one entry point.
type codeFacts struct {
	instructions string
	more         []diag.RemarkArg // in the order in which they are said
}

// noteCode adds the remarks about the kernels of c, compiled for target t to data.
func (k *Linker) noteCode(t *target.Target, c *Code, file string, data []byte) {
	if !k.Code.Remarks || k.tools.DryRun {
		return
	}
	record, err := os.ReadFile(file)
	if err != nil {
		return // an LLVM that writes none
	}
	facts := readRecord(string(record))
	if t.TextImage {
		readPTX(string(data), facts)
	}
	k.addFacts(t, c, facts)
}

// addFacts makes a remark of each kernel's facts, in the order of the names.
func (k *Linker) addFacts(t *target.Target, c *Code, facts map[string]*codeFacts) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		kernel := kernelOf(name)
		at, known := c.Kernels[kernel]
		if !known || facts[name].instructions == "" && len(facts[name].more) == 0 {
			continue
		}
		var entry []any
		switch what, more := strings.CutPrefix(name, kernel); {
		case more && what == abi.OnceSuffix:
			entry = []any{", entry point for ", diag.Fact("Entry", "one iteration a thread")}
		case more && what == abi.WideSuffix:
			entry = []any{", entry point for ", diag.Fact("Entry", "several iterations a thread")}
		case more && what != "":
			entry = []any{", entry point for ", diag.Fact("Entry", "active nested regions")}
		}
		r := diag.NewRemark(diag.Analysis, diag.KernelPass, "Code", kernel, diag.Span{Pos: at},
			diag.Fact("Target", t.Name), " ", diag.Fact("Arch", c.Arch), entry, ": ")
		r.Construct = at
		if facts[name].instructions != "" {
			r.Add(diag.Fact("Instructions", facts[name].instructions), " instructions")
		}
		for i, a := range facts[name].more {
			if i > 0 || facts[name].instructions != "" {
				r.Add(", ")
			}
			r.Add(a, " "+words[a.Key])
		}
		k.Remarks = append(k.Remarks, r)
	}
}

// words say what the number of a fact counts.
var words = map[string]string{
	"VirtualRegisters": "virtual registers", "Registers": "registers (ptxas)", "VGPRs": "VGPRs", "AGPRs": "AGPRs",
	"SGPRs":      "SGPRs",
	"StackBytes": "bytes of stack a thread", "LocalBytes": "bytes of local memory a thread",
	"SpillStores": "bytes of spill stores (ptxas)", "SpillLoads": "bytes of spill loads (ptxas)",
	"SharedBytes": "bytes of shared memory", "Occupancy": "waves a SIMD", "VGPRSpills": "spilled VGPRs",
	"SGPRSpills": "spilled SGPRs", "Spills": "spills", "Reloads": "reloads",
}

// resourceKeys are LLVM's names of an AMD kernel's resources, and ours.
var resourceKeys = []struct{ theirs, ours string }{
	{"NumVGPR", "VGPRs"}, {"NumAGPR", "AGPRs"}, {"TotalNumSGPR", "SGPRs"}, {"NumSGPR", "SGPRs"},
	{"ScratchSize", "LocalBytes"}, {"VGPRSpill", "VGPRSpills"}, {"SGPRSpill", "SGPRSpills"},
	{"BytesLDS", "SharedBytes"}, {"Occupancy", "Occupancy"},
}

var recordField = pattern.New(`(?m)^(?:  - )?([A-Za-z]+): +'?([^'\n]*)'?$`)

// readRecord gathers what the documents of an optimization record say of each function.
func readRecord(text string) map[string]*codeFacts {
	facts := map[string]*codeFacts{}
	for doc := range strings.SplitSeq(text, "\n...") {
		fields := map[string]string{}
		for _, m := range recordField().FindAllStringSubmatch(doc, -1) {
			if fields[m[1]] == "" {
				fields[m[1]] = m[2]
			}
		}
		name := fields["Function"]
		if name == "" {
			continue
		}
		f := facts[name]
		if f == nil {
			f = &codeFacts{}
			facts[name] = f
		}
		switch fields["Name"] {
		case "InstructionCount":
			f.instructions = fields["NumInstructions"]
		case "StackSize":
			f.say("StackBytes", fields["NumStackBytes"])
		case "SpillReloadCopies":
			f.say("Spills", fields["NumSpills"])
			f.say("Reloads", fields["NumReloads"])
		default:
			if fields["Pass"] != "kernel-resource-usage" {
				continue
			}
			for _, r := range resourceKeys {
				f.say(r.ours, fields[r.theirs])
			}
		}
	}
	return facts
}

// say adds a number, once.
func (f *codeFacts) say(key, value string) {
	if value != "" && !slices.ContainsFunc(f.more, func(a diag.RemarkArg) bool { return a.Key == key }) {
		f.more = append(f.more, diag.RemarkArg{Key: key, Text: value})
	}
}

var (
	ptxEntry    = pattern.New(`(?ms)^(?:\.visible |\.weak )?\.entry ([\w$]+)\(.*?^\{(.*?)^\}`)
	ptxRegister = pattern.New(`\.reg \.(\w+)\s+%\w+<(\d+)>`)
	ptxDepot    = pattern.New(`\.local .*\.b8\s+__local_depot\d+\[(\d+)\]`)
)

// readPTX adds the registers that PTX declares: each name has one less than its bound, and predicates are none of
// the register file.
func readPTX(text string, facts map[string]*codeFacts) {
	for _, m := range ptxEntry().FindAllStringSubmatch(text, -1) {
		f := facts[m[1]]
		if f == nil {
			f = &codeFacts{}
			facts[m[1]] = f
		}
		n := 0
		for _, r := range ptxRegister().FindAllStringSubmatch(m[2], -1) {
			bound := 0
			fmt.Sscan(r[2], &bound)
			if r[1] != "pred" {
				n += bound - 1
			}
		}
		f.say("VirtualRegisters", fmt.Sprint(n))
		if d := ptxDepot().FindStringSubmatch(m[2]); d != nil {
			f.say("LocalBytes", d[1])
		}
	}
}

var (
	ptxasEntry = pattern.New(`Compiling entry function '([^']+)'`)
	ptxasStack = pattern.New(`(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads`)
	ptxasUsed  = pattern.New(`Used (\d+) registers`)
	ptxasSmem  = pattern.New(`(\d+) bytes smem`)
)

// notePTXAS adds the remarks of what ptxas -v said about the kernels of c.
func (k *Linker) notePTXAS(t *target.Target, c *Code, said string) {
	facts := map[string]*codeFacts{}
	var f *codeFacts
	for line := range strings.Lines(said) {
		if m := ptxasEntry().FindStringSubmatch(line); m != nil {
			f = &codeFacts{}
			facts[m[1]] = f
		}
		if f == nil {
			continue
		}
		if m := ptxasStack().FindStringSubmatch(line); m != nil {
			f.say("StackBytes", m[1])
			f.say("SpillStores", m[2])
			f.say("SpillLoads", m[3])
		}
		if m := ptxasUsed().FindStringSubmatch(line); m != nil {
			f.say("Registers", m[1])
		}
		if m := ptxasSmem().FindStringSubmatch(line); m != nil {
			f.say("SharedBytes", m[1])
		}
	}
	k.addFacts(t, c, facts)
}

// withoutResources leaves out what clang says of an AMD kernel's resources, which is in its record, too.
func withoutResources(said string) string {
	var b bytes.Buffer
	for line := range strings.Lines(said) {
		if !strings.Contains(line, "[-Rpass-analysis=kernel-resource-usage]") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// compileDevice runs clang on device IR.
func (k *Linker) compileDevice(clang string, args []string) error {
	if !k.Code.Remarks {
		_, err := k.run(nil, clang, args...)
		return err
	}
	_, said, err := k.capture(nil, clang, args...)
	if said = withoutResources(said); err == nil && said != "" {
		k.tools.Print(said)
	}
	return err
}
