package codegen

import (
	"strings"
	"testing"

	"ompcc/codegen/target"
	"ompcc/lower/region"
)

// pointers has a kernel that calls through a pointer, to a function with a parallel region, and one that calls
// directly; other files may call alone, which nothing of this one points to.
const pointers = `module "pointers.c"
func internal @near($n: i32) i32 uses_parallel {
  local s: i32
  i32[&s] = 0
  parallel {
    i32[&s] = $n
  }
  return i32[&s]
}
func external @alone($n: i32) i32 uses_parallel {
  local own: i32
  i32[&own] = 0
  parallel {
    i32[&own] = $n
  }
  return i32[&own]
}
func internal @plain($n: i32) i32 {
  return ($n +. 1)
}
func internal @run($f: ptr, $n: i32) i32 uses_parallel {
  %call = (*$f as i32(i32))($n)
  return %call
}
kernel @far(
    $r: mapped ptr to i32 bytes(8)
) {
  %call = @run(@near, 10)
  i32[$r] = %call
}
kernel @direct(
    $r: mapped ptr to i32 bytes(8)
) {
  %call = @plain(3)
  i32[$r] = %call
}
`

// TestTeamMemory: AMD's kernels that may call indirectly name the team's memory of what they may call, however deep.
func TestTeamMemory(t *testing.T) {
	for _, c := range []struct {
		target         string
		whole          bool
		near, own, far bool // near's memory and alone's are named, and kernel far calls the hook
	}{
		{"amdgcn", false, true, true, true}, {"amdgcn", true, true, false, true}, {"nvptx", false, false, false, false},
	} {
		m, err := region.Parse("pointers.region", pointers)
		if err != nil {
			t.Fatal(err)
		}
		tg, _ := target.ByName(c.target, "")
		text := emit(t, m, tg, Options{Whole: c.whole})
		for name, want := range map[string]bool{"near$team.s": c.near, "alone$team.own": c.own} {
			if has := strings.Contains(text, `asm sideeffect "", "v"(ptr addrspace(3) @`+name+")"); has != want {
				t.Errorf("%s, whole %v: %s is named: %v\n%s", c.target, c.whole, name, has, text)
			}
		}
		for kernel, want := range map[string]bool{"far": c.far, "direct": false} {
			_, body, _ := strings.Cut(text, " void @"+kernel+"(")
			body, _, _ = strings.Cut(body, "\n}\n")
			if has := strings.Contains(body, "call void @"+target.TeamMemoryHook+"()"); has != want {
				t.Errorf("%s, whole %v: kernel %s calls the hook: %v\n%s", c.target, c.whole, kernel, has, text)
			}
		}
		compile(t, text, tg)
	}
}
