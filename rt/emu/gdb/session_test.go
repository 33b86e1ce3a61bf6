package gdb

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"ompcc/rt/emu/debug"
	"ompcc/rt/emu/sim"
)

// kernelPTX adds 1 to the word of each thread by a function, and stores a word at the address at its second parameter.
const kernelPTX = `.version 7.0
.target sm_80
.address_size 64
.func (.param .b32 out) increment(.param .b32 in)
{
	.reg .b32 %r<3>;
	.loc 1 2 1
	ld.param.b32 %r1, [in];
	.loc 1 3 1
	add.s32 %r2, %r1, 1;
	st.param.b32 [out], %r2;
	ret;
}
.visible .entry kernel(.param .u64 words, .param .u64 other)
{
	.reg .b32 %r<4>;
	.reg .b64 %rd<5>;
	.loc 1 7 1
	ld.param.u64 %rd1, [words];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd3, %rd1, %rd2;
	.loc 1 8 1
	ld.global.u32 %r2, [%rd3];
	{
	.param .b32 param0;
	.param .b32 retval0;
	st.param.b32 [param0], %r2;
	call.uni (retval0), increment, (param0);
	ld.param.b32 %r3, [retval0];
	}
	.loc 1 9 1
	st.global.u32 [%rd3], %r3;
	.loc 1 10 1
	ld.param.u64 %rd4, [other];
	st.global.u32 [%rd4], %r3;
	ret;
}
.file 1 "kernel.c"
`

// client is gdb's side of a session.
type client struct {
	t *testing.T
	c net.Conn
	r *bufio.Reader
}

func connect(t *testing.T, s *Server) *client {
	t.Helper()
	c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", s.Port()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	return &client{t, c, bufio.NewReader(c)}
}

func (c *client) send(text string) {
	c.t.Helper()
	if _, err := fmt.Fprintf(c.c, "$%s#%02x", text, checksum(text)); err != nil {
		c.t.Fatal(err)
	}
}

// reply reads a packet, whose checksum has to be right.
func (c *client) reply() string {
	c.t.Helper()
	if _, err := c.r.ReadString('$'); err != nil {
		c.t.Fatal(err)
	}
	text, err := c.r.ReadString('#')
	if err != nil {
		c.t.Fatal(err)
	}
	var sum [2]byte
	for i := range sum {
		sum[i], _ = c.r.ReadByte()
	}
	text = strings.TrimSuffix(text, "#")
	if want := fmt.Sprintf("%02x", checksum(text)); string(sum[:]) != want {
		c.t.Fatalf("packet %q has the sum %s, not %s", text, sum, want)
	}
	return text
}

func (c *client) ask(text string) string {
	c.t.Helper()
	c.send(text)
	return c.reply()
}

// expect fails unless the reply to a packet has the text.
func (c *client) expect(text, want string) string {
	c.t.Helper()
	got := c.ask(text)
	if !strings.Contains(got, want) {
		c.t.Fatalf("%s: %q, not %q", text, got, want)
	}
	return got
}

// start begins a launch of one block of 40 threads with a debugger.
func start(t *testing.T, other func(words uint64) uint64) (s *Server, dev *sim.Device, words uint64, result chan error) {
	t.Helper()
	o := sim.Defaults()
	o.Memory, o.Debug, o.Races = 1<<20, sim.NewDebug(), false // the threads race for a word
	s, err := Listen(0, o.Debug, func() []File { return PTXFiles(o.Debug) })
	if err != nil {
		t.Fatal(err)
	}
	if dev, err = sim.New(o); err != nil {
		t.Fatal(err)
	}
	m, err := dev.Load(kernelPTX)
	if err != nil {
		t.Fatal(err)
	}
	const threads = 40
	if words, err = dev.Alloc(4 * threads); err != nil {
		t.Fatal(err)
	}
	values := make([]byte, 4*threads)
	for i := range threads {
		binary.LittleEndian.PutUint32(values[4*i:], uint32(10*i))
	}
	if err := dev.Write(words, values); err != nil {
		t.Fatal(err)
	}
	place, err := dev.Alloc(4)
	if err != nil {
		t.Fatal(err)
	}
	params := binary.LittleEndian.AppendUint64(nil, words)
	params = binary.LittleEndian.AppendUint64(params, other(place))
	result = make(chan error, 1)
	go func() {
		result <- dev.Launch(m.Kernel("kernel"), sim.Grid{Blocks: [3]uint32{1, 1, 1}, Threads: [3]uint32{threads, 1, 1}, Params: params})
	}()
	return s, dev, words, result
}

