; constructs.c for nvptx64-nvidia-cuda (sm_80)
source_filename = "constructs.c"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@__ompcc_critical_c = weak addrspace(1) global i32 0, align 4

; constructs.c:3: #pragma omp target parallel num_threads(4)
define ptx_kernel void @__ompcc_k_constructs(ptr addrspace(1) noalias %out, i32 %n) nounwind convergent {
entry:
	%out.gen = addrspacecast ptr addrspace(1) %out to ptr
	call void @llvm.nvvm.barrier0()
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%first = icmp eq i32 %tid, 0
	br i1 %first, label %guarded, label %guarded.end

guarded:
	%out.at = getelementptr inbounds i32, ptr %out.gen, i64 9
	store i32 1, ptr %out.at, align 4
	br label %guarded.end

guarded.end:
	call void @llvm.nvvm.barrier0()
	%ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%umin = call i32 @llvm.umin.i32(i32 %ntid, i32 4)
	%ntid.1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%is.all = icmp uge i32 %umin, %ntid.1
	br i1 %is.all, label %parallel.all, label %parallel.one

parallel.all:
	br label %lock.try

lock.try:
	%cas = cmpxchg ptr addrspacecast (ptr addrspace(1) @__ompcc_critical_c to ptr), i32 0, i32 1 syncscope("device") monotonic monotonic, align 4
	%mine = extractvalue { i32, i1 } %cas, 1
	br i1 %mine, label %lock.got, label %lock.next

lock.got:
	call void @llvm.nvvm.membar.gl()
	%out.at.1 = getelementptr inbounds i32, ptr %out.gen, i64 0
	%out.at.2 = getelementptr inbounds i32, ptr %out.gen, i64 0
	%out.elem = load i32, ptr %out.at.2, align 4
	%add = add i32 %out.elem, 1
	store i32 %add, ptr %out.at.1, align 4
	call void @llvm.nvvm.membar.gl()
	store atomic i32 0, ptr addrspacecast (ptr addrspace(1) @__ompcc_critical_c to ptr) syncscope("device") monotonic, align 4
	br label %lock.next

lock.next:
	br i1 %mine, label %lock.done, label %lock.try

lock.done:
	%tid.1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%mine.1 = icmp eq i32 %tid.1, 0
	br i1 %mine.1, label %single, label %single.end

single:
	%out.at.3 = getelementptr inbounds i32, ptr %out.gen, i64 1
	%out.at.4 = getelementptr inbounds i32, ptr %out.gen, i64 1
	%out.elem.1 = load i32, ptr %out.at.4, align 4
	%add.1 = add i32 %out.elem.1, 1
	store i32 %add.1, ptr %out.at.3, align 4
	br label %single.end

single.end:
	call void @llvm.nvvm.barrier0()
	%tid.2 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%masked = icmp eq i32 %tid.2, 0
	br i1 %masked, label %masked.1, label %masked.end

masked.1:
	%out.at.5 = getelementptr inbounds i32, ptr %out.gen, i64 2
	%out.at.6 = getelementptr inbounds i32, ptr %out.gen, i64 2
	%out.elem.2 = load i32, ptr %out.at.6, align 4
	%add.2 = add i32 %out.elem.2, 1
	store i32 %add.2, ptr %out.at.5, align 4
	br label %masked.end

masked.end:
	call void @llvm.nvvm.barrier0()
	%tid.3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%ntid.2 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%who = urem i32 0, %ntid.2
	%mine.2 = icmp eq i32 %who, %tid.3
	br i1 %mine.2, label %section, label %section.end

section:
	%out.at.7 = getelementptr inbounds i32, ptr %out.gen, i64 3
	%old = atomicrmw add ptr %out.at.7, i32 1 syncscope("device") monotonic, align 4
	br label %section.end

section.end:
	%who.1 = urem i32 1, %ntid.2
	%mine.3 = icmp eq i32 %who.1, %tid.3
	br i1 %mine.3, label %section.1, label %section.end.1

section.1:
	%out.at.8 = getelementptr inbounds i32, ptr %out.gen, i64 3
	%old.1 = atomicrmw add ptr %out.at.8, i32 1 syncscope("device") monotonic, align 4
	br label %section.end.1

section.end.1:
	%who.2 = urem i32 2, %ntid.2
	%mine.4 = icmp eq i32 %who.2, %tid.3
	br i1 %mine.4, label %section.2, label %section.end.2

section.2:
	%out.at.9 = getelementptr inbounds i32, ptr %out.gen, i64 4
	%old.2 = atomicrmw add ptr %out.at.9, i32 1 syncscope("device") monotonic, align 4
	br label %section.end.2

section.end.2:
	call void @llvm.nvvm.barrier0()
	%conv = zext i32 %n to i64
	%tid.4 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%ntid.3 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%conv.1 = zext i32 %tid.4 to i64
	%conv.2 = zext i32 %ntid.3 to i64
	%size = udiv i64 %conv, %conv.2
	%extra = urem i64 %conv, %conv.2
	%start = mul i64 %conv.1, %size
	%umin.1 = call i64 @llvm.umin.i64(i64 %conv.1, i64 %extra)
	%lo = add i64 %start, %umin.1
	%more = icmp ult i64 %conv.1, %extra
	%one = zext i1 %more to i64
	%end = add i64 %lo, %size
	%hi = add i64 %end, %one
	%conv.3 = trunc i64 %hi to i32
	%conv.4 = trunc i64 %lo to i32
	br label %for.cond

for.cond:
	%i = phi i32 [ %conv.4, %section.end.2 ], [ %i.next, %for.inc ]
	%more.1 = icmp ult i32 %i, %conv.3
	br i1 %more.1, label %for.body, label %for.end

for.body:
	%out.at.10 = getelementptr inbounds i32, ptr %out.gen, i64 5
	%old.3 = atomicrmw add ptr %out.at.10, i32 1 syncscope("device") monotonic, align 4
	br label %for.inc

for.inc:
	%i.next = add nuw i32 %i, 1
	br label %for.cond

for.end:
	call void @llvm.nvvm.barrier0()
	%conv.5 = zext i32 %n to i64
	%tid.5 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%ntid.4 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%conv.6 = zext i32 %tid.5 to i64
	%conv.7 = zext i32 %ntid.4 to i64
	%step = mul i64 3, %conv.7
	%start.1 = mul i64 %conv.6, 3
	br label %chunk.cond

chunk.cond:
	%chunk.lo = phi i64 [ %start.1, %for.end ], [ %chunk.at, %chunk.next ]
	%more.2 = icmp ult i64 %chunk.lo, %conv.5
	br i1 %more.2, label %chunk, label %chunk.end

chunk:
	%left = sub i64 %conv.5, %chunk.lo
	%umin.2 = call i64 @llvm.umin.i64(i64 %left, i64 3)
	%chunk.hi = add i64 %chunk.lo, %umin.2
	%conv.8 = trunc i64 %chunk.hi to i32
	%conv.9 = trunc i64 %chunk.lo to i32
	br label %for.cond.1

for.cond.1:
	%i.1 = phi i32 [ %conv.9, %chunk ], [ %i.next.1, %for.inc.1 ]
	%more.3 = icmp ult i32 %i.1, %conv.8
	br i1 %more.3, label %for.body.1, label %for.end.1

for.body.1:
	%out.at.11 = getelementptr inbounds i32, ptr %out.gen, i64 6
	%old.4 = atomicrmw add ptr %out.at.11, i32 1 syncscope("device") monotonic, align 4
	br label %for.inc.1

for.inc.1:
	%i.next.1 = add nuw i32 %i.1, 1
	br label %for.cond.1

for.end.1:
	br label %chunk.next

chunk.next:
	%chunk.at = add i64 %chunk.lo, %step
	br label %chunk.cond

chunk.end:
	call void @llvm.nvvm.barrier0()
	%conv.10 = zext i32 %n to i64
	%tid.6 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%ntid.5 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%conv.11 = zext i32 %tid.6 to i64
	%conv.12 = zext i32 %ntid.5 to i64
	%step.1 = mul i64 2, %conv.12
	%start.2 = mul i64 %conv.11, 2
	br label %chunk.cond.1

chunk.cond.1:
	%chunk.lo.1 = phi i64 [ %start.2, %chunk.end ], [ %chunk.at.1, %chunk.next.1 ]
	%more.4 = icmp ult i64 %chunk.lo.1, %conv.10
	br i1 %more.4, label %chunk.1, label %chunk.end.1

chunk.1:
	%left.1 = sub i64 %conv.10, %chunk.lo.1
	%umin.3 = call i64 @llvm.umin.i64(i64 %left.1, i64 2)
	%chunk.hi.1 = add i64 %chunk.lo.1, %umin.3
	%conv.13 = trunc i64 %chunk.hi.1 to i32
	%conv.14 = trunc i64 %chunk.lo.1 to i32
	br label %for.cond.2

for.cond.2:
	%i.2 = phi i32 [ %conv.14, %chunk.1 ], [ %i.next.2, %for.inc.2 ]
	%more.5 = icmp ult i32 %i.2, %conv.13
	br i1 %more.5, label %for.body.2, label %for.end.2

for.body.2:
	%out.at.12 = getelementptr inbounds i32, ptr %out.gen, i64 7
	%old.5 = atomicrmw add ptr %out.at.12, i32 1 syncscope("device") monotonic, align 4
	br label %for.inc.2

for.inc.2:
	%i.next.2 = add nuw i32 %i.2, 1
	br label %for.cond.2

for.end.2:
	br label %chunk.next.1

chunk.next.1:
	%chunk.at.1 = add i64 %chunk.lo.1, %step.1
	br label %chunk.cond.1

chunk.end.1:
	call void @llvm.nvvm.barrier0()
	%out.at.13 = getelementptr inbounds i32, ptr %out.gen, i64 8
	%ntid.6 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
	%old.6 = atomicrmw add ptr %out.at.13, i32 %ntid.6 syncscope("device") monotonic, align 4
	%out.at.14 = getelementptr inbounds i32, ptr %out.gen, i64 9
	%first.1 = load atomic i32, ptr %out.at.14 syncscope("device") monotonic, align 4
	br label %cas.loop

cas.loop:
	%seen = phi i32 [ %first.1, %chunk.end.1 ], [ %now, %cas.loop ]
	%mul = mul i32 %seen, 3
	%cas.1 = cmpxchg ptr %out.at.14, i32 %seen, i32 %mul syncscope("device") monotonic monotonic, align 4
	%now = extractvalue { i32, i1 } %cas.1, 0
	%ok = extractvalue { i32, i1 } %cas.1, 1
	br i1 %ok, label %cas.done, label %cas.loop

cas.done:
	br label %parallel.end

parallel.one:
	%tid.7 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%first.2 = icmp eq i32 %tid.7, 0
	br i1 %first.2, label %parallel.serial, label %parallel.serial.end

parallel.serial:
	br label %lock.try.1

lock.try.1:
	%cas.2 = cmpxchg ptr addrspacecast (ptr addrspace(1) @__ompcc_critical_c to ptr), i32 0, i32 1 syncscope("device") monotonic monotonic, align 4
	%mine.5 = extractvalue { i32, i1 } %cas.2, 1
	br i1 %mine.5, label %lock.got.1, label %lock.next.1

lock.got.1:
	call void @llvm.nvvm.membar.gl()
	%out.at.15 = getelementptr inbounds i32, ptr %out.gen, i64 0
	%out.at.16 = getelementptr inbounds i32, ptr %out.gen, i64 0
	%out.elem.3 = load i32, ptr %out.at.16, align 4
	%add.3 = add i32 %out.elem.3, 1
	store i32 %add.3, ptr %out.at.15, align 4
	call void @llvm.nvvm.membar.gl()
	store atomic i32 0, ptr addrspacecast (ptr addrspace(1) @__ompcc_critical_c to ptr) syncscope("device") monotonic, align 4
	br label %lock.next.1

lock.next.1:
	br i1 %mine.5, label %lock.done.1, label %lock.try.1

lock.done.1:
	%out.at.17 = getelementptr inbounds i32, ptr %out.gen, i64 1
	%out.at.18 = getelementptr inbounds i32, ptr %out.gen, i64 1
	%out.elem.4 = load i32, ptr %out.at.18, align 4
	%add.4 = add i32 %out.elem.4, 1
	store i32 %add.4, ptr %out.at.17, align 4
	%out.at.19 = getelementptr inbounds i32, ptr %out.gen, i64 2
	%out.at.20 = getelementptr inbounds i32, ptr %out.gen, i64 2
	%out.elem.5 = load i32, ptr %out.at.20, align 4
	%add.5 = add i32 %out.elem.5, 1
	store i32 %add.5, ptr %out.at.19, align 4
	%out.at.21 = getelementptr inbounds i32, ptr %out.gen, i64 3
	%old.7 = atomicrmw add ptr %out.at.21, i32 1 syncscope("device") monotonic, align 4
	%out.at.22 = getelementptr inbounds i32, ptr %out.gen, i64 3
	%old.8 = atomicrmw add ptr %out.at.22, i32 1 syncscope("device") monotonic, align 4
	%out.at.23 = getelementptr inbounds i32, ptr %out.gen, i64 4
	%old.9 = atomicrmw add ptr %out.at.23, i32 1 syncscope("device") monotonic, align 4
	%conv.15 = zext i32 %n to i64
	%size.1 = udiv i64 %conv.15, 1
	%extra.1 = urem i64 %conv.15, 1
	%start.3 = mul i64 0, %size.1
	%umin.4 = call i64 @llvm.umin.i64(i64 0, i64 %extra.1)
	%lo.1 = add i64 %start.3, %umin.4
	%more.6 = icmp ult i64 0, %extra.1
	%one.1 = zext i1 %more.6 to i64
	%end.1 = add i64 %lo.1, %size.1
	%hi.1 = add i64 %end.1, %one.1
	%conv.16 = trunc i64 %hi.1 to i32
	%conv.17 = trunc i64 %lo.1 to i32
	br label %for.cond.3

for.cond.3:
	%i.3 = phi i32 [ %conv.17, %lock.done.1 ], [ %i.next.3, %for.inc.3 ]
	%more.7 = icmp ult i32 %i.3, %conv.16
	br i1 %more.7, label %for.body.3, label %for.end.3

for.body.3:
	%out.at.24 = getelementptr inbounds i32, ptr %out.gen, i64 5
	%old.10 = atomicrmw add ptr %out.at.24, i32 1 syncscope("device") monotonic, align 4
	br label %for.inc.3

for.inc.3:
	%i.next.3 = add nuw i32 %i.3, 1
	br label %for.cond.3

for.end.3:
	%conv.18 = zext i32 %n to i64
	%step.2 = mul i64 3, 1
	%start.4 = mul i64 0, 3
	br label %chunk.cond.2

chunk.cond.2:
	%chunk.lo.2 = phi i64 [ %start.4, %for.end.3 ], [ %chunk.at.2, %chunk.next.2 ]
	%more.8 = icmp ult i64 %chunk.lo.2, %conv.18
	br i1 %more.8, label %chunk.2, label %chunk.end.2

chunk.2:
	%left.2 = sub i64 %conv.18, %chunk.lo.2
	%umin.5 = call i64 @llvm.umin.i64(i64 %left.2, i64 3)
	%chunk.hi.2 = add i64 %chunk.lo.2, %umin.5
	%conv.19 = trunc i64 %chunk.hi.2 to i32
	%conv.20 = trunc i64 %chunk.lo.2 to i32
	br label %for.cond.4

for.cond.4:
	%i.4 = phi i32 [ %conv.20, %chunk.2 ], [ %i.next.4, %for.inc.4 ]
	%more.9 = icmp ult i32 %i.4, %conv.19
	br i1 %more.9, label %for.body.4, label %for.end.4

for.body.4:
	%out.at.25 = getelementptr inbounds i32, ptr %out.gen, i64 6
	%old.11 = atomicrmw add ptr %out.at.25, i32 1 syncscope("device") monotonic, align 4
	br label %for.inc.4

for.inc.4:
	%i.next.4 = add nuw i32 %i.4, 1
	br label %for.cond.4

for.end.4:
	br label %chunk.next.2

chunk.next.2:
	%chunk.at.2 = add i64 %chunk.lo.2, %step.2
	br label %chunk.cond.2

chunk.end.2:
	%conv.21 = zext i32 %n to i64
	%step.3 = mul i64 2, 1
	%start.5 = mul i64 0, 2
	br label %chunk.cond.3

chunk.cond.3:
	%chunk.lo.3 = phi i64 [ %start.5, %chunk.end.2 ], [ %chunk.at.3, %chunk.next.3 ]
	%more.10 = icmp ult i64 %chunk.lo.3, %conv.21
	br i1 %more.10, label %chunk.3, label %chunk.end.3

chunk.3:
	%left.3 = sub i64 %conv.21, %chunk.lo.3
	%umin.6 = call i64 @llvm.umin.i64(i64 %left.3, i64 2)
	%chunk.hi.3 = add i64 %chunk.lo.3, %umin.6
	%conv.22 = trunc i64 %chunk.hi.3 to i32
	%conv.23 = trunc i64 %chunk.lo.3 to i32
	br label %for.cond.5

for.cond.5:
	%i.5 = phi i32 [ %conv.23, %chunk.3 ], [ %i.next.5, %for.inc.5 ]
	%more.11 = icmp ult i32 %i.5, %conv.22
	br i1 %more.11, label %for.body.5, label %for.end.5

for.body.5:
	%out.at.26 = getelementptr inbounds i32, ptr %out.gen, i64 7
	%old.12 = atomicrmw add ptr %out.at.26, i32 1 syncscope("device") monotonic, align 4
	br label %for.inc.5

for.inc.5:
	%i.next.5 = add nuw i32 %i.5, 1
	br label %for.cond.5

for.end.5:
	br label %chunk.next.3

chunk.next.3:
	%chunk.at.3 = add i64 %chunk.lo.3, %step.3
	br label %chunk.cond.3

chunk.end.3:
	%out.at.27 = getelementptr inbounds i32, ptr %out.gen, i64 8
	%old.13 = atomicrmw add ptr %out.at.27, i32 1 syncscope("device") monotonic, align 4
	%out.at.28 = getelementptr inbounds i32, ptr %out.gen, i64 9
	%first.3 = load atomic i32, ptr %out.at.28 syncscope("device") monotonic, align 4
	br label %cas.loop.1

cas.loop.1:
	%seen.1 = phi i32 [ %first.3, %chunk.end.3 ], [ %now.1, %cas.loop.1 ]
	%mul.1 = mul i32 %seen.1, 3
	%cas.3 = cmpxchg ptr %out.at.28, i32 %seen.1, i32 %mul.1 syncscope("device") monotonic monotonic, align 4
	%now.1 = extractvalue { i32, i1 } %cas.3, 0
	%ok.1 = extractvalue { i32, i1 } %cas.3, 1
	br i1 %ok.1, label %cas.done.1, label %cas.loop.1

cas.done.1:
	br label %parallel.serial.end

parallel.serial.end:
	br label %parallel.end

parallel.end:
	call void @llvm.nvvm.barrier0()
	ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.umin.i32(i32 %0, i32 %1)
declare i64 @llvm.umin.i64(i64 %0, i64 %1)
declare void @llvm.nvvm.barrier0() convergent nounwind
declare void @llvm.nvvm.membar.gl() nounwind

!0 = !{ptr @__ompcc_k_constructs, !"maxntidx", i32 256}
!nvvm.annotations = !{!0}
