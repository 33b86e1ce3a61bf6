package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// size is the number of elements of each array.
const size = 64

// generator makes one program.
type generator struct {
	r     *rand.Rand
	b     strings.Builder
	depth int
	id    int
}

// generate is the program of a seed.
func generate(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 0x6f6d70))}
	g.line("#include <stdio.h>")
	g.line("#define N %d", size)
	g.line("typedef struct { int x; long y; unsigned char z[4]; } S;")
	g.line("#pragma omp declare reduction(mix : S : omp_out.x += omp_in.x, omp_out.y ^= omp_in.y, omp_out.z[1] += omp_in.z[1]) initializer(omp_priv = (S){0, 0, {0}})")
	g.line("#pragma omp declare target")
	g.line("int table[N];")
	g.line("static inline unsigned mixed(unsigned a, unsigned b) { a ^= b * 2654435761u; return (a << 7 | a >> 25) + b; }")
	g.line("static void bump(long *p, int n) {\n#pragma omp parallel for\nfor (int q = 0; q < n; q++) {\n#pragma omp atomic\np[q] += q;\n}\n}")
	g.line("#pragma omp end declare target")
	g.line("int a[N], b[N]; long c[N]; double d[N]; unsigned char e[N]; S st[N]; long h[8];")
	g.line("static unsigned long sum;")
	g.line("static void check(const char *what, long s0, unsigned s1, double s2, S s3) {")
	g.line("  for (int i = 0; i < N; i++) sum = sum * 31 + (unsigned long)h[i %% 8] + (unsigned)a[i] + 7u * (unsigned)b[i] + (unsigned long)c[i] + (unsigned long)(long)d[i] + e[i] + (unsigned)st[i].x + (unsigned long)st[i].y + st[i].z[1];")
	g.line("  printf(\"%%s %%lx %%ld %%u %%.0f %%d %%ld %%d\\n\", what, sum, s0, s1, s2, s3.x, s3.y, s3.z[1]);")
	g.line("}")
	g.line("int main(void) {")
	g.line("int n = N, k = %d; long s0 = 0; unsigned s1 = %d; double s2 = 0; S s3 = {1, 2, {3, 4, 5, 6}}; int last = -1;", 1+g.r.IntN(9), g.r.IntN(100))
	g.line("(void)k; (void)last; (void)n;")
	g.line("for (int i = 0; i < N; i++) { a[i] = i * 3; b[i] = 100 - i; c[i] = i; d[i] = i; e[i] = (unsigned char)(i * 5); st[i] = (S){i, i, {0}}; table[i] = i ^ 5; }")
	g.line("#pragma omp target update to(table)")
	for i := range 2 + g.r.IntN(4) {
		g.region()
		g.line("check(\"r%d\", s0, s1, s2, s3); s0 += last; last = -1;", i)
	}
	g.line("return 0;\n}")
	return g.b.String()
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.b, format+"\n", args...)
}

func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

func (g *generator) name(prefix string) string {
	g.id++
	return fmt.Sprintf("%s%d", prefix, g.id)
}

// region is one target construct of some kind.
func (g *generator) region() {
	g.depth = 0
	switch g.r.IntN(6) {
	case 0, 1:
		g.combined()
	case 2:
		g.teamsInside()
	case 3:
		g.parallelInside()
	case 4:
		g.line("#pragma omp target data map(tofrom: a, b, c, d, e, st, h)\n{")
		g.combined()
		g.parallelInside()
		g.line("}")
	case 5:
		g.serial()
	}
}

var maps = "map(tofrom: a, b, c, d, e, st, h) map(tofrom: s0, s1, s2, s3, last)"

// combined is a combined construct on a loop.
func (g *generator) combined() {
	name := g.pick("target teams distribute parallel for", "target parallel for", "target teams distribute",
		"target simd",
		"target teams distribute parallel for simd", "target parallel for simd", "target teams distribute simd", "target teams loop", "target parallel loop")
	g.line("#pragma omp %s %s%s", name, maps, g.loopClauses(name))
}

