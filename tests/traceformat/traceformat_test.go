package traceformat

import (
	"strings"
	"testing"
)

// TestCheck: each rule finds what breaks it.
func TestCheck(t *testing.T) {
	const (
		name = `{"ph":"M","name":"process_name","pid":1,"args":{"name":"host"}},`
		b    = `{"ph":"B","name":"b","cat":"c","pid":1,"tid":1,"ts":1},`
		e    = `{"ph":"E","pid":1,"tid":1,"ts":5,"args":{"op":1}},`
		x    = `{"ph":"X","name":"x","cat":"c","pid":1,"tid":2,"ts":1,"dur":4},`
	)
	for events, want := range map[string]string{
		name + b + b + e + e + x: "",
		x + `{"ph":"X","name":"y","cat":"c","pid":1,"tid":2,"ts":5,"dur":1},`: "",
		x + `{"ph":"X","name":"y","cat":"c","pid":1,"tid":2,"ts":2,"dur":1},`: "",
		x + `{"ph":"X","name":"y","cat":"c","pid":1,"tid":2,"ts":4,"dur":4},`: `"y", 4.000 to 8.000, overlaps "x", 1.000 to 5.000`,
		`{"ph":"X","name":"y","cat":"c","pid":1,"tid":2,"ts":4,"dur":4},` + x: `"y", 4.000 to 8.000, overlaps "x", 1.000 to 5.000`,
		e: "it ends a slice that has not begun",
		b: `"b" has not ended`,
		b + strings.ReplaceAll(e, `"ts":5`, `"ts":0`):                       "it comes after an event of its row that is later",
		`{"ph":"X","name":"x","cat":"c","pid":1,"tid":2,"ts":1,"dur":-1},`:  "it has no duration",
		`{"ph":"X","name":"x","pid":1,"tid":2,"ts":1,"dur":1},`:             "no category",
		`{"ph":"B","name":"b","cat":"c","tid":1,"ts":1},`:                   "it has no pid",
		`{"ph":"B","name":"b","cat":"c","pid":1,"ts":1},`:                   "it has no tid",
		`{"ph":"Q","name":"b","cat":"c","pid":1,"tid":1,"ts":1},`:           "its phase is unknown",
		`{"ph":"i","name":"b","cat":"c","pid":1,"tid":1,"ts":1,"s":"q"},`:   `it has the scope "q"`,
		`{"ph":"M","name":"process_name","pid":1,"args":{"title":"host"}},`: "metadata with the arguments",
		name + name: "a second name",
		`{"ph":"X","name":"x","cat":"c","pid":1,"tid":2,"ts":1,"dur":1,"durr":1},`: `unknown field "durr"`,
	} {
		_, err := Check([]byte("["+strings.TrimSuffix(events, ",")+"]"), false)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\n%v, want %q", events, err, want)
		}
	}
	if _, err := Check([]byte("["+strings.TrimSuffix(b, ",")+"]"), true); err != nil {
		t.Errorf("a process that ended within a slice: %v", err)
	}
	if _, err := Check([]byte("[] []"), false); err == nil {
		t.Error("two arrays are no trace")
	}
}

// TestCounted reads what trace_processor prints.
func TestCounted(t *testing.T) {
	if n := counted(t, "\"'lost'\",\"name\",\"value\"\n\n\"'slices'\",\"count(*)\"\n\"slices\",17\n"); n != 17 {
		t.Errorf("%d slices", n)
	}
}
