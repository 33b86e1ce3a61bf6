; minmax.c for nvptx64-nvidia-cuda (sm_80)
source_filename = "minmax.c"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@__ompcc_k_minmax.red.h = internal addrspace(3) global [32 x i32] undef, align 4
@__ompcc_k_minmax.red.lo = internal addrspace(3) global [8 x float] undef, align 4
@__ompcc_k_minmax.red.all = internal addrspace(3) global [8 x i32] undef, align 4
@__ompcc_k_minmax__once.red.h = internal addrspace(3) global [32 x i32] undef, align 4
@__ompcc_k_minmax__once.red.lo = internal addrspace(3) global [8 x float] undef, align 4
@__ompcc_k_minmax__once.red.all = internal addrspace(3) global [8 x i32] undef, align 4

; minmax.c:3: #pragma omp target teams distribute parallel for reduction(min: lo)
define ptx_kernel void @__ompcc_k_minmax(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias %lo, ptr addrspace(1) noalias %all, ptr addrspace(1) noalias %h, i32 %n) nounwind convergent {
entry:
	%lo.1 = alloca float, align 4
	%all.1 = alloca i32, align 4
	%h.1 = alloca [4 x i32], align 4
	%acc = alloca i32, align 4
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%lo.gen = addrspacecast ptr addrspace(1) %lo to ptr
	%all.gen = addrspacecast ptr addrspace(1) %all to ptr
	%h.gen = addrspacecast ptr addrspace(1) %h to ptr
	store float 0x7FF0000000000000, ptr %lo.1, align 4
	store i32 1, ptr %all.1, align 4
	call void @llvm.memset.p0.i64(ptr %h.1, i8 0, i64 16, i1 false)
	%conv = zext i32 %n to i64
	%ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
	%ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%base = mul i32 %ctaid, %ntid
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%lane = add i32 %base, %tid
	%nctaid = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
	%ntid.1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%lanes = mul i32 %nctaid, %ntid.1
	%inside = icmp ult i32 %lane, %n
	br i1 %inside, label %loop, label %loop.end

loop:
	%i = phi i32 [ %lane, %entry ], [ %i.1, %loop.next ]
	%lo.2 = load float, ptr %lo.1, align 4
	%conv.1 = zext i32 %i to i64
	%x.at = getelementptr inbounds float, ptr %x.gen, i64 %conv.1
	%x.elem = load float, ptr %x.at, align 4
	%minnum = call float @llvm.minnum.f32(float %lo.2, float %x.elem)
	store float %minnum, ptr %lo.1, align 4
	%conv.2 = zext i32 %i to i64
	%x.at.1 = getelementptr inbounds float, ptr %x.gen, i64 %conv.2
	%x.elem.1 = load float, ptr %x.at.1, align 4
	%cmp = fcmp contract olt float %x.elem.1, 0x0000000000000000
	br i1 %cmp, label %if.then, label %if.end

if.then:
	store i32 0, ptr %all.1, align 4
	br label %if.end

if.end:
	%and = and i32 %i, 3
	%conv.3 = zext i32 %and to i64
	%h.at = getelementptr inbounds i32, ptr %h.1, i64 %conv.3
	%and.1 = and i32 %i, 3
	%conv.4 = zext i32 %and.1 to i64
	%h.at.1 = getelementptr inbounds i32, ptr %h.1, i64 %conv.4
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
	%ntid.2 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%umin = call i32 @llvm.umin.i32(i32 %ntid.2, i32 32)
	%last = sub i32 %umin, 1
	%above = shl i32 2, %last
	%members = sub i32 %above, 1
	%tid.1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%conv.5 = zext i32 %tid.1 to i64
	%conv.6 = zext i32 %ntid.2 to i64
	%up = add i32 %ntid.2, 31
	%warps = lshr i32 %up, 5
	%conv.7 = zext i32 %warps to i64
	br label %tile.cond

tile.cond:
	%tile = phi i64 [ 0, %loop.end ], [ %tile.next, %tile.inc ]
	%tile.more = icmp ult i64 %tile, 4
	br i1 %tile.more, label %tile.body, label %tile.end

tile.body:
	%left = sub i64 4, %tile
	%umin.1 = call i64 @llvm.umin.i64(i64 4, i64 %left)
	br label %elem.cond

elem.cond:
	%elem = phi i64 [ 0, %tile.body ], [ %elem.next, %elem.inc ]
	%elem.more = icmp ult i64 %elem, %umin.1
	br i1 %elem.more, label %elem.body, label %elem.end

elem.body:
	%elem.1 = add i64 %tile, %elem
	%priv = getelementptr inbounds i32, ptr %h.1, i64 %elem.1
	%part = load i32, ptr %priv, align 4
	%nvvm = call i32 @llvm.nvvm.redux.sync.add(i32 %part, i32 %members)
	%tid.2 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%lane.1 = and i32 %tid.2, 31
	%leads = icmp eq i32 %lane.1, 0
	br i1 %leads, label %warp.out, label %warp.out.end

warp.out:
	%warp = lshr i32 %tid.2, 5
	%conv.8 = zext i32 %warp to i64
	%row = mul i64 %conv.8, 4
	%at = add i64 %row, %elem
	%cell = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax.red.h, i64 %at
	store i32 %nvvm, ptr addrspace(3) %cell, align 4
	br label %warp.out.end

warp.out.end:
	br label %elem.inc

elem.inc:
	%elem.next = add nuw i64 %elem, 1
	br label %elem.cond

elem.end:
	call void @llvm.nvvm.barrier0()
	br label %elem.cond.1

elem.cond.1:
	%elem.2 = phi i64 [ %conv.5, %elem.end ], [ %elem.next.1, %elem.inc.1 ]
	%elem.more.1 = icmp ult i64 %elem.2, %umin.1
	br i1 %elem.more.1, label %elem.body.1, label %elem.end.1

elem.body.1:
	%elem.3 = add i64 %tile, %elem.2
	%cell.1 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax.red.h, i64 %elem.2
	%part.1 = load i32, ptr addrspace(3) %cell.1, align 4
	store i32 %part.1, ptr %acc, align 4
	br label %warp.cond

warp.cond:
	%warp.1 = phi i64 [ 1, %elem.body.1 ], [ %warp.next, %warp.inc ]
	%warp.more = icmp ult i64 %warp.1, %conv.7
	br i1 %warp.more, label %warp.body, label %warp.end

warp.body:
	%part.2 = load i32, ptr %acc, align 4
	%row.1 = mul i64 %warp.1, 4
	%at.1 = add i64 %row.1, %elem.2
	%cell.2 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax.red.h, i64 %at.1
	%part.3 = load i32, ptr addrspace(3) %cell.2, align 4
	%add.1 = add i32 %part.2, %part.3
	store i32 %add.1, ptr %acc, align 4
	br label %warp.inc

warp.inc:
	%warp.next = add nuw i64 %warp.1, 1
	br label %warp.cond

warp.end:
	%part.4 = load i32, ptr %acc, align 4
	%orig = getelementptr inbounds i32, ptr %h.gen, i64 %elem.3
	%old = atomicrmw add ptr %orig, i32 %part.4 syncscope("device") monotonic, align 4
	br label %elem.inc.1

elem.inc.1:
	%elem.next.1 = add nuw i64 %elem.2, %conv.6
	br label %elem.cond.1

elem.end.1:
	call void @llvm.nvvm.barrier0()
	br label %tile.inc

tile.inc:
	%tile.next = add nuw i64 %tile, 4
	br label %tile.cond

tile.end:
	%part.5 = load float, ptr %lo.1, align 4
	%part.6 = load i32, ptr %all.1, align 4
	%small = icmp ult i32 %ntid.2, 32
	br i1 %small, label %deliver, label %tree

tree:
	%tid.3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%part.7 = load float, ptr %lo.1, align 4
	%bits = bitcast float %part.7 to i32
	%nvvm.1 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits, i32 16, i32 31)
	%bits.1 = bitcast i32 %nvvm.1 to float
	%minnum.1 = call float @llvm.minnum.f32(float %part.7, float %bits.1)
	%bits.2 = bitcast float %minnum.1 to i32
	%nvvm.2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.2, i32 8, i32 31)
	%bits.3 = bitcast i32 %nvvm.2 to float
	%minnum.2 = call float @llvm.minnum.f32(float %minnum.1, float %bits.3)
	%bits.4 = bitcast float %minnum.2 to i32
	%nvvm.3 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.4, i32 4, i32 31)
	%bits.5 = bitcast i32 %nvvm.3 to float
	%minnum.3 = call float @llvm.minnum.f32(float %minnum.2, float %bits.5)
	%bits.6 = bitcast float %minnum.3 to i32
	%nvvm.4 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.6, i32 2, i32 31)
	%bits.7 = bitcast i32 %nvvm.4 to float
	%minnum.4 = call float @llvm.minnum.f32(float %minnum.3, float %bits.7)
	%bits.8 = bitcast float %minnum.4 to i32
	%nvvm.5 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.8, i32 1, i32 31)
	%bits.9 = bitcast i32 %nvvm.5 to float
	%minnum.5 = call float @llvm.minnum.f32(float %minnum.4, float %bits.9)
	%part.8 = load i32, ptr %all.1, align 4
	%tobool = icmp ne i32 %part.8, 0
	%nvvm.6 = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %tobool)
	%conv.9 = zext i1 %nvvm.6 to i32
	%lane.2 = and i32 %tid.3, 31
	%leads.1 = icmp eq i32 %lane.2, 0
	br i1 %leads.1, label %warp.out.1, label %warp.out.end.1

