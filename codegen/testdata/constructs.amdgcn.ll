; constructs.c for amdgcn-amd-amdhsa (gfx90a)
source_filename = "constructs.c"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@__ompcc_team_tickets = weak addrspace(3) global i32 undef, align 4
@__ompcc_critical_c = weak addrspace(1) global i32 0, align 4

; constructs.c:3: #pragma omp target parallel num_threads(4)
define amdgpu_kernel void @__ompcc_k_constructs(ptr addrspace(1) %out, i32 %n) nounwind convergent "amdgpu-flat-work-group-size"="1,64" "uniform-work-group-size"="true" "amdgpu-unsafe-fp-atomics"="true" {
entry:
	%out.gen = addrspacecast ptr addrspace(1) %out to ptr
	%tid = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 64}
	%first = icmp eq i32 %tid, 0
	br i1 %first, label %guarded, label %guarded.end

guarded:
	%out.at = getelementptr inbounds i32, ptr %out.gen, i64 9
	store i32 1, ptr %out.at, align 4
	br label %guarded.end

guarded.end:
	%implicitarg = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
	%group_size.at = getelementptr inbounds i8, ptr addrspace(4) %implicitarg, i64 12
	%group_size = load i16, ptr addrspace(4) %group_size.at, align 2, !invariant.load !{}
	%conv = zext i16 %group_size to i32
	%umin = call i32 @llvm.umin.i32(i32 %conv, i32 4)
	%tid.1 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 64}
	%first.1 = icmp eq i32 %tid.1, 0
	br i1 %first.1, label %tickets, label %tickets.end

tickets:
	store i32 0, ptr addrspace(3) @__ompcc_team_tickets, align 4
	br label %tickets.end

tickets.end:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("wavefront") release
	call void @llvm.amdgcn.s.barrier()
	fence syncscope("wavefront") acquire
	%tid.2 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 64}
	%takes.part = icmp ult i32 %tid.2, %umin
	br i1 %takes.part, label %parallel, label %parallel.end

parallel:
	br label %lock.try

lock.try:
	%cas = cmpxchg ptr addrspacecast (ptr addrspace(1) @__ompcc_critical_c to ptr), i32 0, i32 1 syncscope("agent") monotonic monotonic, align 4
	%mine = extractvalue { i32, i1 } %cas, 1
	br i1 %mine, label %lock.got, label %lock.next

lock.got:
	fence syncscope("agent") acquire
	%out.at.1 = getelementptr inbounds i32, ptr %out.gen, i64 0
	%out.at.2 = getelementptr inbounds i32, ptr %out.gen, i64 0
	%out.elem = load i32, ptr %out.at.2, align 4
	%add = add i32 %out.elem, 1
	store i32 %add, ptr %out.at.1, align 4
	call void asm sideeffect "s_waitcnt vmcnt(0) lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("agent") release
	store atomic i32 0, ptr addrspacecast (ptr addrspace(1) @__ompcc_critical_c to ptr) syncscope("agent") monotonic, align 4
	br label %lock.next

lock.next:
	%kept = zext i1 %mine to i32
	%kept.1 = call i32 asm sideeffect "", "=v,0"(i32 %kept) convergent nounwind
	%mine.1 = icmp ne i32 %kept.1, 0
	br i1 %mine.1, label %lock.done, label %lock.try

lock.done:
	%tid.3 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 64}
	%mine.2 = icmp eq i32 %tid.3, 0
	br i1 %mine.2, label %single, label %single.end

single:
	%out.at.3 = getelementptr inbounds i32, ptr %out.gen, i64 1
	%out.at.4 = getelementptr inbounds i32, ptr %out.gen, i64 1
	%out.elem.1 = load i32, ptr %out.at.4, align 4
	%add.1 = add i32 %out.elem.1, 1
	store i32 %add.1, ptr %out.at.3, align 4
	br label %single.end

single.end:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("workgroup") acq_rel
	%ticket = atomicrmw add ptr addrspace(3) @__ompcc_team_tickets, i32 1 syncscope("workgroup") monotonic, align 4
	%round = udiv i32 %ticket, %umin
	%round.1 = add i32 %round, 1
	%goal = mul i32 %round.1, %umin
	br label %barrier.wait