func same(place uint64) uint64 { return place }

// address is that of the instruction with a number in a function.
func address(t *testing.T, s *Server, name string, n int) uint64 {
	t.Helper()
	for _, u := range s.debug.(*sim.Debug).Units() {
		for _, c := range u.Functions {
			if c.Name == name {
				return c.Addr + sim.TextStep*uint64(n)
			}
		}
	}
	t.Fatalf("no function %s", name)
	return 0
}

func waitFor(t *testing.T, result chan error) error {
	t.Helper()
	select {
	case err := <-result:
		return err
	case <-time.After(time.Minute):
		t.Fatal("the launch does not end")
		return nil
	}
}

// TestSession: a launch waits for the debugger, stops at a breakpoint whose condition one thread fulfils, steps that
// thread, unwinds its frame, and goes on without the debugger.
func TestSession(t *testing.T) {
	s, dev, words, result := start(t, func(uint64) uint64 { return 0 })
	c := connect(t, s)
	c.expect("qSupported", "swbreak+")
	c.expect("?", "T00thread:")
	c.expect("QStartNoAckMode", "OK")
	at := address(t, s, "increment", 1)
	// $thread == 35: reg 59, const8 35, equal, end
	regs := allRegisters()
	n := 0
	for i, r := range regs {
		if r.name == "thread" {
			n = i
		}
	}
	c.expect(fmt.Sprintf("Z0,%x,1;X7,26%04x22231327", at, n), "OK")
	stop := c.expect("vCont;c", fmt.Sprintf("T05swbreak:;thread:%x;", 36))
	if !strings.Contains(stop, hexWord(at, 8)) {
		t.Errorf("%s does not have the program counter %#x", stop, at)
	}
	threads := c.expect("qXfer:threads:read::0,4000", `id="24" name="block 0 thread 35"`)
	if n := strings.Count(threads, "<thread "); n < 8 {
		t.Errorf("%d threads", n)
	}
	// The register %r1 of the frame is in its window, at its index; the word before the frame address is where the
	// kernel goes on.
	f := s.chosen.Frames()
	if len(f) != 2 {
		t.Fatalf("%d frames", len(f))
	}
	r1, ok := s.debug.(*sim.Debug).Units()[0].Functions[0].Register("%r1")
	if !ok {
		t.Fatal("no register %r1")
	}
	if got := c.ask(fmt.Sprintf("m%x,4", f[0].Address+uint64(r1))); got != hexWord(350, 4) {
		t.Errorf("%%r1 is %s", got)
	}
	back := debug.FrameReturn
	if got := c.ask(fmt.Sprintf("m%x,8", f[0].Address+uint64(back))); got != hexWord(f[1].PC, 8) {
		t.Errorf("the function returns to %s, not %#x", got, f[1].PC)
	}
	// Over the breakpoint, then by one instruction.
	c.expect(fmt.Sprintf("z0,%x,1", at), "OK")
	c.expect("vCont;s:24", hexWord(at+sim.TextStep/2, 8))
	c.expect("vCont;s:24;c", hexWord(at+sim.TextStep, 8))
	if got := c.ask(fmt.Sprintf("M%x,4:%s", f[0].Address+uint64(r1)+8, hexWord(777, 4))); got != "OK" { // %r2
		t.Errorf("writing a register: %s", got)
	}
	// To the address at which the call is done: its result is that which was written.
	c.expect(fmt.Sprintf("vCont;r%x,%x:24", at, at+4*sim.TextStep), hexWord(f[1].PC, 8))
	c.expect("p0", hexWord(777, 8))
	// A watched word, then the null pointer at which the launch fails.
	c.expect(fmt.Sprintf("Z2,%x,4", words+4*35), "OK")
	c.expect("vCont;c", fmt.Sprintf("T05watch:%x;thread:24;", words+4*35))
	if got := c.ask(fmt.Sprintf("m%x,4", words+4*35)); got != hexWord(777, 4) {
		t.Errorf("the word is %s", got)
	}
	c.send("vCont;c")
	note, err := hex.DecodeString(strings.TrimPrefix(c.reply(), "O"))
	if err != nil || !strings.Contains(string(note), "kernel.c:10: out-of-bounds access: null pointer dereferenced") {
		t.Errorf("the failure is %q", note)
	}
	if got := c.reply(); !strings.HasPrefix(got, "T0bthread:") {
		t.Errorf("the failure stops with %s", got)
	}
	c.expect("D", "OK")
	if err := waitFor(t, result); err == nil || !strings.Contains(err.Error(), "null pointer") {
		t.Errorf("the launch: %v", err)
	}
	if data, _ := dev.Bytes(words+4*35, 4); binary.LittleEndian.Uint32(data) != 777 {
		t.Errorf("the thread has stored %d", binary.LittleEndian.Uint32(data))
	}
	s.Close()
}

