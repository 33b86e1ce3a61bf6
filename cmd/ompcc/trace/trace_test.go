package trace

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	for _, args := range [][]string{{"x.json"}, {filepath.Join(dir, "x.json"), "/no/such/file"},
		{filepath.Join(dir, "x.json"), "trace.go"}} {
		if err := Run(args); err == nil || !strings.Contains(err.Error(), "trace: ") {
			t.Errorf("%q: %v", args, err)
		}
	}
}
