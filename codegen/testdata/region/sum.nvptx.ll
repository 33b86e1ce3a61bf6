; sum.c for nvptx64-nvidia-cuda (sm_80)
source_filename = "sum.c"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@sum.red.s = internal addrspace(3) global [8 x double] undef, align 8
@sum__once.red.s = internal addrspace(3) global [8 x double] undef, align 8

; sum.c:2: #pragma omp target teams distribute parallel for reduction(+: s)
define ptx_kernel void @sum(ptr addrspace(1) noalias readonly %v, ptr addrspace(1) %s, i32 %n) nounwind convergent {
entry:
	%part = alloca double, align 8
	%v.gen = addrspacecast ptr addrspace(1) %v to ptr
	%s.gen = addrspacecast ptr addrspace(1) %s to ptr
	store double 0x0000000000000000, ptr %part, align 8
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
	%part.1 = load double, ptr %part, align 8
	%conv.1 = zext i32 %i to i64
	%v.at = getelementptr inbounds [8 x i8], ptr %v.gen, i64 %conv.1
	%v.elem = load double, ptr %v.at, align 8
	%add = fadd reassoc contract double %part.1, %v.elem
	store double %add, ptr %part, align 8
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
	%part.2 = load double, ptr %part, align 8
	%small = icmp ult i32 %ntid.2, 32
	br i1 %small, label %deliver, label %tree

tree:
	%tid.1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%part.3 = load double, ptr %part, align 8
	%bits = bitcast double %part.3 to i64
	%bits.1 = bitcast i64 %bits to double
	%nvvm = call i32 @llvm.nvvm.d2i.lo(double %bits.1)
	%nvvm.1 = call i32 @llvm.nvvm.d2i.hi(double %bits.1)
	%nvvm.2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm, i32 16, i32 31)
	%nvvm.3 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.1, i32 16, i32 31)
	%nvvm.4 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.2, i32 %nvvm.3)
	%bits.2 = bitcast double %nvvm.4 to i64
	%bits.3 = bitcast i64 %bits.2 to double
	%add.1 = fadd contract double %part.3, %bits.3
	%bits.4 = bitcast double %add.1 to i64
	%bits.5 = bitcast i64 %bits.4 to double
	%nvvm.5 = call i32 @llvm.nvvm.d2i.lo(double %bits.5)
	%nvvm.6 = call i32 @llvm.nvvm.d2i.hi(double %bits.5)
	%nvvm.7 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.5, i32 8, i32 31)
	%nvvm.8 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.6, i32 8, i32 31)
	%nvvm.9 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.7, i32 %nvvm.8)
	%bits.6 = bitcast double %nvvm.9 to i64
	%bits.7 = bitcast i64 %bits.6 to double
	%add.2 = fadd contract double %add.1, %bits.7
	%bits.8 = bitcast double %add.2 to i64
	%bits.9 = bitcast i64 %bits.8 to double
	%nvvm.10 = call i32 @llvm.nvvm.d2i.lo(double %bits.9)
	%nvvm.11 = call i32 @llvm.nvvm.d2i.hi(double %bits.9)
	%nvvm.12 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.10, i32 4, i32 31)
	%nvvm.13 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.11, i32 4, i32 31)
	%nvvm.14 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.12, i32 %nvvm.13)
	%bits.10 = bitcast double %nvvm.14 to i64
	%bits.11 = bitcast i64 %bits.10 to double
	%add.3 = fadd contract double %add.2, %bits.11
	%bits.12 = bitcast double %add.3 to i64
	%bits.13 = bitcast i64 %bits.12 to double
	%nvvm.15 = call i32 @llvm.nvvm.d2i.lo(double %bits.13)
	%nvvm.16 = call i32 @llvm.nvvm.d2i.hi(double %bits.13)
	%nvvm.17 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.15, i32 2, i32 31)
	%nvvm.18 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.16, i32 2, i32 31)
	%nvvm.19 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.17, i32 %nvvm.18)
	%bits.14 = bitcast double %nvvm.19 to i64
	%bits.15 = bitcast i64 %bits.14 to double
	%add.4 = fadd contract double %add.3, %bits.15
	%bits.16 = bitcast double %add.4 to i64
	%bits.17 = bitcast i64 %bits.16 to double
	%nvvm.20 = call i32 @llvm.nvvm.d2i.lo(double %bits.17)
	%nvvm.21 = call i32 @llvm.nvvm.d2i.hi(double %bits.17)
	%nvvm.22 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.20, i32 1, i32 31)
	%nvvm.23 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.21, i32 1, i32 31)
	%nvvm.24 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.22, i32 %nvvm.23)
	%bits.18 = bitcast double %nvvm.24 to i64
	%bits.19 = bitcast i64 %bits.18 to double
	%add.5 = fadd contract double %add.4, %bits.19
	%lane.1 = and i32 %tid.1, 31
	%leads = icmp eq i32 %lane.1, 0
	br i1 %leads, label %warp.out, label %warp.out.end

