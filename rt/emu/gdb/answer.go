package gdb

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"ompcc/rt/emu/debug"
)

const packetSize = 0x4000

// Replies that are errors; gdb shows their numbers.
const (
	errorRequest = "E16" // EINVAL
	errorMemory  = "E0e" // EFAULT
)

// answer answers a packet. The empty reply says that it is not known.
func (s *session) answer(text string) error {
	if text == "" {
		return s.conn.send("")
	}
	switch rest := text[1:]; text[0] {
	case '?':
		return s.conn.send(reply(s.last))
	case 'H':
		return s.conn.send(s.choose(rest))
	case 'T':
		_, ok := s.thread(rest)
		return s.conn.send(okIf(ok))
	case 'g':
		return s.conn.send(registers(s.chosen))
	case 'p':
		n, err := strconv.ParseUint(rest, 16, 16)
		if err != nil {
			return s.conn.send(errorRequest)
		}
		return s.conn.send(register(s.chosen, int(n)))
	case 'G', 'P':
		return s.conn.send(errorRequest) // the registers that gdb sees follow from others
	case 'm':
		return s.conn.send(s.readMemory(rest))
	case 'M':
		return s.conn.send(s.writeMemory(rest))
	case 'Z', 'z':
		return s.conn.send(s.breakpoint(text[0] == 'Z', rest))
	case 'D':
		_ = s.conn.send("OK") // it goes in any case
		return errOver
	case 'k':
		os.Exit(1) // the program hears that its device is lost
	case 'v':
		return s.verbose(text)
	case 'q', 'Q':
		return s.query(text)
	}
	return s.conn.send("")
}

func okIf(ok bool) string {
	if ok {
		return "OK"
	}
	return errorRequest
}

// thread finds a thread by its number in hexadecimal digits.
func (s *session) thread(text string) (debug.Thread, bool) {
	id, err := strconv.ParseUint(text, 16, 64)
	if err != nil {
		return nil, false
	}
	for _, t := range s.debug.Threads() {
		if t.ID() == id {
			return t, true
		}
	}
	return nil, false
}

// choose is Hg and Hc: thread 0 is any, -1 all.
func (s *session) choose(text string) string {
	if text == "" {
		return errorRequest
	}
	if id := text[1:]; text[0] == 'g' && id != "0" && id != "-1" {
		t, ok := s.thread(id)
		if !ok {
			return errorRequest
		}
		s.chosen = t
	}
	return "OK"
}

// numbers reads hexadecimal numbers with commas between them.
func numbers(text string, to ...*uint64) bool {
	parts := strings.Split(text, ",")
	if len(parts) != len(to) {
		return false
	}
	for i, p := range parts {
		var err error
		if *to[i], err = strconv.ParseUint(p, 16, 64); err != nil {
			return false
		}
	}
	return true
}

func (s *session) readMemory(text string) string {
	var addr, size uint64
	if !numbers(text, &addr, &size) || size > packetSize/2 {
		return errorRequest
	}
	data := make([]byte, size)
	if s.debug.Read(s.chosen, addr, data) != nil {
		return errorMemory
	}
	return hex.EncodeToString(data)
}

func (s *session) writeMemory(text string) string {
	where, digits, _ := strings.Cut(text, ":")
	var addr, size uint64
	data, err := hex.DecodeString(digits)
	if err != nil || !numbers(where, &addr, &size) || uint64(len(data)) != size {
		return errorRequest
	}
	if s.debug.Write(s.chosen, addr, data) != nil {
		return errorMemory
	}
	return "OK"
}

// breakpoint sets or removes a breakpoint (0, 1) or a watchpoint (2: writes, 3: reads, 4: both).
func (s *session) breakpoint(set bool, text string) string {
	what, conditions, _ := strings.Cut(text, ";")
	kind, rest, _ := strings.Cut(what, ",")
	n, err := strconv.ParseUint(kind, 16, 8)
	var addr, size uint64
	if err != nil || n > 4 || !numbers(rest, &addr, &size) {
		return ""
	}
	w := debug.Watch{Addr: addr, Size: size}
	switch {
	case n < 2 && !set:
		s.debug.Unbreak(addr)
	case n < 2:
		c, err := s.condition(conditions)
		if err != nil {
			return errorRequest
		}
		s.debug.Break(addr, c)
	default:
		w.Kind = debug.WatchKind(n - 2)
		if !set {
			s.debug.Unwatch(w)
		} else if s.debug.Watch(s.chosen, w) != nil {
			return errorMemory
		}
	}
	return "OK"
}

