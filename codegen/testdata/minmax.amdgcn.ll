; minmax.c for amdgcn-amd-amdhsa (gfx90a)
source_filename = "minmax.c"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@__ompcc_k_minmax.red.h = internal addrspace(3) global [16 x i32] undef, align 4
@__ompcc_k_minmax.red.lo = internal addrspace(3) global [4 x float] undef, align 4
@__ompcc_k_minmax.red.all = internal addrspace(3) global [4 x i32] undef, align 4
@__ompcc_k_minmax__once.red.h = internal addrspace(3) global [16 x i32] undef, align 4
@__ompcc_k_minmax__once.red.lo = internal addrspace(3) global [4 x float] undef, align 4
@__ompcc_k_minmax__once.red.all = internal addrspace(3) global [4 x i32] undef, align 4

; minmax.c:3: #pragma omp target teams distribute parallel for reduction(min: lo)
define amdgpu_kernel void @__ompcc_k_minmax(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias %lo, ptr addrspace(1) noalias %all, ptr addrspace(1) noalias %h, i32 %n) nounwind convergent "amdgpu-flat-work-group-size"="1,256" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%lo.1 = alloca float, align 4, addrspace(5)
	%lo.addr = addrspacecast ptr addrspace(5) %lo.1 to ptr
	%all.1 = alloca i32, align 4, addrspace(5)
	%all.addr = addrspacecast ptr addrspace(5) %all.1 to ptr
	%h.1 = alloca [4 x i32], align 4, addrspace(5)
	%h.addr = addrspacecast ptr addrspace(5) %h.1 to ptr
	%acc = alloca i32, align 4, addrspace(5)
	%acc.addr = addrspacecast ptr addrspace(5) %acc to ptr
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%lo.gen = addrspacecast ptr addrspace(1) %lo to ptr
	%all.gen = addrspacecast ptr addrspace(1) %all to ptr
	%h.gen = addrspacecast ptr addrspace(1) %h to ptr
	store float 0x7FF0000000000000, ptr %lo.addr, align 4
	store i32 1, ptr %all.addr, align 4
	call void @llvm.memset.p0.i64(ptr %h.addr, i8 0, i64 16, i1 false)
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
	%lo.2 = load float, ptr %lo.addr, align 4
	%conv.3 = zext i32 %i to i64
	%x.at = getelementptr inbounds float, ptr %x.gen, i64 %conv.3
	%x.elem = load float, ptr %x.at, align 4
	%minnum = call float @llvm.minnum.f32(float %lo.2, float %x.elem)
	store float %minnum, ptr %lo.addr, align 4
	%conv.4 = zext i32 %i to i64
	%x.at.1 = getelementptr inbounds float, ptr %x.gen, i64 %conv.4
	%x.elem.1 = load float, ptr %x.at.1, align 4
	%cmp = fcmp contract olt float %x.elem.1, 0x0000000000000000
	br i1 %cmp, label %if.then, label %if.end

if.then:
	store i32 0, ptr %all.addr, align 4
	br label %if.end

if.end:
	%and = and i32 %i, 3
	%conv.5 = zext i32 %and to i64
	%h.at = getelementptr inbounds i32, ptr %h.addr, i64 %conv.5
	%and.1 = and i32 %i, 3
	%conv.6 = zext i32 %and.1 to i64
	%h.at.1 = getelementptr inbounds i32, ptr %h.addr, i64 %conv.6
	%h.elem = load i32, ptr %h.at.1, align 4
	%add = add i32 %h.elem, 1
	store i32 %add, ptr %h.at, align 4
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
	%conv.7 = zext i16 %group_size.2 to i32
	%tid.1 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%conv.8 = zext i32 %tid.1 to i64
	%conv.9 = zext i32 %conv.7 to i64
	%up = add i32 %conv.7, 63
	%warps = lshr i32 %up, 6
	%conv.10 = zext i32 %warps to i64
	br label %tile.cond

tile.cond:
	%tile = phi i64 [ 0, %loop.end ], [ %tile.next, %tile.inc ]
	%tile.more = icmp ult i64 %tile, 4
	br i1 %tile.more, label %tile.body, label %tile.end

tile.body:
	%left = sub i64 4, %tile
	%umin = call i64 @llvm.umin.i64(i64 4, i64 %left)
	br label %elem.cond

elem.cond:
	%elem = phi i64 [ 0, %tile.body ], [ %elem.next, %elem.inc ]
	%elem.more = icmp ult i64 %elem, %umin
	br i1 %elem.more, label %elem.body, label %elem.end