barrier.wait:
	%taken = load atomic i32, ptr addrspace(3) @__ompcc_team_tickets syncscope("workgroup") monotonic, align 4
	%ahead = sub i32 %taken, %goal
	%arrived = icmp sge i32 %ahead, 0
	br i1 %arrived, label %barrier.done, label %barrier.wait

barrier.done:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("workgroup") acq_rel
	%tid.4 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 64}
	%masked = icmp eq i32 %tid.4, 0
	br i1 %masked, label %masked.1, label %masked.end

masked.1:
	%out.at.5 = getelementptr inbounds i32, ptr %out.gen, i64 2
	%out.at.6 = getelementptr inbounds i32, ptr %out.gen, i64 2
	%out.elem.2 = load i32, ptr %out.at.6, align 4
	%add.2 = add i32 %out.elem.2, 1
	store i32 %add.2, ptr %out.at.5, align 4
	br label %masked.end

masked.end:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("workgroup") acq_rel
	%ticket.1 = atomicrmw add ptr addrspace(3) @__ompcc_team_tickets, i32 1 syncscope("workgroup") monotonic, align 4
	%round.2 = udiv i32 %ticket.1, %umin
	%round.3 = add i32 %round.2, 1
	%goal.1 = mul i32 %round.3, %umin
	br label %barrier.wait.1

barrier.wait.1:
	%taken.1 = load atomic i32, ptr addrspace(3) @__ompcc_team_tickets syncscope("workgroup") monotonic, align 4
	%ahead.1 = sub i32 %taken.1, %goal.1
	%arrived.1 = icmp sge i32 %ahead.1, 0
	br i1 %arrived.1, label %barrier.done.1, label %barrier.wait.1

barrier.done.1:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("workgroup") acq_rel
	%tid.5 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 64}
	%who = urem i32 0, %umin
	%mine.3 = icmp eq i32 %who, %tid.5
	br i1 %mine.3, label %section, label %section.end

section:
	%out.at.7 = getelementptr inbounds i32, ptr %out.gen, i64 3
	%old = atomicrmw add ptr %out.at.7, i32 1 syncscope("agent") monotonic, align 4
	br label %section.end

section.end:
	%who.1 = urem i32 1, %umin
	%mine.4 = icmp eq i32 %who.1, %tid.5
	br i1 %mine.4, label %section.1, label %section.end.1

section.1:
	%out.at.8 = getelementptr inbounds i32, ptr %out.gen, i64 3
	%old.1 = atomicrmw add ptr %out.at.8, i32 1 syncscope("agent") monotonic, align 4
	br label %section.end.1

section.end.1:
	%who.2 = urem i32 2, %umin
	%mine.5 = icmp eq i32 %who.2, %tid.5
	br i1 %mine.5, label %section.2, label %section.end.2

section.2:
	%out.at.9 = getelementptr inbounds i32, ptr %out.gen, i64 4
	%old.2 = atomicrmw add ptr %out.at.9, i32 1 syncscope("agent") monotonic, align 4
	br label %section.end.2

section.end.2:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("workgroup") acq_rel
	%ticket.2 = atomicrmw add ptr addrspace(3) @__ompcc_team_tickets, i32 1 syncscope("workgroup") monotonic, align 4
	%round.4 = udiv i32 %ticket.2, %umin
	%round.5 = add i32 %round.4, 1
	%goal.2 = mul i32 %round.5, %umin
	br label %barrier.wait.2

barrier.wait.2:
	%taken.2 = load atomic i32, ptr addrspace(3) @__ompcc_team_tickets syncscope("workgroup") monotonic, align 4
	%ahead.2 = sub i32 %taken.2, %goal.2
	%arrived.2 = icmp sge i32 %ahead.2, 0
	br i1 %arrived.2, label %barrier.done.2, label %barrier.wait.2

