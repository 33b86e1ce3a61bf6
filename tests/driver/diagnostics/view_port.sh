# one host
echo 'int main(void) { return 0; }' >one.c
$OMPCC view one.c >url 2>&1 &
trap "kill $!" EXIT
for i in $(seq 300); do [ -s url ] && break || sleep 0.1; done
$OMPCC view one.c --port="$(sed 's/.*://; s,/,,' url)"