warp.out:
	%warp = lshr i32 %tid.1, 5
	%conv.2 = zext i32 %warp to i64
	%cell = getelementptr inbounds double, ptr addrspace(3) @sum.red.s, i64 %conv.2
	store double %add.5, ptr addrspace(3) %cell, align 8
	br label %warp.out.end

warp.out.end:
	call void @llvm.nvvm.barrier0()
	%first.warp = icmp ult i32 %tid.1, 32
	br i1 %first.warp, label %team, label %team.end

team:
	%from = mul i32 %tid.1, 32
	%has = icmp ult i32 %from, %ntid.2
	br i1 %has, label %cell.1, label %cell.end

cell.1:
	%conv.3 = zext i32 %tid.1 to i64
	%cell.at = getelementptr inbounds double, ptr addrspace(3) @sum.red.s, i64 %conv.3
	%cell.2 = load double, ptr addrspace(3) %cell.at, align 8
	br label %cell.end

cell.end:
	%warp.val = phi double [ %cell.2, %cell.1 ], [ -0.0, %team ]
	%bits.20 = bitcast double %warp.val to i64
	%bits.21 = bitcast i64 %bits.20 to double
	%nvvm.25 = call i32 @llvm.nvvm.d2i.lo(double %bits.21)
	%nvvm.26 = call i32 @llvm.nvvm.d2i.hi(double %bits.21)
	%nvvm.27 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.25, i32 4, i32 31)
	%nvvm.28 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.26, i32 4, i32 31)
	%nvvm.29 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.27, i32 %nvvm.28)
	%bits.22 = bitcast double %nvvm.29 to i64
	%bits.23 = bitcast i64 %bits.22 to double
	%add.6 = fadd contract double %warp.val, %bits.23
	%bits.24 = bitcast double %add.6 to i64
	%bits.25 = bitcast i64 %bits.24 to double
	%nvvm.30 = call i32 @llvm.nvvm.d2i.lo(double %bits.25)
	%nvvm.31 = call i32 @llvm.nvvm.d2i.hi(double %bits.25)
	%nvvm.32 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.30, i32 2, i32 31)
	%nvvm.33 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.31, i32 2, i32 31)
	%nvvm.34 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.32, i32 %nvvm.33)
	%bits.26 = bitcast double %nvvm.34 to i64
	%bits.27 = bitcast i64 %bits.26 to double
	%add.7 = fadd contract double %add.6, %bits.27
	%bits.28 = bitcast double %add.7 to i64
	%bits.29 = bitcast i64 %bits.28 to double
	%nvvm.35 = call i32 @llvm.nvvm.d2i.lo(double %bits.29)
	%nvvm.36 = call i32 @llvm.nvvm.d2i.hi(double %bits.29)
	%nvvm.37 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.35, i32 1, i32 31)
	%nvvm.38 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.36, i32 1, i32 31)
	%nvvm.39 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.37, i32 %nvvm.38)
	%bits.30 = bitcast double %nvvm.39 to i64
	%bits.31 = bitcast i64 %bits.30 to double
	%add.8 = fadd contract double %add.7, %bits.31
	%first = icmp eq i32 %tid.1, 0
	br i1 %first, label %reduced, label %reduced.end

reduced:
	br label %deliver

reduced.end:
	br label %team.end

team.end:
	br label %delivered

deliver:
	%part.4 = phi double [ %part.2, %loop.end ], [ %add.8, %reduced ]
	%old = atomicrmw fadd ptr %s.gen, double %part.4 syncscope("device") monotonic, align 8
	br label %delivered

delivered:
	ret void
}

