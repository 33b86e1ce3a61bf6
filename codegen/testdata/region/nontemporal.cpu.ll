; nontemporal.c for x86_64-pc-linux-gnu (x86-64)
source_filename = "nontemporal.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private constant [5 x i8] c"copy\00", align 1
@__ompcc_entry.copy = internal constant { ptr, ptr, i64, i32, i32 } { ptr @.str, ptr @copy, i64 0, i32 2, i32 1 }, section "ompcc_cpu_entries", align 8
@llvm.used = appending global [1 x ptr] [ptr @__ompcc_entry.copy], section "llvm.metadata"

; nontemporal.c:2: #pragma omp target simd nontemporal(x, y)
define internal void @copy.team(ptr noalias readonly %x, ptr noalias %y, ptr %__team) {
entry:
	%x.val = load i32, ptr %x, align 4
	store i32 %x.val, ptr %y, align 1
	ret void
}

define hidden void @copy(ptr %args, ptr %team) {
entry:
	%x.slot = getelementptr inbounds ptr, ptr %args, i64 0
	%x.at = load ptr, ptr %x.slot, align 8
	%x = load ptr, ptr %x.at, align 8
	%y.slot = getelementptr inbounds ptr, ptr %args, i64 1
	%y.at = load ptr, ptr %y.slot, align 8
	%y = load ptr, ptr %y.at, align 8
	call void @copy.team(ptr %x, ptr %y, ptr %team)
	ret void
}
