; site.c for x86_64-pc-linux-gnu (x86-64)
source_filename = "site.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private constant [7 x i8] c"site.c\00", align 1
@.str.1 = private constant [5 x i8] c"s->n\00", align 1
@.str.2 = private constant [5 x i8] c"last\00", align 1
@.str.3 = private constant [2 x i8] c"s\00", align 1
@__ompcc_site = private constant { ptr, i32, i32, ptr, ptr, ptr, ptr, i32 } { ptr @.str, i32 3, i32 3, ptr @.str.1, ptr @.str.2, ptr @.str.3, ptr @.str, i32 2 }
@.str.4 = private constant [8 x i8] c"s->data\00", align 1
@__ompcc_site.1 = private constant { ptr, i32, i32, ptr, ptr, ptr, ptr, i32 } { ptr @.str, i32 4, i32 10, ptr @.str.4, ptr @.str.2, ptr @.str.3, ptr @.str, i32 2 }
@.str.5 = private constant [11 x i8] c"s->data[n]\00", align 1
@__ompcc_site.2 = private constant { ptr, i32, i32, ptr, ptr, ptr, ptr, i32 } { ptr @.str, i32 4, i32 10, ptr @.str.5, ptr @.str.2, ptr @.str.4, ptr @.str, i32 1 }

define double @last(ptr %s, i32 %n) noinline {
entry:
	%s.at = getelementptr inbounds i8, ptr %s, i64 8
	call void @__ompcc_check_write4(ptr %s.at, ptr @__ompcc_site)
	store i32 %n, ptr %s.at, align 4
	call void @__ompcc_check_read8(ptr %s, ptr @__ompcc_site.1)
	%s.val = load ptr, ptr %s, align 8
	%conv = sext i32 %n to i64
	%s.at.1 = getelementptr inbounds [8 x i8], ptr %s.val, i64 %conv
	call void @__ompcc_check_read8(ptr %s.at.1, ptr @__ompcc_site.2)
	%s.elem = load double, ptr %s.at.1, align 8
	ret double %s.elem
}

declare void @__ompcc_check_read8(ptr %0, ptr %1) nounwind memory(inaccessiblemem: readwrite)
declare void @__ompcc_check_write4(ptr %0, ptr %1) nounwind memory(inaccessiblemem: readwrite)
