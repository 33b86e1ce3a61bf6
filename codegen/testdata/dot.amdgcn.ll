; dot.c for amdgcn-amd-amdhsa (gfx90a)
source_filename = "dot.c"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@__ompcc_k_dot.red.s = internal addrspace(3) global [4 x double] undef, align 8
@__ompcc_k_dot__once.red.s = internal addrspace(3) global [4 x double] undef, align 8

; dot.c:3: #pragma omp target teams distribute parallel for reduction(+: s)
define amdgpu_kernel void @__ompcc_k_dot(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias readonly %y, ptr addrspace(1) noalias %s, i32 %n) nounwind convergent "amdgpu-flat-work-group-size"="1,256" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%s.1 = alloca double, align 8, addrspace(5)
	%s.addr = addrspacecast ptr addrspace(5) %s.1 to ptr
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%y.gen = addrspacecast ptr addrspace(1) %y to ptr
	%s.gen = addrspacecast ptr addrspace(1) %s to ptr
	store double 0x0000000000000000, ptr %s.addr, align 8
	%conv = zext i32 %n to i64
	%workitem = call i32 @llvm.amdgcn.workitem.id.x()
	%implicitarg = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at = getelementptr inbounds i8, ptr addrspace(4) %implicitarg, i64 12
	%group_size = load i16, ptr addrspace(4) %group_size.at, align 2, !invariant.load !{}
	%conv.1 = zext i16 %group_size to i32
	%workgroup = call i32 @llvm.amdgcn.workgroup.id.x()
	%base = mul i32 %workgroup, %conv.1
	%lane = add i32 %base, %workitem
	%implicitarg.1 = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%block_count = load i32, ptr addrspace(4) %implicitarg.1, align 4, !invariant.load !{}
	%implicitarg.2 = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at.1 = getelementptr inbounds i8, ptr addrspace(4) %implicitarg.2, i64 12
	%group_size.1 = load i16, ptr addrspace(4) %group_size.at.1, align 2, !invariant.load !{}
	%conv.2 = zext i16 %group_size.1 to i32
	%lanes = mul i32 %block_count, %conv.2
	%inside = icmp ult i32 %lane, %n
	br i1 %inside, label %loop, label %loop.end

loop:
	%i = phi i32 [ %lane, %entry ], [ %i.1, %loop.next ]
	%s.2 = load double, ptr %s.addr, align 8
	%conv.3 = zext i32 %i to i64
	%x.at = getelementptr inbounds double, ptr %x.gen, i64 %conv.3
	%x.elem = load double, ptr %x.at, align 8
	%conv.4 = zext i32 %i to i64
	%y.at = getelementptr inbounds double, ptr %y.gen, i64 %conv.4
	%y.elem = load double, ptr %y.at, align 8
	%mul = fmul contract double %x.elem, %y.elem
	%add = fadd contract double %s.2, %mul
	store double %add, ptr %s.addr, align 8
	%room = sub i32 %n, %i
	%more = icmp ugt i32 %room, %lanes
	br i1 %more, label %loop.next, label %loop.end

loop.next:
	%i.1 = add i32 %i, %lanes
	br label %loop

