; dot.c for nvptx64-nvidia-cuda (sm_80)
source_filename = "dot.c"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@__ompcc_k_dot.red.s = internal addrspace(3) global [8 x double] undef, align 8

; dot.c:3: #pragma omp target teams distribute parallel for reduction(+: s)
define ptx_kernel void @__ompcc_k_dot(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias readonly %y, ptr addrspace(1) noalias %s, i32 %n) nounwind convergent {
entry:
	%s.1 = alloca double, align 8
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%y.gen = addrspacecast ptr addrspace(1) %y to ptr
	%s.gen = addrspacecast ptr addrspace(1) %s to ptr
	store double 0x0000000000000000, ptr %s.1, align 8
	%conv = zext i32 %n to i64
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
	%base = mul i32 %ctaid, %ntid
	%lane = add i32 %base, %tid
	%nctaid = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
	%ntid.1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%lanes = mul i32 %nctaid, %ntid.1
	%inside = icmp ult i32 %lane, %n
	br i1 %inside, label %loop, label %loop.end

loop:
	%i = phi i32 [ %lane, %entry ], [ %i.1, %loop.next ]
	%s.2 = load double, ptr %s.1, align 8
	%conv.1 = zext i32 %i to i64
	%x.at = getelementptr inbounds double, ptr %x.gen, i64 %conv.1
	%x.elem = load double, ptr %x.at, align 8
	%conv.2 = zext i32 %i to i64
	%y.at = getelementptr inbounds double, ptr %y.gen, i64 %conv.2
	%y.elem = load double, ptr %y.at, align 8
	%mul = fmul contract double %x.elem, %y.elem
	%add = fadd contract double %s.2, %mul
	store double %add, ptr %s.1, align 8
	%room = sub i32 %n, %i
	%more = icmp ugt i32 %room, %lanes
	br i1 %more, label %loop.next, label %loop.end

loop.next:
	%i.1 = add i32 %i, %lanes
	br label %loop

loop.end:
	%part = load double, ptr %s.1, align 8
	%bits = bitcast double %part to i64
	%lo = trunc i64 %bits to i32
	%nvvm = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %lo, i32 16, i32 31)
	%up = lshr i64 %bits, 32
	%hi = trunc i64 %up to i32
	%nvvm.1 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %hi, i32 16, i32 31)
	%hi.1 = zext i32 %nvvm.1 to i64
	%hi.2 = shl i64 %hi.1, 32
	%lo.1 = zext i32 %nvvm to i64
	%word = or i64 %hi.2, %lo.1
	%bits.1 = bitcast i64 %word to double
	%add.1 = fadd contract double %part, %bits.1
	%bits.2 = bitcast double %add.1 to i64
	%lo.2 = trunc i64 %bits.2 to i32
	%nvvm.2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %lo.2, i32 8, i32 31)
	%up.1 = lshr i64 %bits.2, 32
	%hi.3 = trunc i64 %up.1 to i32
	%nvvm.3 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %hi.3, i32 8, i32 31)
	%hi.4 = zext i32 %nvvm.3 to i64
	%hi.5 = shl i64 %hi.4, 32
	%lo.3 = zext i32 %nvvm.2 to i64
	%word.1 = or i64 %hi.5, %lo.3
	%bits.3 = bitcast i64 %word.1 to double
	%add.2 = fadd contract double %add.1, %bits.3
	%bits.4 = bitcast double %add.2 to i64
	%lo.4 = trunc i64 %bits.4 to i32
	%nvvm.4 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %lo.4, i32 4, i32 31)
	%up.2 = lshr i64 %bits.4, 32
	%hi.6 = trunc i64 %up.2 to i32
	%nvvm.5 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %hi.6, i32 4, i32 31)
	%hi.7 = zext i32 %nvvm.5 to i64
	%hi.8 = shl i64 %hi.7, 32
	%lo.5 = zext i32 %nvvm.4 to i64
	%word.2 = or i64 %hi.8, %lo.5
	%bits.5 = bitcast i64 %word.2 to double
	%add.3 = fadd contract double %add.2, %bits.5
	%bits.6 = bitcast double %add.3 to i64
	%lo.6 = trunc i64 %bits.6 to i32
	%nvvm.6 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %lo.6, i32 2, i32 31)
	%up.3 = lshr i64 %bits.6, 32
	%hi.9 = trunc i64 %up.3 to i32
	%nvvm.7 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %hi.9, i32 2, i32 31)
	%hi.10 = zext i32 %nvvm.7 to i64
	%hi.11 = shl i64 %hi.10, 32
	%lo.7 = zext i32 %nvvm.6 to i64
	%word.3 = or i64 %hi.11, %lo.7
	%bits.7 = bitcast i64 %word.3 to double
	%add.4 = fadd contract double %add.3, %bits.7
	%bits.8 = bitcast double %add.4 to i64
	%lo.8 = trunc i64 %bits.8 to i32
	%nvvm.8 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %lo.8, i32 1, i32 31)
	%up.4 = lshr i64 %bits.8, 32
	%hi.12 = trunc i64 %up.4 to i32
	%nvvm.9 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %hi.12, i32 1, i32 31)
	%hi.13 = zext i32 %nvvm.9 to i64
	%hi.14 = shl i64 %hi.13, 32
	%lo.9 = zext i32 %nvvm.8 to i64
	%word.4 = or i64 %hi.14, %lo.9
	%bits.9 = bitcast i64 %word.4 to double
	%add.5 = fadd contract double %add.4, %bits.9
	%tid.1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%lane.1 = and i32 %tid.1, 31
	%leads = icmp eq i32 %lane.1, 0
	br i1 %leads, label %warp.out, label %warp.out.end

