// Package traceformat checks traces by the rules of the Trace Event Format, as tests need it: more strictly than the
// viewers do, which leave out what they do not understand. Perfetto's trace_processor reads the traces, too, where it is
// installed (perfetto.go).
package traceformat

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Event is an event as ompcc's traces have them.
type Event struct {
	Ph   string         `json:"ph"`
	Name string         `json:"name"`
	Cat  string         `json:"cat"`
	Pid  *int           `json:"pid"`
	Tid  *int64         `json:"tid"`
	Ts   *float64       `json:"ts"`
	Dur  *float64       `json:"dur"`
	S    string         `json:"s"`
	Args map[string]any `json:"args"`
}

// row is where an event stands.
type row struct {
	pid int
	tid int64
}

// reader is what is known of the events so far.
type reader struct {
	open    map[row][]*Event
	last    map[row]float64
	slices  map[row][]*Event // complete ones
	names   map[string]bool
	errors  []error
	partial bool
}

// Check reads a trace, a JSON array of events. A partial one is of a process that ended within a slice.
func Check(text []byte, partial bool) ([]Event, error) {
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	var events []Event
	if err := d.Decode(&events); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("something follows the array of events")
	}
	r := &reader{open: map[row][]*Event{}, last: map[row]float64{}, slices: map[row][]*Event{}, names: map[string]bool{},
		partial: partial}
	for i := range events {
		if err := r.event(&events[i]); err != nil {
			r.errors = append(r.errors, fmt.Errorf("event %d (%s %q): %w", i, events[i].Ph, events[i].Name, err))
		}
	}
	r.end()
	return events, errors.Join(r.errors...)
}

// event checks one event, and the slice that it begins, ends or is.
func (r *reader) event(e *Event) error {
	if e.Pid == nil {
		return errors.New("it has no pid")
	}
	if e.Ph == "M" {
		return r.metadata(e)
	}
	if e.Tid == nil || e.Ts == nil {
		return errors.New("it has no tid or no ts")
	}
	at := row{*e.Pid, *e.Tid}
	switch e.Ph {
	case "B", "i", "X":
		if e.Name == "" || e.Cat == "" {
			return errors.New("it has no name or no category")
		}
	}
	switch e.Ph {
	case "B", "E":
		if *e.Ts < r.last[at] {
			return fmt.Errorf("it comes after an event of its row that is later, at %.3f", r.last[at])
		}
		r.last[at] = *e.Ts
		return r.pair(at, e)
	case "X":
		if e.Dur == nil || *e.Dur < 0 {
			return errors.New("it has no duration")
		}
		r.slices[at] = append(r.slices[at], e)
	case "i":
		if !slices.Contains([]string{"g", "p", "t"}, e.S) {
			return fmt.Errorf("it has the scope %q", e.S)
		}
	default:
		return errors.New("its phase is unknown")
	}
	return nil
}

func (r *reader) metadata(e *Event) error {
	key := map[string]string{"process_name": "name", "thread_name": "name", "process_labels": "labels"}[e.Name]
	if _, ok := e.Args[key].(string); key == "" || !ok {
		return fmt.Errorf("metadata with the arguments %v", e.Args)
	}
	if e.Name == "thread_name" && e.Tid == nil {
		return errors.New("the name of no thread")
	}
	id := fmt.Sprint(e.Name, *e.Pid, e.Tid != nil)
	if e.Tid != nil {
		id += fmt.Sprint(*e.Tid)
	}
	if r.names[id] {
		return errors.New("a second name")
	}
	r.names[id] = true
	return nil
}

// pair makes complete slices of events that begin and end one.
func (r *reader) pair(at row, e *Event) error {
	if e.Ph == "B" {
		r.open[at] = append(r.open[at], e)
		return nil
	}
	n := len(r.open[at])
	if n == 0 {
		return errors.New("it ends a slice that has not begun")
	}
	b := r.open[at][n-1]
	r.open[at] = r.open[at][:n-1]
	took := *e.Ts - *b.Ts
	r.slices[at] = append(r.slices[at], &Event{Name: b.Name, Ts: b.Ts, Dur: &took})
	return nil
}

// end checks that all slices have ended, and that those of a row nest.
func (r *reader) end() {
	for at, open := range r.open {
		if len(open) > 0 && !r.partial {
			r.errors = append(r.errors, fmt.Errorf("row %v: %q has not ended", at, open[len(open)-1].Name))
		}
	}
	rows := slices.SortedFunc(maps.Keys(r.slices), func(a, b row) int { return a.pid - b.pid })
	for _, at := range rows {
		r.nest(at, r.slices[at])
	}
}

// nanosecond is how exact the times are, in microseconds.
const nanosecond = 0.001

// nest checks that two slices of a row are one in the other, or one behind the other.
func (r *reader) nest(at row, list []*Event) {
	slices.SortStableFunc(list, func(a, b *Event) int {
		switch {
		case *a.Ts != *b.Ts:
			return int(min(max((*a.Ts-*b.Ts)*1e6, -1), 1))
		default:
			return int(min(max((*b.Dur-*a.Dur)*1e6, -1), 1))
		}
	})
	var around []*Event
	end := func(e *Event) float64 { return *e.Ts + *e.Dur }
	for _, e := range list {
		for len(around) > 0 && end(around[len(around)-1]) <= *e.Ts+nanosecond {
			around = around[:len(around)-1]
		}
		if n := len(around); n > 0 && end(e) > end(around[n-1])+nanosecond {
			r.errors = append(r.errors,
				fmt.Errorf("row %v: %q, %.3f to %.3f, overlaps %q, %.3f to %.3f", at, e.Name, *e.Ts, end(e), around[n-1].Name,
					*around[n-1].Ts, end(around[n-1])))
		}
		around = append(around, e)
	}
}
