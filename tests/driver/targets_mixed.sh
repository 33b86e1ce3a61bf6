# A file that is not compiled for the default device's target, in a program or a library, says so once, and fails
# where the host may not execute its regions.
cat > main.c <<'END'
#include <omp.h>
#include <stdio.h>
int part(void);
int main(void)
{
  int d = -1;
#pragma omp target map(from: d)
  d = omp_is_initial_device();
  printf("%d", d);
  printf("%d", part());
  printf("%d\n", part());
  return 0;
}
END
cat > part.c <<'END'
#include <omp.h>
int part(void)
{
  int d = -1;
#pragma omp target map(from: d)
  d = omp_is_initial_device();
#pragma omp target teams
  ;
  return d;
}
END
directive="omp target map(from: d)"
check() { # environment, device, target; the programs
  cpu="env $1" device=$2 target=$3; shift 3
  for program; do
    expect "$($cpu $program 2>said)" "011"
    expect "$(cat said)" "ompcc: warning: part.c:5: $directive: this file has no code for device 0 ($device): the host executes its regions; add $target to -fopenmp-targets where it is compiled"
    ! $cpu OMP_TARGET_OFFLOAD=MANDATORY $program >out 2>said || exit 1
    expect "$(cat said)" "ompcc: part.c:5: error: $directive: this file has no code for device 0 ($device) and OMP_TARGET_OFFLOAD=MANDATORY forbids execution on the host; add $target to -fopenmp-targets where it is compiled"
    expect "$($cpu OMP_TARGET_OFFLOAD=DISABLED $program 2>&1)" "111"
  done
}
$OMPCC -fPIC -c part.c; $OMPCC -shared part.o -o libpart.so
for targets in nvptx nvptx,cpu; do
  $OMPCC -fopenmp-targets=$targets -c main.c
  $OMPCC main.o part.o -o linked; $OMPCC main.o ./libpart.so -o with
  check OMPCC_EMULATE=nvptx "emulated NVIDIA GPU" nvptx ./linked ./with
done
expect "$(./linked 2>&1 && ./with 2>&1)" "000
000" # no GPU: the CPU device has code of both files
$OMPCC -c main.c; $OMPCC -fopenmp-targets=nvptx -c part.c; $OMPCC main.o part.o -o linked
check OMPCC_CPU_DEVICES=1 cpu cpu ./linked
