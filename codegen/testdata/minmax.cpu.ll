; minmax.c for x86_64-pc-linux-gnu (x86-64)
source_filename = "minmax.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private constant [17 x i8] c"__ompcc_k_minmax\00", align 1
@__ompcc_entry.__ompcc_k_minmax = internal constant { ptr, ptr, i64, i32, i32 } { ptr @.str, ptr @__ompcc_k_minmax, i64 0, i32 2, i32 31 }, section "ompcc_cpu_entries", align 8
@llvm.used = appending global [1 x ptr] [ptr @__ompcc_entry.__ompcc_k_minmax], section "llvm.metadata"

; minmax.c:3: #pragma omp target teams distribute parallel for reduction(min: lo)
define internal void @__ompcc_k_minmax.team(ptr noalias readonly %x, ptr noalias %lo, ptr noalias %all, ptr noalias %h, i32 %n, ptr %__team) {
entry:
	%lo.1 = alloca float, align 4
	%all.1 = alloca i32, align 4
	%h.1 = alloca [4 x i32], align 4
	store float 0x7FF0000000000000, ptr %lo.1, align 4
	store i32 1, ptr %all.1, align 4
	call void @llvm.memset.p0.i64(ptr %h.1, i8 0, i64 16, i1 false)
	%conv = zext i32 %n to i64
	%team_num = load i32, ptr %__team, align 4
	%num_teams.at = getelementptr inbounds i8, ptr %__team, i64 4
	%num_teams = load i32, ptr %num_teams.at, align 4
	%conv.1 = zext i32 %team_num to i64
	%conv.2 = zext i32 %num_teams to i64
	%size = udiv i64 %conv, %conv.2
	%extra = urem i64 %conv, %conv.2
	%start = mul i64 %conv.1, %size
	%umin = call i64 @llvm.umin.i64(i64 %conv.1, i64 %extra)
	%lo.2 = add i64 %start, %umin
	%more = icmp ult i64 %conv.1, %extra
	%one = zext i1 %more to i64
	%end = add i64 %lo.2, %size
	%hi = add i64 %end, %one
	%from = freeze i64 %lo.2
	%to = freeze i64 %hi
	%conv.3 = trunc i64 %to to i32
	%conv.4 = trunc i64 %from to i32
	br label %for.cond

for.cond:
	%i = phi i32 [ %conv.4, %entry ], [ %i.next, %for.inc ]
	%more.1 = icmp ult i32 %i, %conv.3
	br i1 %more.1, label %for.body, label %for.end

for.body:
	%lo.3 = load float, ptr %lo.1, align 4
	%conv.5 = zext i32 %i to i64
	%x.at = getelementptr inbounds float, ptr %x, i64 %conv.5
	%x.elem = load float, ptr %x.at, align 4
	%cmp = fcmp olt float %lo.3, %x.elem
	%min = select i1 %cmp, float %lo.3, float %x.elem
	store float %min, ptr %lo.1, align 4
	%conv.6 = zext i32 %i to i64
	%x.at.1 = getelementptr inbounds float, ptr %x, i64 %conv.6
	%x.elem.1 = load float, ptr %x.at.1, align 4
	%cmp.1 = fcmp olt float %x.elem.1, 0x0000000000000000
	br i1 %cmp.1, label %if.then, label %if.end

if.then:
	store i32 0, ptr %all.1, align 4
	br label %if.end

if.end:
	%and = and i32 %i, 3
	%conv.7 = zext i32 %and to i64
	%h.at = getelementptr inbounds i32, ptr %h.1, i64 %conv.7
	%and.1 = and i32 %i, 3
	%conv.8 = zext i32 %and.1 to i64
	%h.at.1 = getelementptr inbounds i32, ptr %h.1, i64 %conv.8
	%h.elem = load i32, ptr %h.at.1, align 4
	%add = add i32 %h.elem, 1
	store i32 %add, ptr %h.at, align 4
	br label %for.inc

for.inc:
	%i.next = add nuw i32 %i, 1
	br label %for.cond

for.end:
	%part = load float, ptr %lo.1, align 4
	%first = load atomic i32, ptr %lo monotonic, align 4
	br label %cas.loop

cas.loop:
	%seen = phi i32 [ %first, %for.end ], [ %now, %cas.loop ]
	%bits = bitcast i32 %seen to float
	%cmp.2 = fcmp olt float %bits, %part
	%min.1 = select i1 %cmp.2, float %bits, float %part
	%bits.1 = bitcast float %min.1 to i32
	%cas = cmpxchg ptr %lo, i32 %seen, i32 %bits.1 monotonic monotonic, align 4
	%now = extractvalue { i32, i1 } %cas, 0
	%ok = extractvalue { i32, i1 } %cas, 1
	br i1 %ok, label %cas.done, label %cas.loop

cas.done:
	%bits.2 = bitcast i32 %seen to float
	%part.1 = load i32, ptr %all.1, align 4
	%first.1 = load atomic i32, ptr %all monotonic, align 4
	br label %cas.loop.1

cas.loop.1:
	%seen.1 = phi i32 [ %first.1, %cas.done ], [ %now.1, %cas.loop.1 ]
	%tobool = icmp ne i32 %seen.1, 0
	%tobool.1 = icmp ne i32 %part.1, 0
	%logic = and i1 %tobool, %tobool.1
	%conv.9 = zext i1 %logic to i32
	%cas.1 = cmpxchg ptr %all, i32 %seen.1, i32 %conv.9 monotonic monotonic, align 4
	%now.1 = extractvalue { i32, i1 } %cas.1, 0
	%ok.1 = extractvalue { i32, i1 } %cas.1, 1
	br i1 %ok.1, label %cas.done.1, label %cas.loop.1

cas.done.1:
	call void @__ompcc_cpu_lock()
	br label %elem.cond

elem.cond:
	%elem = phi i64 [ 0, %cas.done.1 ], [ %elem.next, %elem.inc ]
	%elem.more = icmp ult i64 %elem, 4
	br i1 %elem.more, label %elem.body, label %elem.end

elem.body:
	%orig = getelementptr inbounds i32, ptr %h, i64 %elem
	%priv = getelementptr inbounds i32, ptr %h.1, i64 %elem
	%part.2 = load i32, ptr %orig, align 4
	%part.3 = load i32, ptr %priv, align 4
	%add.1 = add i32 %part.2, %part.3
	store i32 %add.1, ptr %orig, align 4
	br label %elem.inc

elem.inc:
	%elem.next = add nuw i64 %elem, 1
	br label %elem.cond

elem.end:
	call void @__ompcc_cpu_unlock()
	ret void
}

