# Objects whose host code is optimised when linking, or is LLVM IR, carry device code like others.
export OMP_TARGET_OFFLOAD=MANDATORY
links() {
  $OMPCC "$@" -o linked || { echo "$* failed" >&2; exit 1; }
  expect "$* $(./linked)" "$* 46 46 7"
  rm linked
}
for lto in -flto "-flto=auto -ffat-lto-objects"; do
  $OMPCC -O1 $lto -c main.c lib1.c lib2.c; ar rcs libab.a lib1.o lib2.o
  links -O1 $lto main.o libab.a
done
OMPCC_CC= $OMPCC -c -emit-llvm lib1.c -o lib1.bc
OMPCC_CC= $OMPCC -S -emit-llvm lib2.c -o lib2.ll
OMPCC_CC= links main.c lib1.bc lib2.ll