// launch are clauses on the size of the league and the teams.
func (g *generator) launch(name string) string {
	s := ""
	if strings.Contains(name, "teams") && g.chance(40) {
		s += fmt.Sprintf(" num_teams(%d)", 1+g.r.IntN(6))
	}
	if strings.Contains(name, "teams") && g.chance(20) {
		s += fmt.Sprintf(" thread_limit(%d)", 1+g.r.IntN(40))
	}
	if strings.Contains(name, "parallel") && g.chance(40) {
		s += fmt.Sprintf(" num_threads(%d)", 1+g.r.IntN(9))
	}
	return s
}

// loopClauses are the clauses of a loop construct, its loops, and their body.
func (g *generator) loopClauses(name string) string {
	s := g.launch(name)
	hasLoop := strings.HasSuffix(name, "loop")
	if strings.Contains(name, "for") && g.chance(50) {
		s += " schedule(" + g.pick("static", "static, 1", "static, 3", "dynamic", "dynamic, 5", "guided", "guided, 2",
			"auto") + ")"
	}
	if strings.Contains(name, "distribute") && g.chance(30) {
		s += " dist_schedule(static" + g.pick("", ", 1", ", 4") + ")"
	}
	return s + g.loop(hasLoop, strings.Contains(name, "simd"))
}

// loop is the rest of a loop construct's clauses, then the nest. A body gets the
// linear number of its iteration, which is unique.
func (g *generator) loop(isLoop, simd bool) string {
	var clauses, text strings.Builder
	depth := 1 + g.r.IntN(3)
	if depth > 1 {
		fmt.Fprintf(&clauses, " collapse(%d)", depth)
	}
	concurrent := g.chance(20) && !isLoop
	if concurrent {
		clauses.WriteString(" order(concurrent)")
	}
	p := g.name("p")
	priv := g.chance(50)
	firstp := g.chance(40) && !isLoop
	if priv {
		fmt.Fprintf(&clauses, " private(k)")
	} else if firstp && !simd {
		fmt.Fprintf(&clauses, " firstprivate(k)")
	}
	red := g.r.IntN(6)
	switch red {
	case 0:
		clauses.WriteString(" reduction(+: s0)")
	case 1:
		clauses.WriteString(" reduction(^: s1) reduction(+: s0)")
	case 2:
		clauses.WriteString(" reduction(+: s2)")
	case 3:
		clauses.WriteString(" reduction(mix: s3)")
	case 4:
		clauses.WriteString(" reduction(max: s0) reduction(+: s1)")
	}
	setLast := g.chance(30) && !isLoop
	if setLast {
		clauses.WriteString(" lastprivate(last)")
	}
	bounds := [][]int{{size}, {8, 8}, {4, 4, 4}}[depth-1]
	total := 1
	index := ""
	for i, n := range bounds {
		v := fmt.Sprintf("%s_%d", p, i)
		switch form := g.r.IntN(4); form {
		case 0:
			fmt.Fprintf(&text, "for (int %s = 0; %s < %d; %s++)\n", v, v, n, v)
			index = join(index, n, v)
		case 1:
			fmt.Fprintf(&text, "for (int %s = %d; %s >= 0; %s--)\n", v, n-1, v, v)
			index = join(index, n, fmt.Sprintf("(%d - %s)", n-1, v))
		case 2:
			fmt.Fprintf(&text, "for (unsigned %s = 3; %s <= %d; %s += 2)\n", v, v, 3+2*(n-1), v)
			index = join(index, n, fmt.Sprintf("((int)(%s - 3) / 2)", v))
		case 3:
			fmt.Fprintf(&text, "for (long %s = -5; %s != %d; %s++)\n", v, v, n-5, v)
			index = join(index, n, fmt.Sprintf("((int)%s + 5)", v))
		}
		total *= n
	}
	fmt.Fprintf(&text, "{ int i = %s;\n", index)
	if priv {
		text.WriteString("k = i % 5 + 1;\n")
	}
	g.statements(&text, red, 1+g.r.IntN(4), isLoop || simd || concurrent)
	if setLast {
		text.WriteString("last = i * 2;\n")
	}
	text.WriteString("}")
	return clauses.String() + "\n" + text.String()
}

func join(index string, n int, v string) string {
	if index == "" {
		return v
	}
	return fmt.Sprintf("(%s) * %d + %s", index, n, v)
}

