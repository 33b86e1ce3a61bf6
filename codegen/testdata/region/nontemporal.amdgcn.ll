; nontemporal.c for amdgcn-amd-amdhsa (gfx90a)
source_filename = "nontemporal.c"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; nontemporal.c:2: #pragma omp target simd nontemporal(x, y)
define amdgpu_kernel void @copy(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) %y) nounwind convergent "amdgpu-flat-work-group-size"="1,256" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%y.gen = addrspacecast ptr addrspace(1) %y to ptr
	%tid = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%first = icmp eq i32 %tid, 0
	br i1 %first, label %guarded, label %guarded.end

guarded:
	%x.val = load i32, ptr %x.gen, align 4, !nontemporal !{i32 1}
	store i32 %x.val, ptr %y.gen, align 1, !nontemporal !{i32 1}
	br label %guarded.end

guarded.end:
	ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier() convergent nounwind

!0 = !{i32 4, !"amdgpu_code_object_version", i32 500}
!llvm.module.flags = !{!0}
