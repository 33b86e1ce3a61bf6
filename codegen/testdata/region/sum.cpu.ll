; sum.c for x86_64-pc-linux-gnu (x86-64)
source_filename = "sum.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private constant [4 x i8] c"sum\00", align 1
@__ompcc_entry.sum = internal constant { ptr, ptr, i64, i32, i32 } { ptr @.str, ptr @sum, i64 0, i32 2, i32 31 }, section "ompcc_cpu_entries", align 8
@llvm.used = appending global [1 x ptr] [ptr @__ompcc_entry.sum], section "llvm.metadata"

; sum.c:2: #pragma omp target teams distribute parallel for reduction(+: s)
define internal void @sum.team(ptr noalias readonly %v, ptr %s, i32 %n, ptr %__team) {
entry:
	%part = alloca double, align 8
	store double 0x0000000000000000, ptr %part, align 8
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
	%part.1 = load double, ptr %part, align 8
	%conv.5 = zext i32 %i to i64
	%v.at = getelementptr inbounds [8 x i8], ptr %v, i64 %conv.5
	%v.elem = load double, ptr %v.at, align 8
	%add = fadd reassoc contract double %part.1, %v.elem
	store double %add, ptr %part, align 8
	br label %for.inc

for.inc:
	%i.next = add nuw i32 %i, 1
	br label %for.cond

for.end:
	%part.2 = load double, ptr %part, align 8
	%old = atomicrmw fadd ptr %s, double %part.2 monotonic, align 8
	ret void
}

define hidden void @sum(ptr %args, ptr %team) {
entry:
	%v.slot = getelementptr inbounds ptr, ptr %args, i64 0
	%v.at = load ptr, ptr %v.slot, align 8
	%v = load ptr, ptr %v.at, align 8
	%s.slot = getelementptr inbounds ptr, ptr %args, i64 1
	%s.at = load ptr, ptr %s.slot, align 8
	%s = load ptr, ptr %s.at, align 8
	%n.slot = getelementptr inbounds ptr, ptr %args, i64 2
	%n.at = load ptr, ptr %n.slot, align 8
	%n = load i32, ptr %n.at, align 4
	call void @sum.team(ptr %v, ptr %s, i32 %n, ptr %team)
	ret void
}

declare i64 @llvm.umin.i64(i64 %0, i64 %1)
