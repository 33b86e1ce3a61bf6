// Package trace is "ompcc trace": it merges the traces of several processes (OMPCC_TRACE=…%p…), such as the ranks of an
// MPI program, into one file, and makes pages of them.
//
// The page that shows a trace is page.html, which the runtime writes, too: rt/capi/ompt/timeline.h is made of it by this
// package's test.
package trace

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// head is the page up to the events, tail what follows them.
//
//go:embed page.html
var head string

const tail = "\n]\n</script></body></html>\n"

// apart is how far the numbers of processes of two traces are apart: those of one are the host's and its devices'.
const apart = 1000

// Run is the command with its arguments: the file to write, then the traces.
func Run(args []string) error {
	if len(args) < 2 {
		return errors.New("trace: usage: ompcc trace OUTPUT.html|OUTPUT.json TRACE…: write the traces of several processes as one")
	}
	var all []map[string]any
	var first clock
	for i, file := range args[1:] {
		events, err := read(file)
		if err != nil {
			return err
		}
		p := introduced(events, strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
		if i == 0 {
			first = p.clock
		}
		all = append(all, p.moved(events, i, first)...)
	}
	text, err := write(all, strings.HasSuffix(args[0], ".html"))
	if err != nil {
		return err
	}
	return os.WriteFile(args[0], text, 0o666)
}

// read returns the events of a trace, also of one in a page.
func read(file string) ([]map[string]any, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	if _, events, ok := bytes.Cut(text, []byte(`<script type="application/json" id="events">`)); ok {
		text, _, _ = bytes.Cut(events, []byte("</script>"))
	}
	var list []map[string]any
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("trace: %s is no trace that OMPCC_TRACE has written: %w", file, err)
	}
	return list, nil
}

// clock is that of the machine on which a process was, and how far, in microseconds, the time of day is ahead of it.
type clock struct {
	machine string
	ahead   float64
}

// process is what a trace says of its process: its name is its rank, else that of its file.
type process struct {
	clock
	name string
}

func introduced(events []map[string]any, file string) process {
	p := process{name: file}
	for _, e := range events {
		args, _ := e["args"].(map[string]any)
		if e["name"] != "process_name" || args["machine"] == nil {
			continue
		}
		p.machine, _ = args["machine"].(string)
		p.ahead, _ = args["ahead"].(float64)
		if rank, ok := args["rank"].(float64); ok {
			p.name = fmt.Sprintf("rank %.0f", rank)
		}
		break
	}
	return p
}

// moved gives the processes of trace i numbers and names of their own, and its operations numbers. The times of another
// machine than the first trace's become those of its clock, as far as the machines agree on the time of day.
func (p process) moved(events []map[string]any, i int, first clock) []map[string]any {
	shift := 0.0
	if p.machine != first.machine {
		shift = p.ahead - first.ahead
	}
	for _, e := range events {
		if pid, ok := e["pid"].(float64); ok {
			e["pid"] = pid + float64(i*apart)
		}
		if ts, ok := e["ts"].(float64); ok {
			e["ts"] = ts + shift
		}
		args, _ := e["args"].(map[string]any)
		if op, ok := args["op"].(float64); ok {
			args["op"] = op + float64(i)*1e9
		}
		if title, ok := args["name"].(string); ok && e["name"] == "process_name" {
			args["name"] = p.name + ": " + title
		}
	}
	return events
}

// write makes one file of events. Those about names and those that begin a slice keep their order.
func write(events []map[string]any, page bool) ([]byte, error) {
	time := func(e map[string]any) float64 { ts, _ := e["ts"].(float64); return ts }
	slices.SortStableFunc(events, func(x, y map[string]any) int {
		switch a, b := time(x), time(y); {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	var b bytes.Buffer
	end := "\n]\n"
	if page {
		b.WriteString(head)
		end = tail
	}
	for i, e := range events {
		line, err := json.Marshal(e) // writes '<' as \u003c
		if err != nil {
			return nil, err
		}
		b.WriteString(map[bool]string{true: "[\n", false: ",\n"}[i == 0])
		b.Write(line)
	}
	if len(events) == 0 {
		b.WriteString("[")
	}
	b.WriteString(end)
	return b.Bytes(), nil
}