; sum.c:2: #pragma omp target teams distribute parallel for reduction(+: s)
define ptx_kernel void @sum__once(ptr addrspace(1) noalias readonly %v, ptr addrspace(1) %s, i32 %n) nounwind convergent {
entry:
	%part = alloca double, align 8
	%v.gen = addrspacecast ptr addrspace(1) %v to ptr
	%s.gen = addrspacecast ptr addrspace(1) %s to ptr
	store double 0x0000000000000000, ptr %part, align 8
	%conv = zext i32 %n to i64
	%ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
	%base = mul i32 %ctaid, 256
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%lane = add i32 %base, %tid
	%inside = icmp ult i32 %lane, %n
	br i1 %inside, label %iteration, label %iteration.end

iteration:
	%part.1 = load double, ptr %part, align 8
	%conv.1 = zext i32 %lane to i64
	%v.at = getelementptr inbounds [8 x i8], ptr %v.gen, i64 %conv.1
	%v.elem = load double, ptr %v.at, align 8
	%add = fadd reassoc contract double %part.1, %v.elem
	store double %add, ptr %part, align 8
	br label %iteration.end

iteration.end:
	%tid.1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%part.2 = load double, ptr %part, align 8
	%bits = bitcast double %part.2 to i64
	%bits.1 = bitcast i64 %bits to double
	%nvvm = call i32 @llvm.nvvm.d2i.lo(double %bits.1)
	%nvvm.1 = call i32 @llvm.nvvm.d2i.hi(double %bits.1)
	%nvvm.2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm, i32 16, i32 31)
	%nvvm.3 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.1, i32 16, i32 31)
	%nvvm.4 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.2, i32 %nvvm.3)
	%bits.2 = bitcast double %nvvm.4 to i64
	%bits.3 = bitcast i64 %bits.2 to double
	%add.1 = fadd contract double %part.2, %bits.3
	%bits.4 = bitcast double %add.1 to i64
	%bits.5 = bitcast i64 %bits.4 to double
	%nvvm.5 = call i32 @llvm.nvvm.d2i.lo(double %bits.5)
	%nvvm.6 = call i32 @llvm.nvvm.d2i.hi(double %bits.5)
	%nvvm.7 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.5, i32 8, i32 31)
	%nvvm.8 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.6, i32 8, i32 31)
	%nvvm.9 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.7, i32 %nvvm.8)
	%bits.6 = bitcast double %nvvm.9 to i64
	%bits.7 = bitcast i64 %bits.6 to double
	%add.2 = fadd contract double %add.1, %bits.7
	%bits.8 = bitcast double %add.2 to i64
	%bits.9 = bitcast i64 %bits.8 to double
	%nvvm.10 = call i32 @llvm.nvvm.d2i.lo(double %bits.9)
	%nvvm.11 = call i32 @llvm.nvvm.d2i.hi(double %bits.9)
	%nvvm.12 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.10, i32 4, i32 31)
	%nvvm.13 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.11, i32 4, i32 31)
	%nvvm.14 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.12, i32 %nvvm.13)
	%bits.10 = bitcast double %nvvm.14 to i64
	%bits.11 = bitcast i64 %bits.10 to double
	%add.3 = fadd contract double %add.2, %bits.11
	%bits.12 = bitcast double %add.3 to i64
	%bits.13 = bitcast i64 %bits.12 to double
	%nvvm.15 = call i32 @llvm.nvvm.d2i.lo(double %bits.13)
	%nvvm.16 = call i32 @llvm.nvvm.d2i.hi(double %bits.13)
	%nvvm.17 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.15, i32 2, i32 31)
	%nvvm.18 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.16, i32 2, i32 31)
	%nvvm.19 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.17, i32 %nvvm.18)
	%bits.14 = bitcast double %nvvm.19 to i64
	%bits.15 = bitcast i64 %bits.14 to double
	%add.4 = fadd contract double %add.3, %bits.15
	%bits.16 = bitcast double %add.4 to i64
	%bits.17 = bitcast i64 %bits.16 to double
	%nvvm.20 = call i32 @llvm.nvvm.d2i.lo(double %bits.17)
	%nvvm.21 = call i32 @llvm.nvvm.d2i.hi(double %bits.17)
	%nvvm.22 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.20, i32 1, i32 31)
	%nvvm.23 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.21, i32 1, i32 31)
	%nvvm.24 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.22, i32 %nvvm.23)
	%bits.18 = bitcast double %nvvm.24 to i64
	%bits.19 = bitcast i64 %bits.18 to double
	%add.5 = fadd contract double %add.4, %bits.19
	%lane.1 = and i32 %tid.1, 31
	%leads = icmp eq i32 %lane.1, 0
	br i1 %leads, label %warp.out, label %warp.out.end

