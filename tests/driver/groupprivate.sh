# Two files name one groupprivate variable, and a kernel calls functions that use another file's (OpenMP 6.0 §7.13).
export OMP_TARGET_OFFLOAD=MANDATORY
$OMPCC groupprivate/main.c groupprivate/group.c -o groups
expect "$(./groups)" "ok"
$OMPCC -fsanitize=offload groupprivate/main.c groupprivate/group.c -o groups
expect "$(./groups)" "ok"
$OMPCC -fopenmp-targets=nvptx groupprivate/main.c groupprivate/group.c -o groups
expect "$(OMPCC_EMULATE=nvptx ./groups)" "ok"