elem.body:
	%elem.1 = add i64 %tile, %elem
	%priv = getelementptr inbounds i32, ptr %h.addr, i64 %elem.1
	%part = load i32, ptr %priv, align 4
	%tid.2 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%update = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %part, i32 264, i32 15, i32 15, i1 true)
	%from = add i32 %tid.2, 8
	%add.1 = add i32 %part, %update
	%exists = icmp ult i32 %from, %conv.7
	%part.1 = select i1 %exists, i32 %add.1, i32 %part
	%update.1 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %part.1, i32 260, i32 15, i32 15, i1 true)
	%from.1 = add i32 %tid.2, 4
	%add.2 = add i32 %part.1, %update.1
	%exists.1 = icmp ult i32 %from.1, %conv.7
	%part.2 = select i1 %exists.1, i32 %add.2, i32 %part.1
	%update.2 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %part.2, i32 258, i32 15, i32 15, i1 true)
	%from.2 = add i32 %tid.2, 2
	%add.3 = add i32 %part.2, %update.2
	%exists.2 = icmp ult i32 %from.2, %conv.7
	%part.3 = select i1 %exists.2, i32 %add.3, i32 %part.2
	%update.3 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %part.3, i32 257, i32 15, i32 15, i1 true)
	%from.3 = add i32 %tid.2, 1
	%add.4 = add i32 %part.3, %update.3
	%exists.3 = icmp ult i32 %from.3, %conv.7
	%part.4 = select i1 %exists.3, i32 %add.4, i32 %part.3
	%readlane = call i32 @llvm.amdgcn.readlane(i32 %part.4, i32 0)
	%warp.first = and i32 %tid.2, -64
	%readlane.1 = call i32 @llvm.amdgcn.readlane(i32 %part.4, i32 16)
	%from.4 = add i32 %warp.first, 16
	%add.5 = add i32 %readlane, %readlane.1
	%exists.4 = icmp ult i32 %from.4, %conv.7
	%part.5 = select i1 %exists.4, i32 %add.5, i32 %readlane
	%readlane.2 = call i32 @llvm.amdgcn.readlane(i32 %part.4, i32 32)
	%from.5 = add i32 %warp.first, 32
	%add.6 = add i32 %part.5, %readlane.2
	%exists.5 = icmp ult i32 %from.5, %conv.7
	%part.6 = select i1 %exists.5, i32 %add.6, i32 %part.5
	%readlane.3 = call i32 @llvm.amdgcn.readlane(i32 %part.4, i32 48)
	%from.6 = add i32 %warp.first, 48
	%add.7 = add i32 %part.6, %readlane.3
	%exists.6 = icmp ult i32 %from.6, %conv.7
	%part.7 = select i1 %exists.6, i32 %add.7, i32 %part.6
	%tid.3 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%lane.1 = and i32 %tid.3, 63
	%leads = icmp eq i32 %lane.1, 0
	br i1 %leads, label %warp.out, label %warp.out.end

warp.out:
	%warp = lshr i32 %tid.3, 6
	%conv.11 = zext i32 %warp to i64
	%row = mul i64 %conv.11, 4
	%at = add i64 %row, %elem
	%cell = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax.red.h, i64 %at
	store i32 %part.7, ptr addrspace(3) %cell, align 4
	br label %warp.out.end

warp.out.end:
	br label %elem.inc

elem.inc:
	%elem.next = add nuw i64 %elem, 1
	br label %elem.cond

elem.end:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("wavefront") release
	call void @llvm.amdgcn.s.barrier()
	fence syncscope("wavefront") acquire
	br label %elem.cond.1

elem.cond.1:
	%elem.2 = phi i64 [ %conv.8, %elem.end ], [ %elem.next.1, %elem.inc.1 ]
	%elem.more.1 = icmp ult i64 %elem.2, %umin
	br i1 %elem.more.1, label %elem.body.1, label %elem.end.1

elem.body.1:
	%elem.3 = add i64 %tile, %elem.2
	%cell.1 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax.red.h, i64 %elem.2
	%part.8 = load i32, ptr addrspace(3) %cell.1, align 4
	store i32 %part.8, ptr %acc.addr, align 4
	br label %warp.cond

warp.cond:
	%warp.1 = phi i64 [ 1, %elem.body.1 ], [ %warp.next, %warp.inc ]
	%warp.more = icmp ult i64 %warp.1, %conv.10
	br i1 %warp.more, label %warp.body, label %warp.end

warp.body:
	%part.9 = load i32, ptr %acc.addr, align 4
	%row.1 = mul i64 %warp.1, 4
	%at.1 = add i64 %row.1, %elem.2
	%cell.2 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax.red.h, i64 %at.1
	%part.10 = load i32, ptr addrspace(3) %cell.2, align 4
	%add.8 = add i32 %part.9, %part.10
	store i32 %add.8, ptr %acc.addr, align 4
	br label %warp.inc

warp.inc:
	%warp.next = add nuw i64 %warp.1, 1
	br label %warp.cond

warp.end:
	%part.11 = load i32, ptr %acc.addr, align 4
	%orig = getelementptr inbounds i32, ptr %h.gen, i64 %elem.3
	%old = atomicrmw add ptr %orig, i32 %part.11 syncscope("agent") monotonic, align 4
	br label %elem.inc.1

elem.inc.1:
	%elem.next.1 = add nuw i64 %elem.2, %conv.9
	br label %elem.cond.1

elem.end.1:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("wavefront") release
	call void @llvm.amdgcn.s.barrier()
	fence syncscope("wavefront") acquire
	br label %tile.inc

tile.inc:
	%tile.next = add nuw i64 %tile, 4
	br label %tile.cond

tile.end:
	%part.12 = load float, ptr %lo.addr, align 4
	%part.13 = load i32, ptr %all.addr, align 4
	%small = icmp ult i32 %conv.7, 64
	br i1 %small, label %deliver, label %tree

