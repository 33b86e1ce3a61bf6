# ompcc refuses regions in C++, also those of headers. For ompcc++ they are the host's: a warning says so. What the
# preprocessor leaves out, and data directives, are no regions.
cat > part.h <<'END'
static inline int twice(int n) {
  #pragma omp target map(tofrom: n)
  n *= 2;
  return n;
}
END
cat > main.cpp <<'END'
#include "part.h"
#if 0
#pragma omp target
#endif
#pragma omp declare target
int f() { return 1; }
#pragma omp end declare target
int main() {
  int n = 1;
#pragma omp target enter data map(to: n)
#pragma omp parallel for
  for (int i = 0; i < 2; i++) ;
  return twice(n) - 2;
}
END
refused() { # refused COMMAND…: it fails, says why, and leaves no object
  ! "$@" 2> log || exit 1
  grep -q "$message" log
  [ ! -e main.o ]; [ ! -e none.o ]; [ ! -e out ]; [ ! -e main ]
}
message='part.h:2:[0-9]*: error: this region has no device code'
for flags in -c "-MD -MF main.d -c" "-w -c" "-S -o out" -fsyntax-only "-o main"; do
  refused $OMPCC -Wno-unknown-pragmas $flags main.cpp
done
cp main.cpp none
refused $OMPCC -x c++ -c none -o none.o
grep -q 'ompcc++ compiles the region for the host' log
expect "$($OMPCC -fno-openmp -w -c main.cpp 2>&1)" ""
echo 'int main() { _Pragma("omp parallel") ; }' > host.cpp
$OMPCC -c host.cpp
message="'main.cpp' is not a C source"
for flags in "--offload-device-only -S" -emit-c -emit-region; do
  rm -f main.o
  refused $OMPCC $flags main.cpp -o out
  message="'part.h' is not a C source" refused $OMPCC $flags -x c++-header part.h -o out
done
# Fortran is gfortran's.
for name in f.f90 f.F90 f.for f.F; do
  printf '!$omp target\n!$omp end target\nend\n' > $name
  message="'$name' is a Fortran source: ompcc compiles C" refused $OMPCC -c $name -o out
  grep -q "help: .*'gfortran -c'" log
done
message="'none' is a Fortran source" refused $OMPCC -x f95 -c none -o out

ln -s "$OMPCC" ompcc++
./ompcc++ -Wno-unknown-pragmas main.cpp -o main 2> log
./main
expect "$(grep -c 'part.h:2:[0-9]*: warning: this region runs on the host' log)" 1
./ompcc++ -MD -MF main.d -c main.cpp 2> log
expect "$(grep -c 'this region runs on the host' log)" 1
expect "$(./ompcc++ -Wno-omp-host-language -w -c main.cpp 2>&1)" ""
rm -f main main.o
message='error: this region runs on the host'
refused ./ompcc++ -Werror=omp-host-language -c main.cpp
./ompcc++ -w -fsyntax-only main.cpp
[ ! -e main.o ]
# ompcc++ compiles C++ and C, and links with the C++ library and with the device code of the C files.
cat > kernel.c <<'END'
int device(void) {
  int host = 1;
#pragma omp target map(from: host)
  { extern int omp_is_initial_device(void); host = omp_is_initial_device(); }
  return !host;
}
END
cat > called.cpp <<'END'
#include <iostream>
extern "C" int device(void);
int main() { std::cout << device() << std::endl; }
END
./ompcc++ called.cpp kernel.c -o called
expect "$(OMP_TARGET_OFFLOAD=MANDATORY ./called)" 1
./ompcc++ --version | head -1 | grep -q '(ompcc '
