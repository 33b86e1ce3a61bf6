# A region calls through pointers to functions that another file declares indirect.
$OMPCC indirect/main.c indirect/table.c -o pointers
expect "$(./pointers)" "ok"
$OMPCC -fopenmp-targets=nvptx indirect/main.c indirect/table.c -o pointers
expect "$(OMPCC_EMULATE=nvptx ./pointers)" "ok"