tree:
	%tid.4 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%part.14 = load float, ptr %lo.addr, align 4
	%tid.5 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%bits = bitcast float %part.14 to i32
	%update.4 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %bits, i32 264, i32 15, i32 15, i1 true)
	%bits.1 = bitcast i32 %update.4 to float
	%from.7 = add i32 %tid.5, 8
	%minnum.1 = call float @llvm.minnum.f32(float %part.14, float %bits.1)
	%bits.2 = bitcast float %minnum.1 to i32
	%update.5 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %bits.2, i32 260, i32 15, i32 15, i1 true)
	%bits.3 = bitcast i32 %update.5 to float
	%from.8 = add i32 %tid.5, 4
	%minnum.2 = call float @llvm.minnum.f32(float %minnum.1, float %bits.3)
	%bits.4 = bitcast float %minnum.2 to i32
	%update.6 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %bits.4, i32 258, i32 15, i32 15, i1 true)
	%bits.5 = bitcast i32 %update.6 to float
	%from.9 = add i32 %tid.5, 2
	%minnum.3 = call float @llvm.minnum.f32(float %minnum.2, float %bits.5)
	%bits.6 = bitcast float %minnum.3 to i32
	%update.7 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %bits.6, i32 257, i32 15, i32 15, i1 true)
	%bits.7 = bitcast i32 %update.7 to float
	%from.10 = add i32 %tid.5, 1
	%minnum.4 = call float @llvm.minnum.f32(float %minnum.3, float %bits.7)
	%bits.8 = bitcast float %minnum.4 to i32
	%readlane.4 = call i32 @llvm.amdgcn.readlane(i32 %bits.8, i32 0)
	%bits.9 = bitcast i32 %readlane.4 to float
	%warp.first.1 = and i32 %tid.5, -64
	%bits.10 = bitcast float %minnum.4 to i32
	%readlane.5 = call i32 @llvm.amdgcn.readlane(i32 %bits.10, i32 16)
	%bits.11 = bitcast i32 %readlane.5 to float
	%from.11 = add i32 %warp.first.1, 16
	%minnum.5 = call float @llvm.minnum.f32(float %bits.9, float %bits.11)
	%bits.12 = bitcast float %minnum.4 to i32
	%readlane.6 = call i32 @llvm.amdgcn.readlane(i32 %bits.12, i32 32)
	%bits.13 = bitcast i32 %readlane.6 to float
	%from.12 = add i32 %warp.first.1, 32
	%minnum.6 = call float @llvm.minnum.f32(float %minnum.5, float %bits.13)
	%bits.14 = bitcast float %minnum.4 to i32
	%readlane.7 = call i32 @llvm.amdgcn.readlane(i32 %bits.14, i32 48)
	%bits.15 = bitcast i32 %readlane.7 to float
	%from.13 = add i32 %warp.first.1, 48
	%minnum.7 = call float @llvm.minnum.f32(float %minnum.6, float %bits.15)
	%part.15 = load i32, ptr %all.addr, align 4
	%tid.6 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%update.8 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %part.15, i32 264, i32 15, i32 15, i1 true)
	%from.14 = add i32 %tid.6, 8
	%tobool = icmp ne i32 %part.15, 0
	%tobool.1 = icmp ne i32 %update.8, 0
	%logic = and i1 %tobool, %tobool.1
	%conv.12 = zext i1 %logic to i32
	%update.9 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %conv.12, i32 260, i32 15, i32 15, i1 true)
	%from.15 = add i32 %tid.6, 4
	%tobool.2 = icmp ne i32 %conv.12, 0
	%tobool.3 = icmp ne i32 %update.9, 0
	%logic.1 = and i1 %tobool.2, %tobool.3
	%conv.13 = zext i1 %logic.1 to i32
	%update.10 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %conv.13, i32 258, i32 15, i32 15, i1 true)
	%from.16 = add i32 %tid.6, 2
	%tobool.4 = icmp ne i32 %conv.13, 0
	%tobool.5 = icmp ne i32 %update.10, 0
	%logic.2 = and i1 %tobool.4, %tobool.5
	%conv.14 = zext i1 %logic.2 to i32
	%update.11 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %conv.14, i32 257, i32 15, i32 15, i1 true)
	%from.17 = add i32 %tid.6, 1
	%tobool.6 = icmp ne i32 %conv.14, 0
	%tobool.7 = icmp ne i32 %update.11, 0
	%logic.3 = and i1 %tobool.6, %tobool.7
	%conv.15 = zext i1 %logic.3 to i32
	%readlane.8 = call i32 @llvm.amdgcn.readlane(i32 %conv.15, i32 0)
	%warp.first.2 = and i32 %tid.6, -64
	%readlane.9 = call i32 @llvm.amdgcn.readlane(i32 %conv.15, i32 16)
	%from.18 = add i32 %warp.first.2, 16
	%tobool.8 = icmp ne i32 %readlane.8, 0
	%tobool.9 = icmp ne i32 %readlane.9, 0
	%logic.4 = and i1 %tobool.8, %tobool.9
	%conv.16 = zext i1 %logic.4 to i32
	%readlane.10 = call i32 @llvm.amdgcn.readlane(i32 %conv.15, i32 32)
	%from.19 = add i32 %warp.first.2, 32
	%tobool.10 = icmp ne i32 %conv.16, 0
	%tobool.11 = icmp ne i32 %readlane.10, 0
	%logic.5 = and i1 %tobool.10, %tobool.11
	%conv.17 = zext i1 %logic.5 to i32
	%readlane.11 = call i32 @llvm.amdgcn.readlane(i32 %conv.15, i32 48)
	%from.20 = add i32 %warp.first.2, 48
	%tobool.12 = icmp ne i32 %conv.17, 0
	%tobool.13 = icmp ne i32 %readlane.11, 0
	%logic.6 = and i1 %tobool.12, %tobool.13
	%conv.18 = zext i1 %logic.6 to i32
	%lane.2 = and i32 %tid.4, 63
	%leads.1 = icmp eq i32 %lane.2, 0
	br i1 %leads.1, label %warp.out.1, label %warp.out.end.1