// statements writes n statements that touch element i alone, or shared things
// by reductions and atomics.
func (g *generator) statements(b *strings.Builder, red, n int, plain bool) {
	for range n {
		switch x := g.r.IntN(9); {
		case x == 0:
			fmt.Fprintf(b, "a[i] = (int)mixed((unsigned)a[i], (unsigned)(i + %s));\n", g.pick("k", "table[i]", "3"))
		case x == 1:
			fmt.Fprintf(b, "if (i %% %d == %d) b[i] -= i; else c[i] += k;\n", 2+g.r.IntN(4), g.r.IntN(2))
		case x == 2:
			fmt.Fprintf(b, "d[i] = d[i] * 2 + %d; e[i] ^= (unsigned char)(i + k);\n", g.r.IntN(20))
		case x == 3:
			fmt.Fprintf(b, "{ S t = st[i]; t.x += k; t.z[1] = (unsigned char)i; t.y ^= t.x; st[i] = t; }\n")
		case x == 4:
			fmt.Fprintf(b,
				"{ int t[3] = {i, k, 2}; for (int j = 0; j < 3; j++) { if (j == %d) continue; c[i] += t[j]; } }\n",
				g.r.IntN(4))
		case x == 5 && !plain:
			fmt.Fprintf(b, "#pragma omp atomic\nh[i %% 4] += i;\n")
		case x == 6 && !plain:
			fmt.Fprintf(b, "{ long old;\n#pragma omp atomic capture\n{ old = h[4]; h[4] += 2; }\n(void)old; }\n")
		case x == 7:
			fmt.Fprintf(b,
				"switch (i & 3) { case 0: a[i]++; break; case 1: a[i] += 2; /* fall through */ case 2: b[i]++; break; default: ; }\n")
		default:
			fmt.Fprintf(b, "c[i] = c[i] * 3 + a[i];\n")
		}
	}
	switch red {
	case 0:
		b.WriteString("s0 += a[i] % 100 + k;\n")
	case 1:
		b.WriteString("s1 ^= (unsigned)a[i] + (unsigned)i; s0 += i;\n")
	case 2:
		b.WriteString("s2 += (a[i] & 15) * 0.5;\n")
	case 3:
		b.WriteString("s3.x += i; s3.y ^= a[i]; s3.z[1] += 3;\n")
	case 4:
		b.WriteString("s0 = s0 > c[i] ? s0 : c[i]; s1 += (unsigned)b[i];\n")
	}
}

// teamsInside is a target teams construct with several constructs inside.
func (g *generator) teamsInside() {
	g.line("#pragma omp target teams %s%s%s\n{", maps, g.launch("teams"),
		g.pick("", " firstprivate(n)", " default(shared)"))
	if g.chance(50) {
		g.line("#pragma omp distribute%s", g.pick("", " dist_schedule(static)"))
		g.line("for (int o = 0; o < 8; o++) {")
		g.line("int base = o * 8; long local = 0;")
		g.line("#pragma omp parallel for reduction(+: local)%s", g.pick("", " schedule(dynamic)", " num_threads(3)"))
		g.line("for (int i0 = 0; i0 < 8; i0++) { int i = base + i0; a[i] += i0; local += a[i] %% 7; }")
		g.line("c[o] += local;")
		if g.chance(50) {
			g.line("#pragma omp parallel\n{\n#pragma omp for nowait\nfor (int i0 = 0; i0 < 8; i0++) b[base + i0] ^= i0;\n#pragma omp single\nd[base] += 1;\n}")
		}
		g.line("}")
	} else {
		name := g.pick("distribute parallel for", "distribute", "distribute simd", "distribute parallel for simd")
		g.line("#pragma omp %s%s", name, g.withoutReduction(name))
	}
	g.line("}")
}

// withoutReduction is a loop construct that writes only its own elements.
func (g *generator) withoutReduction(name string) string {
	s := ""
	if strings.Contains(name, "for") && g.chance(50) {
		s += " schedule(" + g.pick("static, 2", "dynamic, 3", "guided") + ")"
	}
	var b strings.Builder
	b.WriteString(s + "\nfor (int i = 0; i < N; i++) {\n")
	g.statements(&b, -1, 2, strings.Contains(name, "simd"))
	b.WriteString("}")
	return b.String()
}

