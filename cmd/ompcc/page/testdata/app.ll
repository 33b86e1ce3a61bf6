; app.c for nvptx64-nvidia-cuda (sm_80)
source_filename = "app.c"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; app.c:1: __ompcc_s_app_c_half
define internal double @__ompcc_s_app_c_half(double %v) nounwind convergent !dbg !4 {
entry:
	%v.1 = alloca double, align 8
	store double %v, ptr %v.1, align 8
	%v.2 = load double, ptr %v.1, align 8, !dbg !7
	%div = fdiv contract double %v.2, 0x4000000000000000, !dbg !7
	ret double %div, !dbg !7
}

; app.c:4: #pragma omp target teams distribute parallel for map(tofrom: y[0:n])
define ptx_kernel void @__ompcc_k_app_c_scale_l4(ptr addrspace(1) noalias %y, i32 %n) nounwind convergent !dbg !8 {
entry:
	%y.1 = alloca ptr, align 8
	%n.1 = alloca i32, align 4
	%i = alloca i32, align 4
	%y.gen = addrspacecast ptr addrspace(1) %y to ptr, !dbg !9
	store ptr %y.gen, ptr %y.1, align 8, !dbg !10
	store i32 %n, ptr %n.1, align 4, !dbg !10
	%n.2 = load i32, ptr %n.1, align 4, !dbg !9
	%cmp = icmp slt i32 0, %n.2, !dbg !9
	br i1 %cmp, label %cond.true, label %cond.false, !dbg !9

cond.true:
	br label %cond.end, !dbg !9

cond.false:
	br label %cond.end, !dbg !9

cond.end:
	%cond = phi i32 [ %n.2, %cond.true ], [ 0, %cond.false ], !dbg !9
	%conv = zext i32 %cond to i64, !dbg !9
	%ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !9
	%ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !9
	%base = mul i32 %ctaid, %ntid, !dbg !9
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}, !dbg !9
	%lane = add i32 %base, %tid, !dbg !9
	%nctaid = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x(), !dbg !9
	%ntid.1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !9
	%lanes = mul i32 %nctaid, %ntid.1, !dbg !9
	%inside = icmp ult i32 %lane, %cond, !dbg !9
	br i1 %inside, label %loop, label %loop.end, !dbg !9

loop:
	%i.iv = phi i32 [ %lane, %cond.end ], [ %sum, %loop.next ]
	store i32 %i.iv, ptr %i, align 4, !dbg !10
	%y.2 = load ptr, ptr %y.1, align 8, !dbg !11
	%i.1 = load i32, ptr %i, align 4, !dbg !11
	%conv.1 = sext i32 %i.1 to i64, !dbg !11
	%y.at = getelementptr inbounds double, ptr %y.2, i64 %conv.1, !dbg !11
	%y.elem = load double, ptr %y.at, align 8, !dbg !11
	%__ompcc_s_app_c_half = call double @__ompcc_s_app_c_half(double %y.elem), !dbg !11
	%y.3 = load ptr, ptr %y.1, align 8, !dbg !11
	%i.2 = load i32, ptr %i, align 4, !dbg !11
	%conv.2 = sext i32 %i.2 to i64, !dbg !11
	%y.at.1 = getelementptr inbounds double, ptr %y.3, i64 %conv.2, !dbg !11
	%add = fadd contract double %__ompcc_s_app_c_half, 0x3FF0000000000000, !dbg !11
	store double %add, ptr %y.at.1, align 8, !dbg !11
	%sum = add i32 %i.iv, %lanes, !dbg !11
	%more = icmp ult i32 %sum, %cond, !dbg !11
	br i1 %more, label %loop.next, label %loop.end, !dbg !11

loop.next:
	br label %loop, !llvm.loop !12, !dbg !11

loop.end:
	ret void, !dbg !11
}