warp.out.1:
	%warp.2 = lshr i32 %tid.4, 6
	%conv.19 = zext i32 %warp.2 to i64
	%cell.3 = getelementptr inbounds float, ptr addrspace(3) @__ompcc_k_minmax.red.lo, i64 %conv.19
	store float %minnum.7, ptr addrspace(3) %cell.3, align 4
	%cell.4 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax.red.all, i64 %conv.19
	store i32 %conv.18, ptr addrspace(3) %cell.4, align 4
	br label %warp.out.end.1

warp.out.end.1:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("wavefront") release
	call void @llvm.amdgcn.s.barrier()
	fence syncscope("wavefront") acquire
	%first.warp = icmp ult i32 %tid.4, 64
	br i1 %first.warp, label %team, label %team.end

team:
	%from.21 = mul i32 %tid.4, 64
	%has = icmp ult i32 %from.21, %conv.7
	br i1 %has, label %cell.5, label %cell.end

cell.5:
	%conv.20 = zext i32 %tid.4 to i64
	%cell.at = getelementptr inbounds float, ptr addrspace(3) @__ompcc_k_minmax.red.lo, i64 %conv.20
	%cell.6 = load float, ptr addrspace(3) %cell.at, align 4
	br label %cell.end

cell.end:
	%warp.val = phi float [ %cell.6, %cell.5 ], [ 0x7FF0000000000000, %team ]
	%tid.7 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%bits.16 = bitcast float %warp.val to i32
	%update.12 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %bits.16, i32 258, i32 15, i32 15, i1 true)
	%bits.17 = bitcast i32 %update.12 to float
	%from.22 = add i32 %tid.7, 2
	%minnum.8 = call float @llvm.minnum.f32(float %warp.val, float %bits.17)
	%bits.18 = bitcast float %minnum.8 to i32
	%update.13 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %bits.18, i32 257, i32 15, i32 15, i1 true)
	%bits.19 = bitcast i32 %update.13 to float
	%from.23 = add i32 %tid.7, 1
	%minnum.9 = call float @llvm.minnum.f32(float %minnum.8, float %bits.19)
	%from.24 = mul i32 %tid.4, 64
	%has.1 = icmp ult i32 %from.24, %conv.7
	br i1 %has.1, label %cell.7, label %cell.end.1

cell.7:
	%conv.21 = zext i32 %tid.4 to i64
	%cell.at.1 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax.red.all, i64 %conv.21
	%cell.8 = load i32, ptr addrspace(3) %cell.at.1, align 4
	br label %cell.end.1

cell.end.1:
	%warp.val.1 = phi i32 [ %cell.8, %cell.7 ], [ 1, %cell.end ]
	%tid.8 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%update.14 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %warp.val.1, i32 258, i32 15, i32 15, i1 true)
	%from.25 = add i32 %tid.8, 2
	%tobool.14 = icmp ne i32 %warp.val.1, 0
	%tobool.15 = icmp ne i32 %update.14, 0
	%logic.7 = and i1 %tobool.14, %tobool.15
	%conv.22 = zext i1 %logic.7 to i32
	%update.15 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %conv.22, i32 257, i32 15, i32 15, i1 true)
	%from.26 = add i32 %tid.8, 1
	%tobool.16 = icmp ne i32 %conv.22, 0
	%tobool.17 = icmp ne i32 %update.15, 0
	%logic.8 = and i1 %tobool.16, %tobool.17
	%conv.23 = zext i1 %logic.8 to i32
	%first = icmp eq i32 %tid.4, 0
	br i1 %first, label %reduced, label %reduced.end

reduced:
	br label %deliver

reduced.end:
	br label %team.end

team.end:
	br label %delivered

deliver:
	%part.16 = phi float [ %part.12, %tile.end ], [ %minnum.9, %reduced ]
	%part.17 = phi i32 [ %part.13, %tile.end ], [ %conv.23, %reduced ]
	%first.1 = load atomic i32, ptr %lo.gen syncscope("agent") monotonic, align 4
	br label %cas.loop

cas.loop:
	%seen = phi i32 [ %first.1, %deliver ], [ %now, %cas.loop ]
	%bits.20 = bitcast i32 %seen to float
	%minnum.10 = call float @llvm.minnum.f32(float %bits.20, float %part.16)
	%bits.21 = bitcast float %minnum.10 to i32
	%cas = cmpxchg ptr %lo.gen, i32 %seen, i32 %bits.21 syncscope("agent") monotonic monotonic, align 4
	%now = extractvalue { i32, i1 } %cas, 0
	%ok = extractvalue { i32, i1 } %cas, 1
	br i1 %ok, label %cas.done, label %cas.loop

cas.done:
	%bits.22 = bitcast i32 %seen to float
	%first.2 = load atomic i32, ptr %all.gen syncscope("agent") monotonic, align 4
	br label %cas.loop.1

