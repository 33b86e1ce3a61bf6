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
	%workgroup = call i32 @llvm.amdgcn.workgroup.id.x()
	%implicitarg = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at = getelementptr inbounds i8, ptr addrspace(4) %implicitarg, i64 12
	%group_size = load i16, ptr addrspace(4) %group_size.at, align 2, !invariant.load !{}
	%conv.1 = zext i16 %group_size to i32
	%base = mul i32 %workgroup, %conv.1
	%tid = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%lane = add i32 %base, %tid
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
	%add = fadd reassoc contract double %s.2, %mul
	store double %add, ptr %s.addr, align 8
	%room = sub i32 %n, %i
	%more = icmp ugt i32 %room, %lanes
	br i1 %more, label %loop.next, label %loop.end

loop.next:
	%i.1 = add i32 %i, %lanes
	br label %loop, !llvm.loop !0

loop.end:
	%implicitarg.3 = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at.2 = getelementptr inbounds i8, ptr addrspace(4) %implicitarg.3, i64 12
	%group_size.2 = load i16, ptr addrspace(4) %group_size.at.2, align 2, !invariant.load !{}
	%conv.5 = zext i16 %group_size.2 to i32
	%part = load double, ptr %s.addr, align 8
	%small = icmp ult i32 %conv.5, 64
	br i1 %small, label %deliver, label %tree

