; matmul.c for x86_64-pc-linux-gnu (x86-64)
source_filename = "matmul.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private constant [17 x i8] c"__ompcc_k_matmul\00", align 1
@__ompcc_entry.__ompcc_k_matmul = internal constant { ptr, ptr, i64, i32, i32 } { ptr @.str, ptr @__ompcc_k_matmul, i64 0, i32 2, i32 15 }, section "ompcc_cpu_entries", align 8
@llvm.used = appending global [1 x ptr] [ptr @__ompcc_entry.__ompcc_k_matmul], section "llvm.metadata"

; matmul.c:3: #pragma omp target teams distribute parallel for collapse(2)
define internal void @__ompcc_k_matmul.team(ptr noalias readonly %a, ptr noalias readonly %b, ptr noalias %c, i32 %n, ptr %__team) {
entry:
	%s = alloca float, align 4
	%k = alloca i32, align 4
	%conv = zext i32 %n to i64
	%conv.1 = zext i32 %n to i64
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
	%conv.4 = zext i32 %n to i64
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
	store float 0x0000000000000000, ptr %s, align 4
	store i32 0, ptr %k, align 4
	br label %while.cond

while.cond:
	%k.1 = load i32, ptr %k, align 4
	%cmp = icmp slt i32 %k.1, %n
	br i1 %cmp, label %while.body, label %while.end

while.body:
	%s.1 = load float, ptr %s, align 4
	%mul = mul i32 %conv.5, %n
	%k.2 = load i32, ptr %k, align 4
	%add = add i32 %mul, %k.2
	%conv.8 = sext i32 %add to i64
	%a.at = getelementptr inbounds float, ptr %a, i64 %conv.8
	%a.elem = load float, ptr %a.at, align 4
	%k.3 = load i32, ptr %k, align 4
	%mul.1 = mul i32 %k.3, %n
	%add.1 = add i32 %mul.1, %j
	%conv.9 = sext i32 %add.1 to i64
	%b.at = getelementptr inbounds float, ptr %b, i64 %conv.9
	%b.elem = load float, ptr %b.at, align 4
	%mul.2 = fmul float %a.elem, %b.elem
	%add.2 = fadd float %s.1, %mul.2
	store float %add.2, ptr %s, align 4
	br label %while.next

while.next:
	%k.4 = load i32, ptr %k, align 4
	%add.3 = add nsw i32 %k.4, 1
	store i32 %add.3, ptr %k, align 4
	br label %while.cond

while.end:
	%mul.3 = mul i32 %conv.5, %n
	%add.4 = add i32 %mul.3, %j
	%conv.10 = sext i32 %add.4 to i64
	%c.at = getelementptr inbounds float, ptr %c, i64 %conv.10
	%s.2 = load float, ptr %s, align 4
	store float %s.2, ptr %c.at, align 4
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

define hidden void @__ompcc_k_matmul(ptr %args, ptr %team) {
entry:
	%a.slot = getelementptr inbounds ptr, ptr %args, i64 0
	%a.at = load ptr, ptr %a.slot, align 8
	%a = load ptr, ptr %a.at, align 8
	%b.slot = getelementptr inbounds ptr, ptr %args, i64 1
	%b.at = load ptr, ptr %b.slot, align 8
	%b = load ptr, ptr %b.at, align 8
	%c.slot = getelementptr inbounds ptr, ptr %args, i64 2
	%c.at = load ptr, ptr %c.slot, align 8
	%c = load ptr, ptr %c.at, align 8
	%n.slot = getelementptr inbounds ptr, ptr %args, i64 3
	%n.at = load ptr, ptr %n.slot, align 8
	%n = load i32, ptr %n.at, align 4
	call void @__ompcc_k_matmul.team(ptr %a, ptr %b, ptr %c, i32 %n, ptr %team)
	ret void
}

declare i64 @llvm.umin.i64(i64 %0, i64 %1)