cas.loop.1:
	%seen.1 = phi i32 [ %first.2, %cas.done ], [ %now.1, %cas.loop.1 ]
	%tobool.18 = icmp ne i32 %seen.1, 0
	%tobool.19 = icmp ne i32 %part.17, 0
	%logic.9 = and i1 %tobool.18, %tobool.19
	%conv.24 = zext i1 %logic.9 to i32
	%cas.1 = cmpxchg ptr %all.gen, i32 %seen.1, i32 %conv.24 syncscope("agent") monotonic monotonic, align 4
	%now.1 = extractvalue { i32, i1 } %cas.1, 0
	%ok.1 = extractvalue { i32, i1 } %cas.1, 1
	br i1 %ok.1, label %cas.done.1, label %cas.loop.1

cas.done.1:
	br label %delivered

delivered:
	ret void
}

; minmax.c:3: #pragma omp target teams distribute parallel for reduction(min: lo)
define amdgpu_kernel void @__ompcc_k_minmax__once(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias %lo, ptr addrspace(1) noalias %all, ptr addrspace(1) noalias %h, i32 %n) nounwind convergent "amdgpu-flat-work-group-size"="256,256" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%lo.1 = alloca float, align 4, addrspace(5)
	%lo.addr = addrspacecast ptr addrspace(5) %lo.1 to ptr
	%all.1 = alloca i32, align 4, addrspace(5)
	%all.addr = addrspacecast ptr addrspace(5) %all.1 to ptr
	%h.1 = alloca [4 x i32], align 4, addrspace(5)
	%h.addr = addrspacecast ptr addrspace(5) %h.1 to ptr
	%acc = alloca i32, align 4, addrspace(5)
	%acc.addr = addrspacecast ptr addrspace(5) %acc to ptr
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%lo.gen = addrspacecast ptr addrspace(1) %lo to ptr
	%all.gen = addrspacecast ptr addrspace(1) %all to ptr
	%h.gen = addrspacecast ptr addrspace(1) %h to ptr
	store float 0x7FF0000000000000, ptr %lo.addr, align 4
	store i32 1, ptr %all.addr, align 4
	call void @llvm.memset.p0.i64(ptr %h.addr, i8 0, i64 16, i1 false)
	%conv = zext i32 %n to i64
	%workgroup = call i32 @llvm.amdgcn.workgroup.id.x()
	%base = mul i32 %workgroup, 256
	%tid = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%lane = add i32 %base, %tid
	%inside = icmp ult i32 %lane, %n
	br i1 %inside, label %iteration, label %iteration.end

iteration:
	%lo.2 = load float, ptr %lo.addr, align 4
	%conv.1 = zext i32 %lane to i64
	%x.at = getelementptr inbounds float, ptr %x.gen, i64 %conv.1
	%x.elem = load float, ptr %x.at, align 4
	%minnum = call float @llvm.minnum.f32(float %lo.2, float %x.elem)
	store float %minnum, ptr %lo.addr, align 4
	%conv.2 = zext i32 %lane to i64
	%x.at.1 = getelementptr inbounds float, ptr %x.gen, i64 %conv.2
	%x.elem.1 = load float, ptr %x.at.1, align 4
	%cmp = fcmp contract olt float %x.elem.1, 0x0000000000000000
	br i1 %cmp, label %if.then, label %if.end

if.then:
	store i32 0, ptr %all.addr, align 4
	br label %if.end

if.end:
	%and = and i32 %lane, 3
	%conv.3 = zext i32 %and to i64
	%h.at = getelementptr inbounds i32, ptr %h.addr, i64 %conv.3
	%and.1 = and i32 %lane, 3
	%conv.4 = zext i32 %and.1 to i64
	%h.at.1 = getelementptr inbounds i32, ptr %h.addr, i64 %conv.4
	%h.elem = load i32, ptr %h.at.1, align 4
	%add = add i32 %h.elem, 1
	store i32 %add, ptr %h.at, align 4
	br label %iteration.end

iteration.end:
	%tid.1 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%conv.5 = zext i32 %tid.1 to i64
	%conv.6 = zext i32 256 to i64
	%up = add i32 256, 63
	%warps = lshr i32 %up, 6
	%conv.7 = zext i32 %warps to i64
	br label %tile.cond

tile.cond:
	%tile = phi i64 [ 0, %iteration.end ], [ %tile.next, %tile.inc ]
	%tile.more = icmp ult i64 %tile, 4
	br i1 %tile.more, label %tile.body, label %tile.end

tile.body:
	%left = sub i64 4, %tile
	%umin = call i64 @llvm.umin.i64(i64 4, i64 %left)
	br label %elem.cond

elem.cond:
	%elem = phi i64 [ 0, %tile.body ], [ %elem.next, %elem.inc ]
	%elem.more = icmp ult i64 %elem, %umin
	br i1 %elem.more, label %elem.body, label %elem.end

