# What configure scripts, cmake, ninja, ccache and editors ask of a compiler.
echo 'int main(void) { return 0; }' >conftest.c
for option in --version -dumpmachine -dumpversion -print-search-dirs -print-prog-name=ld -v; do $OMPCC $option >answer 2>&1; [ -s answer ]; done
$OMPCC -Wl,--version 2>&1 | grep -q 'GNU ld\|LLD\|GNU gold' # so meson finds out which linker it is
$OMPCC -v -E -x c /dev/null 2>&1 | grep -q '#include <...> search starts here'
$OMPCC -v conftest.c -o conftest 2>&1 | grep -q 'crt1\.o.*conftest\.o' # the linker's command
: >empty.c; $OMPCC -c empty.c
# Dependences on standard output, beside the object; as the preprocessor's options.
expect "$($OMPCC -MMD -MF - -c saxpy.c -o out.o)" "out.o: saxpy.c config.h"
mkdir deps; $OMPCC -Wp,-MMD,deps/out.d,-MP -c saxpy.c -o out.o; grep -q '^out.o: saxpy.c config.h' deps/out.d; grep -q '^config.h:' deps/out.d
$OMPCC -Wp,-MD,deps/b.d,-MT,name -D_FORTIFY_SOURCE=2 -Wp,-DN=50 -O1 saxpy.c -o a; grep -q '^name: saxpy.c' deps/b.d; expect "$(./a)" "6 0"
# OpenMP turned off, as in files that a build system compiles without it.
printf '#ifdef _OPENMP\n#error on\n#endif\nint main(void)\n{\n  int s = 0;\n#pragma omp target nonsense\n  s++;\n#pragma omp parallel\n  s++;\n  return s - 2;\n}\n' >off.c
for off in -fno-openmp "-fopenmp -fno-openmp" -fopenmp-simd; do
  $OMPCC $off off.c -o off 2>/dev/null; ./off
  ! readelf -d off | grep -q 'libomp\|libgomp' || exit 1
done
! $OMPCC -fno-openmp -fopenmp -c off.c 2>/dev/null || exit 1
# A library without the system's is not given ours.
$OMPCC -nostdlib -shared -fPIC conftest.c -o bare.so
! readelf -d bare.so | grep NEEDED || exit 1
# Precompiled headers.
$OMPCC -x c-header config.h -o config.h.gch; [ -s config.h.gch ]
$OMPCC -include config.h saxpy.c -o a; expect "$(./a)" "6 0"
rm config.h.gch; $OMPCC config.h; rm config.h.?ch
# What the host compiler says is said once, in the colours and the format asked for.
printf '#warning once\nint f(void) { return 0; }\n' >warn.c
expect "$($OMPCC -c warn.c 2>&1 | grep -c 'warn.c:1:2:')" 1
printf 'int f(void)\n{\n#pragma omp target mapp(f)\n  ;\n  return 0;\n}\n' >wrong.c
! $OMPCC -fdiagnostics-color=always -c wrong.c 2>colours || exit 1
expect "$(grep -c "$(printf '\033')" colours)" 3
! $OMPCC -fdiagnostics-color=never -c wrong.c 2>plain || exit 1
expect "$(grep -c "$(printf '\033')" plain)" 0
