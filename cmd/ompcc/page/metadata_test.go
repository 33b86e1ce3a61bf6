package page

import (
	"fmt"
	"strings"
	"testing"
)

// TestMetadata: places come from debug information as LLVM's optimiser prints it, and from nothing that only looks so.
func TestMetadata(t *testing.T) {
	ir := `@text = constant [12 x i8] c"a, !dbg !8\00", align 1
define linkonce_odr ptx_kernel void @"k\22.odd name"(ptr %"a, !dbg !9") #0 !dbg !4 {
    #dbg_value(i32 0, !11, !DIExpression(), !8)
  %x = load i32, ptr %a, align 4, !dbg !8, !tbaa !12 ; a comment, !dbg !9
  %y = add i32 %x, 1, !dbg !9
  call void @llvm.dbg.value(metadata i32 %x, metadata !11, metadata !DIExpression()), !dbg !8
  call void @f(ptr @text), !dbg !13
  %z = add i32 %x, 2, !range !10
  ret void, !dbg !14
}
!llvm.dbg.cu = !{!1}
!llvm.ident = !{!10}
!0 = !DIFile(filename: "d\22ir, file: !5/app.c", directory: "/home", checksumkind: CSK_MD5, checksum: "aa")
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !0, producer: "line: 9, scope: !0")
!4 = distinct !DISubprogram(name: "line: 99", scope: !5, file: !5, line: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, retainedNodes: !{!1, !0}, unit: !1)
!5 = !DIFile(filename: "app.h", directory: ".")
!6 = distinct !DILexicalBlock(scope: !4, file: !0, line: 5)
!7 = !DILexicalBlockFile(scope: !6, discriminator: 1)
!8 = !DILocation(line: 7, column: 2, scope: !7, inlinedAt: !9)
!9 = distinct !DILocation(line: 4, scope: !4)
!10 = !{i32 0, !"line: 1"}
!11 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !0, line: 6)
!13 = !DILocation(line: 0, scope: !4)
!14 = !DILocation(column: 2, line: 8, scope: !404)`
	text := llvmText(ir)
	var got []string
	for i, l := range text.lines {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s:%d %s", text.places[i].File, text.places[i].Line, l)))
	}
	want := []string{
		`:0 @text = constant [12 x i8] c"a, !dbg !8\00", align 1`,
		`app.h:3 define linkonce_odr ptx_kernel void @"k\22.odd name"(ptr %"a, !dbg !9") #0 {`,
		`/home/d"ir, file: !5/app.c:7   %x = load i32, ptr %a, align 4, !tbaa !12 ; a comment, !dbg !9`,
		`app.h:4   %y = add i32 %x, 1`,
		`:0   call void @f(ptr @text)`,
		`:0   %z = add i32 %x, 2, !range !10`,
		`:8   ret void`,
		`:0 }`,
		`:0 !llvm.ident = !{!10}`,
		`:0 !10 = !{i32 0, !"line: 1"}`,
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
	if len(text.pieces) != 1 || text.pieces[0] != (piece{`k".odd name`, 1, 8}) {
		t.Errorf("functions %+v", text.pieces)
	}
}
