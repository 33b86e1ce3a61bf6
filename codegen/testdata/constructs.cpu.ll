; constructs.c for x86_64-pc-linux-gnu (x86-64)
source_filename = "constructs.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private constant [2 x i8] c"c\00", align 1
@.str.1 = private constant [21 x i8] c"__ompcc_k_constructs\00", align 1
@__ompcc_entry.__ompcc_k_constructs = internal constant { ptr, ptr, i64, i32, i32 } { ptr @.str.1, ptr @__ompcc_k_constructs, i64 0, i32 2, i32 9 }, section "ompcc_cpu_entries", align 8
@llvm.used = appending global [1 x ptr] [ptr @__ompcc_entry.__ompcc_k_constructs], section "llvm.metadata"

; constructs.c:3: #pragma omp target parallel num_threads(4)
define internal void @__ompcc_k_constructs.team(ptr noalias %out, i32 %n, ptr %__team) {
entry:
	%ctx = alloca [16 x i8], align 16
	%out.at = getelementptr inbounds i32, ptr %out, i64 9
	store i32 1, ptr %out.at, align 4
	store ptr %out, ptr %ctx, align 8
	%ctx.at = getelementptr inbounds i8, ptr %ctx, i64 8
	store i32 %n, ptr %ctx.at, align 8
	call void @__ompcc_cpu_parallel(ptr @__ompcc_k_constructs.team.par, ptr %ctx, i32 4)
	ret void
}

