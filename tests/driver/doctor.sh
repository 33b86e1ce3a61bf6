# one host
# The installation is healthy: a program runs on each kind of device; what is needed and missing is status 1.
$OMPCC --doctor >said
grep -q '^  ok      cpu  *ok on 1 devices' said
grep -q '^  ok      nvptx, emulated  *ok on 1 devices' said
grep -q '^  ok      amdgcn, emulated  *ok on 1 devices' said
grep -q '^  ok      llvm-link ' said
! grep -q '^  failed' said || exit 1
! OMPCC_EMULATOR=/no/such/program $OMPCC --doctor=json >said || exit 1
PATH= $OMPCC --doctor=json >poor || true
python3 - <<'END'
import json
said, poor = json.load(open("said")), json.load(open("poor"))
states = {c["name"]: c for c in said["checks"]}
assert not said["healthy"]
assert states["nvptx, emulated"]["state"] == "failed" and states["nvptx, emulated"]["fix"]
assert states["cpu"]["state"] == "ok" and "fix" not in states["cpu"]
gcc = [c for c in poor["checks"] if c["name"] == "gcc"][0]
assert gcc["state"] == "missing" and "install gcc" in gcc["fix"], gcc
END