loop.end:
	%part = load double, ptr %s.addr, align 8
	%bits = bitcast double %part to i64
	%words = bitcast i64 %bits to <2 x i32>
	%lo = extractelement <2 x i32> %words, i64 0
	%mbcnt = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.1 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt)
	%from = add i32 %mbcnt.1, 32
	%from.1 = shl i32 %from, 2
	%ds = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.1, i32 %lo)
	%hi = extractelement <2 x i32> %words, i64 1
	%mbcnt.2 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.3 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.2)
	%from.2 = add i32 %mbcnt.3, 32
	%from.3 = shl i32 %from.2, 2
	%ds.1 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.3, i32 %hi)
	%both = insertelement <2 x i32> poison, i32 %ds, i64 0
	%both.1 = insertelement <2 x i32> %both, i32 %ds.1, i64 1
	%word = bitcast <2 x i32> %both.1 to i64
	%bits.1 = bitcast i64 %word to double
	%add.1 = fadd contract double %part, %bits.1
	%bits.2 = bitcast double %add.1 to i64
	%words.1 = bitcast i64 %bits.2 to <2 x i32>
	%lo.1 = extractelement <2 x i32> %words.1, i64 0
	%mbcnt.4 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.5 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.4)
	%from.4 = add i32 %mbcnt.5, 16
	%from.5 = shl i32 %from.4, 2
	%ds.2 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.5, i32 %lo.1)
	%hi.1 = extractelement <2 x i32> %words.1, i64 1
	%mbcnt.6 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.7 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.6)
	%from.6 = add i32 %mbcnt.7, 16
	%from.7 = shl i32 %from.6, 2
	%ds.3 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.7, i32 %hi.1)
	%both.2 = insertelement <2 x i32> poison, i32 %ds.2, i64 0
	%both.3 = insertelement <2 x i32> %both.2, i32 %ds.3, i64 1
	%word.1 = bitcast <2 x i32> %both.3 to i64
	%bits.3 = bitcast i64 %word.1 to double
	%add.2 = fadd contract double %add.1, %bits.3
	%bits.4 = bitcast double %add.2 to i64
	%words.2 = bitcast i64 %bits.4 to <2 x i32>
	%lo.2 = extractelement <2 x i32> %words.2, i64 0
	%mbcnt.8 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.9 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.8)
	%from.8 = add i32 %mbcnt.9, 8
	%from.9 = shl i32 %from.8, 2
	%ds.4 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.9, i32 %lo.2)
	%hi.2 = extractelement <2 x i32> %words.2, i64 1
	%mbcnt.10 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.11 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.10)
	%from.10 = add i32 %mbcnt.11, 8
	%from.11 = shl i32 %from.10, 2
	%ds.5 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.11, i32 %hi.2)
	%both.4 = insertelement <2 x i32> poison, i32 %ds.4, i64 0
	%both.5 = insertelement <2 x i32> %both.4, i32 %ds.5, i64 1
	%word.2 = bitcast <2 x i32> %both.5 to i64
	%bits.5 = bitcast i64 %word.2 to double
	%add.3 = fadd contract double %add.2, %bits.5
	%bits.6 = bitcast double %add.3 to i64
	%words.3 = bitcast i64 %bits.6 to <2 x i32>
	%lo.3 = extractelement <2 x i32> %words.3, i64 0
	%mbcnt.12 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.13 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.12)
	%from.12 = add i32 %mbcnt.13, 4
	%from.13 = shl i32 %from.12, 2
	%ds.6 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.13, i32 %lo.3)
	%hi.3 = extractelement <2 x i32> %words.3, i64 1
	%mbcnt.14 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.15 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.14)
	%from.14 = add i32 %mbcnt.15, 4
	%from.15 = shl i32 %from.14, 2
	%ds.7 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.15, i32 %hi.3)
	%both.6 = insertelement <2 x i32> poison, i32 %ds.6, i64 0
	%both.7 = insertelement <2 x i32> %both.6, i32 %ds.7, i64 1
	%word.3 = bitcast <2 x i32> %both.7 to i64
	%bits.7 = bitcast i64 %word.3 to double
	%add.4 = fadd contract double %add.3, %bits.7
	%bits.8 = bitcast double %add.4 to i64
	%words.4 = bitcast i64 %bits.8 to <2 x i32>
	%lo.4 = extractelement <2 x i32> %words.4, i64 0
	%mbcnt.16 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.17 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.16)
	%from.16 = add i32 %mbcnt.17, 2
	%from.17 = shl i32 %from.16, 2
	%ds.8 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.17, i32 %lo.4)
	%hi.4 = extractelement <2 x i32> %words.4, i64 1
	%mbcnt.18 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.19 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.18)
	%from.18 = add i32 %mbcnt.19, 2
	%from.19 = shl i32 %from.18, 2
	%ds.9 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.19, i32 %hi.4)
	%both.8 = insertelement <2 x i32> poison, i32 %ds.8, i64 0
	%both.9 = insertelement <2 x i32> %both.8, i32 %ds.9, i64 1
	%word.4 = bitcast <2 x i32> %both.9 to i64
	%bits.9 = bitcast i64 %word.4 to double
	%add.5 = fadd contract double %add.4, %bits.9
	%bits.10 = bitcast double %add.5 to i64
	%words.5 = bitcast i64 %bits.10 to <2 x i32>
	%lo.5 = extractelement <2 x i32> %words.5, i64 0
	%mbcnt.20 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.21 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.20)
	%from.20 = add i32 %mbcnt.21, 1
	%from.21 = shl i32 %from.20, 2
	%ds.10 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.21, i32 %lo.5)
	%hi.5 = extractelement <2 x i32> %words.5, i64 1
	%mbcnt.22 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.23 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.22)
	%from.22 = add i32 %mbcnt.23, 1
	%from.23 = shl i32 %from.22, 2
	%ds.11 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.23, i32 %hi.5)
	%both.10 = insertelement <2 x i32> poison, i32 %ds.10, i64 0
	%both.11 = insertelement <2 x i32> %both.10, i32 %ds.11, i64 1
	%word.5 = bitcast <2 x i32> %both.11 to i64
	%bits.11 = bitcast i64 %word.5 to double
	%add.6 = fadd contract double %add.5, %bits.11
	%workitem.1 = call i32 @llvm.amdgcn.workitem.id.x()
	%lane.1 = and i32 %workitem.1, 63
	%leads = icmp eq i32 %lane.1, 0
	br i1 %leads, label %warp.out, label %warp.out.end

