printf '#include <omp.h>\nint main(void) { int n = 0;\n#pragma omp parallel\nn = 1;\nreturn !n; }\n' > threads.c
case $($OMPCC --version | head -1) in *clang*) ;; *) OMPCC_CC=clang;; esac
$OMPCC -c threads.c && $OMPCC -static threads.o -o threads