tree:
	%tid.1 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%part.1 = load double, ptr %s.addr, align 8
	%tid.2 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%bits = bitcast double %part.1 to i64
	%lo = trunc i64 %bits to i32
	%up = lshr i64 %bits, 32
	%hi = trunc i64 %up to i32
	%update = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %lo, i32 264, i32 15, i32 15, i1 true)
	%update.1 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %hi, i32 264, i32 15, i32 15, i1 true)
	%hi.1 = zext i32 %update.1 to i64
	%hi.2 = shl i64 %hi.1, 32
	%lo.1 = zext i32 %update to i64
	%word = or i64 %hi.2, %lo.1
	%bits.1 = bitcast i64 %word to double
	%from = add i32 %tid.2, 8
	%add.1 = fadd contract double %part.1, %bits.1
	%bits.2 = bitcast double %add.1 to i64
	%lo.2 = trunc i64 %bits.2 to i32
	%up.1 = lshr i64 %bits.2, 32
	%hi.3 = trunc i64 %up.1 to i32
	%update.2 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %lo.2, i32 260, i32 15, i32 15, i1 true)
	%update.3 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %hi.3, i32 260, i32 15, i32 15, i1 true)
	%hi.4 = zext i32 %update.3 to i64
	%hi.5 = shl i64 %hi.4, 32
	%lo.3 = zext i32 %update.2 to i64
	%word.1 = or i64 %hi.5, %lo.3
	%bits.3 = bitcast i64 %word.1 to double
	%from.1 = add i32 %tid.2, 4
	%add.2 = fadd contract double %add.1, %bits.3
	%bits.4 = bitcast double %add.2 to i64
	%lo.4 = trunc i64 %bits.4 to i32
	%up.2 = lshr i64 %bits.4, 32
	%hi.6 = trunc i64 %up.2 to i32
	%update.4 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %lo.4, i32 258, i32 15, i32 15, i1 true)
	%update.5 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %hi.6, i32 258, i32 15, i32 15, i1 true)
	%hi.7 = zext i32 %update.5 to i64
	%hi.8 = shl i64 %hi.7, 32
	%lo.5 = zext i32 %update.4 to i64
	%word.2 = or i64 %hi.8, %lo.5
	%bits.5 = bitcast i64 %word.2 to double
	%from.2 = add i32 %tid.2, 2
	%add.3 = fadd contract double %add.2, %bits.5
	%bits.6 = bitcast double %add.3 to i64
	%lo.6 = trunc i64 %bits.6 to i32
	%up.3 = lshr i64 %bits.6, 32
	%hi.9 = trunc i64 %up.3 to i32
	%update.6 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %lo.6, i32 257, i32 15, i32 15, i1 true)
	%update.7 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %hi.9, i32 257, i32 15, i32 15, i1 true)
	%hi.10 = zext i32 %update.7 to i64
	%hi.11 = shl i64 %hi.10, 32
	%lo.7 = zext i32 %update.6 to i64
	%word.3 = or i64 %hi.11, %lo.7
	%bits.7 = bitcast i64 %word.3 to double
	%from.3 = add i32 %tid.2, 1
	%add.4 = fadd contract double %add.3, %bits.7
	%bits.8 = bitcast double %add.4 to i64
	%lo.8 = trunc i64 %bits.8 to i32
	%up.4 = lshr i64 %bits.8, 32
	%hi.12 = trunc i64 %up.4 to i32
	%readlane = call i32 @llvm.amdgcn.readlane(i32 %lo.8, i32 0)
	%readlane.1 = call i32 @llvm.amdgcn.readlane(i32 %hi.12, i32 0)
	%hi.13 = zext i32 %readlane.1 to i64
	%hi.14 = shl i64 %hi.13, 32
	%lo.9 = zext i32 %readlane to i64
	%word.4 = or i64 %hi.14, %lo.9
	%bits.9 = bitcast i64 %word.4 to double
	%warp.first = and i32 %tid.2, -64
	%bits.10 = bitcast double %add.4 to i64
	%lo.10 = trunc i64 %bits.10 to i32
	%up.5 = lshr i64 %bits.10, 32
	%hi.15 = trunc i64 %up.5 to i32
	%readlane.2 = call i32 @llvm.amdgcn.readlane(i32 %lo.10, i32 16)
	%readlane.3 = call i32 @llvm.amdgcn.readlane(i32 %hi.15, i32 16)
	%hi.16 = zext i32 %readlane.3 to i64
	%hi.17 = shl i64 %hi.16, 32
	%lo.11 = zext i32 %readlane.2 to i64
	%word.5 = or i64 %hi.17, %lo.11
	%bits.11 = bitcast i64 %word.5 to double
	%from.4 = add i32 %warp.first, 16
	%add.5 = fadd contract double %bits.9, %bits.11
	%bits.12 = bitcast double %add.4 to i64
	%lo.12 = trunc i64 %bits.12 to i32
	%up.6 = lshr i64 %bits.12, 32
	%hi.18 = trunc i64 %up.6 to i32
	%readlane.4 = call i32 @llvm.amdgcn.readlane(i32 %lo.12, i32 32)
	%readlane.5 = call i32 @llvm.amdgcn.readlane(i32 %hi.18, i32 32)
	%hi.19 = zext i32 %readlane.5 to i64
	%hi.20 = shl i64 %hi.19, 32
	%lo.13 = zext i32 %readlane.4 to i64
	%word.6 = or i64 %hi.20, %lo.13
	%bits.13 = bitcast i64 %word.6 to double
	%from.5 = add i32 %warp.first, 32
	%add.6 = fadd contract double %add.5, %bits.13
	%bits.14 = bitcast double %add.4 to i64
	%lo.14 = trunc i64 %bits.14 to i32
	%up.7 = lshr i64 %bits.14, 32
	%hi.21 = trunc i64 %up.7 to i32
	%readlane.6 = call i32 @llvm.amdgcn.readlane(i32 %lo.14, i32 48)
	%readlane.7 = call i32 @llvm.amdgcn.readlane(i32 %hi.21, i32 48)
	%hi.22 = zext i32 %readlane.7 to i64
	%hi.23 = shl i64 %hi.22, 32
	%lo.15 = zext i32 %readlane.6 to i64
	%word.7 = or i64 %hi.23, %lo.15
	%bits.15 = bitcast i64 %word.7 to double
	%from.6 = add i32 %warp.first, 48
	%add.7 = fadd contract double %add.6, %bits.15
	%lane.1 = and i32 %tid.1, 63
	%leads = icmp eq i32 %lane.1, 0
	br i1 %leads, label %warp.out, label %warp.out.end

