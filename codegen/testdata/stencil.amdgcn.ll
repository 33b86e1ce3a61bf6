; stencil.c for amdgcn-amd-amdhsa (gfx90a)
source_filename = "stencil.c"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; stencil.c:3: #pragma omp target teams distribute parallel for collapse(2)
define amdgpu_kernel void @__ompcc_k_stencil(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias %b, i32 %n, i32 %m) nounwind convergent "amdgpu-flat-work-group-size"="1,256" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%a.gen = addrspacecast ptr addrspace(1) %a to ptr
	%b.gen = addrspacecast ptr addrspace(1) %b to ptr
	%conv = zext i32 %n to i64
	%conv.1 = zext i32 %m to i64
	%trip = mul nuw i64 %conv, %conv.1
	%workgroup = call i32 @llvm.amdgcn.workgroup.id.x()
	%implicitarg = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at = getelementptr inbounds i8, ptr addrspace(4) %implicitarg, i64 12
	%group_size = load i16, ptr addrspace(4) %group_size.at, align 2, !invariant.load !{}
	%conv.2 = zext i16 %group_size to i32
	%base = mul i32 %workgroup, %conv.2
	%tid = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%lane = add i32 %base, %tid
	%empty = icmp eq i32 %m, 0
	br i1 %empty, label %nest.end, label %nest

nest:
	%j = urem i32 %lane, %m
	%rest = udiv i32 %lane, %m
	%implicitarg.1 = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%block_count = load i32, ptr addrspace(4) %implicitarg.1, align 4, !invariant.load !{}
	%implicitarg.2 = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at.1 = getelementptr inbounds i8, ptr addrspace(4) %implicitarg.2, i64 12
	%group_size.1 = load i16, ptr addrspace(4) %group_size.at.1, align 2, !invariant.load !{}
	%conv.3 = zext i16 %group_size.1 to i32
	%lanes = mul i32 %block_count, %conv.3
	%j.1 = urem i32 %lanes, %m
	%rest.1 = udiv i32 %lanes, %m
	%inside = icmp ult i32 %rest, %n
	br i1 %inside, label %loop, label %loop.end

loop:
	%i = phi i32 [ %rest, %nest ], [ %i.1, %loop.next ]
	%j.2 = phi i32 [ %j, %nest ], [ %j.3, %loop.next ]
	%add = add i32 %i, 1
	%add.1 = add i32 %m, 2
	%mul = mul i32 %add, %add.1
	%add.2 = add i32 %j.2, 1
	%add.3 = add i32 %mul, %add.2
	%conv.4 = sext i32 %add.3 to i64
	%b.at = getelementptr inbounds double, ptr %b.gen, i64 %conv.4
	%add.4 = add i32 %i, 0
	%add.5 = add i32 %m, 2
	%mul.1 = mul i32 %add.4, %add.5
	%add.6 = add i32 %j.2, 1
	%add.7 = add i32 %mul.1, %add.6
	%conv.5 = sext i32 %add.7 to i64
	%a.at = getelementptr inbounds double, ptr %a.gen, i64 %conv.5
	%a.elem = load double, ptr %a.at, align 8
	%add.8 = add i32 %i, 2
	%add.9 = add i32 %m, 2
	%mul.2 = mul i32 %add.8, %add.9
	%add.10 = add i32 %j.2, 1
	%add.11 = add i32 %mul.2, %add.10
	%conv.6 = sext i32 %add.11 to i64
	%a.at.1 = getelementptr inbounds double, ptr %a.gen, i64 %conv.6
	%a.elem.1 = load double, ptr %a.at.1, align 8
	%add.12 = fadd contract double %a.elem, %a.elem.1
	%add.13 = add i32 %i, 1
	%add.14 = add i32 %m, 2
	%mul.3 = mul i32 %add.13, %add.14
	%add.15 = add i32 %j.2, 0
	%add.16 = add i32 %mul.3, %add.15
	%conv.7 = sext i32 %add.16 to i64
	%a.at.2 = getelementptr inbounds double, ptr %a.gen, i64 %conv.7
	%a.elem.2 = load double, ptr %a.at.2, align 8
	%add.17 = add i32 %i, 1
	%add.18 = add i32 %m, 2
	%mul.4 = mul i32 %add.17, %add.18
	%add.19 = add i32 %j.2, 2
	%add.20 = add i32 %mul.4, %add.19
	%conv.8 = sext i32 %add.20 to i64
	%a.at.3 = getelementptr inbounds double, ptr %a.gen, i64 %conv.8
	%a.elem.3 = load double, ptr %a.at.3, align 8
	%add.21 = fadd contract double %a.elem.2, %a.elem.3
	%add.22 = fadd contract double %add.12, %add.21
	%mul.5 = fmul contract double 0x3FD0000000000000, %add.22
	store double %mul.5, ptr %b.at, align 8
	%room = sub i32 %m, %j.2
	%carry = icmp uge i32 %j.1, %room
	%wrapped = sub i32 %j.1, %room
	%sum = add i32 %j.2, %j.1
	%j.3 = select i1 %carry, i32 %wrapped, i32 %sum
	%room.1 = sub i32 %n, %i
	%one = zext i1 %carry to i32
	%step = add i32 %rest.1, %one
	%more = icmp ugt i32 %room.1, %step
	br i1 %more, label %loop.next, label %loop.end