warp.out:
	%warp = lshr i32 %workitem.1, 6
	%conv.5 = zext i32 %warp to i64
	%cell = getelementptr inbounds double, ptr addrspace(3) @__ompcc_k_dot.red.s, i64 %conv.5
	store double %add.6, ptr addrspace(3) %cell, align 8
	br label %warp.out.end

warp.out.end:
	fence syncscope("workgroup") release
	call void @llvm.amdgcn.s.barrier()
	fence syncscope("workgroup") acquire
	%first.warp = icmp ult i32 %workitem.1, 64
	br i1 %first.warp, label %team, label %team.end

team:
	%implicitarg.3 = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at.2 = getelementptr inbounds i8, ptr addrspace(4) %implicitarg.3, i64 12
	%group_size.2 = load i16, ptr addrspace(4) %group_size.at.2, align 2, !invariant.load !{}
	%conv.6 = zext i16 %group_size.2 to i32
	%up = add i32 %conv.6, 63
	%warps = lshr i32 %up, 6
	%has = icmp ult i32 %workitem.1, %warps
	br i1 %has, label %cell.1, label %cell.end

cell.1:
	%conv.7 = zext i32 %workitem.1 to i64
	%cell.at = getelementptr inbounds double, ptr addrspace(3) @__ompcc_k_dot.red.s, i64 %conv.7
	%cell.2 = load double, ptr addrspace(3) %cell.at, align 8
	br label %cell.end

cell.end:
	%warp.val = phi double [ %cell.2, %cell.1 ], [ -0.0, %team ]
	%bits.12 = bitcast double %warp.val to i64
	%words.6 = bitcast i64 %bits.12 to <2 x i32>
	%lo.6 = extractelement <2 x i32> %words.6, i64 0
	%mbcnt.24 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.25 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.24)
	%from.24 = add i32 %mbcnt.25, 2
	%from.25 = shl i32 %from.24, 2
	%ds.12 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.25, i32 %lo.6)
	%hi.6 = extractelement <2 x i32> %words.6, i64 1
	%mbcnt.26 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.27 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.26)
	%from.26 = add i32 %mbcnt.27, 2
	%from.27 = shl i32 %from.26, 2
	%ds.13 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.27, i32 %hi.6)
	%both.12 = insertelement <2 x i32> poison, i32 %ds.12, i64 0
	%both.13 = insertelement <2 x i32> %both.12, i32 %ds.13, i64 1
	%word.6 = bitcast <2 x i32> %both.13 to i64
	%bits.13 = bitcast i64 %word.6 to double
	%add.7 = fadd contract double %warp.val, %bits.13
	%bits.14 = bitcast double %add.7 to i64
	%words.7 = bitcast i64 %bits.14 to <2 x i32>
	%lo.7 = extractelement <2 x i32> %words.7, i64 0
	%mbcnt.28 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.29 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.28)
	%from.28 = add i32 %mbcnt.29, 1
	%from.29 = shl i32 %from.28, 2
	%ds.14 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.29, i32 %lo.7)
	%hi.7 = extractelement <2 x i32> %words.7, i64 1
	%mbcnt.30 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.31 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.30)
	%from.30 = add i32 %mbcnt.31, 1
	%from.31 = shl i32 %from.30, 2
	%ds.15 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.31, i32 %hi.7)
	%both.14 = insertelement <2 x i32> poison, i32 %ds.14, i64 0
	%both.15 = insertelement <2 x i32> %both.14, i32 %ds.15, i64 1
	%word.7 = bitcast <2 x i32> %both.15 to i64
	%bits.15 = bitcast i64 %word.7 to double
	%add.8 = fadd contract double %add.7, %bits.15
	%first = icmp eq i32 %workitem.1, 0
	br i1 %first, label %reduced, label %reduced.end