warp.out.1:
	%warp.2 = lshr i32 %tid.3, 5
	%conv.10 = zext i32 %warp.2 to i64
	%cell.3 = getelementptr inbounds float, ptr addrspace(3) @__ompcc_k_minmax.red.lo, i64 %conv.10
	store float %minnum.5, ptr addrspace(3) %cell.3, align 4
	%cell.4 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax.red.all, i64 %conv.10
	store i32 %conv.9, ptr addrspace(3) %cell.4, align 4
	br label %warp.out.end.1

warp.out.end.1:
	call void @llvm.nvvm.barrier0()
	%first.warp = icmp ult i32 %tid.3, 32
	br i1 %first.warp, label %team, label %team.end

team:
	%from = mul i32 %tid.3, 32
	%has = icmp ult i32 %from, %ntid.2
	br i1 %has, label %cell.5, label %cell.end

cell.5:
	%conv.11 = zext i32 %tid.3 to i64
	%cell.at = getelementptr inbounds float, ptr addrspace(3) @__ompcc_k_minmax.red.lo, i64 %conv.11
	%cell.6 = load float, ptr addrspace(3) %cell.at, align 4
	br label %cell.end

cell.end:
	%warp.val = phi float [ %cell.6, %cell.5 ], [ 0x7FF0000000000000, %team ]
	%bits.10 = bitcast float %warp.val to i32
	%nvvm.7 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.10, i32 4, i32 31)
	%bits.11 = bitcast i32 %nvvm.7 to float
	%minnum.6 = call float @llvm.minnum.f32(float %warp.val, float %bits.11)
	%bits.12 = bitcast float %minnum.6 to i32
	%nvvm.8 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.12, i32 2, i32 31)
	%bits.13 = bitcast i32 %nvvm.8 to float
	%minnum.7 = call float @llvm.minnum.f32(float %minnum.6, float %bits.13)
	%bits.14 = bitcast float %minnum.7 to i32
	%nvvm.9 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.14, i32 1, i32 31)
	%bits.15 = bitcast i32 %nvvm.9 to float
	%minnum.8 = call float @llvm.minnum.f32(float %minnum.7, float %bits.15)
	%from.1 = mul i32 %tid.3, 32
	%has.1 = icmp ult i32 %from.1, %ntid.2
	br i1 %has.1, label %cell.7, label %cell.end.1

