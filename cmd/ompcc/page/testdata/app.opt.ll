; app.c
source_filename = "app.c"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
define ptx_kernel void @__ompcc_k_app_c_scale_l4(ptr addrspace(1) noalias captures(none) %y, i32 %n) local_unnamed_addr #0 !dbg !4 {
entry:
  %y.gen = addrspacecast ptr addrspace(1) %y to ptr, !dbg !7
  %n.2. = tail call i32 @llvm.smax.i32(i32 %n, i32 0), !dbg !7
  %ctaid = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !7
  %ntid = tail call range(i32 1, 257) i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !7
  %base = mul i32 %ctaid, %ntid, !dbg !7
  %tid = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !7, !range !8
  %lane = add i32 %base, %tid, !dbg !7
  %nctaid = tail call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x(), !dbg !7
  %lanes = mul i32 %nctaid, %ntid, !dbg !7
  %inside = icmp ult i32 %lane, %n.2., !dbg !7
  br i1 %inside, label %loop, label %loop.end, !dbg !7

loop:                                             ; preds = %entry, %loop
  %i.iv = phi i32 [ %sum, %loop ], [ %lane, %entry ]
  %conv.1 = zext nneg i32 %i.iv to i64, !dbg !9
  %y.at = getelementptr inbounds nuw double, ptr %y.gen, i64 %conv.1, !dbg !9
  %y.elem = load double, ptr %y.at, align 8, !dbg !9
  %div.i = fmul contract double %y.elem, 5.000000e-01, !dbg !10
  %add = fadd contract double %div.i, 1.000000e+00, !dbg !9
  store double %add, ptr %y.at, align 8, !dbg !9
  %sum = add i32 %i.iv, %lanes, !dbg !9
  %more = icmp ult i32 %sum, %n.2., !dbg !9
  br i1 %more, label %loop, label %loop.end, !dbg !9, !llvm.loop !13

loop.end:                                         ; preds = %loop, %entry
  ret void, !dbg !9
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @__ompcc_k_app_c_scale_l4__once(ptr addrspace(1) noalias captures(none) %y, i32 %n) local_unnamed_addr #1 !dbg !15 {
entry:
  %n.2. = tail call i32 @llvm.smax.i32(i32 %n, i32 0), !dbg !16
  %ctaid = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !16
  %base = shl i32 %ctaid, 8, !dbg !16
  %tid = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !16, !range !8
  %lane = or disjoint i32 %base, %tid, !dbg !16
  %inside = icmp ult i32 %lane, %n.2., !dbg !16
  br i1 %inside, label %iteration, label %iteration.end, !dbg !16

iteration:                                        ; preds = %entry
  %y.gen = addrspacecast ptr addrspace(1) %y to ptr
  %conv.1 = zext nneg i32 %lane to i64
  %y.at = getelementptr inbounds nuw double, ptr %y.gen, i64 %conv.1
  %y.elem = load double, ptr %y.at, align 8, !dbg !17
  %div.i = fmul contract double %y.elem, 5.000000e-01, !dbg !18
  %add = fadd contract double %div.i, 1.000000e+00, !dbg !17
  store double %add, ptr %y.at, align 8, !dbg !17
  br label %iteration.end, !dbg !17

iteration.end:                                    ; preds = %iteration, %entry
  ret void, !dbg !17
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #3

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: readwrite) "nvvm.maxntid"="256" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "nvvm.reqntid"="256" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1}
!nvvm.annotations = !{}
!llvm.dbg.cu = !{!2}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 7, !"Dwarf Version", i32 4}
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "ompcc", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)
!3 = !DIFile(filename: "app.c", directory: ".")
!4 = distinct !DISubprogram(name: "__ompcc_k_app_c_scale_l4", scope: !3, file: !3, line: 4, type: !5, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 4, column: 15, scope: !4)
!8 = !{i32 0, i32 256}
!9 = !DILocation(line: 6, column: 12, scope: !4)
!10 = !DILocation(line: 1, column: 32, scope: !11, inlinedAt: !12)
!11 = distinct !DISubprogram(name: "half", scope: !3, file: !3, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!12 = distinct !DILocation(line: 6, column: 12, scope: !4)
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.vectorize.enable", i1 false}
!15 = distinct !DISubprogram(name: "__ompcc_k_app_c_scale_l4", scope: !3, file: !3, line: 4, type: !5, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!16 = !DILocation(line: 4, column: 15, scope: !15)
!17 = !DILocation(line: 6, column: 12, scope: !15)
!18 = !DILocation(line: 1, column: 32, scope: !11, inlinedAt: !19)
!19 = distinct !DILocation(line: 6, column: 12, scope: !15)