define internal void @__ompcc_k_constructs.team.par(ptr %ctx) {
entry:
	%lo = alloca i64, align 8
	%hi = alloca i64, align 8
	%lo.2 = alloca i64, align 8
	%hi.2 = alloca i64, align 8
	%out.cap = getelementptr inbounds i8, ptr %ctx, i64 0
	%out = load ptr, ptr %out.cap, align 8
	%n.cap = getelementptr inbounds i8, ptr %ctx, i64 8
	%n = load i32, ptr %n.cap, align 8
	call void @__ompcc_cpu_critical_begin(ptr @.str)
	%out.at = getelementptr inbounds i32, ptr %out, i64 0
	%out.at.1 = getelementptr inbounds i32, ptr %out, i64 0
	%out.elem = load i32, ptr %out.at.1, align 4
	%add = add i32 %out.elem, 1
	store i32 %add, ptr %out.at, align 4
	call void @__ompcc_cpu_critical_end(ptr @.str)
	%__ompcc_cpu_single = call i32 @__ompcc_cpu_single()
	%mine = icmp ne i32 %__ompcc_cpu_single, 0
	br i1 %mine, label %single, label %single.end

single:
	%out.at.2 = getelementptr inbounds i32, ptr %out, i64 1
	%out.at.3 = getelementptr inbounds i32, ptr %out, i64 1
	%out.elem.1 = load i32, ptr %out.at.3, align 4
	%add.1 = add i32 %out.elem.1, 1
	store i32 %add.1, ptr %out.at.2, align 4
	br label %single.end

single.end:
	call void @__ompcc_cpu_barrier()
	%__ompcc_cpu_self = call ptr @__ompcc_cpu_self()
	%thread = load i32, ptr %__ompcc_cpu_self, align 4
	%masked = icmp eq i32 %thread, 0
	br i1 %masked, label %masked.1, label %masked.end

masked.1:
	%out.at.4 = getelementptr inbounds i32, ptr %out, i64 2
	%out.at.5 = getelementptr inbounds i32, ptr %out, i64 2
	%out.elem.2 = load i32, ptr %out.at.5, align 4
	%add.2 = add i32 %out.elem.2, 1
	store i32 %add.2, ptr %out.at.4, align 4
	br label %masked.end

masked.end:
	call void @__ompcc_cpu_barrier()
	call void @__ompcc_cpu_loop_begin(i32 2, i64 3, i64 1)
	br label %section.next

section.next:
	%__ompcc_cpu_loop_next = call i32 @__ompcc_cpu_loop_next(ptr %lo, ptr %hi)
	%more = icmp ne i32 %__ompcc_cpu_loop_next, 0
	br i1 %more, label %section.pick, label %sections.end

section.pick:
	%section = load i64, ptr %lo, align 8
	switch i64 %section, label %section.end [
		i64 0, label %section.1
		i64 1, label %section.2
		i64 2, label %section.3
	]

section.1:
	%out.at.6 = getelementptr inbounds i32, ptr %out, i64 3
	%old = atomicrmw add ptr %out.at.6, i32 1 monotonic, align 4
	br label %section.end

section.2:
	%out.at.7 = getelementptr inbounds i32, ptr %out, i64 3
	%old.1 = atomicrmw add ptr %out.at.7, i32 1 monotonic, align 4
	br label %section.end

section.3:
	%out.at.8 = getelementptr inbounds i32, ptr %out, i64 4
	%old.2 = atomicrmw add ptr %out.at.8, i32 1 monotonic, align 4
	br label %section.end

section.end:
	br label %section.next

sections.end:
	call void @__ompcc_cpu_barrier()
	%conv = zext i32 %n to i64
	%__ompcc_cpu_self.1 = call ptr @__ompcc_cpu_self()
	%thread_num = load i32, ptr %__ompcc_cpu_self.1, align 4
	%conv.1 = zext i32 %thread_num to i64
	%__ompcc_cpu_self.2 = call ptr @__ompcc_cpu_self()
	%num_threads.at = getelementptr inbounds i8, ptr %__ompcc_cpu_self.2, i64 4
	%num_threads = load i32, ptr %num_threads.at, align 4
	%conv.2 = zext i32 %num_threads to i64
	%size = udiv i64 %conv, %conv.2
	%extra = urem i64 %conv, %conv.2
	%start = mul i64 %conv.1, %size
	%umin = call i64 @llvm.umin.i64(i64 %conv.1, i64 %extra)
	%lo.1 = add i64 %start, %umin
	%more.1 = icmp ult i64 %conv.1, %extra
	%one = zext i1 %more.1 to i64
	%end = add i64 %lo.1, %size
	%hi.1 = add i64 %end, %one
	%from = freeze i64 %lo.1
	%to = freeze i64 %hi.1
	%conv.3 = trunc i64 %to to i32
	%conv.4 = trunc i64 %from to i32
	br label %for.cond

for.cond:
	%i = phi i32 [ %conv.4, %sections.end ], [ %i.next, %for.inc ]
	%more.2 = icmp ult i32 %i, %conv.3
	br i1 %more.2, label %for.body, label %for.end

for.body:
	%out.at.9 = getelementptr inbounds i32, ptr %out, i64 5
	%old.3 = atomicrmw add ptr %out.at.9, i32 1 monotonic, align 4
	br label %for.inc

for.inc:
	%i.next = add nuw i32 %i, 1
	br label %for.cond

for.end:
	call void @__ompcc_cpu_barrier()
	%conv.5 = zext i32 %n to i64
	call void @__ompcc_cpu_loop_begin(i32 2, i64 %conv.5, i64 3)
	br label %next

next:
	%__ompcc_cpu_loop_next.1 = call i32 @__ompcc_cpu_loop_next(ptr %lo.2, ptr %hi.2)
	%more.3 = icmp ne i32 %__ompcc_cpu_loop_next.1, 0
	br i1 %more.3, label %next.body, label %next.end

next.body:
	%lo.3 = load i64, ptr %lo.2, align 8
	%hi.3 = load i64, ptr %hi.2, align 8
	%conv.6 = trunc i64 %hi.3 to i32
	%conv.7 = trunc i64 %lo.3 to i32
	br label %for.cond.1

for.cond.1:
	%i.1 = phi i32 [ %conv.7, %next.body ], [ %i.next.1, %for.inc.1 ]
	%more.4 = icmp ult i32 %i.1, %conv.6
	br i1 %more.4, label %for.body.1, label %for.end.1

for.body.1:
	%out.at.10 = getelementptr inbounds i32, ptr %out, i64 6
	%old.4 = atomicrmw add ptr %out.at.10, i32 1 monotonic, align 4
	br label %for.inc.1

for.inc.1:
	%i.next.1 = add nuw i32 %i.1, 1
	br label %for.cond.1

for.end.1:
	br label %next

next.end:
	call void @__ompcc_cpu_barrier()
	%conv.8 = zext i32 %n to i64
	%__ompcc_cpu_self.3 = call ptr @__ompcc_cpu_self()
	%thread_num.1 = load i32, ptr %__ompcc_cpu_self.3, align 4
	%conv.9 = zext i32 %thread_num.1 to i64
	%__ompcc_cpu_self.4 = call ptr @__ompcc_cpu_self()
	%num_threads.at.1 = getelementptr inbounds i8, ptr %__ompcc_cpu_self.4, i64 4
	%num_threads.1 = load i32, ptr %num_threads.at.1, align 4
	%conv.10 = zext i32 %num_threads.1 to i64
	%step = mul i64 2, %conv.10
	%start.1 = mul i64 %conv.9, 2
	br label %chunk.cond

chunk.cond:
	%chunk.lo = phi i64 [ %start.1, %next.end ], [ %chunk.at, %chunk.next ]
	%more.5 = icmp ult i64 %chunk.lo, %conv.8
	br i1 %more.5, label %chunk, label %chunk.end

chunk:
	%left = sub i64 %conv.8, %chunk.lo
	%umin.1 = call i64 @llvm.umin.i64(i64 %left, i64 2)
	%chunk.hi = add i64 %chunk.lo, %umin.1
	%conv.11 = trunc i64 %chunk.hi to i32
	%conv.12 = trunc i64 %chunk.lo to i32
	br label %for.cond.2

for.cond.2:
	%i.2 = phi i32 [ %conv.12, %chunk ], [ %i.next.2, %for.inc.2 ]
	%more.6 = icmp ult i32 %i.2, %conv.11
	br i1 %more.6, label %for.body.2, label %for.end.2

for.body.2:
	%out.at.11 = getelementptr inbounds i32, ptr %out, i64 7
	%old.5 = atomicrmw add ptr %out.at.11, i32 1 monotonic, align 4
	br label %for.inc.2

for.inc.2:
	%i.next.2 = add nuw i32 %i.2, 1
	br label %for.cond.2

for.end.2:
	br label %chunk.next

chunk.next:
	%chunk.at = add i64 %chunk.lo, %step
	br label %chunk.cond

chunk.end:
	call void @__ompcc_cpu_barrier()
	%out.at.12 = getelementptr inbounds i32, ptr %out, i64 8
	%__ompcc_cpu_self.5 = call ptr @__ompcc_cpu_self()
	%num_threads.at.2 = getelementptr inbounds i8, ptr %__ompcc_cpu_self.5, i64 4
	%num_threads.2 = load i32, ptr %num_threads.at.2, align 4
	%old.6 = atomicrmw add ptr %out.at.12, i32 %num_threads.2 monotonic, align 4
	%out.at.13 = getelementptr inbounds i32, ptr %out, i64 9
	%first = load atomic i32, ptr %out.at.13 monotonic, align 4
	br label %cas.loop

cas.loop:
	%seen = phi i32 [ %first, %chunk.end ], [ %now, %cas.loop ]
	%mul = mul i32 %seen, 3
	%cas = cmpxchg ptr %out.at.13, i32 %seen, i32 %mul monotonic monotonic, align 4
	%now = extractvalue { i32, i1 } %cas, 0
	%ok = extractvalue { i32, i1 } %cas, 1
	br i1 %ok, label %cas.done, label %cas.loop

cas.done:
	ret void
}

define hidden void @__ompcc_k_constructs(ptr %args, ptr %team) {
entry:
	%out.slot = getelementptr inbounds ptr, ptr %args, i64 0
	%out.at = load ptr, ptr %out.slot, align 8
	%out = load ptr, ptr %out.at, align 8
	%n.slot = getelementptr inbounds ptr, ptr %args, i64 1
	%n.at = load ptr, ptr %n.slot, align 8
	%n = load i32, ptr %n.at, align 4
	call void @__ompcc_k_constructs.team(ptr %out, i32 %n, ptr %team)
	ret void
}

declare i32 @__ompcc_cpu_loop_next(ptr %0, ptr %1)
declare i32 @__ompcc_cpu_single()
declare i64 @llvm.umin.i64(i64 %0, i64 %1)
declare ptr @__ompcc_cpu_self() nounwind willreturn memory(read)
declare void @__ompcc_cpu_barrier()
declare void @__ompcc_cpu_critical_begin(ptr %0)
declare void @__ompcc_cpu_critical_end(ptr %0)
declare void @__ompcc_cpu_loop_begin(i32 %0, i64 %1, i64 %2)
declare void @__ompcc_cpu_parallel(ptr %0, ptr %1, i32 %2)
