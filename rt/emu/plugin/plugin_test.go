package plugin_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
	"ompcc/rt/device/devicetest"
	"ompcc/rt/emu/plugin"
	"ompcc/rt/emu/profile"
)

var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "emulator")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "ompcc-emulator")
	build := exec.Command("go", "build", "-trimpath", "-o", program, "ompcc/rt/emu/ompcc-emulator")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as make build, which has compiled the packages
	out, err := build.CombinedOutput()
	if err != nil {
		panic(string(out))
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// open starts an emulated device.
func open(t *testing.T, options string, print *bytes.Buffer) device.Device {
	t.Helper()
	var mu sync.Mutex
	p := plugin.New(plugin.Config{Program: program, Environ: append(os.Environ(), "OMPCC_EMULATE=nvptx"+options),
		Counts: func() bool { return true },
		Print: func(text []byte) {
			mu.Lock()
			defer mu.Unlock()
			print.Write(text)
		}})
	all, err := p.Open()
	if err != nil || len(all) != 1 {
		t.Fatalf("%d devices, %v", len(all), err)
	}
	if err := all[0].Init(); err != nil {
		t.Fatal(err)
	}
	return all[0]
}

func TestConformance(t *testing.T) {
	dev := open(t, "", nil)
	devicetest.Conform(t, dev)
	if err := dev.Close(); err != nil {
		t.Fatal(err)
	}
}

const code = `.version 7.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
.visible .global .align 4 .u32 factor = 3;
.global .align 1 .b8 format[7] = {37, 100, 32, 111, 107, 10, 0};
.visible .entry scale(.param .u64 p, .param .u32 n)
{
	.reg .b64 %x<9>;
	.reg .b32 %r<9>;
	.reg .pred %q;
	.local .align 8 .b8 args[8];
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %ntid.x;
	mov.u32 %r3, %tid.x;
	mad.lo.s32 %r4, %r1, %r2, %r3;
	ld.param.u32 %r5, [n];
	setp.ge.u32 %q, %r4, %r5;
	@%q bra DONE;
	ld.param.u64 %x1, [p];
	mul.wide.u32 %x2, %r4, 4;
	add.s64 %x1, %x1, %x2;
	ld.global.u32 %r6, [%x1];
	ld.global.u32 %r7, [factor];
	mul.lo.u32 %r6, %r6, %r7;
	st.global.u32 [%x1], %r6;
	setp.ne.u32 %q, %r4, 0;
	@%q bra DONE;
	mov.u64 %x3, args;
	cvta.local.u64 %x3, %x3;
	st.u32 [%x3], %r6;
	mov.u64 %x4, format;
	{
	.param .b64 param0;
	st.param.b64 [param0], %x4;
	.param .b64 param1;
	st.param.b64 [param1], %x3;
	.param .b32 retval0;
	call.uni (retval0), vprintf, (param0, param1);
	}
DONE:
	ret;
}
.visible .entry endless()
{
L:
	bra L;
}
`

// numbers are n integers from 1 on, in host memory that does not move.
//
//go:noinline
func numbers(n int) ([]uint32, device.Host) {
	v := make([]uint32, n)
	for i := range v {
		v[i] = uint32(i + 1)
	}
	return v, device.Host(uintptr(unsafe.Pointer(&v[0])))
}

// launchScale runs the kernel scale for n elements at a.
func launchScale(t *testing.T, dev device.Device, m device.Module, a device.Addr, n uint32) error {
	t.Helper()
	k, err := m.Kernel("scale")
	if err != nil || k == 0 {
		t.Fatalf("kernel %d, %v", k, err)
	}
	p := uint64(a)
	args := [2]uintptr{uintptr(unsafe.Pointer(&p)), uintptr(unsafe.Pointer(&n))}
	sizes := [2]uint32{8, 4}
	l := &device.Launch{Kernel: k, Args: device.Host(uintptr(unsafe.Pointer(&args))),
		Sizes:   device.Host(uintptr(unsafe.Pointer(&sizes))),
		NumArgs: 2, Flags: abi.KernelTeams, Trip: uint64(n), HasTrip: true}
	q, err := dev.Queue()
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Launch(l); err != nil {
		return err
	}
	if want := (n + 255) / 256; l.Granted != want {
		t.Errorf("%d teams, want %d", l.Granted, want)
	}
	var counts profile.Counts
	if err := json.Unmarshal(l.Counts, &counts); err != nil || counts.Kernel != "scale" || counts.Launches != 1 ||
		counts.Threads != 256*uint64(l.Granted) || counts.Classes["st.global"] < uint64(n) {
		t.Errorf("the launch's counts are %s, %v", l.Counts, err)
	}
	if err := q.Sync(); err != nil {
		return err
	}
	return q.Close()
}

func TestLaunch(t *testing.T) {
	var print bytes.Buffer
	file := filepath.Join(t.TempDir(), "counts.json")
	dev := open(t, ",profile="+file, &print)
	m, err := dev.Load(&device.Image{Format: "ptx", Data: []byte(code)})
	if err != nil {
		t.Fatal(err)
	}
	const n = 1000
	v, at := numbers(n)
	a, err := dev.Alloc(4 * n)
	if err != nil {
		t.Fatal(err)
	}
	if err := dev.CopyTo(a, at, 4*n); err != nil {
		t.Fatal(err)
	}
	if err := launchScale(t, dev, m, a, n); err != nil {
		t.Fatal(err)
	}
	factor, size, err := m.Global("factor")
	if err != nil || factor == 0 || size != 4 {
		t.Fatalf("factor: %#x, %d bytes, %v", factor, size, err)
	}
	if k, err := m.Kernel("none"); k != 0 || err != nil {
		t.Errorf("a kernel that is not there: %d, %v", k, err)
	}
	if err := dev.CopyFrom(at, a, 4*n); err != nil {
		t.Fatal(err)
	}
	for i, x := range v {
		if x != uint32(3*(i+1)) {
			t.Fatalf("element %d: %d", i, x)
		}
	}
	if print.String() != "3 ok\n" {
		t.Errorf("printed %q", print.String())
	}
	if err := m.Unload(); err != nil {
		t.Error(err)
	}
	if err := dev.Close(); err != nil {
		t.Error(err)
	}
	profiled(t, file, n)
}

// profiled checks the counts that the process wrote when it ended.
func profiled(t *testing.T, file string, n uint64) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var counts []struct {
		Kernel       string            `json:"kernel"`
		Launches     uint64            `json:"launches"`
		Blocks       uint64            `json:"blocks"`
		Threads      uint64            `json:"threads"`
		Instructions uint64            `json:"instructions"`
		Classes      map[string]uint64 `json:"classes"`
		LoadTrans    uint64            `json:"global_load_transactions"`
		StoreTrans   uint64            `json:"global_store_transactions"`
	}
	if err := json.Unmarshal(data, &counts); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if len(counts) != 1 {
		t.Fatalf("%s", data)
	}
	c := counts[0]
	// 6 instructions and ret in all threads, a branch in those without an
	// element; 8 more in the others and a branch in all but the first, 7 in it.
	instructions := 1024*7 + (1024 - n) + n*8 + (n - 1) + 7
	// A warp reads the elements in 4 pieces of 32 bytes and the factor in one.
	if c.Kernel != "scale" || c.Launches != 1 || c.Blocks != 4 || c.Threads != 1024 || c.Instructions != instructions ||
		c.StoreTrans != n/8 || c.LoadTrans != n/8+32 || c.Classes["st.global"] != n+1 {
		t.Errorf("want %d instructions\n%s", instructions, data)
	}
}