cell.7:
	%conv.12 = zext i32 %tid.3 to i64
	%cell.at.1 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax.red.all, i64 %conv.12
	%cell.8 = load i32, ptr addrspace(3) %cell.at.1, align 4
	br label %cell.end.1

cell.end.1:
	%warp.val.1 = phi i32 [ %cell.8, %cell.7 ], [ 1, %cell.end ]
	%tobool.1 = icmp ne i32 %warp.val.1, 0
	%nvvm.10 = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %tobool.1)
	%conv.13 = zext i1 %nvvm.10 to i32
	%first = icmp eq i32 %tid.3, 0
	br i1 %first, label %reduced, label %reduced.end

reduced:
	br label %deliver

reduced.end:
	br label %team.end

team.end:
	br label %delivered

deliver:
	%part.9 = phi float [ %part.5, %tile.end ], [ %minnum.8, %reduced ]
	%part.10 = phi i32 [ %part.6, %tile.end ], [ %conv.13, %reduced ]
	%first.1 = load atomic i32, ptr %lo.gen syncscope("device") monotonic, align 4
	br label %cas.loop

cas.loop:
	%seen = phi i32 [ %first.1, %deliver ], [ %now, %cas.loop ]
	%bits.16 = bitcast i32 %seen to float
	%minnum.9 = call float @llvm.minnum.f32(float %bits.16, float %part.9)
	%bits.17 = bitcast float %minnum.9 to i32
	%cas = cmpxchg ptr %lo.gen, i32 %seen, i32 %bits.17 syncscope("device") monotonic monotonic, align 4
	%now = extractvalue { i32, i1 } %cas, 0
	%ok = extractvalue { i32, i1 } %cas, 1
	br i1 %ok, label %cas.done, label %cas.loop

