package gcn

import (
	"path/filepath"
	"syscall"
	"testing"

	"ompcc/rt/emu/profile"
	"ompcc/tests/require"
)

// lanesLoop is a kernel whose lanes read memory and compute, integers and floats.
const lanesLoop = `target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare float @llvm.fma.f32(float, float, float)
define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %s = phi float [0.0, %entry], [%t, %loop]
  %h = phi i32 [%id, %entry], [%g, %loop]
  %m = mul i32 %i, 64
  %n = add i32 %m, %id
  %at = zext i32 %n to i64
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %x = load volatile float, ptr addrspace(1) %p
  %t = call float @llvm.fma.f32(float %x, float %s, float 1.0)
  %a = mul i32 %h, 33
  %b = lshr i32 %a, 5
  %g = xor i32 %b, %i
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, 500
  br i1 %c, label %loop, label %end
end:
  %f = sitofp i32 %g to float
  %r = fadd float %f, %t
  %z = zext i32 %id to i64
  %q = getelementptr float, ptr addrspace(1) %out, i64 %z
  store float %r, ptr addrspace(1) %q
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
`

// BenchmarkLanes measures how many instructions of lanes are executed in a second of the processor's time, with all
// checks but the one for races.
func BenchmarkLanes(b *testing.B) {
	tool, err := disassembler()
	if err != nil {
		require.Missing(b, "%v", err)
	}
	bed := newBed(b, filepath.Dir(tool), lanesLoop, "llc", "-O2", "-mcpu=gfx942", "-filetype=obj")
	bed.dev.Profile = &profile.Profile{}
	bed.launch(b, 64, 64)
	instructions := bed.dev.Profile.All()[0].Instructions
	bed.dev.Profile = nil
	b.ResetTimer()
	before := processorSeconds(b)
	for range b.N {
		bed.launch(b, 64, 64)
	}
	b.ReportMetric(float64(instructions)*float64(b.N)/1e6/(processorSeconds(b)-before), "Minstr/core-s")
	b.ReportMetric(0, "ns/op")
}

func processorSeconds(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Sec) + float64(u.Utime.Usec)/1e6
}