barrier.done.2:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("workgroup") acq_rel
	%conv.1 = zext i32 %n to i64
	%tid.6 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 64}
	%conv.2 = zext i32 %tid.6 to i64
	%conv.3 = zext i32 %umin to i64
	%size = udiv i64 %conv.1, %conv.3
	%extra = urem i64 %conv.1, %conv.3
	%start = mul i64 %conv.2, %size
	%umin.1 = call i64 @llvm.umin.i64(i64 %conv.2, i64 %extra)
	%lo = add i64 %start, %umin.1
	%more = icmp ult i64 %conv.2, %extra
	%one = zext i1 %more to i64
	%end = add i64 %lo, %size
	%hi = add i64 %end, %one
	%conv.4 = trunc i64 %hi to i32
	%conv.5 = trunc i64 %lo to i32
	br label %for.cond

for.cond:
	%i = phi i32 [ %conv.5, %barrier.done.2 ], [ %i.next, %for.inc ]
	%more.1 = icmp ult i32 %i, %conv.4
	br i1 %more.1, label %for.body, label %for.end

for.body:
	%out.at.10 = getelementptr inbounds i32, ptr %out.gen, i64 5
	%old.3 = atomicrmw add ptr %out.at.10, i32 1 syncscope("agent") monotonic, align 4
	br label %for.inc

for.inc:
	%i.next = add nuw i32 %i, 1
	br label %for.cond

for.end:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("workgroup") acq_rel
	%ticket.3 = atomicrmw add ptr addrspace(3) @__ompcc_team_tickets, i32 1 syncscope("workgroup") monotonic, align 4
	%round.6 = udiv i32 %ticket.3, %umin
	%round.7 = add i32 %round.6, 1
	%goal.3 = mul i32 %round.7, %umin
	br label %barrier.wait.3

barrier.wait.3:
	%taken.3 = load atomic i32, ptr addrspace(3) @__ompcc_team_tickets syncscope("workgroup") monotonic, align 4
	%ahead.3 = sub i32 %taken.3, %goal.3
	%arrived.3 = icmp sge i32 %ahead.3, 0
	br i1 %arrived.3, label %barrier.done.3, label %barrier.wait.3

barrier.done.3:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("workgroup") acq_rel
	%conv.6 = zext i32 %n to i64
	%tid.7 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 64}
	%conv.7 = zext i32 %tid.7 to i64
	%conv.8 = zext i32 %umin to i64
	%step = mul i64 3, %conv.8
	%start.1 = mul i64 %conv.7, 3
	br label %chunk.cond

chunk.cond:
	%chunk.lo = phi i64 [ %start.1, %barrier.done.3 ], [ %chunk.at, %chunk.next ]
	%more.2 = icmp ult i64 %chunk.lo, %conv.6
	br i1 %more.2, label %chunk, label %chunk.end

chunk:
	%left = sub i64 %conv.6, %chunk.lo
	%umin.2 = call i64 @llvm.umin.i64(i64 %left, i64 3)
	%chunk.hi = add i64 %chunk.lo, %umin.2
	%conv.9 = trunc i64 %chunk.hi to i32
	%conv.10 = trunc i64 %chunk.lo to i32
	br label %for.cond.1

for.cond.1:
	%i.1 = phi i32 [ %conv.10, %chunk ], [ %i.next.1, %for.inc.1 ]
	%more.3 = icmp ult i32 %i.1, %conv.9
	br i1 %more.3, label %for.body.1, label %for.end.1

for.body.1:
	%out.at.11 = getelementptr inbounds i32, ptr %out.gen, i64 6
	%old.4 = atomicrmw add ptr %out.at.11, i32 1 syncscope("agent") monotonic, align 4
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
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("workgroup") acq_rel
	%ticket.4 = atomicrmw add ptr addrspace(3) @__ompcc_team_tickets, i32 1 syncscope("workgroup") monotonic, align 4
	%round.8 = udiv i32 %ticket.4, %umin
	%round.9 = add i32 %round.8, 1
	%goal.4 = mul i32 %round.9, %umin
	br label %barrier.wait.4

barrier.wait.4:
	%taken.4 = load atomic i32, ptr addrspace(3) @__ompcc_team_tickets syncscope("workgroup") monotonic, align 4
	%ahead.4 = sub i32 %taken.4, %goal.4
	%arrived.4 = icmp sge i32 %ahead.4, 0
	br i1 %arrived.4, label %barrier.done.4, label %barrier.wait.4