reduced:
	%old = atomicrmw fadd ptr %s.gen, double %add.8 syncscope("agent") monotonic, align 8
	br label %reduced.end

reduced.end:
	br label %team.end

team.end:
	ret void
}

; dot.c:3: #pragma omp target teams distribute parallel for reduction(+: s)
define amdgpu_kernel void @__ompcc_k_dot__once(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias readonly %y, ptr addrspace(1) noalias %s, i32 %n) nounwind convergent "amdgpu-flat-work-group-size"="1,256" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%s.1 = alloca double, align 8, addrspace(5)
	%s.addr = addrspacecast ptr addrspace(5) %s.1 to ptr
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%y.gen = addrspacecast ptr addrspace(1) %y to ptr
	%s.gen = addrspacecast ptr addrspace(1) %s to ptr
	store double 0x0000000000000000, ptr %s.addr, align 8
	%conv = zext i32 %n to i64
	%workitem = call i32 @llvm.amdgcn.workitem.id.x()
	%implicitarg = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at = getelementptr inbounds i8, ptr addrspace(4) %implicitarg, i64 12
	%group_size = load i16, ptr addrspace(4) %group_size.at, align 2, !invariant.load !{}
	%conv.1 = zext i16 %group_size to i32
	%workgroup = call i32 @llvm.amdgcn.workgroup.id.x()
	%base = mul i32 %workgroup, %conv.1
	%lane = add i32 %base, %workitem
	%inside = icmp ult i32 %lane, %n
	br i1 %inside, label %iteration, label %iteration.end

iteration:
	%s.2 = load double, ptr %s.addr, align 8
	%conv.2 = zext i32 %lane to i64
	%x.at = getelementptr inbounds double, ptr %x.gen, i64 %conv.2
	%x.elem = load double, ptr %x.at, align 8
	%conv.3 = zext i32 %lane to i64
	%y.at = getelementptr inbounds double, ptr %y.gen, i64 %conv.3
	%y.elem = load double, ptr %y.at, align 8
	%mul = fmul contract double %x.elem, %y.elem
	%add = fadd contract double %s.2, %mul
	store double %add, ptr %s.addr, align 8
	br label %iteration.end

