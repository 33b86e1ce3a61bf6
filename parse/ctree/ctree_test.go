package ctree

import (
	"testing"

	"modernc.org/cc/v4"
)

const program = `
int file; static int hidden; int sum(int *p, int n);
int f(int a[4], int n) {
	int v[3]; static int kept;
	(kept) = (n + 1);
	v[0]++;
	*(char *)(a + n) = 2;
	return sum(a, n);
}
`

func parse(t *testing.T) *cc.AST {
	t.Helper()
	cfg, err := cc.NewConfig("linux", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	ast, err := cc.Translate(cfg, []cc.Source{{Name: "<predefined>", Value: cfg.Predefined},
		{Name: "<builtin>", Value: cc.Builtin}, {Name: "t.c", Value: program}})
	if err != nil {
		t.Fatal(err)
	}
	return ast
}

// declared are the declarators of the program by name, the last of each.
func declared(ast *cc.AST) map[string]*cc.Declarator {
	m := map[string]*cc.Declarator{}
	Walk(ast.TranslationUnit, func(n cc.Node) bool {
		if d, ok := n.(*cc.Declarator); ok {
			m[d.Name()] = d
		}
		return true
	})
	return m
}

func TestStorage(t *testing.T) {
	d := declared(parse(t))
	for _, c := range []struct {
		name                              string
		file, static, automatic, function bool
	}{
		{"file", true, true, false, false},
		{"hidden", true, true, false, false},
		{"kept", false, true, false, false},
		{"v", false, false, true, false},
		{"a", false, false, true, false},
		{"sum", true, true, false, true},
	} {
		v := d[c.name]
		if IsFileScope(v) != c.file || IsStaticStorage(v) != c.static || IsAutomatic(v) != c.automatic ||
			IsFunction(v) != c.function {
			t.Errorf("%s: file scope %t, static %t, automatic %t, function %t", c.name, IsFileScope(v),
				IsStaticStorage(v), IsAutomatic(v), IsFunction(v))
		}
	}
	if !IsArrayVariable(d["v"]) || IsArrayVariable(d["a"]) {
		t.Error("v is an array, the parameter a is a pointer")
	}
	if ObjectType(d["a"]).Kind() != cc.Ptr || Pointee(ObjectType(d["a"])).Kind() != cc.Int ||
		Pointee(ObjectType(d["n"])) != nil {
		t.Error("the parameter a points to int, n is neither pointer nor array")
	}
}

func TestWrites(t *testing.T) {
	ast := parse(t)
	d := declared(ast)
	var written []string
	Walk(ast.TranslationUnit, func(n cc.Node) bool {
		if w := Written(n); w != nil {
			name := "?"
			if v := VarOf(w); v != nil {
				name = v.Name()
			} else if u, ok := Strip(w).(*cc.UnaryExpression); ok {
				name = "*" + PointerIn(u.CastExpression).Name()
			}
			written = append(written, name)
		}
		return true
	})
	if len(written) != 3 || written[0] != "kept" || written[1] != "?" || written[2] != "*a" {
		t.Errorf("written: %q", written)
	}
	var fn *cc.FunctionDefinition
	WalkUp(ast.TranslationUnit, func(n cc.Node) {
		if f, ok := n.(*cc.FunctionDefinition); ok && f.Declarator.Name() == "f" {
			fn = f
		}
	})
	if !Mentions(fn.CompoundStatement, d["n"]) || Mentions(fn.CompoundStatement, d["hidden"]) ||
		Mentions(fn.CompoundStatement, nil) {
		t.Error("the body of f names n, not hidden")
	}
}