// parallelInside is a target region with parallel regions of several worksharing
// constructs.
func (g *generator) parallelInside() {
	g.line("#pragma omp target %s\n{", maps)
	g.line("int t0 = k, arr[4] = {0}; long acc = 0;")
	g.line("#pragma omp parallel%s%s\n{", g.pick("", " num_threads(4)", " num_threads(7)"),
		g.pick("", " firstprivate(t0)", " private(last)", " reduction(+: acc)"))
	for range 1 + g.r.IntN(4) {
		g.sharing()
	}
	g.line("}")
	g.line("c[1] += acc * 0 + arr[0] + arr[1] + arr[2] + arr[3]; (void)t0;")
	if g.chance(30) {
		g.line("bump(c, %d);", 1+g.r.IntN(size))
	}
	g.line("}")
}

// sharing is one construct inside a parallel region.
func (g *generator) sharing() {
	switch g.r.IntN(9) {
	case 0, 1:
		name := g.pick("for", "for simd")
		s := g.withoutReduction(name)
		if g.chance(30) {
			s = " nowait" + s + "\n#pragma omp barrier"
		}
		g.line("#pragma omp %s%s", name, s)
	case 2:
		g.line("#pragma omp sections\n{\n#pragma omp section\na[0] += 1;\n#pragma omp section\na[1] += 2;\n#pragma omp section\n{ b[2] += 3; c[2]--; }\n}")
	case 3:
		g.line("#pragma omp single%s\n{ d[3] += 5; arr[1] += 1; }", g.pick("", " nowait"))
		g.line("#pragma omp barrier")
	case 4:
		g.line("#pragma omp for\nfor (int i = 0; i < 16; i++) {\n#pragma omp critical\n{ arr[i %% 4] += i; e[0] = (unsigned char)(e[0] + 1); }\n}")
	case 5:
		g.line("#pragma omp masked\na[5] ^= 77;\n#pragma omp barrier")
	case 6:
		g.line("{ int cp = 0;\n#pragma omp single copyprivate(cp)\ncp = a[7] + 1;")
		g.line("#pragma omp for\nfor (int i = 0; i < N; i++) c[i] += cp;\n}")
	case 7:
		g.line("#pragma omp for ordered%s", g.pick("", " schedule(static, 2)"))
		g.line("for (int i = 0; i < 12; i++) {\nb[i + 1] += 1;\n#pragma omp ordered\narr[2] = arr[2] * 3 + i;\n}")
	case 8:
		g.line("#pragma omp single\nfor (int q = 0; q < 5; q++) {\n#pragma omp task firstprivate(q)%s\n{ a[q + 10] += q * 2; }\n}", g.pick("", " if(0)", " untied", " depend(inout: a[q + 10])"))
		g.line("#pragma omp taskwait\n#pragma omp barrier")
	}
}

// serial is a target region of one thread with simd loops, tasks and taskloops.
func (g *generator) serial() {
	g.line("#pragma omp target %s%s\n{", maps, g.pick("", " firstprivate(k)", " private(n)"))
	for range 1 + g.r.IntN(3) {
		switch g.r.IntN(5) {
		case 0:
			g.line("#pragma omp simd%s", g.pick("", " safelen(8)", " simdlen(4)")+g.pick("", " reduction(+: s0)"))
			g.line("for (int i = 0; i < N; i++) { s0 += 0; d[i] += i; }")
		case 1:
			g.line("#pragma omp taskloop%s", g.pick("", " grainsize(4)", " num_tasks(3)", " nogroup"))
			g.line("for (int i = 0; i < N; i++) c[i] ^= i;\n#pragma omp taskwait")
		case 2:
			g.line("for (int i = 0; i < N; i++) {\n#pragma omp parallel num_threads(2) firstprivate(i)\n{\n#pragma omp atomic\nb[i] += 1 - 1;\n}\na[i]++; }")
		case 3:
			g.line("{ int x = 1, y = 2;\n#pragma omp task depend(out: x) shared(x)\nx += 4;\n#pragma omp task depend(in: x) depend(out: y) shared(x, y)\ny += x;\n#pragma omp taskwait\ns0 += x + y; }")
		case 4:
			g.line("#pragma omp parallel for collapse(2) reduction(+: s0, s1)\nfor (int i = 0; i < 6; i++)\nfor (int j = %s; j < 9; j++) { s0 += i * j; s1 += 1; }", g.pick("0", "2"))
		}
	}
	g.line("}")
}
