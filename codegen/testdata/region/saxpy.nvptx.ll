; saxpy.c for nvptx64-nvidia-cuda (sm_80)
source_filename = "saxpy.c"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

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

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!1 = !{!"llvm.loop.vectorize.enable", i1 false}
!0 = distinct !{!0, !1}
!2 = !{ptr @saxpy, !"maxntidx", i32 256}
!3 = !{ptr @saxpy__once, !"reqntidx", i32 256}
!nvvm.annotations = !{!2, !3}