cas.done:
	%bits.18 = bitcast i32 %seen to float
	%first.2 = load atomic i32, ptr %all.gen syncscope("device") monotonic, align 4
	br label %cas.loop.1

cas.loop.1:
	%seen.1 = phi i32 [ %first.2, %cas.done ], [ %now.1, %cas.loop.1 ]
	%tobool.2 = icmp ne i32 %seen.1, 0
	%tobool.3 = icmp ne i32 %part.10, 0
	%logic = and i1 %tobool.2, %tobool.3
	%conv.14 = zext i1 %logic to i32
	%cas.1 = cmpxchg ptr %all.gen, i32 %seen.1, i32 %conv.14 syncscope("device") monotonic monotonic, align 4
	%now.1 = extractvalue { i32, i1 } %cas.1, 0
	%ok.1 = extractvalue { i32, i1 } %cas.1, 1
	br i1 %ok.1, label %cas.done.1, label %cas.loop.1

cas.done.1:
	br label %delivered

delivered:
	ret void
}

; minmax.c:3: #pragma omp target teams distribute parallel for reduction(min: lo)
define ptx_kernel void @__ompcc_k_minmax__once(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias %lo, ptr addrspace(1) noalias %all, ptr addrspace(1) noalias %h, i32 %n) nounwind convergent {
entry:
	%lo.1 = alloca float, align 4
	%all.1 = alloca i32, align 4
	%h.1 = alloca [4 x i32], align 4
	%acc = alloca i32, align 4
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%lo.gen = addrspacecast ptr addrspace(1) %lo to ptr
	%all.gen = addrspacecast ptr addrspace(1) %all to ptr
	%h.gen = addrspacecast ptr addrspace(1) %h to ptr
	store float 0x7FF0000000000000, ptr %lo.1, align 4
	store i32 1, ptr %all.1, align 4
	call void @llvm.memset.p0.i64(ptr %h.1, i8 0, i64 16, i1 false)
	%conv = zext i32 %n to i64
	%ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
	%base = mul i32 %ctaid, 256
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%lane = add i32 %base, %tid
	%inside = icmp ult i32 %lane, %n
	br i1 %inside, label %iteration, label %iteration.end

iteration:
	%lo.2 = load float, ptr %lo.1, align 4
	%conv.1 = zext i32 %lane to i64
	%x.at = getelementptr inbounds float, ptr %x.gen, i64 %conv.1
	%x.elem = load float, ptr %x.at, align 4
	%minnum = call float @llvm.minnum.f32(float %lo.2, float %x.elem)
	store float %minnum, ptr %lo.1, align 4
	%conv.2 = zext i32 %lane to i64
	%x.at.1 = getelementptr inbounds float, ptr %x.gen, i64 %conv.2
	%x.elem.1 = load float, ptr %x.at.1, align 4
	%cmp = fcmp contract olt float %x.elem.1, 0x0000000000000000
	br i1 %cmp, label %if.then, label %if.end

if.then:
	store i32 0, ptr %all.1, align 4
	br label %if.end

if.end:
	%and = and i32 %lane, 3
	%conv.3 = zext i32 %and to i64
	%h.at = getelementptr inbounds i32, ptr %h.1, i64 %conv.3
	%and.1 = and i32 %lane, 3
	%conv.4 = zext i32 %and.1 to i64
	%h.at.1 = getelementptr inbounds i32, ptr %h.1, i64 %conv.4
	%h.elem = load i32, ptr %h.at.1, align 4
	%add = add i32 %h.elem, 1
	store i32 %add, ptr %h.at, align 4
	br label %iteration.end

iteration.end:
	%tid.1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%conv.5 = zext i32 %tid.1 to i64
	%conv.6 = zext i32 256 to i64
	%up = add i32 256, 31
	%warps = lshr i32 %up, 5
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
	%priv = getelementptr inbounds i32, ptr %h.1, i64 %elem.1
	%part = load i32, ptr %priv, align 4
	%nvvm = call i32 @llvm.nvvm.redux.sync.add(i32 %part, i32 -1)
	%tid.2 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%lane.1 = and i32 %tid.2, 31
	%leads = icmp eq i32 %lane.1, 0
	br i1 %leads, label %warp.out, label %warp.out.end

warp.out:
	%warp = lshr i32 %tid.2, 5
	%conv.8 = zext i32 %warp to i64
	%row = mul i64 %conv.8, 4
	%at = add i64 %row, %elem
	%cell = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax__once.red.h, i64 %at
	store i32 %nvvm, ptr addrspace(3) %cell, align 4
	br label %warp.out.end

warp.out.end:
	br label %elem.inc

elem.inc:
	%elem.next = add nuw i64 %elem, 1
	br label %elem.cond

elem.end:
	call void @llvm.nvvm.barrier0()
	br label %elem.cond.1

elem.cond.1:
	%elem.2 = phi i64 [ %conv.5, %elem.end ], [ %elem.next.1, %elem.inc.1 ]
	%elem.more.1 = icmp ult i64 %elem.2, %umin
	br i1 %elem.more.1, label %elem.body.1, label %elem.end.1

elem.body.1:
	%elem.3 = add i64 %tile, %elem.2
	%cell.1 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax__once.red.h, i64 %elem.2
	%part.1 = load i32, ptr addrspace(3) %cell.1, align 4
	store i32 %part.1, ptr %acc, align 4
	br label %warp.cond

warp.cond:
	%warp.1 = phi i64 [ 1, %elem.body.1 ], [ %warp.next, %warp.inc ]
	%warp.more = icmp ult i64 %warp.1, %conv.7
	br i1 %warp.more, label %warp.body, label %warp.end

warp.body:
	%part.2 = load i32, ptr %acc, align 4
	%row.1 = mul i64 %warp.1, 4
	%at.1 = add i64 %row.1, %elem.2
	%cell.2 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax__once.red.h, i64 %at.1
	%part.3 = load i32, ptr addrspace(3) %cell.2, align 4
	%add.1 = add i32 %part.2, %part.3
	store i32 %add.1, ptr %acc, align 4
	br label %warp.inc

warp.inc:
	%warp.next = add nuw i64 %warp.1, 1
	br label %warp.cond

warp.end:
	%part.4 = load i32, ptr %acc, align 4
	%orig = getelementptr inbounds i32, ptr %h.gen, i64 %elem.3
	%old = atomicrmw add ptr %orig, i32 %part.4 syncscope("device") monotonic, align 4
	br label %elem.inc.1

elem.inc.1:
	%elem.next.1 = add nuw i64 %elem.2, %conv.6
	br label %elem.cond.1

elem.end.1:
	call void @llvm.nvvm.barrier0()
	br label %tile.inc

tile.inc:
	%tile.next = add nuw i64 %tile, 4
	br label %tile.cond

tile.end:
	%tid.3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%part.5 = load float, ptr %lo.1, align 4
	%bits = bitcast float %part.5 to i32
	%nvvm.1 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits, i32 16, i32 31)
	%bits.1 = bitcast i32 %nvvm.1 to float
	%minnum.1 = call float @llvm.minnum.f32(float %part.5, float %bits.1)
	%bits.2 = bitcast float %minnum.1 to i32
	%nvvm.2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.2, i32 8, i32 31)
	%bits.3 = bitcast i32 %nvvm.2 to float
	%minnum.2 = call float @llvm.minnum.f32(float %minnum.1, float %bits.3)
	%bits.4 = bitcast float %minnum.2 to i32
	%nvvm.3 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.4, i32 4, i32 31)
	%bits.5 = bitcast i32 %nvvm.3 to float
	%minnum.3 = call float @llvm.minnum.f32(float %minnum.2, float %bits.5)
	%bits.6 = bitcast float %minnum.3 to i32
	%nvvm.4 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.6, i32 2, i32 31)
	%bits.7 = bitcast i32 %nvvm.4 to float
	%minnum.4 = call float @llvm.minnum.f32(float %minnum.3, float %bits.7)
	%bits.8 = bitcast float %minnum.4 to i32
	%nvvm.5 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.8, i32 1, i32 31)
	%bits.9 = bitcast i32 %nvvm.5 to float
	%minnum.5 = call float @llvm.minnum.f32(float %minnum.4, float %bits.9)
	%part.6 = load i32, ptr %all.1, align 4
	%tobool = icmp ne i32 %part.6, 0
	%nvvm.6 = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %tobool)
	%conv.9 = zext i1 %nvvm.6 to i32
	%lane.2 = and i32 %tid.3, 31
	%leads.1 = icmp eq i32 %lane.2, 0
	br i1 %leads.1, label %warp.out.1, label %warp.out.end.1