warp.out:
	%warp = lshr i32 %tid.1, 6
	%conv.6 = zext i32 %warp to i64
	%cell = getelementptr inbounds double, ptr addrspace(3) @__ompcc_k_dot.red.s, i64 %conv.6
	store double %add.7, ptr addrspace(3) %cell, align 8
	br label %warp.out.end

warp.out.end:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("wavefront") release
	call void @llvm.amdgcn.s.barrier()
	fence syncscope("wavefront") acquire
	%first.warp = icmp ult i32 %tid.1, 64
	br i1 %first.warp, label %team, label %team.end

team:
	%from.7 = mul i32 %tid.1, 64
	%has = icmp ult i32 %from.7, %conv.5
	br i1 %has, label %cell.1, label %cell.end

cell.1:
	%conv.7 = zext i32 %tid.1 to i64
	%cell.at = getelementptr inbounds double, ptr addrspace(3) @__ompcc_k_dot.red.s, i64 %conv.7
	%cell.2 = load double, ptr addrspace(3) %cell.at, align 8
	br label %cell.end

cell.end:
	%warp.val = phi double [ %cell.2, %cell.1 ], [ -0.0, %team ]
	%tid.3 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%bits.16 = bitcast double %warp.val to i64
	%lo.16 = trunc i64 %bits.16 to i32
	%up.8 = lshr i64 %bits.16, 32
	%hi.24 = trunc i64 %up.8 to i32
	%update.8 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %lo.16, i32 258, i32 15, i32 15, i1 true)
	%update.9 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %hi.24, i32 258, i32 15, i32 15, i1 true)
	%hi.25 = zext i32 %update.9 to i64
	%hi.26 = shl i64 %hi.25, 32
	%lo.17 = zext i32 %update.8 to i64
	%word.8 = or i64 %hi.26, %lo.17
	%bits.17 = bitcast i64 %word.8 to double
	%from.8 = add i32 %tid.3, 2
	%add.8 = fadd contract double %warp.val, %bits.17
	%bits.18 = bitcast double %add.8 to i64
	%lo.18 = trunc i64 %bits.18 to i32
	%up.9 = lshr i64 %bits.18, 32
	%hi.27 = trunc i64 %up.9 to i32
	%update.10 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %lo.18, i32 257, i32 15, i32 15, i1 true)
	%update.11 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %hi.27, i32 257, i32 15, i32 15, i1 true)
	%hi.28 = zext i32 %update.11 to i64
	%hi.29 = shl i64 %hi.28, 32
	%lo.19 = zext i32 %update.10 to i64
	%word.9 = or i64 %hi.29, %lo.19
	%bits.19 = bitcast i64 %word.9 to double
	%from.9 = add i32 %tid.3, 1
	%add.9 = fadd contract double %add.8, %bits.19
	%first = icmp eq i32 %tid.1, 0
	br i1 %first, label %reduced, label %reduced.end

reduced:
	br label %deliver

reduced.end:
	br label %team.end

team.end:
	br label %delivered

deliver:
	%part.2 = phi double [ %part, %loop.end ], [ %add.9, %reduced ]
	%old = atomicrmw fadd ptr %s.gen, double %part.2 syncscope("agent") monotonic, align 8, !amdgpu.no.fine.grained.memory !{}, !amdgpu.no.remote.memory !{}, !amdgpu.ignore.denormal.mode !{}
	br label %delivered

delivered:
	ret void
}

