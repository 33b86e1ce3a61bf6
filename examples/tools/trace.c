/* ompt-trace: a tool that writes what a program does on its devices as a trace
 * for https://ui.perfetto.dev or chrome://tracing. It is also a part of ompcc's runtime, where its text is.
 *
 *     cc -shared -fPIC -o libompt-trace.so trace.c -lpthread
 *     OMP_TOOL_LIBRARIES=./libompt-trace.so OMPT_TRACE=app.json ./a.out */
#include "../../rt/capi/ompt_profile.c"
