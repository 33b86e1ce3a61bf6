package remote

import (
	"errors"
	"runtime"
	"strconv"
	"strings"
	"time"

	"ompcc/rt/device"
)

// remote is a device of another rank.
type remote struct {
	c     *Client
	place Place
	info  device.Info
}

func (d *remote) rank() int { return d.place.Rank }

// request is a message for the device.
func (d *remote) request(code uint64, args ...uint64) message {
	m := message{Code: code | uint64(d.place.Index)<<32}
	for i, a := range args {
		*[]*uint64{&m.A, &m.B, &m.C, &m.D}[i] = a
	}
	return m
}

func (d *remote) ask(code uint64, data []byte, args ...uint64) (*call, error) {
	return d.c.ask(d.rank(), d.request(code, args...), data)
}

func (d *remote) Info() device.Info { return d.info }

// Lost returns why the device cannot be used any more, nil if it can.
func (d *remote) Lost() error { return d.c.reachable(d.rank()) }

// Gone says whether the device is lost for a reason that is not the program's.
func (d *remote) Gone() bool {
	err, ok := d.Lost().(*LostError)
	return ok && !err.Ours
}

// Init asks the rank what the device is.
func (d *remote) Init() error {
	k, err := d.ask(hello, nil, uint64(d.place.Num), uint64(d.c.config.Total))
	if err != nil {
		return err
	}
	text := strings.Split(string(k.data), "\x00")
	if len(text) != 5 {
		return errors.New("rank " + strconv.Itoa(d.rank()) + " on node " + d.place.Node + " has another version of the runtime")
	}
	where := " of rank " + strconv.Itoa(d.rank()) + " on node " + d.place.Node
	d.info = device.Info{Type: text[0], Name: text[1] + where, UID: d.place.UID, Target: text[3], Arch: text[4],
		Procs: int(k.r.A), TeamMemory: uintptr(k.r.C), CPUImage: k.r.B != 0}
	return nil
}

// Close leaves the device to the end of its rank.
func (d *remote) Close() error { return nil }

// Alloc returns device memory.
func (d *remote) Alloc(size uintptr) (device.Addr, error) {
	k, err := d.ask(alloc, nil, uint64(size))
	return device.Addr(k.r.A), err
}

// Free gives it back.
func (d *remote) Free(a device.Addr) error {
	_, err := d.ask(free, nil, uint64(a))
	return err
}

// CopyTo copies from the host.
func (d *remote) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	q := d.synchronous()
	err := q.CopyTo(dst, src, size)
	return q.done(err)
}

// CopyFrom copies to the host.
func (d *remote) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	q := d.synchronous()
	err := q.CopyFrom(dst, src, size)
	return q.done(err)
}

// CopyOn copies on the device.
func (d *remote) CopyOn(dst, src device.Addr, size uintptr) error {
	_, err := d.ask(copyOn, nil, uint64(dst), uint64(src), uint64(size))
	return err
}

// Set fills memory.
func (d *remote) Set(dst device.Addr, value byte, size uintptr) error {
	_, err := d.ask(fill, nil, uint64(dst), uint64(value), uint64(size))
	return err
}

// Launch runs a kernel.
func (d *remote) Launch(l *device.Launch) error {
	_, err := d.LaunchTimed(l)
	return err
}

// LaunchTimed also returns how long the kernel took, by the clock of its rank.
func (d *remote) LaunchTimed(l *device.Launch) (time.Duration, error) {
	k, err := d.ask(launch, d.packLaunch(l), uint64(l.Kernel))
	l.Granted = uint32(k.r.A)
	if len(k.data) > 0 {
		l.Counts = k.data
	}
	return time.Duration(k.r.B), err
}

// launchWords are the numbers of a launch.
type launchWords struct {
	Trip                                     uint64
	Flags, NumTeams, ThreadLimit, NumThreads uint32
	Shared, HasTrip, MaxTeams, MaxThreads    uint32
}

func (d *remote) packLaunch(l *device.Launch) []byte {
	w := []launchWords{{Trip: l.Trip, Flags: l.Flags, NumTeams: l.NumTeams, ThreadLimit: l.ThreadLimit,
		NumThreads: l.NumThreads, Shared: l.Shared}}
	w[0].MaxTeams, w[0].MaxThreads = d.c.config.Limits(d.place.Num)
	if l.HasTrip {
		w[0].HasTrip = 1
	}
	return device.PackArguments(append([]byte(nil), words(w)...), l)
}

