; saxpy.c for nvptx64-nvidia-cuda (sm_80)
source_filename = "saxpy.c"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@saxpy__each = weak addrspace(1) externally_initialized global [4 x i8] zeroinitializer, align 4
@llvm.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @saxpy__each to ptr)], section "llvm.metadata"

; saxpy.c:2: #pragma omp target teams distribute parallel for
define ptx_kernel void @saxpy(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias %y, i32 %n, float %a) nounwind convergent {
entry:
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%y.gen = addrspacecast ptr addrspace(1) %y to ptr
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
	%conv.1 = zext i32 %i to i64
	%y.at = getelementptr inbounds [4 x i8], ptr %y.gen, i64 %conv.1
	%conv.2 = zext i32 %i to i64
	%x.at = getelementptr inbounds [4 x i8], ptr %x.gen, i64 %conv.2
	%x.elem = load float, ptr %x.at, align 4
	%mul = fmul contract float %a, %x.elem
	%conv.3 = zext i32 %i to i64
	%y.at.1 = getelementptr inbounds [4 x i8], ptr %y.gen, i64 %conv.3
	%y.elem = load float, ptr %y.at.1, align 4
	%add = fadd contract float %mul, %y.elem
	store float %add, ptr %y.at, align 4
	%room = sub i32 %n, %i
	%more = icmp ugt i32 %room, %lanes
	br i1 %more, label %loop.next, label %loop.end

loop.next:
	%i.1 = add i32 %i, %lanes
	br label %loop, !llvm.loop !0

loop.end:
	ret void
}

; saxpy.c:2: #pragma omp target teams distribute parallel for
define ptx_kernel void @saxpy__once(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias %y, i32 %n, float %a) nounwind convergent {
entry:
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%y.gen = addrspacecast ptr addrspace(1) %y to ptr
	%conv = zext i32 %n to i64
	%ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
	%base = mul i32 %ctaid, 256
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%lane = add i32 %base, %tid
	%inside = icmp ult i32 %lane, %n
	br i1 %inside, label %iteration, label %iteration.end

iteration:
	%conv.1 = zext i32 %lane to i64
	%y.at = getelementptr inbounds [4 x i8], ptr %y.gen, i64 %conv.1
	%conv.2 = zext i32 %lane to i64
	%x.at = getelementptr inbounds [4 x i8], ptr %x.gen, i64 %conv.2
	%x.elem = load float, ptr %x.at, align 4
	%mul = fmul contract float %a, %x.elem
	%conv.3 = zext i32 %lane to i64
	%y.at.1 = getelementptr inbounds [4 x i8], ptr %y.gen, i64 %conv.3
	%y.elem = load float, ptr %y.at.1, align 4
	%add = fadd contract float %mul, %y.elem
	store float %add, ptr %y.at, align 4
	br label %iteration.end

iteration.end:
	ret void
}

