; stencil.c for x86_64-pc-linux-gnu (x86-64)
source_filename = "stencil.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private constant [18 x i8] c"__ompcc_k_stencil\00", align 1
@__ompcc_entry.__ompcc_k_stencil = internal constant { ptr, ptr, i64, i32, i32 } { ptr @.str, ptr @__ompcc_k_stencil, i64 0, i32 2, i32 15 }, section "ompcc_cpu_entries", align 8
@llvm.used = appending global [1 x ptr] [ptr @__ompcc_entry.__ompcc_k_stencil], section "llvm.metadata"

; stencil.c:3: #pragma omp target teams distribute parallel for collapse(2)
define internal void @__ompcc_k_stencil.team(ptr noalias readonly %a, ptr noalias %b, i32 %n, i32 %m, ptr %__team) {
entry:
	%conv = zext i32 %n to i64
	%conv.1 = zext i32 %m to i64
	%trip = mul nuw i64 %conv, %conv.1
	%team_num = load i32, ptr %__team, align 4
	%num_teams.at = getelementptr inbounds i8, ptr %__team, i64 4
	%num_teams = load i32, ptr %num_teams.at, align 4
	%conv.2 = zext i32 %team_num to i64
	%conv.3 = zext i32 %num_teams to i64
	%size = udiv i64 %trip, %conv.3
	%extra = urem i64 %trip, %conv.3
	%start = mul i64 %conv.2, %size
	%umin = call i64 @llvm.umin.i64(i64 %conv.2, i64 %extra)
	%lo = add i64 %start, %umin
	%more = icmp ult i64 %conv.2, %extra
	%one = zext i1 %more to i64
	%end = add i64 %lo, %size
	%hi = add i64 %end, %one
	%from = freeze i64 %lo
	%to = freeze i64 %hi
	%conv.4 = zext i32 %m to i64
	br label %rows

rows:
	%iter = phi i64 [ %from, %entry ], [ %iter.next, %for.end ]
	%more.1 = icmp ult i64 %iter, %to
	br i1 %more.1, label %row, label %rows.end

row:
	%col = urem i64 %iter, %conv.4
	%rest = udiv i64 %iter, %conv.4
	%conv.5 = trunc i64 %rest to i32
	%left = sub i64 %to, %iter
	%room = sub i64 %conv.4, %col
	%umin.1 = call i64 @llvm.umin.i64(i64 %left, i64 %room)
	%row.end = add i64 %col, %umin.1
	%conv.6 = trunc i64 %row.end to i32
	%conv.7 = trunc i64 %col to i32
	br label %for.cond

for.cond:
	%j = phi i32 [ %conv.7, %row ], [ %j.next, %for.inc ]
	%more.2 = icmp ult i32 %j, %conv.6
	br i1 %more.2, label %for.body, label %for.end

for.body:
	%add = add i32 %conv.5, 1
	%add.1 = add i32 %m, 2
	%mul = mul i32 %add, %add.1
	%add.2 = add i32 %j, 1
	%add.3 = add i32 %mul, %add.2
	%conv.8 = sext i32 %add.3 to i64
	%b.at = getelementptr inbounds double, ptr %b, i64 %conv.8
	%add.4 = add i32 %conv.5, 0
	%add.5 = add i32 %m, 2
	%mul.1 = mul i32 %add.4, %add.5
	%add.6 = add i32 %j, 1
	%add.7 = add i32 %mul.1, %add.6
	%conv.9 = sext i32 %add.7 to i64
	%a.at = getelementptr inbounds double, ptr %a, i64 %conv.9
	%a.elem = load double, ptr %a.at, align 8
	%add.8 = add i32 %conv.5, 2
	%add.9 = add i32 %m, 2
	%mul.2 = mul i32 %add.8, %add.9
	%add.10 = add i32 %j, 1
	%add.11 = add i32 %mul.2, %add.10
	%conv.10 = sext i32 %add.11 to i64
	%a.at.1 = getelementptr inbounds double, ptr %a, i64 %conv.10
	%a.elem.1 = load double, ptr %a.at.1, align 8
	%add.12 = fadd double %a.elem, %a.elem.1
	%add.13 = add i32 %conv.5, 1
	%add.14 = add i32 %m, 2
	%mul.3 = mul i32 %add.13, %add.14
	%add.15 = add i32 %j, 0
	%add.16 = add i32 %mul.3, %add.15
	%conv.11 = sext i32 %add.16 to i64
	%a.at.2 = getelementptr inbounds double, ptr %a, i64 %conv.11
	%a.elem.2 = load double, ptr %a.at.2, align 8
	%add.17 = add i32 %conv.5, 1
	%add.18 = add i32 %m, 2
	%mul.4 = mul i32 %add.17, %add.18
	%add.19 = add i32 %j, 2
	%add.20 = add i32 %mul.4, %add.19
	%conv.12 = sext i32 %add.20 to i64
	%a.at.3 = getelementptr inbounds double, ptr %a, i64 %conv.12
	%a.elem.3 = load double, ptr %a.at.3, align 8
	%add.21 = fadd double %a.elem.2, %a.elem.3
	%add.22 = fadd double %add.12, %add.21
	%mul.5 = fmul double 0x3FD0000000000000, %add.22
	store double %mul.5, ptr %b.at, align 8
	br label %for.inc

for.inc:
	%j.next = add nuw i32 %j, 1
	br label %for.cond

for.end:
	%iter.next = add i64 %iter, %umin.1
	br label %rows

rows.end:
	ret void
}

define hidden void @__ompcc_k_stencil(ptr %args, ptr %team) {
entry:
	%a.slot = getelementptr inbounds ptr, ptr %args, i64 0
	%a.at = load ptr, ptr %a.slot, align 8
	%a = load ptr, ptr %a.at, align 8
	%b.slot = getelementptr inbounds ptr, ptr %args, i64 1
	%b.at = load ptr, ptr %b.slot, align 8
	%b = load ptr, ptr %b.at, align 8
	%n.slot = getelementptr inbounds ptr, ptr %args, i64 2
	%n.at = load ptr, ptr %n.slot, align 8
	%n = load i32, ptr %n.at, align 4
	%m.slot = getelementptr inbounds ptr, ptr %args, i64 3
	%m.at = load ptr, ptr %m.slot, align 8
	%m = load i32, ptr %m.at, align 4
	call void @__ompcc_k_stencil.team(ptr %a, ptr %b, i32 %n, i32 %m, ptr %team)
	ret void
}

declare i64 @llvm.umin.i64(i64 %0, i64 %1)