elem.body:
	%elem.1 = add i64 %tile, %elem
	%priv = getelementptr inbounds i32, ptr %h.addr, i64 %elem.1
	%part = load i32, ptr %priv, align 4
	%tid.2 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%update = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %part, i32 264, i32 15, i32 15, i1 true)
	%from = add i32 %tid.2, 8
	%add.1 = add i32 %part, %update
	%update.1 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %add.1, i32 260, i32 15, i32 15, i1 true)
	%from.1 = add i32 %tid.2, 4
	%add.2 = add i32 %add.1, %update.1
	%update.2 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %add.2, i32 258, i32 15, i32 15, i1 true)
	%from.2 = add i32 %tid.2, 2
	%add.3 = add i32 %add.2, %update.2
	%update.3 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %add.3, i32 257, i32 15, i32 15, i1 true)
	%from.3 = add i32 %tid.2, 1
	%add.4 = add i32 %add.3, %update.3
	%readlane = call i32 @llvm.amdgcn.readlane(i32 %add.4, i32 0)
	%warp.first = and i32 %tid.2, -64
	%readlane.1 = call i32 @llvm.amdgcn.readlane(i32 %add.4, i32 16)
	%from.4 = add i32 %warp.first, 16
	%add.5 = add i32 %readlane, %readlane.1
	%readlane.2 = call i32 @llvm.amdgcn.readlane(i32 %add.4, i32 32)
	%from.5 = add i32 %warp.first, 32
	%add.6 = add i32 %add.5, %readlane.2
	%readlane.3 = call i32 @llvm.amdgcn.readlane(i32 %add.4, i32 48)
	%from.6 = add i32 %warp.first, 48
	%add.7 = add i32 %add.6, %readlane.3
	%tid.3 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%lane.1 = and i32 %tid.3, 63
	%leads = icmp eq i32 %lane.1, 0
	br i1 %leads, label %warp.out, label %warp.out.end

warp.out:
	%warp = lshr i32 %tid.3, 6
	%conv.8 = zext i32 %warp to i64
	%row = mul i64 %conv.8, 4
	%at = add i64 %row, %elem
	%cell = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax__once.red.h, i64 %at
	store i32 %add.7, ptr addrspace(3) %cell, align 4
	br label %warp.out.end

warp.out.end:
	br label %elem.inc

elem.inc:
	%elem.next = add nuw i64 %elem, 1
	br label %elem.cond

elem.end:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("wavefront") release
	call void @llvm.amdgcn.s.barrier()
	fence syncscope("wavefront") acquire
	br label %elem.cond.1

elem.cond.1:
	%elem.2 = phi i64 [ %conv.5, %elem.end ], [ %elem.next.1, %elem.inc.1 ]
	%elem.more.1 = icmp ult i64 %elem.2, %umin
	br i1 %elem.more.1, label %elem.body.1, label %elem.end.1

elem.body.1:
	%elem.3 = add i64 %tile, %elem.2
	%cell.1 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax__once.red.h, i64 %elem.2
	%part.1 = load i32, ptr addrspace(3) %cell.1, align 4
	store i32 %part.1, ptr %acc.addr, align 4
	br label %warp.cond

warp.cond:
	%warp.1 = phi i64 [ 1, %elem.body.1 ], [ %warp.next, %warp.inc ]
	%warp.more = icmp ult i64 %warp.1, %conv.7
	br i1 %warp.more, label %warp.body, label %warp.end

warp.body:
	%part.2 = load i32, ptr %acc.addr, align 4
	%row.1 = mul i64 %warp.1, 4
	%at.1 = add i64 %row.1, %elem.2
	%cell.2 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax__once.red.h, i64 %at.1
	%part.3 = load i32, ptr addrspace(3) %cell.2, align 4
	%add.8 = add i32 %part.2, %part.3
	store i32 %add.8, ptr %acc.addr, align 4
	br label %warp.inc

warp.inc:
	%warp.next = add nuw i64 %warp.1, 1
	br label %warp.cond

warp.end:
	%part.4 = load i32, ptr %acc.addr, align 4
	%orig = getelementptr inbounds i32, ptr %h.gen, i64 %elem.3
	%old = atomicrmw add ptr %orig, i32 %part.4 syncscope("agent") monotonic, align 4
	br label %elem.inc.1

elem.inc.1:
	%elem.next.1 = add nuw i64 %elem.2, %conv.6
	br label %elem.cond.1

elem.end.1:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("wavefront") release
	call void @llvm.amdgcn.s.barrier()
	fence syncscope("wavefront") acquire
	br label %tile.inc

tile.inc:
	%tile.next = add nuw i64 %tile, 4
	br label %tile.cond

