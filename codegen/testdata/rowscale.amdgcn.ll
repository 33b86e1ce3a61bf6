; rowscale.c for amdgcn-amd-amdhsa (gfx90a)
source_filename = "rowscale.c"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; rowscale.c:3: #pragma omp target teams distribute
define amdgpu_kernel void @__ompcc_k_rowscale(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias readonly %x, i32 %n, i32 %m) nounwind convergent "amdgpu-flat-work-group-size"="1,256" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%s = alloca double, align 8, addrspace(5)
	%s.addr = addrspacecast ptr addrspace(5) %s to ptr
	%a.gen = addrspacecast ptr addrspace(1) %a to ptr
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%conv = zext i32 %n to i64
	%workgroup = call i32 @llvm.amdgcn.workgroup.id.x()
	%implicitarg = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%block_count = load i32, ptr addrspace(4) %implicitarg, align 4, !invariant.load !{}
	%inside = icmp ult i32 %workgroup, %n
	br i1 %inside, label %loop, label %loop.end

loop:
	%i = phi i32 [ %workgroup, %entry ], [ %i.1, %loop.next.1 ]
	%conv.1 = zext i32 %i to i64
	%x.at = getelementptr inbounds double, ptr %x.gen, i64 %conv.1
	%x.elem = load double, ptr %x.at, align 8
	store double %x.elem, ptr %s.addr, align 8
	%conv.2 = zext i32 %m to i64
	%tid = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%implicitarg.1 = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at = getelementptr inbounds i8, ptr addrspace(4) %implicitarg.1, i64 12
	%group_size = load i16, ptr addrspace(4) %group_size.at, align 2, !invariant.load !{}
	%conv.3 = zext i16 %group_size to i32
	%inside.1 = icmp ult i32 %tid, %m
	br i1 %inside.1, label %loop.1, label %loop.end.1

loop.1:
	%j = phi i32 [ %tid, %loop ], [ %j.1, %loop.next ]
	%mul = mul i32 %i, %m
	%add = add i32 %mul, %j
	%conv.4 = sext i32 %add to i64
	%a.at = getelementptr inbounds double, ptr %a.gen, i64 %conv.4
	%mul.1 = mul i32 %i, %m
	%add.1 = add i32 %mul.1, %j
	%conv.5 = sext i32 %add.1 to i64
	%a.at.1 = getelementptr inbounds double, ptr %a.gen, i64 %conv.5
	%a.elem = load double, ptr %a.at.1, align 8
	%s.1 = load double, ptr %s.addr, align 8
	%mul.2 = fmul contract double %a.elem, %s.1
	store double %mul.2, ptr %a.at, align 8
	%room = sub i32 %m, %j
	%more = icmp ugt i32 %room, %conv.3
	br i1 %more, label %loop.next, label %loop.end.1

loop.next:
	%j.1 = add i32 %j, %conv.3
	br label %loop.1, !llvm.loop !0

loop.end.1:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("wavefront") release
	call void @llvm.amdgcn.s.barrier()
	fence syncscope("wavefront") acquire
	%room.1 = sub i32 %n, %i
	%more.1 = icmp ugt i32 %room.1, %block_count
	br i1 %more.1, label %loop.next.1, label %loop.end

loop.next.1:
	%i.1 = add i32 %i, %block_count
	br label %loop, !llvm.loop !2

loop.end:
	ret void
}

; rowscale.c:3: #pragma omp target teams distribute
define amdgpu_kernel void @__ompcc_k_rowscale__once(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias readonly %x, i32 %n, i32 %m) nounwind convergent "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%s = alloca double, align 8, addrspace(5)
	%s.addr = addrspacecast ptr addrspace(5) %s to ptr
	%a.gen = addrspacecast ptr addrspace(1) %a to ptr
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%conv = zext i32 %n to i64
	%workgroup = call i32 @llvm.amdgcn.workgroup.id.x()
	%inside = icmp ult i32 %workgroup, %n
	br i1 %inside, label %iteration, label %iteration.end

iteration:
	%conv.1 = zext i32 %workgroup to i64
	%x.at = getelementptr inbounds double, ptr %x.gen, i64 %conv.1
	%x.elem = load double, ptr %x.at, align 8
	store double %x.elem, ptr %s.addr, align 8
	%conv.2 = zext i32 %m to i64
	%tid = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%inside.1 = icmp ult i32 %tid, %m
	br i1 %inside.1, label %loop, label %loop.end

loop:
	%j = phi i32 [ %tid, %iteration ], [ %j.1, %loop.next ]
	%mul = mul i32 %workgroup, %m
	%add = add i32 %mul, %j
	%conv.3 = sext i32 %add to i64
	%a.at = getelementptr inbounds double, ptr %a.gen, i64 %conv.3
	%mul.1 = mul i32 %workgroup, %m
	%add.1 = add i32 %mul.1, %j
	%conv.4 = sext i32 %add.1 to i64
	%a.at.1 = getelementptr inbounds double, ptr %a.gen, i64 %conv.4
	%a.elem = load double, ptr %a.at.1, align 8
	%s.1 = load double, ptr %s.addr, align 8
	%mul.2 = fmul contract double %a.elem, %s.1
	store double %mul.2, ptr %a.at, align 8
	%room = sub i32 %m, %j
	%more = icmp ugt i32 %room, 256
	br i1 %more, label %loop.next, label %loop.end

loop.next:
	%j.1 = add i32 %j, 256
	br label %loop, !llvm.loop !4

loop.end:
	br label %iteration.end

iteration.end:
	ret void
}

declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare void @llvm.amdgcn.s.barrier() convergent nounwind

!1 = !{!"llvm.loop.vectorize.enable", i1 false}
!0 = distinct !{!0, !1}
!3 = !{!"llvm.loop.vectorize.enable", i1 false}
!2 = distinct !{!2, !3}
!5 = !{!"llvm.loop.vectorize.enable", i1 false}
!4 = distinct !{!4, !5}
!6 = !{i32 4, !"amdgpu_code_object_version", i32 500}
!llvm.module.flags = !{!6}
