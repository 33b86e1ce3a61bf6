# The lists of targets and architectures, and what is left of the devices that are absent.
$OMPCC -fopenmp-targets=cpu,nvptx,amdgcn saxpy.c -o a; expect "$(OMP_TARGET_OFFLOAD=MANDATORY ./a)" "6 0"
$OMPCC -fopenmp-targets=x86_64-pc-linux-gnu,nvptx64-nvidia-cuda,amdgcn-amd-amdhsa saxpy.c -o a; expect "$(./a)" "6 0"
$OMPCC -fopenmp-targets=nvptx,cpu --offload-arch=sm_70,sm_90 saxpy.c -o a; expect "$(./a)" "6 0"
$OMPCC -fopenmp-targets=nvptx -Xopenmp-target=nvptx64-nvidia-cuda -march=sm_75 --offload-device-only -S saxpy.c -o - | grep -q '.target sm_75'
$OMPCC -fopenmp-targets=nvptx -Xopenmp-target -march=sm_86 --offload-device-only -S saxpy.c -o - | grep -q '.target sm_86'
$OMPCC --offload-arch=gfx90a --offload-device-only -S saxpy.c -o - | grep -q gfx90a
$OMPCC --offload-arch=native saxpy.c -o a; expect "$(./a)" "6 0"
$OMPCC -fopenmp -fopenmp-targets=nvptx saxpy.c -o gpu
expect "$(./gpu)" "6 1"
expect "$(OMP_TARGET_OFFLOAD=DISABLED ./gpu)" "6 1"
! OMP_TARGET_OFFLOAD=MANDATORY ./gpu 2> message || exit 1
grep -qi mandatory message
$OMPCC saxpy.c -o a; expect "$(OMP_TARGET_OFFLOAD=DISABLED ./a)" "6 1"
# LLVM makes its lists of what is used anew when a missing function is folded away.
$OMPCC -O2 -fopenmp-targets=cpu,nvptx,amdgcn folded.c -o folded -lm; expect "$(./folded)" "12
19"
# Of the host's version of a region clang says, without a place, that its loop is not vectorised.
printf 'int a[1000];\nint main(void) {\n#pragma omp target teams distribute parallel for simd map(tofrom: a)\n  for (int i = 1; i < 1000; i++) a[i] = i;\n  return a[0];\n}\n' > simd.c
$OMPCC -O3 -c simd.c -o simd.o 2> simd.err; test ! -s simd.err
