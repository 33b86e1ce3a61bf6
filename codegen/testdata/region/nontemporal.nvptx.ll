; nontemporal.c for nvptx64-nvidia-cuda (sm_80)
source_filename = "nontemporal.c"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; nontemporal.c:2: #pragma omp target simd nontemporal(x, y)
define ptx_kernel void @copy(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) %y) nounwind convergent {
entry:
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%y.gen = addrspacecast ptr addrspace(1) %y to ptr
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%first = icmp eq i32 %tid, 0
	br i1 %first, label %guarded, label %guarded.end

guarded:
	%x.val = load i32, ptr %x.gen, align 4, !nontemporal !{i32 1}
	store i32 %x.val, ptr %y.gen, align 1, !nontemporal !{i32 1}
	br label %guarded.end

guarded.end:
	ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0() convergent nounwind

!0 = !{ptr @copy, !"maxntidx", i32 256}
!nvvm.annotations = !{!0}