; dot.c:3: #pragma omp target teams distribute parallel for reduction(+: s)
define amdgpu_kernel void @__ompcc_k_dot__once(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias readonly %y, ptr addrspace(1) noalias %s, i32 %n) nounwind convergent "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%s.1 = alloca double, align 8, addrspace(5)
	%s.addr = addrspacecast ptr addrspace(5) %s.1 to ptr
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%y.gen = addrspacecast ptr addrspace(1) %y to ptr
	%s.gen = addrspacecast ptr addrspace(1) %s to ptr
	store double 0x0000000000000000, ptr %s.addr, align 8
	%conv = zext i32 %n to i64
	%workgroup = call i32 @llvm.amdgcn.workgroup.id.x()
	%base = mul i32 %workgroup, 256
	%tid = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%lane = add i32 %base, %tid
	%inside = icmp ult i32 %lane, %n
	br i1 %inside, label %iteration, label %iteration.end

iteration:
	%s.2 = load double, ptr %s.addr, align 8
	%conv.1 = zext i32 %lane to i64
	%x.at = getelementptr inbounds double, ptr %x.gen, i64 %conv.1
	%x.elem = load double, ptr %x.at, align 8
	%conv.2 = zext i32 %lane to i64
	%y.at = getelementptr inbounds double, ptr %y.gen, i64 %conv.2
	%y.elem = load double, ptr %y.at, align 8
	%mul = fmul contract double %x.elem, %y.elem
	%add = fadd reassoc contract double %s.2, %mul
	store double %add, ptr %s.addr, align 8
	br label %iteration.end

