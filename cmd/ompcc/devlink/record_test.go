package devlink

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
)

func sample(file, ir string) *Code {
	return &Code{Triple: "x86_64-pc-linux-gnu", Arch: "x86-64", File: file, IR: ir, Defs: []string{"f"}}
}

// compileRecords makes an object that carries the codes.
func compileRecords(t *testing.T, obj string, codes ...*Code) {
	t.Helper()
	src := append([]byte("int x_"+toolchain.Stem(obj)+";\n"), Embed(codes)...)
	cmd := exec.Command("gcc", "-c", "-x", "c", "-", "-o", obj)
	cmd.Stdin = bytes.NewReader(src)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func TestRecordRoundTrip(t *testing.T) {
	dir := t.TempDir()
	ir := "define void @f() {\n  ret void ; \"quoted\" \\ ??/ % \x00\x7f é\n}\n" + strings.Repeat("; line\n", 5000)
	a, b := filepath.Join(dir, "a.o"), filepath.Join(dir, "b.o")
	compileRecords(t, a, sample("a.c", ir))
	compileRecords(t, b, sample("b.c", "second"))
	both := filepath.Join(dir, "both.o")
	if out, err := exec.Command("ld", "-r", a, b, "-o", both).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := os.Open(both)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := ReadObject(f, both)
	if err != nil || len(info.Codes) != 2 {
		t.Fatalf("got %d records, %v, want 2", len(info.Codes), err)
	}
	if info.Codes[0].IR != ir || info.Codes[1].IR != "second" || info.Codes[0].File != "a.c" {
		t.Errorf("the records have changed: %+v", info.Codes)
	}
}

func TestDamagedRecord(t *testing.T) {
	rec := sample("a.c", "ir").encode()
	for name, data := range map[string][]byte{
		"magic":  append([]byte("X"), rec...),
		"length": append(bytes.Clone(rec[:8]), 0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0),
		"short":  rec[:len(rec)-3],
		"header": bytes.Replace(rec, []byte("{"), []byte("<"), 1),
	} {
		if _, err := decodeRecords(data, "a.o"); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestArchiveMembers(t *testing.T) {
	dir := t.TempDir()
	long := filepath.Join(dir, "a_member_with_a_long_name.o")
	short := filepath.Join(dir, "s.o")
	compileRecords(t, long, sample("long.c", "long"))
	compileRecords(t, short, sample("short.c", "short"))
	for _, flags := range []string{"rcs", "rcsT"} {
		lib := filepath.Join(dir, "lib"+flags+".a")
		if out, err := exec.Command("ar", flags, lib, long, short).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		a, err := ReadArchive(lib)
		if err != nil || !a.HasCode() {
			t.Fatalf("%s: %v", flags, err)
		}
		got := a.Take("a_member_with_a_long_name.o")
		if len(got) != 1 || got[0].IR != "long" {
			t.Errorf("%s: got %v", flags, got)
		}
		if again := a.Take("a_member_with_a_long_name.o"); again != nil {
			t.Errorf("%s: a member was taken twice", flags)
		}
	}
}

func TestInternalize(t *testing.T) {
	in := `@g = global i32 0, align 4
@h = linkonce_odr dso_local constant i32 1
@e = addrspace(1) externally_initialized global i32 0
@s = internal global i32 0
@x = external global i32
@llvm.used = appending global [1 x ptr] [ptr @e], section "llvm.metadata"
define void @f() {
define weak_odr dso_local i32 @w(i32 %a) {
define internal void @i() {
define ptx_kernel void @k() {
define protected amdgpu_kernel void @a() {
declare void @d()
`
	want := `@g = internal global i32 0, align 4
@h = internal constant i32 1
@e = addrspace(1) externally_initialized global i32 0
@s = internal global i32 0
@x = external global i32
@llvm.used = appending global [1 x ptr] [ptr @e], section "llvm.metadata"
define internal void @f() {
define internal i32 @w(i32 %a) {
define internal void @i() {
define ptx_kernel void @k() {
define protected amdgpu_kernel void @a() {
declare void @d()
`
	if got := internalize(in); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestUndefinedSymbol(t *testing.T) {
	a := sample("a.c", "")
	a.Uses = []use{{Sym: "f", Kind: "function", Place: "a.c:3:5"}, {Sym: "g", Kind: "function", Place: "a.c:4:7", Chain: "target at a.c:9"}}
	_, missing := new(Linker).checkSymbols([]*Code{a})
	err := undefinedError(missing)
	if len(missing) != 1 {
		t.Fatal("no error")
	}
	var b bytes.Buffer
	report.New(&b, report.Options{}).Fail(err)
	for _, want := range []string{"a.c:4:7: error: undefined device function 'g'", "target at a.c:9"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "'f'") {
		t.Errorf("'f' is defined:\n%s", b.String())
	}
}
