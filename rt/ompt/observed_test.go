package ompt

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// fake is a device and its queue that fail on demand and note their calls in
// the same log as the events, so that the order can be seen.
type fake struct {
	device.Device
	log   *[]string
	fail  error
	plain bool
}

func (f *fake) Info() device.Info { return device.Info{PlainMemory: f.plain} }

func (f *fake) call(name string) error {
	*f.log = append(*f.log, name)
	return f.fail
}

func (f *fake) Alloc(size uintptr) (device.Addr, error)          { return 0x1000, f.call("Alloc") }
func (f *fake) Free(device.Addr) error                           { return f.call("Free") }
func (f *fake) CopyTo(device.Addr, device.Host, uintptr) error   { return f.call("CopyTo") }
func (f *fake) CopyFrom(device.Host, device.Addr, uintptr) error { return f.call("CopyFrom") }
func (f *fake) CopyOn(device.Addr, device.Addr, uintptr) error   { return f.call("CopyOn") }
func (f *fake) Set(device.Addr, byte, uintptr) error             { return f.call("Set") }
func (f *fake) Queue() (device.Queue, error)                     { return &fakeQueue{f}, f.fail }

func (f *fake) Launch(l *device.Launch) error {
	l.Granted = 1
	return f.call("Launch")
}

type fakeQueue struct{ *fake }

func (q *fakeQueue) Sync() error  { return q.call("Sync") }
func (q *fakeQueue) Close() error { return q.call("Close") }

type recorder struct {
	log     []string
	tracing bool
}

func (r *recorder) note(when string, op DataOp) {
	r.log = append(r.log,
		fmt.Sprintf("%s %d %d:%#x %d:%#x %d", when, op.Op, op.SrcDev, op.Src, op.DestDev, op.Dest, op.Bytes))
}

func (r *recorder) Submitting(teams uint32) {
	r.log = append(r.log, fmt.Sprintf("submitting %d", teams))
}
func (r *recorder) Submitted(teams uint32, l *device.Launch, took time.Duration) {
	r.log = append(r.log, fmt.Sprintf("submitted %d %d %v", teams, l.Granted, took))
}
func (r *recorder) Tracing(num int32) bool { return r.tracing }

func (r *recorder) Mapping(host uintptr) { r.log = append(r.log, fmt.Sprintf("mapping %#x", host)) }

func (r *recorder) Host() int32     { return 4 }
func (r *recorder) Begin(op DataOp) { r.note("begin", op) }
func (r *recorder) End(op DataOp)   { r.note("end", op) }
func (r *recorder) Move(op DataOp)  { r.note("move", op) }
func (r *recorder) Once(op DataOp)  { r.note("once", op) }

func TestWithoutToolTheDeviceIsUnwrapped(t *testing.T) {
	d := &fake{}
	if got := Wrap(d, nil, 0); got != device.Device(d) {
		t.Errorf("Wrap without events made %T", got)
	}
}

func TestOperationsAreSurrounded(t *testing.T) {
	r := &recorder{}
	d := Wrap(&fake{log: &r.log}, r, 2)
	d.Alloc(24)
	d.CopyTo(0x1000, 0x20, 8)
	d.CopyFrom(0x20, 0x1000, 8)
	d.CopyOn(0x1000, 0x1008, 8)
	d.Set(0x1000, 1, 24)
	d.Free(0x1000)
	want := []string{
		"begin 1 4:0x0 2:0x0 24", "Alloc", "end 1 4:0x0 2:0x1000 24",
		"begin 2 4:0x20 2:0x1000 8", "CopyTo", "end 2 4:0x20 2:0x1000 8",
		"begin 3 2:0x1000 4:0x20 8", "CopyFrom", "end 3 2:0x1000 4:0x20 8",
		"begin 7 2:0x1008 2:0x1000 8", "CopyOn", "end 7 2:0x1008 2:0x1000 8",
		"begin 8 4:0x0 2:0x1000 24", "Set", "end 8 4:0x0 2:0x1000 24",
		"begin 4 4:0x0 2:0x1000 0", "Free", "end 4 4:0x0 2:0x1000 0",
	}
	if diff := cmp.Diff(want, r.log); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestQueuesReportAsynchronousKinds(t *testing.T) {
	r := &recorder{}
	q, err := Wrap(&fake{log: &r.log}, r, 0).Queue()
	if err != nil {
		t.Fatal(err)
	}
	q.CopyTo(0x1000, 0x20, 8)
	q.CopyFrom(0x20, 0x1000, 8)
	q.CopyOn(0x1000, 0x1008, 8)
	q.Set(0x1000, 1, 24)
	q.Sync()
	want := []string{
		"begin 18 4:0x20 0:0x1000 8", "CopyTo", "end 18 4:0x20 0:0x1000 8",
		"begin 19 0:0x1000 4:0x20 8", "CopyFrom", "end 19 0:0x1000 4:0x20 8",
		"begin 23 0:0x1008 0:0x1000 8", "CopyOn", "end 23 0:0x1008 0:0x1000 8",
		"begin 24 4:0x0 0:0x1000 24", "Set", "end 24 4:0x0 0:0x1000 24",
		"Sync",
	}
	if diff := cmp.Diff(want, r.log); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestPlainMemoryIsMovedByTheListener(t *testing.T) {
	r := &recorder{}
	d := Wrap(&fake{log: &r.log, plain: true}, r, 0)
	d.CopyTo(0x1000, 0x20, 8)
	d.CopyFrom(0x20, 0x1000, 8)
	d.CopyOn(0x1000, 0x1008, 8)
	want := []string{"move 2 4:0x20 0:0x1000 8", "move 3 0:0x1000 4:0x20 8", "move 7 0:0x1008 0:0x1000 8"}
	if diff := cmp.Diff(want, r.log); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// timed is a device that measures kernels.
type timed struct{ fake }

func (f *timed) LaunchTimed(l *device.Launch) (time.Duration, error) {
	l.Granted = 7
	return 5 * time.Microsecond, f.call("LaunchTimed")
}

func TestKernelsAreSubmitted(t *testing.T) {
	r := &recorder{}
	d := Wrap(&timed{fake{log: &r.log}}, r, 0)
	d.Launch(&device.Launch{NumTeams: 3, Flags: abi.KernelTeams})
	r.tracing = true
	d.Launch(&device.Launch{Flags: abi.KernelTeams})
	q, err := d.Queue()
	if err != nil {
		t.Fatal(err)
	}
	q.Launch(&device.Launch{})
	want := []string{
		"submitting 3", "Launch", "submitted 3 1 0s",
		"submitting 0", "LaunchTimed", "submitted 0 7 5µs",
		"submitting 1", "Launch", "submitted 1 1 0s",
	}
	if diff := cmp.Diff(want, r.log); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestFailuresEndToo(t *testing.T) {
	r, broken := &recorder{}, errors.New("broken")
	d := Wrap(&fake{log: &r.log, fail: broken}, r, 0)
	if err := d.CopyTo(0x1000, 0x20, 8); err != broken {
		t.Errorf("error %v", err)
	}
	if len(r.log) != 3 || r.log[2][:3] != "end" {
		t.Errorf("events %q", r.log)
	}
	if _, err := d.Queue(); err != broken {
		t.Errorf("queue: error %v", err)
	}
}
