# -fdiagnostics-format=json and sarif: one document has all messages, of the host compiler and the linker too, and the
# remarks, whatever the host compiler is. # one host: the script takes both.
cat >wrong.c <<'END'
int f(void)
{
#pragma omp target mapp(f)
  ;
  return 0;
}
END
cat >open_call.c <<'END'
int g(void);
#warning once
int main(void) { return g(); }
END
cat >region.c <<'END'
int main(void) {
  static double x[100], y[100];
  #pragma omp target teams distribute parallel for map(x, y)
  for (int i = 0; i < 100; i++)
    y[i] = 2 * x[i];
}
END
cat >check.py <<'END'
# check.py FORMAT FILE SEVERITY PLACE TEXT: a message of the document has the severity, begins at the place, and has the text.
import json, sys
form, file, severity, place, text = sys.argv[1:]
with open(file) as f:
    document = json.load(f)
found = []
if form == 'json':
    for m in document:
        at = m['locations'][0]['caret'] if m.get('locations') else {}
        found.append((m['kind'], '%s:%s' % (at.get('file', '').split('/')[-1], at.get('line')), m['message'] + ' ' + m.get('option', '')))
else:
    assert document['version'] == '2.1.0' and document['runs'][0]['tool']['driver']['name'] == 'ompcc', document
    for m in document['runs'][0]['results']:
        at = m['locations'][0]['physicalLocation'] if m.get('locations') else {}
        found.append((m['level'], '%s:%s' % (at.get('artifactLocation', {}).get('uri', '').split('/')[-1], at.get('region', {}).get('startLine')), m['message']['text'] + ' ' + m.get('ruleId', '')))
assert any(f[0] == severity and (place == '' or f[1] == place) and text in f[2] for f in found), found
END
for host in "$CLANG" gcc; do
  export OMPCC_CC=$host
  ! $OMPCC -fdiagnostics-format=json -c wrong.c 2>json || exit 1
  expect "$(grep -c '^\[{"kind":"error","message":"unknown clause' json)" 1
  for format in json sarif; do
    ! $OMPCC -fdiagnostics-format=$format -c wrong.c 2>said || exit 1
    expect "$(wc -l <said)" 1
    python3 check.py $format said error wrong.c:3 'unknown clause'
    ! $OMPCC -fdiagnostics-format=$format open_call.c -o open_call 2>said || exit 1
    expect "$(wc -l <said)" 1
    python3 check.py $format said warning open_call.c:2 once
    python3 check.py $format said error '' 'undefined reference to'
    ! $OMPCC -fdiagnostics-format=$format -c no_such_file.c 2>said || exit 1
    grep -q 'no_such_file.c' said
    expect "$(wc -l <said)" 1
    $OMPCC -fdiagnostics-format=$format -O2 region.c -o region -Rpass=omp-kernel -Rpass-missed=omp-map -Rpass-analysis=omp-kernel 2>said
    expect "$(wc -l <said)" 1
    remark=remark; if [ $format = sarif ]; then remark=note; fi
    python3 check.py $format said $remark region.c:3 "'x' is copied back although the region only reads it"
    grep -q UselessCopyBack said
    python3 check.py $format said $remark region.c:3 ' instructions'
  done
  expect "$($OMPCC -fdiagnostics-format=sarif -c saxpy.c 2>&1 | grep -c '"results":\[\]')" 1
  expect "$($OMPCC -fdiagnostics-format=json -c saxpy.c 2>&1)" ""
done