// TestCrash: when the emulator's process is killed, requests fail, what is on
// the host stays as it was, and the device can be closed.
func TestCrash(t *testing.T) {
	dev := open(t, "", nil)
	v, at := numbers(100)
	a, err := dev.Alloc(400)
	if err != nil {
		t.Fatal(err)
	}
	if err := dev.Set(a, 0xff, 400); err != nil {
		t.Fatal(err)
	}
	kill(t)
	for what, err := range map[string]error{"copy": dev.CopyFrom(at, a, 400), "set": dev.Set(a, 0, 4),
		"free": dev.Free(a)} {
		if err == nil || !strings.Contains(err.Error(), "the emulator's process has ended: killed") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i, x := range v {
		if x != uint32(i+1) {
			t.Fatalf("element %d: %d", i, x)
		}
	}
	if err := dev.Close(); err != nil {
		t.Error(err)
	}
}

// kill ends the emulator's process, the only child of this one.
func kill(t *testing.T) {
	t.Helper()
	children, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range children {
		text, _ := os.ReadFile("/proc/self/task/" + c.Name() + "/children")
		for _, field := range strings.Fields(string(text)) {
			pid := 0
			for _, d := range field {
				pid = 10*pid + int(d-'0')
			}
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatal("no process to kill")
}

func TestErrors(t *testing.T) {
	dev := open(t, ",budget=100000", nil)
	for text, want := range map[string]string{
		".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n\tfrobnicate.u32;\n}\n": "PTX line 6: frobnicate.u32: unknown instruction",
		"nonsense": "PTX line 1",
	} {
		if _, err := dev.Load(&device.Image{Format: "ptx", Data: []byte(text)}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := dev.Load(&device.Image{Format: "cubin"}); err == nil || !strings.Contains(err.Error(), "not cubin") {
		t.Errorf("%v", err)
	}
	if err := dev.Free(12345); err == nil {
		t.Error("free of an address that was never allocated")
	}
	_, nowhere := numbers(50000)
	if err := dev.CopyTo(12345, nowhere, 200000); err == nil ||
		!strings.Contains(err.Error(), "are not device memory in use") {
		t.Errorf("%v", err)
	}
	m, err := dev.Load(&device.Image{Format: "ptx", Data: []byte(code)})
	if err != nil {
		t.Fatal(err)
	}
	k, err := m.Kernel("endless")
	if err != nil {
		t.Fatal(err)
	}
	if err := dev.Launch(&device.Launch{Kernel: k}); err == nil || !strings.Contains(err.Error(), "infinite loop") {
		t.Errorf("%v", err)
	}
	if err := dev.Launch(&device.Launch{Kernel: 99}); err == nil {
		t.Error("launch of an unknown kernel")
	}
	// The device goes on after a fault.
	_, at := numbers(8)
	a, err := dev.Alloc(32)
	if err != nil {
		t.Fatal(err)
	}
	if err := dev.CopyTo(a, at, 32); err != nil {
		t.Fatal(err)
	}
	if err := dev.Close(); err != nil {
		t.Error(err)
	}
}

func TestNoProgram(t *testing.T) {
	all, err := plugin.New(plugin.Config{Program: "/nonexistent/emulator"}).Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := all[0].Init(); err == nil || !strings.Contains(err.Error(), "cannot be started") {
		t.Errorf("%v", err)
	}
	if err := all[0].Close(); err != nil {
		t.Error(err)
	}
	if all, err = plugin.New(plugin.Config{}).Open(); err != nil {
		t.Fatal(err)
	}
	if err := all[0].Init(); err == nil ||
		!strings.Contains(err.Error(),
			"neither beside the runtime or the program nor in PATH (OMPCC_EMULATOR names it)") {
		t.Errorf("%v", err)
	}
}

// TestPeers: what is copied from one device to another arrives, with what was never
// written; wrong addresses on either side are errors of that copy only.
func TestPeers(t *testing.T) {
	all, err := plugin.New(plugin.Config{Program: program, Counts: func() bool { return true },
		Environ: append(os.Environ(), "OMPCC_EMULATE=nvptx:2"),
		Print:   func([]byte) {}, Devices: 2}).Open()
	if err != nil || len(all) != 2 {
		t.Fatalf("%d devices, %v", len(all), err)
	}
	const n = 300000
	var at [2]device.Addr
	var module device.Module
	for i, dev := range all {
		if err := dev.Init(); err != nil {
			t.Fatal(err)
		}
		if at[i], err = dev.Alloc(4 * n); err != nil {
			t.Fatal(err)
		}
		if module, err = dev.Load(&device.Image{Format: "ptx", Data: []byte(code)}); err != nil {
			t.Fatal(err)
		}
	}
	if at[0] == at[1] || all[0].Info().UID == all[1].Info().UID {
		t.Errorf("devices alike: %#x, %+v", at, all[0].Info())
	}
	peer := all[1].(device.Peer)
	if !peer.Reaches(all[0]) {
		t.Fatal("no way from one to the other")
	}
	v, host := numbers(n)
	if err := all[0].CopyTo(at[0], host, 4*n-4); err != nil { // not the last one
		t.Fatal(err)
	}
	for what, err := range map[string]error{
		"from": peer.CopyPeer(at[1], all[0], at[1], 4*n),
		"to":   peer.CopyPeer(at[0], all[0], at[0], 4*n),
		"size": peer.CopyPeer(at[1], all[0], at[0], 4*n+4),
	} {
		if err == nil || !strings.Contains(err.Error(), "are not device memory in use") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := peer.CopyPeer(at[1], all[0], at[0], 4*n); err != nil {
		t.Fatal(err)
	}
	if err := launchScale(t, all[1], module, at[1]+4, 1000); err != nil {
		t.Error(err)
	}
	clear(v)
	if err := all[1].CopyFrom(host, at[1], 4*n); err != nil || v[0] != 1 || v[1] != 6 || v[n-2] != n-1 {
		t.Errorf("%v, %d %d %d", err, v[0], v[1], v[n-2])
	}
	if err := launchScale(t, all[1], module, at[1]+4*(n-1), 1); err == nil ||
		!strings.Contains(err.Error(), "read of uninitialised memory") {
		t.Errorf("%v", err)
	}
	for _, dev := range all {
		if err := dev.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestThreads: launches by many threads, each with memory of its own, and copies in
// between.
func TestThreads(t *testing.T) {
	dev := open(t, "", &bytes.Buffer{})
	m, err := dev.Load(&device.Image{Format: "ptx", Data: []byte(code)})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for k := range 8 {
		wg.Go(func() {
			v, host := numbers(1000)
			a, err := dev.Alloc(4000)
			if err != nil {
				t.Error(err)
				return
			}
			for range 5 {
				err = errors.Join(dev.CopyTo(a+4, host+4, 3996), dev.Set(a, byte(k), 4),
					launchScale(t, dev, m, a+4, 999), dev.CopyFrom(host, a, 4000))
			}
			if want := uint32(k) * 0x01010101; err != nil || v[0] != want || v[1] != 2*243 || v[999] != 1000*243 {
				t.Errorf("%v, %d %d %d", err, v[0], v[1], v[999])
			}
			if err := dev.Free(a); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if err := dev.Close(); err != nil {
		t.Error(err)
	}
}
