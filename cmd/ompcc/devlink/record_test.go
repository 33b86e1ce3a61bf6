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
	"ompcc/codegen"
	"ompcc/codegen/target"
)

func sample(file, ir string) *Code {
	return &Code{Triple: "x86_64-pc-linux-gnu", Arch: "x86-64", File: file, Unit: codegen.Unit{IR: ir},
		Defs: []string{"f"}}
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

// TestNullify: the uses of a symbol become null in each of its forms, and no other symbol does.
func TestNullify(t *testing.T) {
	const ir = "@p = global ptr @f\n@q = global ptr @f.1\n@f$addr = extern_weak global i8\ndeclare extern_weak void @f()\n" +
		"@s = constant [3 x i8] c\"@f\\00\"\n  call void @f(ptr @\"f\", ptr @ff)\n  %s = icmp eq ptr @f$addr, null\n"
	const want = "@p = global ptr null\n@q = global ptr @f.1\n@f$addr = extern_weak global i8\ndeclare extern_weak void @f()\n" +
		"@s = constant [3 x i8] c\"@f\\00\"\n  call void null(ptr null, ptr @ff)\n  %s = icmp eq ptr null, null\n"
	if got := nullify(ir, []string{"f"}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestPTXNames: symbols alone have other letters in PTX.
func TestPTXNames(t *testing.T) {
	const ir = "@\"a\\C3\\A9$b\" = constant [3 x i8] c\"\\C3\\A9@\"\n; say \"\\C3\n  call void @\"x\\22\"(ptr @y)\n"
	const want = "@\"a$c3$a9$b\" = constant [3 x i8] c\"\\C3\\A9@\"\n; say \"\\C3\n  call void @\"x\\22\"(ptr @y)\n"
	nv, _ := target.ByName("nvptx", "")
	if got := renamed(ir, nv.SymbolName); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestMerged: a program needs what a unit declares for a feature if one of its units has the feature.
func TestMerged(t *testing.T) {
	serves := &Code{Unit: codegen.Unit{Visible: []string{"k"},
		Declared: []codegen.Declaration{{Name: "wait", If: "tasks"}, {Name: "sin"}}}}
	has := &Code{Unit: codegen.Unit{Features: []string{"tasks"}}}
	if u := merged([]*Code{serves}); len(u.Declared) != 1 || u.Declared[0].Name != "sin" {
		t.Errorf("alone it needs %v", u.Declared)
	}
	if u := merged([]*Code{serves, has}); len(u.Declared) != 2 || len(u.Visible) != 1 {
		t.Errorf("together they need %v and show %v", u.Declared, u.Visible)
	}
}

func TestUndefinedSymbol(t *testing.T) {
	a := sample("a.c", "")
	a.Uses = []use{{Sym: "f", Kind: "function", Place: "a.c:3:5"},
		{Sym: "g", Kind: "function", Place: "a.c:4:7", Chain: "target at a.c:9"}}
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