warp.out.1:
	%warp.2 = lshr i32 %tid.3, 5
	%conv.10 = zext i32 %warp.2 to i64
	%cell.3 = getelementptr inbounds float, ptr addrspace(3) @__ompcc_k_minmax__once.red.lo, i64 %conv.10
	store float %minnum.5, ptr addrspace(3) %cell.3, align 4
	%cell.4 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax__once.red.all, i64 %conv.10
	store i32 %conv.9, ptr addrspace(3) %cell.4, align 4
	br label %warp.out.end.1

warp.out.end.1:
	call void @llvm.nvvm.barrier0()
	%first.warp = icmp ult i32 %tid.3, 32
	br i1 %first.warp, label %team, label %team.end

team:
	%from = mul i32 %tid.3, 32
	%has = icmp ult i32 %from, 256
	br i1 %has, label %cell.5, label %cell.end

cell.5:
	%conv.11 = zext i32 %tid.3 to i64
	%cell.at = getelementptr inbounds float, ptr addrspace(3) @__ompcc_k_minmax__once.red.lo, i64 %conv.11
	%cell.6 = load float, ptr addrspace(3) %cell.at, align 4
	br label %cell.end

cell.end:
	%warp.val = phi float [ %cell.6, %cell.5 ], [ 0x7FF0000000000000, %team ]
	%bits.10 = bitcast float %warp.val to i32
	%nvvm.7 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.10, i32 4, i32 31)
	%bits.11 = bitcast i32 %nvvm.7 to float
	%minnum.6 = call float @llvm.minnum.f32(float %warp.val, float %bits.11)
	%bits.12 = bitcast float %minnum.6 to i32
	%nvvm.8 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.12, i32 2, i32 31)
	%bits.13 = bitcast i32 %nvvm.8 to float
	%minnum.7 = call float @llvm.minnum.f32(float %minnum.6, float %bits.13)
	%bits.14 = bitcast float %minnum.7 to i32
	%nvvm.9 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %bits.14, i32 1, i32 31)
	%bits.15 = bitcast i32 %nvvm.9 to float
	%minnum.8 = call float @llvm.minnum.f32(float %minnum.7, float %bits.15)
	%from.1 = mul i32 %tid.3, 32
	%has.1 = icmp ult i32 %from.1, 256
	br i1 %has.1, label %cell.7, label %cell.end.1

