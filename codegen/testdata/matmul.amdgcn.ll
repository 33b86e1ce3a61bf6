; matmul.c for amdgcn-amd-amdhsa (gfx90a)
source_filename = "matmul.c"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; matmul.c:3: #pragma omp target teams distribute parallel for collapse(2)
define amdgpu_kernel void @__ompcc_k_matmul(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias readonly %b, ptr addrspace(1) noalias %c, i32 %n) nounwind convergent "amdgpu-flat-work-group-size"="1,256" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%s = alloca float, align 4, addrspace(5)
	%s.addr = addrspacecast ptr addrspace(5) %s to ptr
	%k = alloca i32, align 4, addrspace(5)
	%k.addr = addrspacecast ptr addrspace(5) %k to ptr
	%a.gen = addrspacecast ptr addrspace(1) %a to ptr
	%b.gen = addrspacecast ptr addrspace(1) %b to ptr
	%c.gen = addrspacecast ptr addrspace(1) %c to ptr
	%conv = zext i32 %n to i64
	%conv.1 = zext i32 %n to i64
	%trip = mul nuw i64 %conv, %conv.1
	%workgroup = call i32 @llvm.amdgcn.workgroup.id.x()
	%implicitarg = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at = getelementptr inbounds i8, ptr addrspace(4) %implicitarg, i64 12
	%group_size = load i16, ptr addrspace(4) %group_size.at, align 2, !invariant.load !{}
	%conv.2 = zext i16 %group_size to i32
	%base = mul i32 %workgroup, %conv.2
	%tid = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%lane = add i32 %base, %tid
	%empty = icmp eq i32 %n, 0
	br i1 %empty, label %nest.end, label %nest

nest:
	%j = urem i32 %lane, %n
	%rest = udiv i32 %lane, %n
	%implicitarg.1 = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%block_count = load i32, ptr addrspace(4) %implicitarg.1, align 4, !invariant.load !{}
	%implicitarg.2 = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at.1 = getelementptr inbounds i8, ptr addrspace(4) %implicitarg.2, i64 12
	%group_size.1 = load i16, ptr addrspace(4) %group_size.at.1, align 2, !invariant.load !{}
	%conv.3 = zext i16 %group_size.1 to i32
	%lanes = mul i32 %block_count, %conv.3
	%j.1 = urem i32 %lanes, %n
	%rest.1 = udiv i32 %lanes, %n
	%inside = icmp ult i32 %rest, %n
	br i1 %inside, label %loop, label %loop.end

loop:
	%i = phi i32 [ %rest, %nest ], [ %i.1, %loop.next ]
	%j.2 = phi i32 [ %j, %nest ], [ %j.3, %loop.next ]
	store float 0x0000000000000000, ptr %s.addr, align 4
	store i32 0, ptr %k.addr, align 4
	br label %while.cond

while.cond:
	%k.1 = load i32, ptr %k.addr, align 4
	%cmp = icmp slt i32 %k.1, %n
	br i1 %cmp, label %while.body, label %while.end

while.body:
	%s.1 = load float, ptr %s.addr, align 4
	%mul = mul i32 %i, %n
	%k.2 = load i32, ptr %k.addr, align 4
	%add = add i32 %mul, %k.2
	%conv.4 = sext i32 %add to i64
	%a.at = getelementptr inbounds float, ptr %a.gen, i64 %conv.4
	%a.elem = load float, ptr %a.at, align 4
	%k.3 = load i32, ptr %k.addr, align 4
	%mul.1 = mul i32 %k.3, %n
	%add.1 = add i32 %mul.1, %j.2
	%conv.5 = sext i32 %add.1 to i64
	%b.at = getelementptr inbounds float, ptr %b.gen, i64 %conv.5
	%b.elem = load float, ptr %b.at, align 4
	%mul.2 = fmul contract float %a.elem, %b.elem
	%add.2 = fadd contract float %s.1, %mul.2
	store float %add.2, ptr %s.addr, align 4
	br label %while.next