warp.out:
	%warp = lshr i32 %tid.1, 5
	%conv.3 = zext i32 %warp to i64
	%cell = getelementptr inbounds double, ptr addrspace(3) @__ompcc_k_dot.red.s, i64 %conv.3
	store double %add.5, ptr addrspace(3) %cell, align 8
	br label %warp.out.end

warp.out.end:
	call void @llvm.nvvm.barrier0()
	%first.warp = icmp ult i32 %tid.1, 32
	br i1 %first.warp, label %team, label %team.end

team:
	%ntid.2 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%up.5 = add i32 %ntid.2, 31
	%warps = lshr i32 %up.5, 5
	%has = icmp ult i32 %tid.1, %warps
	br i1 %has, label %cell.1, label %cell.end

cell.1:
	%conv.4 = zext i32 %tid.1 to i64
	%cell.at = getelementptr inbounds double, ptr addrspace(3) @__ompcc_k_dot.red.s, i64 %conv.4
	%cell.2 = load double, ptr addrspace(3) %cell.at, align 8
	br label %cell.end

cell.end:
	%warp.val = phi double [ %cell.2, %cell.1 ], [ -0.0, %team ]
	%bits.10 = bitcast double %warp.val to i64
	%lo.10 = trunc i64 %bits.10 to i32
	%nvvm.10 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %lo.10, i32 4, i32 31)
	%up.6 = lshr i64 %bits.10, 32
	%hi.15 = trunc i64 %up.6 to i32
	%nvvm.11 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %hi.15, i32 4, i32 31)
	%hi.16 = zext i32 %nvvm.11 to i64
	%hi.17 = shl i64 %hi.16, 32
	%lo.11 = zext i32 %nvvm.10 to i64
	%word.5 = or i64 %hi.17, %lo.11
	%bits.11 = bitcast i64 %word.5 to double
	%add.6 = fadd contract double %warp.val, %bits.11
	%bits.12 = bitcast double %add.6 to i64
	%lo.12 = trunc i64 %bits.12 to i32
	%nvvm.12 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %lo.12, i32 2, i32 31)
	%up.7 = lshr i64 %bits.12, 32
	%hi.18 = trunc i64 %up.7 to i32
	%nvvm.13 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %hi.18, i32 2, i32 31)
	%hi.19 = zext i32 %nvvm.13 to i64
	%hi.20 = shl i64 %hi.19, 32
	%lo.13 = zext i32 %nvvm.12 to i64
	%word.6 = or i64 %hi.20, %lo.13
	%bits.13 = bitcast i64 %word.6 to double
	%add.7 = fadd contract double %add.6, %bits.13
	%bits.14 = bitcast double %add.7 to i64
	%lo.14 = trunc i64 %bits.14 to i32
	%nvvm.14 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %lo.14, i32 1, i32 31)
	%up.8 = lshr i64 %bits.14, 32
	%hi.21 = trunc i64 %up.8 to i32
	%nvvm.15 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %hi.21, i32 1, i32 31)
	%hi.22 = zext i32 %nvvm.15 to i64
	%hi.23 = shl i64 %hi.22, 32
	%lo.15 = zext i32 %nvvm.14 to i64
	%word.7 = or i64 %hi.23, %lo.15
	%bits.15 = bitcast i64 %word.7 to double
	%add.8 = fadd contract double %add.7, %bits.15
	%first = icmp eq i32 %tid.1, 0
	br i1 %first, label %reduced, label %reduced.end

reduced:
	%old = atomicrmw fadd ptr %s.gen, double %add.8 syncscope("device") monotonic, align 8
	br label %reduced.end

reduced.end:
	br label %team.end

team.end:
	call void @llvm.nvvm.barrier0()
	ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32 %0, i32 %1, i32 %2, i32 %3) convergent nounwind
declare void @llvm.nvvm.barrier0() convergent nounwind

!0 = !{ptr @__ompcc_k_dot, !"maxntidx", i32 256}
!nvvm.annotations = !{!0}