// condition makes what stops at a breakpoint of its conditions, of which one has to hold: each is X, the length of an
// agent expression, a comma and its bytes.
func (s *session) condition(text string) (debug.Condition, error) {
	var all []expression
	for text != "" {
		head, digits, ok := strings.Cut(text, ",")
		n, err := strconv.ParseUint(strings.TrimLeft(head, ";X"), 16, 32)
		if !ok || err != nil || uint64(len(digits)) < 2*n {
			return nil, errors.New("no condition")
		}
		code, err := hex.DecodeString(digits[:2*n])
		if err != nil {
			return nil, err
		}
		all = append(all, code)
		text = digits[2*n:]
	}
	if all == nil {
		return nil, nil
	}
	return func(t debug.Thread) bool {
		for _, x := range all {
			if v, err := x.value(s.debug, t); err != nil || v != 0 { // gdb looks itself, too
				return true
			}
		}
		return false
	}, nil
}

// verbose answers packets whose name begins with v.
func (s *session) verbose(text string) error {
	name, rest, _ := strings.Cut(text, ";")
	switch {
	case text == "vCont?":
		return s.conn.send("vCont;c;C;s;S;r")
	case name == "vCont":
		return s.cont(rest)
	case name == "vKill":
		_ = s.conn.send("OK") // the process ends
		os.Exit(1)
	case strings.HasPrefix(text, "vFile:"):
		return s.conn.send(s.file(strings.TrimPrefix(text, "vFile:")))
	}
	return s.conn.send("")
}

// cont lets threads go on. Of the actions the first one that steps a thread counts: its warp takes the others with it.
func (s *session) cont(text string) error {
	var r debug.Resume
	for action := range strings.SplitSeq(text, ";") {
		what, id, _ := strings.Cut(action, ":")
		if what == "" || what[0] != 's' && what[0] != 'S' && what[0] != 'r' {
			continue
		}
		r.Thread = s.chosen
		if id != "" {
			var ok bool
			if r.Thread, ok = s.thread(id); !ok {
				return s.conn.send(errorRequest)
			}
		}
		if what[0] == 'r' && !numbers(what[1:], &r.From, &r.To) {
			return s.conn.send(errorRequest)
		}
		break
	}
	if r.Thread != nil && s.debug.Step(r.Thread) {
		s.last = debug.Event{Reason: debug.Stepped, Thread: r.Thread}
		return s.conn.send(reply(s.last))
	}
	s.resume(r)
	return s.wait()
}

func (s *session) query(text string) error {
	name, rest, _ := strings.Cut(text, ":")
	switch name {
	case "qSupported":
		return s.conn.send(fmt.Sprintf("PacketSize=%x;QStartNoAckMode+;vContSupported+;swbreak+;ConditionalBreakpoints+;"+
			"qXfer:features:read+;qXfer:threads:read+;qXfer:exec-file:read+;qXfer:libraries:read+", packetSize))
	case "QStartNoAckMode":
		return s.conn.quiet()
	case "qAttached":
		return s.conn.send("1") // gdb detaches at its end, and the program goes on
	case "qC":
		return s.conn.send(fmt.Sprintf("QC%x", s.last.Thread.ID()))
	case "qXfer":
		return s.conn.send(s.transfer(rest))
	}
	return s.conn.send("")
}

// transfer answers qXfer:object:read:annex:offset,length.
func (s *session) transfer(text string) string {
	parts := strings.Split(text, ":")
	var offset, size uint64
	if len(parts) != 4 || parts[1] != "read" || !numbers(parts[3], &offset, &size) {
		return ""
	}
	var whole string
	switch parts[0] {
	case "features":
		whole = targetDescription()
	case "threads":
		whole = s.threads()
	case "exec-file":
		whole = s.program()
	case "libraries":
		whole = s.libraries()
	default:
		return ""
	}
	whole = whole[min(offset, uint64(len(whole))):]
	if size = min(size, packetSize/2); uint64(len(whole)) > size {
		return "m" + escape([]byte(whole[:size]))
	}
	return "l" + escape([]byte(whole))
}

// threads is the list of threads as gdb reads it.
func (s *session) threads() string {
	var b strings.Builder
	b.WriteString("<threads>")
	for _, t := range s.debug.Threads() {
		fmt.Fprintf(&b, "<thread id=\"%x\" name=\"%s\"/>", t.ID(), t.Name())
	}
	b.WriteString("</threads>")
	return b.String()
}