tile.end:
	%tid.4 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%part.5 = load float, ptr %lo.addr, align 4
	%tid.5 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%bits = bitcast float %part.5 to i32
	%update.4 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %bits, i32 264, i32 15, i32 15, i1 true)
	%bits.1 = bitcast i32 %update.4 to float
	%from.7 = add i32 %tid.5, 8
	%minnum.1 = call float @llvm.minnum.f32(float %part.5, float %bits.1)
	%bits.2 = bitcast float %minnum.1 to i32
	%update.5 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %bits.2, i32 260, i32 15, i32 15, i1 true)
	%bits.3 = bitcast i32 %update.5 to float
	%from.8 = add i32 %tid.5, 4
	%minnum.2 = call float @llvm.minnum.f32(float %minnum.1, float %bits.3)
	%bits.4 = bitcast float %minnum.2 to i32
	%update.6 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %bits.4, i32 258, i32 15, i32 15, i1 true)
	%bits.5 = bitcast i32 %update.6 to float
	%from.9 = add i32 %tid.5, 2
	%minnum.3 = call float @llvm.minnum.f32(float %minnum.2, float %bits.5)
	%bits.6 = bitcast float %minnum.3 to i32
	%update.7 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %bits.6, i32 257, i32 15, i32 15, i1 true)
	%bits.7 = bitcast i32 %update.7 to float
	%from.10 = add i32 %tid.5, 1
	%minnum.4 = call float @llvm.minnum.f32(float %minnum.3, float %bits.7)
	%bits.8 = bitcast float %minnum.4 to i32
	%readlane.4 = call i32 @llvm.amdgcn.readlane(i32 %bits.8, i32 0)
	%bits.9 = bitcast i32 %readlane.4 to float
	%warp.first.1 = and i32 %tid.5, -64
	%bits.10 = bitcast float %minnum.4 to i32
	%readlane.5 = call i32 @llvm.amdgcn.readlane(i32 %bits.10, i32 16)
	%bits.11 = bitcast i32 %readlane.5 to float
	%from.11 = add i32 %warp.first.1, 16
	%minnum.5 = call float @llvm.minnum.f32(float %bits.9, float %bits.11)
	%bits.12 = bitcast float %minnum.4 to i32
	%readlane.6 = call i32 @llvm.amdgcn.readlane(i32 %bits.12, i32 32)
	%bits.13 = bitcast i32 %readlane.6 to float
	%from.12 = add i32 %warp.first.1, 32
	%minnum.6 = call float @llvm.minnum.f32(float %minnum.5, float %bits.13)
	%bits.14 = bitcast float %minnum.4 to i32
	%readlane.7 = call i32 @llvm.amdgcn.readlane(i32 %bits.14, i32 48)
	%bits.15 = bitcast i32 %readlane.7 to float
	%from.13 = add i32 %warp.first.1, 48
	%minnum.7 = call float @llvm.minnum.f32(float %minnum.6, float %bits.15)
	%part.6 = load i32, ptr %all.addr, align 4
	%tid.6 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%update.8 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %part.6, i32 264, i32 15, i32 15, i1 true)
	%from.14 = add i32 %tid.6, 8
	%tobool = icmp ne i32 %part.6, 0
	%tobool.1 = icmp ne i32 %update.8, 0
	%logic = and i1 %tobool, %tobool.1
	%conv.9 = zext i1 %logic to i32
	%update.9 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %conv.9, i32 260, i32 15, i32 15, i1 true)
	%from.15 = add i32 %tid.6, 4
	%tobool.2 = icmp ne i32 %conv.9, 0
	%tobool.3 = icmp ne i32 %update.9, 0
	%logic.1 = and i1 %tobool.2, %tobool.3
	%conv.10 = zext i1 %logic.1 to i32
	%update.10 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %conv.10, i32 258, i32 15, i32 15, i1 true)
	%from.16 = add i32 %tid.6, 2
	%tobool.4 = icmp ne i32 %conv.10, 0
	%tobool.5 = icmp ne i32 %update.10, 0
	%logic.2 = and i1 %tobool.4, %tobool.5
	%conv.11 = zext i1 %logic.2 to i32
	%update.11 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %conv.11, i32 257, i32 15, i32 15, i1 true)
	%from.17 = add i32 %tid.6, 1
	%tobool.6 = icmp ne i32 %conv.11, 0
	%tobool.7 = icmp ne i32 %update.11, 0
	%logic.3 = and i1 %tobool.6, %tobool.7
	%conv.12 = zext i1 %logic.3 to i32
	%readlane.8 = call i32 @llvm.amdgcn.readlane(i32 %conv.12, i32 0)
	%warp.first.2 = and i32 %tid.6, -64
	%readlane.9 = call i32 @llvm.amdgcn.readlane(i32 %conv.12, i32 16)
	%from.18 = add i32 %warp.first.2, 16
	%tobool.8 = icmp ne i32 %readlane.8, 0
	%tobool.9 = icmp ne i32 %readlane.9, 0
	%logic.4 = and i1 %tobool.8, %tobool.9
	%conv.13 = zext i1 %logic.4 to i32
	%readlane.10 = call i32 @llvm.amdgcn.readlane(i32 %conv.12, i32 32)
	%from.19 = add i32 %warp.first.2, 32
	%tobool.10 = icmp ne i32 %conv.13, 0
	%tobool.11 = icmp ne i32 %readlane.10, 0
	%logic.5 = and i1 %tobool.10, %tobool.11
	%conv.14 = zext i1 %logic.5 to i32
	%readlane.11 = call i32 @llvm.amdgcn.readlane(i32 %conv.12, i32 48)
	%from.20 = add i32 %warp.first.2, 48
	%tobool.12 = icmp ne i32 %conv.14, 0
	%tobool.13 = icmp ne i32 %readlane.11, 0
	%logic.6 = and i1 %tobool.12, %tobool.13
	%conv.15 = zext i1 %logic.6 to i32
	%lane.2 = and i32 %tid.4, 63
	%leads.1 = icmp eq i32 %lane.2, 0
	br i1 %leads.1, label %warp.out.1, label %warp.out.end.1

warp.out.1:
	%warp.2 = lshr i32 %tid.4, 6
	%conv.16 = zext i32 %warp.2 to i64
	%cell.3 = getelementptr inbounds float, ptr addrspace(3) @__ompcc_k_minmax__once.red.lo, i64 %conv.16
	store float %minnum.7, ptr addrspace(3) %cell.3, align 4
	%cell.4 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax__once.red.all, i64 %conv.16
	store i32 %conv.15, ptr addrspace(3) %cell.4, align 4
	br label %warp.out.end.1

warp.out.end.1:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("wavefront") release
	call void @llvm.amdgcn.s.barrier()
	fence syncscope("wavefront") acquire
	%first.warp = icmp ult i32 %tid.4, 64
	br i1 %first.warp, label %team, label %team.end

