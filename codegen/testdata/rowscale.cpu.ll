; rowscale.c for x86_64-pc-linux-gnu (x86-64)
source_filename = "rowscale.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private constant [19 x i8] c"__ompcc_k_rowscale\00", align 1
@__ompcc_entry.__ompcc_k_rowscale = internal constant { ptr, ptr, i64, i32, i32 } { ptr @.str, ptr @__ompcc_k_rowscale, i64 0, i32 2, i32 75 }, section "ompcc_cpu_entries", align 8
@llvm.used = appending global [1 x ptr] [ptr @__ompcc_entry.__ompcc_k_rowscale], section "llvm.metadata"

; rowscale.c:3: #pragma omp target teams distribute
define internal void @__ompcc_k_rowscale.team(ptr noalias %a, ptr noalias readonly %x, i32 %n, i32 %m, ptr %__team) {
entry:
	%s = alloca double, align 8
	%ctx = alloca [32 x i8], align 16
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
	%lo = add i64 %start, %umin
	%more = icmp ult i64 %conv.1, %extra
	%one = zext i1 %more to i64
	%end = add i64 %lo, %size
	%hi = add i64 %end, %one
	%from = freeze i64 %lo
	%to = freeze i64 %hi
	%conv.3 = trunc i64 %to to i32
	%conv.4 = trunc i64 %from to i32
	br label %for.cond

for.cond:
	%i = phi i32 [ %conv.4, %entry ], [ %i.next, %for.inc ]
	%more.1 = icmp ult i32 %i, %conv.3
	br i1 %more.1, label %for.body, label %for.end

for.body:
	%conv.5 = zext i32 %i to i64
	%x.at = getelementptr inbounds double, ptr %x, i64 %conv.5
	%x.elem = load double, ptr %x.at, align 8
	store double %x.elem, ptr %s, align 8
	store i32 %m, ptr %ctx, align 8
	%ctx.at = getelementptr inbounds i8, ptr %ctx, i64 8
	store ptr %a, ptr %ctx.at, align 8
	%ctx.at.1 = getelementptr inbounds i8, ptr %ctx, i64 16
	store i32 %i, ptr %ctx.at.1, align 8
	%ctx.at.2 = getelementptr inbounds i8, ptr %ctx, i64 24
	store ptr %s, ptr %ctx.at.2, align 8
	call void @__ompcc_cpu_parallel(ptr @__ompcc_k_rowscale.team.par, ptr %ctx, i32 0)
	br label %for.inc

for.inc:
	%i.next = add nuw i32 %i, 1
	br label %for.cond

for.end:
	ret void
}

define internal void @__ompcc_k_rowscale.team.par(ptr %ctx) {
entry:
	%m.cap = getelementptr inbounds i8, ptr %ctx, i64 0
	%m = load i32, ptr %m.cap, align 8
	%a.cap = getelementptr inbounds i8, ptr %ctx, i64 8
	%a = load ptr, ptr %a.cap, align 8
	%i.cap = getelementptr inbounds i8, ptr %ctx, i64 16
	%i = load i32, ptr %i.cap, align 8
	%s.cap = getelementptr inbounds i8, ptr %ctx, i64 24
	%s = load ptr, ptr %s.cap, align 8
	%conv = zext i32 %m to i64
	%__ompcc_cpu_self = call ptr @__ompcc_cpu_self()
	%thread_num = load i32, ptr %__ompcc_cpu_self, align 4
	%conv.1 = zext i32 %thread_num to i64
	%__ompcc_cpu_self.1 = call ptr @__ompcc_cpu_self()
	%num_threads.at = getelementptr inbounds i8, ptr %__ompcc_cpu_self.1, i64 4
	%num_threads = load i32, ptr %num_threads.at, align 4
	%conv.2 = zext i32 %num_threads to i64
	%size = udiv i64 %conv, %conv.2
	%extra = urem i64 %conv, %conv.2
	%start = mul i64 %conv.1, %size
	%umin = call i64 @llvm.umin.i64(i64 %conv.1, i64 %extra)
	%lo = add i64 %start, %umin
	%more = icmp ult i64 %conv.1, %extra
	%one = zext i1 %more to i64
	%end = add i64 %lo, %size
	%hi = add i64 %end, %one
	%from = freeze i64 %lo
	%to = freeze i64 %hi
	%conv.3 = trunc i64 %to to i32
	%conv.4 = trunc i64 %from to i32
	br label %for.cond

for.cond:
	%j = phi i32 [ %conv.4, %entry ], [ %j.next, %for.inc ]
	%more.1 = icmp ult i32 %j, %conv.3
	br i1 %more.1, label %for.body, label %for.end

for.body:
	%mul = mul i32 %i, %m
	%add = add i32 %mul, %j
	%conv.5 = sext i32 %add to i64
	%a.at = getelementptr inbounds double, ptr %a, i64 %conv.5
	%mul.1 = mul i32 %i, %m
	%add.1 = add i32 %mul.1, %j
	%conv.6 = sext i32 %add.1 to i64
	%a.at.1 = getelementptr inbounds double, ptr %a, i64 %conv.6
	%a.elem = load double, ptr %a.at.1, align 8
	%s.1 = load double, ptr %s, align 8
	%mul.2 = fmul double %a.elem, %s.1
	store double %mul.2, ptr %a.at, align 8
	br label %for.inc

for.inc:
	%j.next = add nuw i32 %j, 1
	br label %for.cond

for.end:
	ret void
}

define hidden void @__ompcc_k_rowscale(ptr %args, ptr %team) {
entry:
	%a.slot = getelementptr inbounds ptr, ptr %args, i64 0
	%a.at = load ptr, ptr %a.slot, align 8
	%a = load ptr, ptr %a.at, align 8
	%x.slot = getelementptr inbounds ptr, ptr %args, i64 1
	%x.at = load ptr, ptr %x.slot, align 8
	%x = load ptr, ptr %x.at, align 8
	%n.slot = getelementptr inbounds ptr, ptr %args, i64 2
	%n.at = load ptr, ptr %n.slot, align 8
	%n = load i32, ptr %n.at, align 4
	%m.slot = getelementptr inbounds ptr, ptr %args, i64 3
	%m.at = load ptr, ptr %m.slot, align 8
	%m = load i32, ptr %m.at, align 4
	call void @__ompcc_k_rowscale.team(ptr %a, ptr %x, i32 %n, i32 %m, ptr %team)
	ret void
}

declare i64 @llvm.umin.i64(i64 %0, i64 %1)
declare ptr @__ompcc_cpu_self() nounwind willreturn memory(read)
declare void @__ompcc_cpu_parallel(ptr %0, ptr %1, i32 %2)
