; saxpy.c for x86_64-pc-linux-gnu (x86-64)
source_filename = "saxpy.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private constant [6 x i8] c"saxpy\00", align 1
@__ompcc_entry.saxpy = internal constant { ptr, ptr, i64, i32, i32 } { ptr @.str, ptr @saxpy, i64 0, i32 2, i32 15 }, section "ompcc_cpu_entries", align 8
@llvm.used = appending global [1 x ptr] [ptr @__ompcc_entry.saxpy], section "llvm.metadata"

; saxpy.c:2: #pragma omp target teams distribute parallel for
define internal void @saxpy.team(ptr noalias readonly %x, ptr noalias %y, i32 %n, float %a, ptr %__team) {
entry:
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
	%y.at = getelementptr inbounds [4 x i8], ptr %y, i64 %conv.5
	%conv.6 = zext i32 %i to i64
	%x.at = getelementptr inbounds [4 x i8], ptr %x, i64 %conv.6
	%x.elem = load float, ptr %x.at, align 4
	%mul = fmul contract float %a, %x.elem
	%conv.7 = zext i32 %i to i64
	%y.at.1 = getelementptr inbounds [4 x i8], ptr %y, i64 %conv.7
	%y.elem = load float, ptr %y.at.1, align 4
	%add = fadd contract float %mul, %y.elem
	store float %add, ptr %y.at, align 4
	br label %for.inc

for.inc:
	%i.next = add nuw i32 %i, 1
	br label %for.cond, !llvm.loop !0

for.end:
	ret void
}

define hidden void @saxpy(ptr %args, ptr %team) {
entry:
	%x.slot = getelementptr inbounds ptr, ptr %args, i64 0
	%x.at = load ptr, ptr %x.slot, align 8
	%x = load ptr, ptr %x.at, align 8
	%y.slot = getelementptr inbounds ptr, ptr %args, i64 1
	%y.at = load ptr, ptr %y.slot, align 8
	%y = load ptr, ptr %y.at, align 8
	%n.slot = getelementptr inbounds ptr, ptr %args, i64 2
	%n.at = load ptr, ptr %n.slot, align 8
	%n = load i32, ptr %n.at, align 4
	%a.slot = getelementptr inbounds ptr, ptr %args, i64 3
	%a.at = load ptr, ptr %a.slot, align 8
	%a = load float, ptr %a.at, align 4
	call void @saxpy.team(ptr %x, ptr %y, i32 %n, float %a, ptr %team)
	ret void
}

declare i64 @llvm.umin.i64(i64 %0, i64 %1)

!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!0 = distinct !{!0, !1}