cell.7:
	%conv.12 = zext i32 %tid.3 to i64
	%cell.at.1 = getelementptr inbounds i32, ptr addrspace(3) @__ompcc_k_minmax__once.red.all, i64 %conv.12
	%cell.8 = load i32, ptr addrspace(3) %cell.at.1, align 4
	br label %cell.end.1

cell.end.1:
	%warp.val.1 = phi i32 [ %cell.8, %cell.7 ], [ 1, %cell.end ]
	%tobool.1 = icmp ne i32 %warp.val.1, 0
	%nvvm.10 = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %tobool.1)
	%conv.13 = zext i1 %nvvm.10 to i32
	%first = icmp eq i32 %tid.3, 0
	br i1 %first, label %reduced, label %reduced.end

reduced:
	%first.1 = load atomic i32, ptr %lo.gen syncscope("device") monotonic, align 4
	br label %cas.loop

cas.loop:
	%seen = phi i32 [ %first.1, %reduced ], [ %now, %cas.loop ]
	%bits.16 = bitcast i32 %seen to float
	%minnum.9 = call float @llvm.minnum.f32(float %bits.16, float %minnum.8)
	%bits.17 = bitcast float %minnum.9 to i32
	%cas = cmpxchg ptr %lo.gen, i32 %seen, i32 %bits.17 syncscope("device") monotonic monotonic, align 4
	%now = extractvalue { i32, i1 } %cas, 0
	%ok = extractvalue { i32, i1 } %cas, 1
	br i1 %ok, label %cas.done, label %cas.loop