iteration.end:
	%tid.1 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%part = load double, ptr %s.addr, align 8
	%tid.2 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%bits = bitcast double %part to i64
	%lo = trunc i64 %bits to i32
	%up = lshr i64 %bits, 32
	%hi = trunc i64 %up to i32
	%update = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %lo, i32 264, i32 15, i32 15, i1 true)
	%update.1 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %hi, i32 264, i32 15, i32 15, i1 true)
	%hi.1 = zext i32 %update.1 to i64
	%hi.2 = shl i64 %hi.1, 32
	%lo.1 = zext i32 %update to i64
	%word = or i64 %hi.2, %lo.1
	%bits.1 = bitcast i64 %word to double
	%from = add i32 %tid.2, 8
	%add.1 = fadd contract double %part, %bits.1
	%bits.2 = bitcast double %add.1 to i64
	%lo.2 = trunc i64 %bits.2 to i32
	%up.1 = lshr i64 %bits.2, 32
	%hi.3 = trunc i64 %up.1 to i32
	%update.2 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %lo.2, i32 260, i32 15, i32 15, i1 true)
	%update.3 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %hi.3, i32 260, i32 15, i32 15, i1 true)
	%hi.4 = zext i32 %update.3 to i64
	%hi.5 = shl i64 %hi.4, 32
	%lo.3 = zext i32 %update.2 to i64
	%word.1 = or i64 %hi.5, %lo.3
	%bits.3 = bitcast i64 %word.1 to double
	%from.1 = add i32 %tid.2, 4
	%add.2 = fadd contract double %add.1, %bits.3
	%bits.4 = bitcast double %add.2 to i64
	%lo.4 = trunc i64 %bits.4 to i32
	%up.2 = lshr i64 %bits.4, 32
	%hi.6 = trunc i64 %up.2 to i32
	%update.4 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %lo.4, i32 258, i32 15, i32 15, i1 true)
	%update.5 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %hi.6, i32 258, i32 15, i32 15, i1 true)
	%hi.7 = zext i32 %update.5 to i64
	%hi.8 = shl i64 %hi.7, 32
	%lo.5 = zext i32 %update.4 to i64
	%word.2 = or i64 %hi.8, %lo.5
	%bits.5 = bitcast i64 %word.2 to double
	%from.2 = add i32 %tid.2, 2
	%add.3 = fadd contract double %add.2, %bits.5
	%bits.6 = bitcast double %add.3 to i64
	%lo.6 = trunc i64 %bits.6 to i32
	%up.3 = lshr i64 %bits.6, 32
	%hi.9 = trunc i64 %up.3 to i32
	%update.6 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %lo.6, i32 257, i32 15, i32 15, i1 true)
	%update.7 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %hi.9, i32 257, i32 15, i32 15, i1 true)
	%hi.10 = zext i32 %update.7 to i64
	%hi.11 = shl i64 %hi.10, 32
	%lo.7 = zext i32 %update.6 to i64
	%word.3 = or i64 %hi.11, %lo.7
	%bits.7 = bitcast i64 %word.3 to double
	%from.3 = add i32 %tid.2, 1
	%add.4 = fadd contract double %add.3, %bits.7
	%bits.8 = bitcast double %add.4 to i64
	%lo.8 = trunc i64 %bits.8 to i32
	%up.4 = lshr i64 %bits.8, 32
	%hi.12 = trunc i64 %up.4 to i32
	%readlane = call i32 @llvm.amdgcn.readlane(i32 %lo.8, i32 0)
	%readlane.1 = call i32 @llvm.amdgcn.readlane(i32 %hi.12, i32 0)
	%hi.13 = zext i32 %readlane.1 to i64
	%hi.14 = shl i64 %hi.13, 32
	%lo.9 = zext i32 %readlane to i64
	%word.4 = or i64 %hi.14, %lo.9
	%bits.9 = bitcast i64 %word.4 to double
	%warp.first = and i32 %tid.2, -64
	%bits.10 = bitcast double %add.4 to i64
	%lo.10 = trunc i64 %bits.10 to i32
	%up.5 = lshr i64 %bits.10, 32
	%hi.15 = trunc i64 %up.5 to i32
	%readlane.2 = call i32 @llvm.amdgcn.readlane(i32 %lo.10, i32 16)
	%readlane.3 = call i32 @llvm.amdgcn.readlane(i32 %hi.15, i32 16)
	%hi.16 = zext i32 %readlane.3 to i64
	%hi.17 = shl i64 %hi.16, 32
	%lo.11 = zext i32 %readlane.2 to i64
	%word.5 = or i64 %hi.17, %lo.11
	%bits.11 = bitcast i64 %word.5 to double
	%from.4 = add i32 %warp.first, 16
	%add.5 = fadd contract double %bits.9, %bits.11
	%bits.12 = bitcast double %add.4 to i64
	%lo.12 = trunc i64 %bits.12 to i32
	%up.6 = lshr i64 %bits.12, 32
	%hi.18 = trunc i64 %up.6 to i32
	%readlane.4 = call i32 @llvm.amdgcn.readlane(i32 %lo.12, i32 32)
	%readlane.5 = call i32 @llvm.amdgcn.readlane(i32 %hi.18, i32 32)
	%hi.19 = zext i32 %readlane.5 to i64
	%hi.20 = shl i64 %hi.19, 32
	%lo.13 = zext i32 %readlane.4 to i64
	%word.6 = or i64 %hi.20, %lo.13
	%bits.13 = bitcast i64 %word.6 to double
	%from.5 = add i32 %warp.first, 32
	%add.6 = fadd contract double %add.5, %bits.13
	%bits.14 = bitcast double %add.4 to i64
	%lo.14 = trunc i64 %bits.14 to i32
	%up.7 = lshr i64 %bits.14, 32
	%hi.21 = trunc i64 %up.7 to i32
	%readlane.6 = call i32 @llvm.amdgcn.readlane(i32 %lo.14, i32 48)
	%readlane.7 = call i32 @llvm.amdgcn.readlane(i32 %hi.21, i32 48)
	%hi.22 = zext i32 %readlane.7 to i64
	%hi.23 = shl i64 %hi.22, 32
	%lo.15 = zext i32 %readlane.6 to i64
	%word.7 = or i64 %hi.23, %lo.15
	%bits.15 = bitcast i64 %word.7 to double
	%from.6 = add i32 %warp.first, 48
	%add.7 = fadd contract double %add.6, %bits.15
	%lane.1 = and i32 %tid.1, 63
	%leads = icmp eq i32 %lane.1, 0
	br i1 %leads, label %warp.out, label %warp.out.end