// TestEachThreadStops: at a breakpoint without a condition the threads of a warp stop one after the other; a step takes
// the whole warp.
func TestEachThreadStops(t *testing.T) {
	s, _, _, result := start(t, same)
	c := connect(t, s)
	c.expect("?", "thread:")
	at := address(t, s, "kernel", 9)
	over := func() {
		c.expect(fmt.Sprintf("z0,%x,1", at), "OK")
		c.ask(fmt.Sprintf("vCont;s:%x", s.chosen.ID()))
		c.expect(fmt.Sprintf("Z0,%x,1", at), "OK")
	}
	c.expect(fmt.Sprintf("Z0,%x,1", at), "OK")
	seen := map[uint64]bool{}
	c.expect("vCont;c", "swbreak")
	for range 7 {
		seen[s.chosen.ID()] = true
		over()
		c.expect("vCont;c", "swbreak")
	}
	if len(seen) != 7 {
		t.Errorf("of 7 stops %d are of other threads", len(seen))
	}
	first, id := s.chosen.Number()/32, s.chosen.ID()
	over()
	c.expect(fmt.Sprintf("vCont;r%x,%x:%x;c", at, at+sim.TextStep, id), fmt.Sprintf("thread:%x;", id))
	c.send("vCont;c")
	if c.reply(); s.chosen.Number()/32 == first {
		t.Errorf("thread %d of the warp stops at the breakpoint that the warp has left", s.chosen.Number())
	}
	c.expect("D", "OK")
	if err := waitFor(t, result); err != nil {
		t.Error(err)
	}
	s.Close()
}

// TestSecondDebugger: a debugger that is lost leaves the device running, a further one stops it, and the end of the
// program is an exit.
func TestSecondDebugger(t *testing.T) {
	s, _, _, result := start(t, same)
	c := connect(t, s)
	c.expect("?", "thread:")
	c.c.Close()
	if err := waitFor(t, result); err != nil {
		t.Error(err)
	}
	c = connect(t, s)
	c.send("?") // which is acknowledged, and answered when threads stop
	if b, err := c.r.ReadByte(); b != '+' {
		t.Fatalf("%q, %v", b, err)
	}
	s.Close()
	if got := c.reply(); got != "W00" {
		t.Errorf("at the end the debugger hears %s", got)
	}
}

func TestAgent(t *testing.T) {
	for _, test := range []struct {
		code string
		want uint64
		bad  bool
	}{
		{"22052203" + "02" + "27", 8, false},                // 5 + 3
		{"22ff" + "1608" + "2205" + "14" + "27", 1, false},  // (signed char)0xff < 5
		{"22ff" + "2a08" + "2205" + "14" + "27", 0, false},  // 0xff < 5
		{"22072202" + "06" + "27", 3, false},                // 7 / 2
		{"22072200" + "06" + "27", 0, true},                 // 7 / 0
		{"2201" + "200008" + "220027" + "220927", 9, false}, // 1 ? 9 : 0
		{"2200" + "200008" + "220027" + "220927", 0, false},
		{"2203" + "2804" + "27", 9, false},                           // dup, mul
		{"220122022203" + "3303" + "27", ^uint64(0), false},          // rot gives 3 1 2
		{"22012202" + "3201" + "27", 1, false},                       // pick
		{"24fffffffe" + "1620" + "220105" + "27", ^uint64(1), false}, // -2 / 1
		{"22", 0, true},
		{"27", 0, true},
		{"02", 0, true},
		{"210000", 0, true}, // endless
	} {
		code, err := hex.DecodeString(test.code)
		if err != nil {
			t.Fatal(err)
		}
		v, err := expression(code).value(nil, nil)
		if (err != nil) != test.bad || err == nil && v != test.want {
			t.Errorf("%s: %d, %v", test.code, v, err)
		}
	}
}
