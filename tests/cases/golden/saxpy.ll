; saxpy.c for x86_64-pc-linux-gnu (x86-64)
source_filename = "saxpy.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private constant [27 x i8] c"__ompcc_k_saxpy_c_saxpy_l3\00", align 1
@__ompcc_entry.__ompcc_k_saxpy_c_saxpy_l3 = internal constant { ptr, ptr, i64, i32, i32 } { ptr @.str, ptr @__ompcc_k_saxpy_c_saxpy_l3, i64 0, i32 2, i32 15 }, section "ompcc_cpu_entries", align 8
@llvm.used = appending global [1 x ptr] [ptr @__ompcc_entry.__ompcc_k_saxpy_c_saxpy_l3], section "llvm.metadata"

; saxpy.c:3: #pragma omp #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
define internal void @__ompcc_k_saxpy_c_saxpy_l3.team(ptr noalias readonly %x, ptr noalias %y, i32 %n, float %a, ptr %__team) {
entry:
	%x.1 = alloca ptr, align 8
	%y.1 = alloca ptr, align 8
	%n.1 = alloca i32, align 4
	%a.1 = alloca float, align 4
	%i = alloca i32, align 4
	store ptr %x, ptr %x.1, align 8
	store ptr %y, ptr %y.1, align 8
	store i32 %n, ptr %n.1, align 4
	store float %a, ptr %a.1, align 4
	%n.2 = load i32, ptr %n.1, align 4
	%cmp = icmp slt i32 0, %n.2
	br i1 %cmp, label %cond.true, label %cond.false

cond.true:
	br label %cond.end

cond.false:
	br label %cond.end

cond.end:
	%cond = phi i32 [ %n.2, %cond.true ], [ 0, %cond.false ]
	%conv = zext i32 %cond to i64
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
	%conv.3 = trunc i64 %hi to i32
	%conv.4 = trunc i64 %lo to i32
	br label %for.cond

for.cond:
	%i.iv = phi i32 [ %conv.4, %cond.end ], [ %i.iv.next, %for.inc ]
	%more.1 = icmp ult i32 %i.iv, %conv.3
	br i1 %more.1, label %for.body, label %for.end

for.body:
	store i32 %i.iv, ptr %i, align 4
	%y.2 = load ptr, ptr %y.1, align 8
	%i.1 = load i32, ptr %i, align 4
	%conv.5 = sext i32 %i.1 to i64
	%y.at = getelementptr inbounds float, ptr %y.2, i64 %conv.5
	%p.val = load float, ptr %y.at, align 4
	%a.2 = load float, ptr %a.1, align 4
	%x.2 = load ptr, ptr %x.1, align 8
	%i.2 = load i32, ptr %i, align 4
	%conv.6 = sext i32 %i.2 to i64
	%x.at = getelementptr inbounds float, ptr %x.2, i64 %conv.6
	%x.elem = load float, ptr %x.at, align 4
	%mul = fmul contract float %a.2, %x.elem
	%add = fadd contract float %p.val, %mul
	store float %add, ptr %y.at, align 4
	br label %for.inc

for.inc:
	%i.iv.next = add nuw i32 %i.iv, 1
	br label %for.cond

for.end:
	ret void
}

define hidden void @__ompcc_k_saxpy_c_saxpy_l3(ptr %args, ptr %team) {
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
	call void @__ompcc_k_saxpy_c_saxpy_l3.team(ptr %x, ptr %y, i32 %n, float %a, ptr %team)
	ret void
}

declare i64 @llvm.umin.i64(i64 %0, i64 %1)