loop.next:
	%i.1 = add i32 %i, %step
	br label %loop, !llvm.loop !0

loop.end:
	br label %nest.end

nest.end:
	ret void
}

; stencil.c:3: #pragma omp target teams distribute parallel for collapse(2)
define amdgpu_kernel void @__ompcc_k_stencil__once(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias %b, i32 %n, i32 %m) nounwind convergent "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%a.gen = addrspacecast ptr addrspace(1) %a to ptr
	%b.gen = addrspacecast ptr addrspace(1) %b to ptr
	%conv = zext i32 %n to i64
	%conv.1 = zext i32 %m to i64
	%trip = mul nuw i64 %conv, %conv.1
	%workgroup = call i32 @llvm.amdgcn.workgroup.id.x()
	%base = mul i32 %workgroup, 256
	%tid = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%lane = add i32 %base, %tid
	%empty = icmp eq i32 %m, 0
	br i1 %empty, label %nest.end, label %nest

nest:
	%j = urem i32 %lane, %m
	%rest = udiv i32 %lane, %m
	%inside = icmp ult i32 %rest, %n
	br i1 %inside, label %iteration, label %iteration.end

iteration:
	%add = add i32 %rest, 1
	%add.1 = add i32 %m, 2
	%mul = mul i32 %add, %add.1
	%add.2 = add i32 %j, 1
	%add.3 = add i32 %mul, %add.2
	%conv.2 = sext i32 %add.3 to i64
	%b.at = getelementptr inbounds double, ptr %b.gen, i64 %conv.2
	%add.4 = add i32 %rest, 0
	%add.5 = add i32 %m, 2
	%mul.1 = mul i32 %add.4, %add.5
	%add.6 = add i32 %j, 1
	%add.7 = add i32 %mul.1, %add.6
	%conv.3 = sext i32 %add.7 to i64
	%a.at = getelementptr inbounds double, ptr %a.gen, i64 %conv.3
	%a.elem = load double, ptr %a.at, align 8
	%add.8 = add i32 %rest, 2
	%add.9 = add i32 %m, 2
	%mul.2 = mul i32 %add.8, %add.9
	%add.10 = add i32 %j, 1
	%add.11 = add i32 %mul.2, %add.10
	%conv.4 = sext i32 %add.11 to i64
	%a.at.1 = getelementptr inbounds double, ptr %a.gen, i64 %conv.4
	%a.elem.1 = load double, ptr %a.at.1, align 8
	%add.12 = fadd contract double %a.elem, %a.elem.1
	%add.13 = add i32 %rest, 1
	%add.14 = add i32 %m, 2
	%mul.3 = mul i32 %add.13, %add.14
	%add.15 = add i32 %j, 0
	%add.16 = add i32 %mul.3, %add.15
	%conv.5 = sext i32 %add.16 to i64
	%a.at.2 = getelementptr inbounds double, ptr %a.gen, i64 %conv.5
	%a.elem.2 = load double, ptr %a.at.2, align 8
	%add.17 = add i32 %rest, 1
	%add.18 = add i32 %m, 2
	%mul.4 = mul i32 %add.17, %add.18
	%add.19 = add i32 %j, 2
	%add.20 = add i32 %mul.4, %add.19
	%conv.6 = sext i32 %add.20 to i64
	%a.at.3 = getelementptr inbounds double, ptr %a.gen, i64 %conv.6
	%a.elem.3 = load double, ptr %a.at.3, align 8
	%add.21 = fadd contract double %a.elem.2, %a.elem.3
	%add.22 = fadd contract double %add.12, %add.21
	%mul.5 = fmul contract double 0x3FD0000000000000, %add.22
	store double %mul.5, ptr %b.at, align 8
	br label %iteration.end

iteration.end:
	br label %nest.end

nest.end:
	ret void
}

declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()

!1 = !{!"llvm.loop.vectorize.enable", i1 false}
!0 = distinct !{!0, !1}
!2 = !{i32 4, !"amdgpu_code_object_version", i32 500}
!llvm.module.flags = !{!2}