warp.out:
	%warp = lshr i32 %tid.1, 5
	%conv.2 = zext i32 %warp to i64
	%cell = getelementptr inbounds double, ptr addrspace(3) @sum__once.red.s, i64 %conv.2
	store double %add.5, ptr addrspace(3) %cell, align 8
	br label %warp.out.end

warp.out.end:
	call void @llvm.nvvm.barrier0()
	%first.warp = icmp ult i32 %tid.1, 32
	br i1 %first.warp, label %team, label %team.end

team:
	%from = mul i32 %tid.1, 32
	%has = icmp ult i32 %from, 256
	br i1 %has, label %cell.1, label %cell.end

cell.1:
	%conv.3 = zext i32 %tid.1 to i64
	%cell.at = getelementptr inbounds double, ptr addrspace(3) @sum__once.red.s, i64 %conv.3
	%cell.2 = load double, ptr addrspace(3) %cell.at, align 8
	br label %cell.end

cell.end:
	%warp.val = phi double [ %cell.2, %cell.1 ], [ -0.0, %team ]
	%bits.20 = bitcast double %warp.val to i64
	%bits.21 = bitcast i64 %bits.20 to double
	%nvvm.25 = call i32 @llvm.nvvm.d2i.lo(double %bits.21)
	%nvvm.26 = call i32 @llvm.nvvm.d2i.hi(double %bits.21)
	%nvvm.27 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.25, i32 4, i32 31)
	%nvvm.28 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.26, i32 4, i32 31)
	%nvvm.29 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.27, i32 %nvvm.28)
	%bits.22 = bitcast double %nvvm.29 to i64
	%bits.23 = bitcast i64 %bits.22 to double
	%add.6 = fadd contract double %warp.val, %bits.23
	%bits.24 = bitcast double %add.6 to i64
	%bits.25 = bitcast i64 %bits.24 to double
	%nvvm.30 = call i32 @llvm.nvvm.d2i.lo(double %bits.25)
	%nvvm.31 = call i32 @llvm.nvvm.d2i.hi(double %bits.25)
	%nvvm.32 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.30, i32 2, i32 31)
	%nvvm.33 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.31, i32 2, i32 31)
	%nvvm.34 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.32, i32 %nvvm.33)
	%bits.26 = bitcast double %nvvm.34 to i64
	%bits.27 = bitcast i64 %bits.26 to double
	%add.7 = fadd contract double %add.6, %bits.27
	%bits.28 = bitcast double %add.7 to i64
	%bits.29 = bitcast i64 %bits.28 to double
	%nvvm.35 = call i32 @llvm.nvvm.d2i.lo(double %bits.29)
	%nvvm.36 = call i32 @llvm.nvvm.d2i.hi(double %bits.29)
	%nvvm.37 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.35, i32 1, i32 31)
	%nvvm.38 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %nvvm.36, i32 1, i32 31)
	%nvvm.39 = call double @llvm.nvvm.lohi.i2d(i32 %nvvm.37, i32 %nvvm.38)
	%bits.30 = bitcast double %nvvm.39 to i64
	%bits.31 = bitcast i64 %bits.30 to double
	%add.8 = fadd contract double %add.7, %bits.31
	%first = icmp eq i32 %tid.1, 0
	br i1 %first, label %reduced, label %reduced.end

reduced:
	%old = atomicrmw fadd ptr %s.gen, double %add.8 syncscope("device") monotonic, align 8
	br label %reduced.end

reduced.end:
	br label %team.end

team.end:
	ret void
}

declare double @llvm.nvvm.lohi.i2d(i32 %0, i32 %1)
declare i32 @llvm.nvvm.d2i.hi(double %0)
declare i32 @llvm.nvvm.d2i.lo(double %0)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32 %0, i32 %1, i32 %2, i32 %3) convergent nounwind
declare i32 @llvm.umin.i32(i32 %0, i32 %1)
declare void @llvm.nvvm.barrier0() convergent nounwind

!1 = !{!"llvm.loop.vectorize.enable", i1 false}
!0 = distinct !{!0, !1}
!2 = !{ptr @sum, !"maxntidx", i32 256}
!3 = !{ptr @sum__once, !"reqntidx", i32 256}
!nvvm.annotations = !{!2, !3}