warp.out:
	%warp = lshr i32 %tid.1, 6
	%conv.3 = zext i32 %warp to i64
	%cell = getelementptr inbounds double, ptr addrspace(3) @__ompcc_k_dot__once.red.s, i64 %conv.3
	store double %add.7, ptr addrspace(3) %cell, align 8
	br label %warp.out.end

warp.out.end:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("wavefront") release
	call void @llvm.amdgcn.s.barrier()
	fence syncscope("wavefront") acquire
	%first.warp = icmp ult i32 %tid.1, 64
	br i1 %first.warp, label %team, label %team.end

team:
	%from.7 = mul i32 %tid.1, 64
	%has = icmp ult i32 %from.7, 256
	br i1 %has, label %cell.1, label %cell.end

cell.1:
	%conv.4 = zext i32 %tid.1 to i64
	%cell.at = getelementptr inbounds double, ptr addrspace(3) @__ompcc_k_dot__once.red.s, i64 %conv.4
	%cell.2 = load double, ptr addrspace(3) %cell.at, align 8
	br label %cell.end

cell.end:
	%warp.val = phi double [ %cell.2, %cell.1 ], [ -0.0, %team ]
	%tid.3 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%bits.16 = bitcast double %warp.val to i64
	%lo.16 = trunc i64 %bits.16 to i32
	%up.8 = lshr i64 %bits.16, 32
	%hi.24 = trunc i64 %up.8 to i32
	%update.8 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %lo.16, i32 258, i32 15, i32 15, i1 true)
	%update.9 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %hi.24, i32 258, i32 15, i32 15, i1 true)
	%hi.25 = zext i32 %update.9 to i64
	%hi.26 = shl i64 %hi.25, 32
	%lo.17 = zext i32 %update.8 to i64
	%word.8 = or i64 %hi.26, %lo.17
	%bits.17 = bitcast i64 %word.8 to double
	%from.8 = add i32 %tid.3, 2
	%add.8 = fadd contract double %warp.val, %bits.17
	%bits.18 = bitcast double %add.8 to i64
	%lo.18 = trunc i64 %bits.18 to i32
	%up.9 = lshr i64 %bits.18, 32
	%hi.27 = trunc i64 %up.9 to i32
	%update.10 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %lo.18, i32 257, i32 15, i32 15, i1 true)
	%update.11 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %hi.27, i32 257, i32 15, i32 15, i1 true)
	%hi.28 = zext i32 %update.11 to i64
	%hi.29 = shl i64 %hi.28, 32
	%lo.19 = zext i32 %update.10 to i64
	%word.9 = or i64 %hi.29, %lo.19
	%bits.19 = bitcast i64 %word.9 to double
	%from.9 = add i32 %tid.3, 1
	%add.9 = fadd contract double %add.8, %bits.19
	%first = icmp eq i32 %tid.1, 0
	br i1 %first, label %reduced, label %reduced.end

reduced:
	%old = atomicrmw fadd ptr %s.gen, double %add.9 syncscope("agent") monotonic, align 8, !amdgpu.no.fine.grained.memory !{}, !amdgpu.no.remote.memory !{}, !amdgpu.ignore.denormal.mode !{}
	br label %reduced.end

reduced.end:
	br label %team.end

team.end:
	ret void
}

declare i32 @llvm.amdgcn.readlane(i32 %0, i32 %1) convergent nounwind
declare i32 @llvm.amdgcn.update.dpp.i32(i32 %0, i32 %1, i32 %2, i32 %3, i32 %4, i1 %5) convergent nounwind
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare void @llvm.amdgcn.s.barrier() convergent nounwind

!1 = !{!"llvm.loop.vectorize.enable", i1 false}
!0 = distinct !{!0, !1}
!2 = !{i32 4, !"amdgpu_code_object_version", i32 500}
!llvm.module.flags = !{!2}