while.next:
	%k.4 = load i32, ptr %k.addr, align 4
	%add.3 = add nsw i32 %k.4, 1
	store i32 %add.3, ptr %k.addr, align 4
	br label %while.cond

while.end:
	%mul.3 = mul i32 %i, %n
	%add.4 = add i32 %mul.3, %j.2
	%conv.6 = sext i32 %add.4 to i64
	%c.at = getelementptr inbounds float, ptr %c.gen, i64 %conv.6
	%s.2 = load float, ptr %s.addr, align 4
	store float %s.2, ptr %c.at, align 4
	%room = sub i32 %n, %j.2
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

; matmul.c:3: #pragma omp target teams distribute parallel for collapse(2)
define amdgpu_kernel void @__ompcc_k_matmul__once(ptr addrspace(1) noalias readonly %a, ptr addrspace(1) noalias readonly %b, ptr addrspace(1) noalias %c, i32 %n) nounwind convergent "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%s = alloca float, align 4, addrspace(5)
	%s.addr = addrspacecast ptr addrspace(5) %s to ptr
	%k = alloca i32, align 4, addrspace(5)
	%k.addr = addrspacecast ptr addrspace(5) %k to ptr
	%a.gen = addrspacecast ptr addrspace(1) %a to ptr
	%b.gen = addrspacecast ptr addrspace(1) %b to ptr
	%c.gen = addrspacecast ptr addrspace(1) %c to ptr
	%conv = zext i32 %n to i64
	%conv.1 = zext i32 %n to i64
	%trip = mul nuw i64 %conv, %conv.1
	%workgroup = call i32 @llvm.amdgcn.workgroup.id.x()
	%base = mul i32 %workgroup, 256
	%tid = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%lane = add i32 %base, %tid
	%empty = icmp eq i32 %n, 0
	br i1 %empty, label %nest.end, label %nest

nest:
	%j = urem i32 %lane, %n
	%rest = udiv i32 %lane, %n
	%inside = icmp ult i32 %rest, %n
	br i1 %inside, label %iteration, label %iteration.end

iteration:
	store float 0x0000000000000000, ptr %s.addr, align 4
	store i32 0, ptr %k.addr, align 4
	br label %while.cond

while.cond:
	%k.1 = load i32, ptr %k.addr, align 4
	%cmp = icmp slt i32 %k.1, %n
	br i1 %cmp, label %while.body, label %while.end

while.body:
	%s.1 = load float, ptr %s.addr, align 4
	%mul = mul i32 %rest, %n
	%k.2 = load i32, ptr %k.addr, align 4
	%add = add i32 %mul, %k.2
	%conv.2 = sext i32 %add to i64
	%a.at = getelementptr inbounds float, ptr %a.gen, i64 %conv.2
	%a.elem = load float, ptr %a.at, align 4
	%k.3 = load i32, ptr %k.addr, align 4
	%mul.1 = mul i32 %k.3, %n
	%add.1 = add i32 %mul.1, %j
	%conv.3 = sext i32 %add.1 to i64
	%b.at = getelementptr inbounds float, ptr %b.gen, i64 %conv.3
	%b.elem = load float, ptr %b.at, align 4
	%mul.2 = fmul contract float %a.elem, %b.elem
	%add.2 = fadd contract float %s.1, %mul.2
	store float %add.2, ptr %s.addr, align 4
	br label %while.next

while.next:
	%k.4 = load i32, ptr %k.addr, align 4
	%add.3 = add nsw i32 %k.4, 1
	store i32 %add.3, ptr %k.addr, align 4
	br label %while.cond

while.end:
	%mul.3 = mul i32 %rest, %n
	%add.4 = add i32 %mul.3, %j
	%conv.4 = sext i32 %add.4 to i64
	%c.at = getelementptr inbounds float, ptr %c.gen, i64 %conv.4
	%s.2 = load float, ptr %s.addr, align 4
	store float %s.2, ptr %c.at, align 4
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