; saxpy.c:2: #pragma omp target teams distribute parallel for
define ptx_kernel void @saxpy__wide(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias %y, i32 %n, float %a) nounwind convergent {
entry:
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%y.gen = addrspacecast ptr addrspace(1) %y to ptr
	%conv = zext i32 %n to i64
	%ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
	%base = mul i32 %ctaid, 1024
	%left = sub i32 %n, %base
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%group = mul i32 %tid, 4
	%first = add i32 %base, %group
	%conv.1 = zext i32 %first to i64
	%x.at = getelementptr inbounds [4 x i8], ptr %x.gen, i64 %conv.1
	%conv.2 = zext i32 %first to i64
	%y.at = getelementptr inbounds [4 x i8], ptr %y.gen, i64 %conv.2
	%bits = ptrtoint ptr %x.at to i64
	%bits.1 = ptrtoint ptr %y.at to i64
	%bits.2 = or i64 %bits, %bits.1
	%low = and i64 %bits.2, 15
	%aligned = icmp eq i64 %low, 0
	%full = icmp uge i32 %left, 1024
	%wide.1 = select i1 %full, i1 %aligned, i1 false
	br i1 %wide.1, label %wide, label %single

wide:
	%conv.3 = zext i32 %first to i64
	%x.at.1 = getelementptr inbounds [4 x i8], ptr %x.gen, i64 %conv.3
	%conv.4 = zext i32 %first to i64
	%y.at.1 = getelementptr inbounds [4 x i8], ptr %y.gen, i64 %conv.4
	call void @llvm.assume(i1 true) [ "align"(ptr %x.at.1, i64 16) ]
	call void @llvm.assume(i1 true) [ "align"(ptr %y.at.1, i64 16) ]
	br label %group.cond

group.cond:
	%group.1 = phi i32 [ 0, %wide ], [ %group.next, %group.inc ]
	%group.more = icmp ult i32 %group.1, 4
	br i1 %group.more, label %group.body, label %group.end

group.body:
	%i = add i32 %first, %group.1
	%conv.5 = zext i32 %i to i64
	%y.at.2 = getelementptr inbounds [4 x i8], ptr %y.gen, i64 %conv.5
	%conv.6 = zext i32 %i to i64
	%x.at.2 = getelementptr inbounds [4 x i8], ptr %x.gen, i64 %conv.6
	%x.elem = load float, ptr %x.at.2, align 4
	%mul = fmul contract float %a, %x.elem
	%conv.7 = zext i32 %i to i64
	%y.at.3 = getelementptr inbounds [4 x i8], ptr %y.gen, i64 %conv.7
	%y.elem = load float, ptr %y.at.3, align 4
	%add = fadd contract float %mul, %y.elem
	store float %add, ptr %y.at.2, align 4
	br label %group.inc

group.inc:
	%group.next = add nuw i32 %group.1, 1
	br label %group.cond, !llvm.loop !2

group.end:
	br label %wide.end

single:
	br label %turn.cond

turn.cond:
	%turn = phi i32 [ 0, %single ], [ %turn.next, %turn.inc ]
	%turn.more = icmp ult i32 %turn, 4
	br i1 %turn.more, label %turn.body, label %turn.end

turn.body:
	%turn.1 = mul i32 %turn, 256
	%at = add i32 %turn.1, %tid
	%inside = icmp ult i32 %at, %left
	br i1 %inside, label %iteration, label %iteration.end

iteration:
	%i.1 = add i32 %base, %at
	%conv.8 = zext i32 %i.1 to i64
	%y.at.4 = getelementptr inbounds [4 x i8], ptr %y.gen, i64 %conv.8
	%conv.9 = zext i32 %i.1 to i64
	%x.at.3 = getelementptr inbounds [4 x i8], ptr %x.gen, i64 %conv.9
	%x.elem.1 = load float, ptr %x.at.3, align 4
	%mul.1 = fmul contract float %a, %x.elem.1
	%conv.10 = zext i32 %i.1 to i64
	%y.at.5 = getelementptr inbounds [4 x i8], ptr %y.gen, i64 %conv.10
	%y.elem.1 = load float, ptr %y.at.5, align 4
	%add.1 = fadd contract float %mul.1, %y.elem.1
	store float %add.1, ptr %y.at.4, align 4
	br label %iteration.end

iteration.end:
	br label %turn.inc

turn.inc:
	%turn.next = add nuw i32 %turn, 1
	br label %turn.cond, !llvm.loop !4

turn.end:
	br label %wide.end

wide.end:
	ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.assume(i1 %0)

!1 = !{!"llvm.loop.vectorize.enable", i1 false}
!0 = distinct !{!0, !1}
!3 = !{!"llvm.loop.unroll.full"}
!2 = distinct !{!2, !3}
!5 = !{!"llvm.loop.unroll.disable"}
!6 = !{!"llvm.loop.vectorize.enable", i1 false}
!4 = distinct !{!4, !5, !6}
!7 = !{ptr @saxpy, !"maxntidx", i32 256}
!8 = !{ptr @saxpy__once, !"reqntidx", i32 256}
!9 = !{ptr @saxpy__wide, !"reqntidx", i32 256}
!nvvm.annotations = !{!7, !8, !9}