iteration.end:
	%part = load double, ptr %s.addr, align 8
	%bits = bitcast double %part to i64
	%words = bitcast i64 %bits to <2 x i32>
	%lo = extractelement <2 x i32> %words, i64 0
	%mbcnt = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.1 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt)
	%from = add i32 %mbcnt.1, 32
	%from.1 = shl i32 %from, 2
	%ds = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.1, i32 %lo)
	%hi = extractelement <2 x i32> %words, i64 1
	%mbcnt.2 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.3 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.2)
	%from.2 = add i32 %mbcnt.3, 32
	%from.3 = shl i32 %from.2, 2
	%ds.1 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.3, i32 %hi)
	%both = insertelement <2 x i32> poison, i32 %ds, i64 0
	%both.1 = insertelement <2 x i32> %both, i32 %ds.1, i64 1
	%word = bitcast <2 x i32> %both.1 to i64
	%bits.1 = bitcast i64 %word to double
	%add.1 = fadd contract double %part, %bits.1
	%bits.2 = bitcast double %add.1 to i64
	%words.1 = bitcast i64 %bits.2 to <2 x i32>
	%lo.1 = extractelement <2 x i32> %words.1, i64 0
	%mbcnt.4 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.5 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.4)
	%from.4 = add i32 %mbcnt.5, 16
	%from.5 = shl i32 %from.4, 2
	%ds.2 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.5, i32 %lo.1)
	%hi.1 = extractelement <2 x i32> %words.1, i64 1
	%mbcnt.6 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.7 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.6)
	%from.6 = add i32 %mbcnt.7, 16
	%from.7 = shl i32 %from.6, 2
	%ds.3 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.7, i32 %hi.1)
	%both.2 = insertelement <2 x i32> poison, i32 %ds.2, i64 0
	%both.3 = insertelement <2 x i32> %both.2, i32 %ds.3, i64 1
	%word.1 = bitcast <2 x i32> %both.3 to i64
	%bits.3 = bitcast i64 %word.1 to double
	%add.2 = fadd contract double %add.1, %bits.3
	%bits.4 = bitcast double %add.2 to i64
	%words.2 = bitcast i64 %bits.4 to <2 x i32>
	%lo.2 = extractelement <2 x i32> %words.2, i64 0
	%mbcnt.8 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.9 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.8)
	%from.8 = add i32 %mbcnt.9, 8
	%from.9 = shl i32 %from.8, 2
	%ds.4 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.9, i32 %lo.2)
	%hi.2 = extractelement <2 x i32> %words.2, i64 1
	%mbcnt.10 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.11 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.10)
	%from.10 = add i32 %mbcnt.11, 8
	%from.11 = shl i32 %from.10, 2
	%ds.5 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.11, i32 %hi.2)
	%both.4 = insertelement <2 x i32> poison, i32 %ds.4, i64 0
	%both.5 = insertelement <2 x i32> %both.4, i32 %ds.5, i64 1
	%word.2 = bitcast <2 x i32> %both.5 to i64
	%bits.5 = bitcast i64 %word.2 to double
	%add.3 = fadd contract double %add.2, %bits.5
	%bits.6 = bitcast double %add.3 to i64
	%words.3 = bitcast i64 %bits.6 to <2 x i32>
	%lo.3 = extractelement <2 x i32> %words.3, i64 0
	%mbcnt.12 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.13 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.12)
	%from.12 = add i32 %mbcnt.13, 4
	%from.13 = shl i32 %from.12, 2
	%ds.6 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.13, i32 %lo.3)
	%hi.3 = extractelement <2 x i32> %words.3, i64 1
	%mbcnt.14 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.15 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.14)
	%from.14 = add i32 %mbcnt.15, 4
	%from.15 = shl i32 %from.14, 2
	%ds.7 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.15, i32 %hi.3)
	%both.6 = insertelement <2 x i32> poison, i32 %ds.6, i64 0
	%both.7 = insertelement <2 x i32> %both.6, i32 %ds.7, i64 1
	%word.3 = bitcast <2 x i32> %both.7 to i64
	%bits.7 = bitcast i64 %word.3 to double
	%add.4 = fadd contract double %add.3, %bits.7
	%bits.8 = bitcast double %add.4 to i64
	%words.4 = bitcast i64 %bits.8 to <2 x i32>
	%lo.4 = extractelement <2 x i32> %words.4, i64 0
	%mbcnt.16 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.17 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.16)
	%from.16 = add i32 %mbcnt.17, 2
	%from.17 = shl i32 %from.16, 2
	%ds.8 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.17, i32 %lo.4)
	%hi.4 = extractelement <2 x i32> %words.4, i64 1
	%mbcnt.18 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.19 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.18)
	%from.18 = add i32 %mbcnt.19, 2
	%from.19 = shl i32 %from.18, 2
	%ds.9 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.19, i32 %hi.4)
	%both.8 = insertelement <2 x i32> poison, i32 %ds.8, i64 0
	%both.9 = insertelement <2 x i32> %both.8, i32 %ds.9, i64 1
	%word.4 = bitcast <2 x i32> %both.9 to i64
	%bits.9 = bitcast i64 %word.4 to double
	%add.5 = fadd contract double %add.4, %bits.9
	%bits.10 = bitcast double %add.5 to i64
	%words.5 = bitcast i64 %bits.10 to <2 x i32>
	%lo.5 = extractelement <2 x i32> %words.5, i64 0
	%mbcnt.20 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.21 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.20)
	%from.20 = add i32 %mbcnt.21, 1
	%from.21 = shl i32 %from.20, 2
	%ds.10 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.21, i32 %lo.5)
	%hi.5 = extractelement <2 x i32> %words.5, i64 1
	%mbcnt.22 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.23 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.22)
	%from.22 = add i32 %mbcnt.23, 1
	%from.23 = shl i32 %from.22, 2
	%ds.11 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.23, i32 %hi.5)
	%both.10 = insertelement <2 x i32> poison, i32 %ds.10, i64 0
	%both.11 = insertelement <2 x i32> %both.10, i32 %ds.11, i64 1
	%word.5 = bitcast <2 x i32> %both.11 to i64
	%bits.11 = bitcast i64 %word.5 to double
	%add.6 = fadd contract double %add.5, %bits.11
	%workitem.1 = call i32 @llvm.amdgcn.workitem.id.x()
	%lane.1 = and i32 %workitem.1, 63
	%leads = icmp eq i32 %lane.1, 0
	br i1 %leads, label %warp.out, label %warp.out.end