cas.done:
	%bits.18 = bitcast i32 %seen to float
	%first.2 = load atomic i32, ptr %all.gen syncscope("device") monotonic, align 4
	br label %cas.loop.1

cas.loop.1:
	%seen.1 = phi i32 [ %first.2, %cas.done ], [ %now.1, %cas.loop.1 ]
	%tobool.2 = icmp ne i32 %seen.1, 0
	%tobool.3 = icmp ne i32 %conv.13, 0
	%logic = and i1 %tobool.2, %tobool.3
	%conv.14 = zext i1 %logic to i32
	%cas.1 = cmpxchg ptr %all.gen, i32 %seen.1, i32 %conv.14 syncscope("device") monotonic monotonic, align 4
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
declare i1 @llvm.nvvm.vote.all.sync(i32 %0, i1 %1) convergent nounwind
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.redux.sync.add(i32 %0, i32 %1) convergent nounwind
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32 %0, i32 %1, i32 %2, i32 %3) convergent nounwind
declare i32 @llvm.umin.i32(i32 %0, i32 %1)
declare i64 @llvm.umin.i64(i64 %0, i64 %1)
declare void @llvm.memset.p0.i64(ptr %0, i8 %1, i64 %2, i1 %3)
declare void @llvm.nvvm.barrier0() convergent nounwind

!1 = !{!"llvm.loop.vectorize.enable", i1 false}
!0 = distinct !{!0, !1}
!2 = !{ptr @__ompcc_k_minmax, !"maxntidx", i32 256}
!3 = !{ptr @__ompcc_k_minmax__once, !"reqntidx", i32 256}
!nvvm.annotations = !{!2, !3}
