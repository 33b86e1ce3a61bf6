package main

import (
	"strconv"
	"strings"
	"sync"
	"time"

	"ompcc/rt/dataenv"
)

// summary is OMPCC_INFO=summary: what each construct launched and moved, counted while the program runs and written
// when it ends.
type summary struct {
	mu    sync.Mutex
	order []*constructCount
	by    map[constructKey]*constructCount
}

// constructKey names a construct by its place: its module may be gone at the end.
type constructKey struct {
	file   string
	line   uint32
	device int
	kind   string // the directive
}

// constructCount is what one construct did on one device.
type constructCount struct {
	constructKey
	executed, launches int
	spent              time.Duration
	variables          []*variableCount
}

// variableCount is what a construct did with one list item. mapped counts the times that it got storage.
type variableCount struct {
	name   string
	mapped int
	to     transferCount
	from   transferCount
}

type transferCount struct {
	times int
	bytes uintptr
}

func newSummary() *summary { return &summary{by: map[constructKey]*constructCount{}} }

// at is the count of c on device num. Its caller holds the lock.
func (s *summary) at(num int, c *dataenv.Construct) *constructCount {
	key := constructKey{c.File(), uint32(c.Loc.Line), num, c.Directive()}
	n := s.by[key]
	if n == nil {
		key.file, key.kind = strings.Clone(key.file), strings.Clone(key.kind)
		n = &constructCount{constructKey: key}
		s.by[key] = n
		s.order = append(s.order, n)
	}
	return n
}

// variable is the count of the list item called name.
func (n *constructCount) variable(name string) *variableCount {
	for _, v := range n.variables {
		if v.name == name {
			return v
		}
	}
	v := &variableCount{name: strings.Clone(name)}
	n.variables = append(n.variables, v)
	return v
}

// begins notes that a thread has met c, and returns what to call when it has passed it.
func (s *summary) begins(num int, c *dataenv.Construct) func() {
	if s == nil {
		return func() {}
	}
	since := time.Now()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		n := s.at(num, c)
		n.executed++
		n.spent += time.Since(since)
	}
}

func (s *summary) alloc(num int, e *dataenv.Entry) {
	if s == nil || e.Site() == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at(num, e.Site()).variable(strings.Trim(e.Name(), "'")).mapped++
}

func (s *summary) move(num int, c *dataenv.Construct, name string, to bool, n uintptr) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.at(num, c).variable(name)
	t := &v.from
	if to {
		t = &v.to
	}
	t.times++
	t.bytes += n
}

func (s *summary) launch(num int, c *dataenv.Construct) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at(num, c).launches++
}

// write writes the table, in the order in which the constructs came first.
func (s *summary) write() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	say("ompcc: summary: constructs, and below each its variables; milliseconds are those that threads spent in the construct")
	say("  " + left("construct", 52) + right("device", 7) + right("executed", 10) + right("launches", 10) + right("ms",
		12))
	say("  " + left("  variable", 52) + right("mapped", 7) + right("to device", 10) + right("bytes",
		14) + right("from device", 13) + right("bytes", 14))
	for _, n := range s.order {
		ms := strconv.FormatFloat(float64(n.spent.Microseconds())/1000, 'f', 3, 64)
		say("  " + left(clipped(n.file+":"+itoa(int(n.line))+" "+strings.TrimPrefix(n.kind, "omp "), 51),
			52) + right(itoa(n.device), 7) + right(itoa(n.executed), 10) + right(itoa(n.launches), 10) + right(ms, 12))
		for _, v := range n.variables {
			say("  " + left(clipped("  "+v.name, 51), 52) + right(itoa(v.mapped), 7) + right(itoa(v.to.times),
				10) + right(bytesOf(v.to), 14) + right(itoa(v.from.times), 13) + right(bytesOf(v.from), 14))
		}
	}
}

func bytesOf(t transferCount) string { return strconv.FormatUint(uint64(t.bytes), 10) }

// clipped is text in at most width bytes.
func clipped(text string, width int) string {
	if len(text) <= width {
		return text
	}
	return strings.ToValidUTF8(text[:width-3], "") + "..."
}

// left and right pad text to a column; a longer one stays whole.
func left(text string, width int) string  { return text + strings.Repeat(" ", max(width-len(text), 1)) }
func right(text string, width int) string { return strings.Repeat(" ", max(width-len(text), 1)) + text }
