# one host
# A host runtime that counts devices of its own only (libgomp since version 13) has no say in the default device.
printf 'int omp_get_default_device(void) { return DEVICE; }\nvoid omp_set_default_device(int n) { (void)n; }\n' >host_runtime.c
export OMP_TARGET_OFFLOAD=MANDATORY
$OMPCC saxpy.c -o saxpy
for device in -4 "(-2147483647 - 1)"; do
  gcc -shared -fPIC "-DDEVICE=$device" host_runtime.c -o host_runtime.so
  expect "$(LD_PRELOAD=./host_runtime.so ./saxpy)" "6 0"
done