warp.out:
	%warp = lshr i32 %workitem.1, 6
	%conv.4 = zext i32 %warp to i64
	%cell = getelementptr inbounds double, ptr addrspace(3) @__ompcc_k_dot__once.red.s, i64 %conv.4
	store double %add.6, ptr addrspace(3) %cell, align 8
	br label %warp.out.end

warp.out.end:
	fence syncscope("workgroup") release
	call void @llvm.amdgcn.s.barrier()
	fence syncscope("workgroup") acquire
	%first.warp = icmp ult i32 %workitem.1, 64
	br i1 %first.warp, label %team, label %team.end

team:
	%implicitarg.1 = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at.1 = getelementptr inbounds i8, ptr addrspace(4) %implicitarg.1, i64 12
	%group_size.1 = load i16, ptr addrspace(4) %group_size.at.1, align 2, !invariant.load !{}
	%conv.5 = zext i16 %group_size.1 to i32
	%up = add i32 %conv.5, 63
	%warps = lshr i32 %up, 6
	%has = icmp ult i32 %workitem.1, %warps
	br i1 %has, label %cell.1, label %cell.end

cell.1:
	%conv.6 = zext i32 %workitem.1 to i64
	%cell.at = getelementptr inbounds double, ptr addrspace(3) @__ompcc_k_dot__once.red.s, i64 %conv.6
	%cell.2 = load double, ptr addrspace(3) %cell.at, align 8
	br label %cell.end

cell.end:
	%warp.val = phi double [ %cell.2, %cell.1 ], [ -0.0, %team ]
	%bits.12 = bitcast double %warp.val to i64
	%words.6 = bitcast i64 %bits.12 to <2 x i32>
	%lo.6 = extractelement <2 x i32> %words.6, i64 0
	%mbcnt.24 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.25 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.24)
	%from.24 = add i32 %mbcnt.25, 2
	%from.25 = shl i32 %from.24, 2
	%ds.12 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.25, i32 %lo.6)
	%hi.6 = extractelement <2 x i32> %words.6, i64 1
	%mbcnt.26 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.27 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.26)
	%from.26 = add i32 %mbcnt.27, 2
	%from.27 = shl i32 %from.26, 2
	%ds.13 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.27, i32 %hi.6)
	%both.12 = insertelement <2 x i32> poison, i32 %ds.12, i64 0
	%both.13 = insertelement <2 x i32> %both.12, i32 %ds.13, i64 1
	%word.6 = bitcast <2 x i32> %both.13 to i64
	%bits.13 = bitcast i64 %word.6 to double
	%add.7 = fadd contract double %warp.val, %bits.13
	%bits.14 = bitcast double %add.7 to i64
	%words.7 = bitcast i64 %bits.14 to <2 x i32>
	%lo.7 = extractelement <2 x i32> %words.7, i64 0
	%mbcnt.28 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.29 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.28)
	%from.28 = add i32 %mbcnt.29, 1
	%from.29 = shl i32 %from.28, 2
	%ds.14 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.29, i32 %lo.7)
	%hi.7 = extractelement <2 x i32> %words.7, i64 1
	%mbcnt.30 = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
	%mbcnt.31 = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %mbcnt.30)
	%from.30 = add i32 %mbcnt.31, 1
	%from.31 = shl i32 %from.30, 2
	%ds.15 = call i32 @llvm.amdgcn.ds.bpermute(i32 %from.31, i32 %hi.7)
	%both.14 = insertelement <2 x i32> poison, i32 %ds.14, i64 0
	%both.15 = insertelement <2 x i32> %both.14, i32 %ds.15, i64 1
	%word.7 = bitcast <2 x i32> %both.15 to i64
	%bits.15 = bitcast i64 %word.7 to double
	%add.8 = fadd contract double %add.7, %bits.15
	%first = icmp eq i32 %workitem.1, 0
	br i1 %first, label %reduced, label %reduced.end

reduced:
	%old = atomicrmw fadd ptr %s.gen, double %add.8 syncscope("agent") monotonic, align 8
	br label %reduced.end

reduced.end:
	br label %team.end

team.end:
	ret void
}

declare i32 @llvm.amdgcn.ds.bpermute(i32 %0, i32 %1) convergent nounwind
declare i32 @llvm.amdgcn.mbcnt.hi(i32 %0, i32 %1)
declare i32 @llvm.amdgcn.mbcnt.lo(i32 %0, i32 %1)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare void @llvm.amdgcn.s.barrier() convergent nounwind

!0 = !{i32 1, !"amdgpu_code_object_version", i32 500}
!llvm.module.flags = !{!0}
