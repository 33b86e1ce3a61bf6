$OMPCC -c task_events/main.c task_events/reader.c && $OMPCC main.o reader.o -o waits
