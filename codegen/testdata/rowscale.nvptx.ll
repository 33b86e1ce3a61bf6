; rowscale.c for nvptx64-nvidia-cuda (sm_80)
source_filename = "rowscale.c"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; rowscale.c:3: #pragma omp target teams distribute
define ptx_kernel void @__ompcc_k_rowscale(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias readonly %x, i32 %n, i32 %m) nounwind convergent {
entry:
	%s = alloca double, align 8
	%a.gen = addrspacecast ptr addrspace(1) %a to ptr
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%conv = zext i32 %n to i64
	%ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
	%nctaid = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
	%inside = icmp ult i32 %ctaid, %n
	br i1 %inside, label %loop, label %loop.end

loop:
	%i = phi i32 [ %ctaid, %entry ], [ %i.1, %loop.next.1 ]
	%conv.1 = zext i32 %i to i64
	%x.at = getelementptr inbounds double, ptr %x.gen, i64 %conv.1
	%x.elem = load double, ptr %x.at, align 8
	store double %x.elem, ptr %s, align 8
	%conv.2 = zext i32 %m to i64
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%inside.1 = icmp ult i32 %tid, %m
	br i1 %inside.1, label %loop.1, label %loop.end.1

loop.1:
	%j = phi i32 [ %tid, %loop ], [ %j.1, %loop.next ]
	%mul = mul i32 %i, %m
	%add = add i32 %mul, %j
	%conv.3 = sext i32 %add to i64
	%a.at = getelementptr inbounds double, ptr %a.gen, i64 %conv.3
	%mul.1 = mul i32 %i, %m
	%add.1 = add i32 %mul.1, %j
	%conv.4 = sext i32 %add.1 to i64
	%a.at.1 = getelementptr inbounds double, ptr %a.gen, i64 %conv.4
	%a.elem = load double, ptr %a.at.1, align 8
	%s.1 = load double, ptr %s, align 8
	%mul.2 = fmul contract double %a.elem, %s.1
	store double %mul.2, ptr %a.at, align 8
	%room = sub i32 %m, %j
	%more = icmp ugt i32 %room, %ntid
	br i1 %more, label %loop.next, label %loop.end.1

loop.next:
	%j.1 = add i32 %j, %ntid
	br label %loop.1, !llvm.loop !0

loop.end.1:
	call void @llvm.nvvm.barrier0()
	%room.1 = sub i32 %n, %i
	%more.1 = icmp ugt i32 %room.1, %nctaid
	br i1 %more.1, label %loop.next.1, label %loop.end

loop.next.1:
	%i.1 = add i32 %i, %nctaid
	br label %loop, !llvm.loop !2

loop.end:
	ret void
}

; rowscale.c:3: #pragma omp target teams distribute
define ptx_kernel void @__ompcc_k_rowscale__once(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias readonly %x, i32 %n, i32 %m) nounwind convergent {
entry:
	%s = alloca double, align 8
	%a.gen = addrspacecast ptr addrspace(1) %a to ptr
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%conv = zext i32 %n to i64
	%ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
	%inside = icmp ult i32 %ctaid, %n
	br i1 %inside, label %iteration, label %iteration.end

iteration:
	%conv.1 = zext i32 %ctaid to i64
	%x.at = getelementptr inbounds double, ptr %x.gen, i64 %conv.1
	%x.elem = load double, ptr %x.at, align 8
	store double %x.elem, ptr %s, align 8
	%conv.2 = zext i32 %m to i64
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%inside.1 = icmp ult i32 %tid, %m
	br i1 %inside.1, label %loop, label %loop.end

loop:
	%j = phi i32 [ %tid, %iteration ], [ %j.1, %loop.next ]
	%mul = mul i32 %ctaid, %m
	%add = add i32 %mul, %j
	%conv.3 = sext i32 %add to i64
	%a.at = getelementptr inbounds double, ptr %a.gen, i64 %conv.3
	%mul.1 = mul i32 %ctaid, %m
	%add.1 = add i32 %mul.1, %j
	%conv.4 = sext i32 %add.1 to i64
	%a.at.1 = getelementptr inbounds double, ptr %a.gen, i64 %conv.4
	%a.elem = load double, ptr %a.at.1, align 8
	%s.1 = load double, ptr %s, align 8
	%mul.2 = fmul contract double %a.elem, %s.1
	store double %mul.2, ptr %a.at, align 8
	%room = sub i32 %m, %j
	%more = icmp ugt i32 %room, 256
	br i1 %more, label %loop.next, label %loop.end

loop.next:
	%j.1 = add i32 %j, 256
	br label %loop, !llvm.loop !4

loop.end:
	br label %iteration.end

iteration.end:
	ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0() convergent nounwind

!1 = !{!"llvm.loop.vectorize.enable", i1 false}
!0 = distinct !{!0, !1}
!3 = !{!"llvm.loop.vectorize.enable", i1 false}
!2 = distinct !{!2, !3}
!5 = !{!"llvm.loop.vectorize.enable", i1 false}
!4 = distinct !{!4, !5}
!6 = !{ptr @__ompcc_k_rowscale, !"maxntidx", i32 256}
!7 = !{ptr @__ompcc_k_rowscale__once, !"reqntidx", i32 256}
!nvvm.annotations = !{!6, !7}