// Reaches is true for devices of other ranks, and of the same one.
func (d *remote) Reaches(from device.Device) bool {
	_, ok := from.(*remote)
	return ok
}

// CopyPeer has the other rank send to this one.
func (d *remote) CopyPeer(dst device.Addr, from device.Device, src device.Addr, size uintptr) error {
	other := from.(*remote)
	if other == d {
		return d.CopyOn(dst, src, size)
	}
	tag := uint64(d.c.newTag())
	gives, takes := &call{}, &call{}
	a, b := d.c.takeStream(other.rank()), d.c.takeStream(d.rank())
	defer d.c.giveStream(other.rank(), a)
	defer d.c.giveStream(d.rank(), b)
	m := other.request(give, uint64(src), uint64(size), uint64(d.rank()), tag)
	m.Stream = a
	d.c.begin(other.rank(), m, gives)
	m = d.request(take, uint64(dst), uint64(size), uint64(other.rank()), tag)
	m.Stream = b
	d.c.begin(d.rank(), m, takes)
	d.c.flush(other.rank())
	d.c.flush(d.rank())
	_, err := d.c.finish(takes)
	if _, gave := d.c.finish(gives); gave != nil {
		return gave
	}
	return err
}

// stepWords is a step as it is sent: Tag is that of the data, 0 where it is small.
type stepWords struct {
	Kind, Of  uint32
	Dev, Size uint64
	Tag       uint64
}

// Steps carries out a sequence in one message, and one reply.
func (d *remote) Steps(list []device.Step) int {
	sent, data := make([]stepWords, len(list)), []byte(nil)
	var large []*transfer
	room := MostControl - 2*messageSize - len(list)*int(len(words(sent[:1])))
	if room < 0 {
		return 0
	}
	for i := range list {
		s := &list[i]
		w := stepWords{Kind: s.Kind, Of: s.Of, Dev: uint64(s.Dev), Size: uint64(s.Size)}
		moves := s.Kind == device.StepTo || s.Kind == device.StepFrom
		switch {
		case moves && int(s.Size) > room || moves && s.Size > inline:
			w.Tag = uint64(d.c.newTag())
		case moves:
			room -= int(s.Size)
		}
		if s.Kind == device.StepTo && w.Tag == 0 {
			data = append(data, device.Bytes(uintptr(s.Host), s.Size)...)
		}
		sent[i] = w
	}
	k := &call{}
	m := d.request(steps, uint64(len(list)))
	m.Stream = d.c.takeStream(d.rank())
	defer d.c.giveStream(d.rank(), m.Stream)
	d.c.begin(d.rank(), m, k, words(sent), data)
	d.c.flush(d.rank())
	for i, w := range sent {
		switch {
		case w.Tag == 0:
		case w.Kind == device.StepTo:
			large = append(large, d.c.send(d.rank(), int(w.Tag), uintptr(list[i].Host), list[i].Size))
		default:
			large = append(large, d.c.receive(d.rank(), int(w.Tag), uintptr(list[i].Host), list[i].Size))
		}
	}
	_, err := d.c.finish(k)
	done := int(k.r.A)
	if err != nil {
		done = 0
	}
	for _, t := range large {
		if done < len(list) && t.receives {
			t.giveUp()
		}
		d.c.wait(&t.event)
	}
	rest := k.data
	for i := range done {
		s := &list[i]
		switch {
		case s.Kind == device.StepAlloc:
			var at [1]uint64
			rest = readWords(rest, at[:])
			s.Dev = device.Addr(at[0])
		case s.Kind == device.StepFrom && sent[i].Tag == 0:
			rest = rest[copy(device.Bytes(uintptr(s.Host), s.Size), rest):]
		}
	}
	runtime.KeepAlive(list)
	return done
}

// Functions tells the rank which functions of rank 0 have which addresses on the device.
func (d *remote) Functions(pairs []uintptr) error {
	for at := 0; at < len(pairs) || at == 0; at += inline / 8 {
		part := pairs[at:min(at+inline/8, len(pairs))]
		if _, err := d.ask(functions, words(part), uint64(at)); err != nil {
			return err
		}
	}
	return nil
}
