# Libraries with target regions come and go while other threads use the devices.
$OMPCC -DSTART=1000 -shared -fPIC plugin.c -o one.so
$OMPCC -DSTART=2000 -shared -fPIC plugin.c -o two.so
$OMPCC plugins.c -o plugins -lpthread -ldl
expect "$(./plugins)" "0 wrong"
expect "$(OMPCC_CPU_DEVICES=3 ./plugins)" "0 wrong"
expect "$(OMP_TARGET_OFFLOAD=DISABLED ./plugins)" "0 wrong"