; app.c:4: #pragma omp target teams distribute parallel for map(tofrom: y[0:n])
define ptx_kernel void @__ompcc_k_app_c_scale_l4__once(ptr addrspace(1) noalias %y, i32 %n) nounwind convergent !dbg !14 {
entry:
	%y.1 = alloca ptr, align 8
	%n.1 = alloca i32, align 4
	%i = alloca i32, align 4
	%y.gen = addrspacecast ptr addrspace(1) %y to ptr, !dbg !15
	store ptr %y.gen, ptr %y.1, align 8, !dbg !16
	store i32 %n, ptr %n.1, align 4, !dbg !16
	%n.2 = load i32, ptr %n.1, align 4, !dbg !15
	%cmp = icmp slt i32 0, %n.2, !dbg !15
	br i1 %cmp, label %cond.true, label %cond.false, !dbg !15

cond.true:
	br label %cond.end, !dbg !15

cond.false:
	br label %cond.end, !dbg !15

cond.end:
	%cond = phi i32 [ %n.2, %cond.true ], [ 0, %cond.false ], !dbg !15
	%conv = zext i32 %cond to i64, !dbg !15
	%ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !15
	%base = mul i32 %ctaid, 256, !dbg !15
	%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !{i32 0, i32 256}, !dbg !15
	%lane = add i32 %base, %tid, !dbg !15
	%inside = icmp ult i32 %lane, %cond, !dbg !15
	br i1 %inside, label %iteration, label %iteration.end, !dbg !15

iteration:
	store i32 %lane, ptr %i, align 4, !dbg !16
	%y.2 = load ptr, ptr %y.1, align 8, !dbg !17
	%i.1 = load i32, ptr %i, align 4, !dbg !17
	%conv.1 = sext i32 %i.1 to i64, !dbg !17
	%y.at = getelementptr inbounds double, ptr %y.2, i64 %conv.1, !dbg !17
	%y.elem = load double, ptr %y.at, align 8, !dbg !17
	%__ompcc_s_app_c_half = call double @__ompcc_s_app_c_half(double %y.elem), !dbg !17
	%y.3 = load ptr, ptr %y.1, align 8, !dbg !17
	%i.2 = load i32, ptr %i, align 4, !dbg !17
	%conv.2 = sext i32 %i.2 to i64, !dbg !17
	%y.at.1 = getelementptr inbounds double, ptr %y.3, i64 %conv.2, !dbg !17
	%add = fadd contract double %__ompcc_s_app_c_half, 0x3FF0000000000000, !dbg !17
	store double %add, ptr %y.at.1, align 8, !dbg !17
	br label %iteration.end, !dbg !17

iteration.end:
	ret void, !dbg !17
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!13 = !{!"llvm.loop.vectorize.enable", i1 false}
!12 = distinct !{!12, !13}
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = !{i32 7, !"Dwarf Version", i32 4}
!20 = !{ptr @__ompcc_k_app_c_scale_l4, !"maxntidx", i32 256}
!21 = !{ptr @__ompcc_k_app_c_scale_l4__once, !"reqntidx", i32 256}
!llvm.module.flags = !{!18, !19}
!nvvm.annotations = !{!20, !21}
!llvm.dbg.cu = !{!1}
!0 = !DIFile(filename: "app.c", directory: ".")
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !0, producer: "ompcc", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)
!2 = !{null}
!3 = !DISubroutineType(types: !2)
!4 = distinct !DISubprogram(name: "half", scope: !0, file: !0, line: 1, type: !3, scopeLine: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !1)
!5 = !DILocation(line: 1, column: 0, scope: !4)
!6 = !DILocation(line: 1, column: 15, scope: !4)
!7 = !DILocation(line: 1, column: 32, scope: !4)
!8 = distinct !DISubprogram(name: "__ompcc_k_app_c_scale_l4", scope: !0, file: !0, line: 4, type: !3, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !1)
!9 = !DILocation(line: 4, column: 15, scope: !8)
!10 = !DILocation(line: 5, column: 3, scope: !8)
!11 = !DILocation(line: 6, column: 12, scope: !8)
!14 = distinct !DISubprogram(name: "__ompcc_k_app_c_scale_l4", scope: !0, file: !0, line: 4, type: !3, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !1)
!15 = !DILocation(line: 4, column: 15, scope: !14)
!16 = !DILocation(line: 5, column: 3, scope: !14)
!17 = !DILocation(line: 6, column: 12, scope: !14)