team:
	%from.21 = mul i32 %tid.4, 64
	%has = icmp ult i32 %from.21, 256
	br i1 %has, label %cell.5, label %cell.end

cell.5:
	%conv.17 = zext i32 %tid.4 to i64
	%cell.at = getelementptr inbounds float, ptr addrspace(3) @__ompcc_k_minmax__once.red.lo, i64 %conv.17
	%cell.6 = load float, ptr addrspace(3) %cell.at, align 4
	br label %cell.end

cell.end:
	%warp.val = phi float [ %cell.6, %cell.5 ], [ 0x7FF0000000000000, %team ]
	%tid.7 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%bits.16 = bitcast float %warp.val to i32
	%update.12 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %bits.16, i32 258, i32 15, i32 15, i1 true)
	%bits.17 = bitcast i32 %update.12 to float
	%from.22 = add i32 %tid.7, 2
	%minnum.8 = call float @llvm.minnum.f32(float %warp.val, float %bits.17)
	%bits.18 = bitcast float %minnum.8 to i32
	%update.13 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %bits.18, i32 257, i32 15, i32 15, i1 true)
	%bits.19 = bitcast i32 %update.13 to float
	%from.23 = add i32 %tid.7, 1
	%minnum.9 = call float @llvm.minnum.f32(float %minnum.8, float %bits.19)
	%from.24 = mul i32 %tid.4, 64
	%has.1 = icmp ult i32 %from.24, 256
	br i1 %has.1, label %cell.7, label %cell.end.1

cell.7:
	%conv.18 = zext i32 %tid.4 to i64
	%cell.at.1 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax__once.red.all, i64 %conv.18
	%cell.8 = load i32, ptr addrspace(3) %cell.at.1, align 4
	br label %cell.end.1

cell.end.1:
	%warp.val.1 = phi i32 [ %cell.8, %cell.7 ], [ 1, %cell.end ]
	%tid.8 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 256}
	%update.14 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %warp.val.1, i32 258, i32 15, i32 15, i1 true)
	%from.25 = add i32 %tid.8, 2
	%tobool.14 = icmp ne i32 %warp.val.1, 0
	%tobool.15 = icmp ne i32 %update.14, 0
	%logic.7 = and i1 %tobool.14, %tobool.15
	%conv.19 = zext i1 %logic.7 to i32
	%update.15 = call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %conv.19, i32 257, i32 15, i32 15, i1 true)
	%from.26 = add i32 %tid.8, 1
	%tobool.16 = icmp ne i32 %conv.19, 0
	%tobool.17 = icmp ne i32 %update.15, 0
	%logic.8 = and i1 %tobool.16, %tobool.17
	%conv.20 = zext i1 %logic.8 to i32
	%first = icmp eq i32 %tid.4, 0
	br i1 %first, label %reduced, label %reduced.end

reduced:
	%first.1 = load atomic i32, ptr %lo.gen syncscope("agent") monotonic, align 4
	br label %cas.loop

cas.loop:
	%seen = phi i32 [ %first.1, %reduced ], [ %now, %cas.loop ]
	%bits.20 = bitcast i32 %seen to float
	%minnum.10 = call float @llvm.minnum.f32(float %bits.20, float %minnum.9)
	%bits.21 = bitcast float %minnum.10 to i32
	%cas = cmpxchg ptr %lo.gen, i32 %seen, i32 %bits.21 syncscope("agent") monotonic monotonic, align 4
	%now = extractvalue { i32, i1 } %cas, 0
	%ok = extractvalue { i32, i1 } %cas, 1
	br i1 %ok, label %cas.done, label %cas.loop

cas.done:
	%bits.22 = bitcast i32 %seen to float
	%first.2 = load atomic i32, ptr %all.gen syncscope("agent") monotonic, align 4
	br label %cas.loop.1

cas.loop.1:
	%seen.1 = phi i32 [ %first.2, %cas.done ], [ %now.1, %cas.loop.1 ]
	%tobool.18 = icmp ne i32 %seen.1, 0
	%tobool.19 = icmp ne i32 %conv.20, 0
	%logic.9 = and i1 %tobool.18, %tobool.19
	%conv.21 = zext i1 %logic.9 to i32
	%cas.1 = cmpxchg ptr %all.gen, i32 %seen.1, i32 %conv.21 syncscope("agent") monotonic monotonic, align 4
	%now.1 = extractvalue { i32, i1 } %cas.1, 0
	%ok.1 = extractvalue { i32, i1 } %cas.1, 1
	br i1 %ok.1, label %cas.done.1, label %cas.loop.1

cas.done.1:
	br label %reduced.end

reduced.end:
	br label %team.end

team.end:
	ret void
}

declare float @llvm.minnum.f32(float %0, float %1)
declare i32 @llvm.amdgcn.readlane(i32 %0, i32 %1) convergent nounwind
declare i32 @llvm.amdgcn.update.dpp.i32(i32 %0, i32 %1, i32 %2, i32 %3, i32 %4, i1 %5) convergent nounwind
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i64 @llvm.umin.i64(i64 %0, i64 %1)
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.memset.p0.i64(ptr %0, i8 %1, i64 %2, i1 %3)

!1 = !{!"llvm.loop.vectorize.enable", i1 false}
!0 = distinct !{!0, !1}
!2 = !{i32 4, !"amdgpu_code_object_version", i32 500}
!llvm.module.flags = !{!2}
