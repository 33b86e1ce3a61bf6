# -finstrument-functions calls the host's hooks from device code of the CPU, inlined functions too.
for level in -O0 -O2; do
  $OMPCC $level -finstrument-functions instrument.c -o instrument
  expect "$(OMP_TARGET_OFFLOAD=MANDATORY ./instrument)" "10 3 0 2"
  $OMPCC $level instrument.c -o plain
  expect "$(OMP_TARGET_OFFLOAD=MANDATORY ./plain)" "10 0 0 0"
done
