# A file whose tasks depend on another file's tasks with events, and have taskgroups while those are
# not complete (OpenMP 5.2 §12.5.2, §15.4): its tasks are deferred where it is compiled so,
# and the link step says where not.
export OMP_TARGET_OFFLOAD=MANDATORY
for target in cpu nvptx; do
	$OMPCC -fopenmp-targets=$target -c task_events/main.c task_events/reader.c
	$OMPCC -fopenmp-targets=$target main.o reader.o -o waits 2> said
	expect "$(grep -c 'warning: .*reader.c: .*with a .detach. clause in .*main.c' said)" 1
	$OMPCC -fopenmp-targets=$target -fopenmp-task-events -c task_events/reader.c
	$OMPCC -fopenmp-targets=$target main.o reader.o -o defers 2> said
	expect "$(cat said)" ""
	expect "$(OMPCC_EMULATE=nvptx ./defers)" "7 7 -1 6"
done
