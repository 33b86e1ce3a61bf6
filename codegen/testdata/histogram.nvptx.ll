; histogram.c for nvptx64-nvidia-cuda (sm_80)
source_filename = "histogram.c"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; histogram.c:3: #pragma omp target teams distribute parallel for
define ptx_kernel void @__ompcc_k_histogram(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias %h, i32 %n) nounwind convergent {
entry:
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%h.gen = addrspacecast ptr addrspace(1) %h to ptr
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
	%x.at = getelementptr inbounds i32, ptr %x.gen, i64 %conv.1
	%x.elem = load i32, ptr %x.at, align 4
	%conv.2 = sext i32 %x.elem to i64
	%h.at = getelementptr inbounds i32, ptr %h.gen, i64 %conv.2
	%old = atomicrmw add ptr %h.at, i32 1 syncscope("device") monotonic, align 4
	%room = sub i32 %n, %i
	%more = icmp ugt i32 %room, %lanes
	br i1 %more, label %loop.next, label %loop.end

loop.next:
	%i.1 = add i32 %i, %lanes
	br label %loop, !llvm.loop !0

loop.end:
	ret void
}

; histogram.c:3: #pragma omp target teams distribute parallel for
define ptx_kernel void @__ompcc_k_histogram__once(ptr addrspace(1) noalias readonly %x, ptr addrspace(1) noalias %h, i32 %n) nounwind convergent {
entry:
	%x.gen = addrspacecast ptr addrspace(1) %x to ptr
	%h.gen = addrspacecast ptr addrspace(1) %h to ptr
	%conv = zext i32 %n to i64
	%ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
	%base = mul i32 %ctaid, 256
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}
	%lane = add i32 %base, %tid
	%inside = icmp ult i32 %lane, %n
	br i1 %inside, label %iteration, label %iteration.end

iteration:
	%conv.1 = zext i32 %lane to i64
	%x.at = getelementptr inbounds i32, ptr %x.gen, i64 %conv.1
	%x.elem = load i32, ptr %x.at, align 4
	%conv.2 = sext i32 %x.elem to i64
	%h.at = getelementptr inbounds i32, ptr %h.gen, i64 %conv.2
	%old = atomicrmw add ptr %h.at, i32 1 syncscope("device") monotonic, align 4
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
!2 = !{ptr @__ompcc_k_histogram, !"maxntidx", i32 256}
!3 = !{ptr @__ompcc_k_histogram__once, !"reqntidx", i32 256}
!nvvm.annotations = !{!2, !3}
