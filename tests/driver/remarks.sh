# Remarks follow clang's options, and the record is LLVM's YAML, whatever the host compiler is.
cat >regions.c <<'END'
int main(void) {
  static double x[1000], y[1000];
  #pragma omp target teams distribute parallel for map(to: x) map(tofrom: y)
  for (int i = 0; i < 1000; i++)
    y[i] += 2 * x[i];
  #pragma omp target
  for (int i = 0; i < 1000; i++)
    y[i] = x[i] + y[i];
}
END
$OMPCC -w -O2 -fopenmp-targets=cpu,nvptx regions.c -o regions '-Rpass=^omp-kernel$' '-Rpass-missed=omp-(map|kernel)' -Rpass-analysis=omp-kernel 2>said
grep -q 'regions.c:3:15: remark: nvptx: one iteration for each thread, teams of 256 threads \[OneIterationPerThread\] \[-Rpass=omp-kernel\]' said
grep -q "regions.c:8:12: remark: 'x' is copied back although the region only reads it, 8000 bytes .* \[UselessCopyBack\] \[-Rpass-missed=omp-map\]" said
grep -Eq 'regions.c:3:15: remark: nvptx sm_[0-9]+: [0-9]+ instructions, [0-9]+ virtual registers.* \[Code\]' said
grep -Eq 'regions.c:6:15: remark: cpu x86-64: [0-9]+ instructions.* \[Code\] \[-Rpass-analysis=omp-kernel\]' said
! grep -q 'Rpass=omp-map' said || exit 1
# The link step has the places of kernels in objects.
$OMPCC -w -O2 -fopenmp-targets=nvptx -c regions.c -Rpass=nothing 2>said
expect "$(cat said)" ""
$OMPCC -O2 regions.o -o regions -Rpass-analysis=omp-kernel 2>said
grep -q 'regions.c:6:15: remark: nvptx .*\[Code\]' said
# The record.
$OMPCC -w -O2 -c regions.c -o part.o -fsave-optimization-record
grep -q '^Pass:            omp-map$' part.opt.yaml
grep -A3 '^Name:            UselessCopyBack' part.opt.yaml | grep -q "File: 'regions.c', Line: 8, Column: 12"
$OMPCC -w -O2 regions.c -o regions -foptimization-record-file=all.yaml -foptimization-record-passes=omp-kernel
grep -q '^Name:            Code$' all.yaml
expect "$(grep -c '^Pass:            omp-map' all.yaml)" 0
before=$(wc -c <all.yaml)
$OMPCC -w -O2 regions.c -o regions -foptimization-record-file=all.yaml -foptimization-record-passes=omp-kernel
expect "$(wc -c <all.yaml)" "$before"
expect "$($OMPCC -fsyntax-only -w regions.c -Rpass=omp-map 2>&1 | grep -c ' remark: ')" 4
! $OMPCC -c regions.c '-Rpass=(' 2>said || exit 1
grep -q "error: '-Rpass=(': error parsing regexp" said
! $OMPCC -w -c regions.c -foptimization-record-file=no/such/folder 2>said || exit 1
! $OMPCC -c regions.c -fsave-optimization-record=bitstream 2>said || exit 1
grep -q "the format is yaml, not 'bitstream'" said
for tool in /usr/lib/llvm-*/bin/llvm-remarkutil; do
  if [ -x "$tool" ]; then "$tool" yaml2bitstream part.opt.yaml -o part.bitstream; fi
done