barrier.done.4:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("workgroup") acq_rel
	%conv.11 = zext i32 %n to i64
	%tid.8 = call i32 @llvm.amdgcn.workitem.id.x(), !range !{i32 0, i32 64}
	%conv.12 = zext i32 %tid.8 to i64
	%conv.13 = zext i32 %umin to i64
	%step.1 = mul i64 2, %conv.13
	%start.2 = mul i64 %conv.12, 2
	br label %chunk.cond.1

chunk.cond.1:
	%chunk.lo.1 = phi i64 [ %start.2, %barrier.done.4 ], [ %chunk.at.1, %chunk.next.1 ]
	%more.4 = icmp ult i64 %chunk.lo.1, %conv.11
	br i1 %more.4, label %chunk.1, label %chunk.end.1

chunk.1:
	%left.1 = sub i64 %conv.11, %chunk.lo.1
	%umin.3 = call i64 @llvm.umin.i64(i64 %left.1, i64 2)
	%chunk.hi.1 = add i64 %chunk.lo.1, %umin.3
	%conv.14 = trunc i64 %chunk.hi.1 to i32
	%conv.15 = trunc i64 %chunk.lo.1 to i32
	br label %for.cond.2

for.cond.2:
	%i.2 = phi i32 [ %conv.15, %chunk.1 ], [ %i.next.2, %for.inc.2 ]
	%more.5 = icmp ult i32 %i.2, %conv.14
	br i1 %more.5, label %for.body.2, label %for.end.2

for.body.2:
	%out.at.12 = getelementptr inbounds i32, ptr %out.gen, i64 7
	%old.5 = atomicrmw add ptr %out.at.12, i32 1 syncscope("agent") monotonic, align 4
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
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("workgroup") acq_rel
	%ticket.5 = atomicrmw add ptr addrspace(3) @__ompcc_team_tickets, i32 1 syncscope("workgroup") monotonic, align 4
	%round.10 = udiv i32 %ticket.5, %umin
	%round.11 = add i32 %round.10, 1
	%goal.5 = mul i32 %round.11, %umin
	br label %barrier.wait.5

barrier.wait.5:
	%taken.5 = load atomic i32, ptr addrspace(3) @__ompcc_team_tickets syncscope("workgroup") monotonic, align 4
	%ahead.5 = sub i32 %taken.5, %goal.5
	%arrived.5 = icmp sge i32 %ahead.5, 0
	br i1 %arrived.5, label %barrier.done.5, label %barrier.wait.5

barrier.done.5:
	call void asm sideeffect "s_waitcnt lgkmcnt(0)", "~{memory}"() convergent nounwind
	fence syncscope("workgroup") acq_rel
	%out.at.13 = getelementptr inbounds i32, ptr %out.gen, i64 8
	%old.6 = atomicrmw add ptr %out.at.13, i32 %umin syncscope("agent") monotonic, align 4
	%out.at.14 = getelementptr inbounds i32, ptr %out.gen, i64 9
	%first.2 = load atomic i32, ptr %out.at.14 syncscope("agent") monotonic, align 4
	br label %cas.loop

cas.loop:
	%seen = phi i32 [ %first.2, %barrier.done.5 ], [ %now, %cas.loop ]
	%mul = mul i32 %seen, 3
	%cas.1 = cmpxchg ptr %out.at.14, i32 %seen, i32 %mul syncscope("agent") monotonic monotonic, align 4
	%now = extractvalue { i32, i1 } %cas.1, 0
	%ok = extractvalue { i32, i1 } %cas.1, 1
	br i1 %ok, label %cas.done, label %cas.loop

cas.done:
	br label %parallel.end

parallel.end:
	ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.umin.i32(i32 %0, i32 %1)
declare i64 @llvm.umin.i64(i64 %0, i64 %1)
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare void @llvm.amdgcn.s.barrier() convergent nounwind

!0 = !{i32 4, !"amdgpu_code_object_version", i32 500}
!llvm.module.flags = !{!0}
