package trace

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/tests/traceformat"
)

// TestMerge: the processes and operations of two traces stay apart, in a page and without.
func TestMerge(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "rank0.json"), filepath.Join(dir, "rank1.html")
	for file, text := range map[string]string{one: events, two: head + events[:len(events)-1] + tail} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"all.json", "all.html"} {
		out := filepath.Join(dir, name)
		if err := Run([]string{out, one, two}); err != nil {
			t.Fatal(err)
		}
		list, err := read(out)
		if err != nil {
			t.Fatal(err)
		}
		pids, ops, names := map[float64]bool{}, map[float64]int{}, []string{}
		last := 0.0
		for _, e := range list {
			pids[e["pid"].(float64)] = true
			args, _ := e["args"].(map[string]any)
			if op, ok := args["op"].(float64); ok {
				ops[op]++
			}
			if e["name"] == "process_name" {
				names = append(names, args["name"].(string))
			}
			ts, _ := e["ts"].(float64)
			if ts < last {
				t.Errorf("%s: the events are not in order", name)
			}
			last = ts
		}
		if len(pids) != 4 || len(ops) != 4 ||
			strings.Join(names,
				"|") != "rank0: host|rank0: device 0: ompcc;cpu;x86_64|rank1: host|rank1: device 0: ompcc;cpu;x86_64" {
			t.Errorf("%s: processes %v, operations %v, names %q", name, pids, ops, names)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "all.html")); err != nil ||
		strings.Count(string(text), "</script>") != 2 {
		t.Errorf("the page has a script too many: %v", err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "all.json")); err != nil || !json.Valid(text) {
		t.Errorf("no JSON: %v", err)
	}
	aligned(t, dir)
	for _, args := range [][]string{{"x.json"}, {filepath.Join(dir, "x.json"), "/no/such/file"},
		{filepath.Join(dir, "x.json"), "trace.go"}} {
		if err := Run(args); err == nil || !strings.Contains(err.Error(), "trace: ") {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// aligned: the times of another machine, whose clock is 4 ms behind, become those of the first one's clock. The processes
// have the names of their ranks.
func aligned(t *testing.T, dir string) {
	t.Helper()
	var files []string
	for rank, machine := range []string{"a", "b", "a"} {
		file := filepath.Join(dir, fmt.Sprintf("p%d.json", rank))
		text := strings.Replace(events, `"args":{"name":"host"}`,
			fmt.Sprintf(`"args":{"name":"host","machine":"%s","ahead":%d,"rank":%d}`, machine, 1000000+4000*rank, rank), 1)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	out := filepath.Join(dir, "machines.json")
	if err := Run(append([]string{out}, files...)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	list, err := traceformat.Check(text, false)
	if err != nil {
		t.Error(err)
	}
	var begins, names []string
	for _, e := range list {
		if e.Cat == "construct" {
			begins = append(begins, fmt.Sprint(*e.Pid, " ", *e.Ts))
		}
		if e.Name == "process_name" {
			names = append(names, e.Args["name"].(string))
		}
	}
	if got := strings.Join(begins, "|"); got != "1 1000|2001 1000|1001 5000" {
		t.Errorf("constructs begin at %s", got)
	}
	if got := strings.Join(names, "|"); !strings.Contains(got, "rank 0: host") || !strings.Contains(got, "rank 2: host") {
		t.Errorf("processes %s", got)
	}
}

// TestPerfetto: Perfetto understands merged traces, with counts and findings.
func TestPerfetto(t *testing.T) {
	dir := t.TempDir()
	one, two, out := filepath.Join(dir, "p0.json"), filepath.Join(dir, "p1.json"), filepath.Join(dir, "all.json")
	for _, file := range []string{one, two} {
		if err := os.WriteFile(file, []byte(events), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := Run([]string{out, one, two}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	const each = 6 // 3 that begin and end, 2 complete ones, 1 finding, which Perfetto takes for a slice without duration
	if got := traceformat.Slices(t, text); got != 2*each {
		t.Errorf("Perfetto has found %d slices, want %d", got, 2*each)
	}
}