define hidden void @__ompcc_k_minmax(ptr %args, ptr %team) {
entry:
	%x.slot = getelementptr inbounds ptr, ptr %args, i64 0
	%x.at = load ptr, ptr %x.slot, align 8
	%x = load ptr, ptr %x.at, align 8
	%lo.slot = getelementptr inbounds ptr, ptr %args, i64 1
	%lo.at = load ptr, ptr %lo.slot, align 8
	%lo = load ptr, ptr %lo.at, align 8
	%all.slot = getelementptr inbounds ptr, ptr %args, i64 2
	%all.at = load ptr, ptr %all.slot, align 8
	%all = load ptr, ptr %all.at, align 8
	%h.slot = getelementptr inbounds ptr, ptr %args, i64 3
	%h.at = load ptr, ptr %h.slot, align 8
	%h = load ptr, ptr %h.at, align 8
	%n.slot = getelementptr inbounds ptr, ptr %args, i64 4
	%n.at = load ptr, ptr %n.slot, align 8
	%n = load i32, ptr %n.at, align 4
	call void @__ompcc_k_minmax.team(ptr %x, ptr %lo, ptr %all, ptr %h, i32 %n, ptr %team)
	ret void
}

declare i64 @llvm.umin.i64(i64 %0, i64 %1)
declare void @__ompcc_cpu_lock()
declare void @__ompcc_cpu_unlock()
declare void @llvm.memset.p0.i64(ptr %0, i8 %1, i64 %2, i1 %3)
