// Package page makes the report of -fopenmp-report and "ompcc view": one HTML page that shows a source beside all that
// its device constructs became.
//
// It takes what the stages found as structures (Command, Source, Target) and knows nothing of how they found it: it
// sees parse/diag alone. Of LLVM IR and assembly it reads the debug locations, which are LLVM's own data: metadata
// nodes (llvm.go) and .loc directives (assembly.go). Of the host's C it reads the line markers (host.go). data.go
// brings all of it into the form that the page's script reads (assets/page.js). text.go colours the texts by
// chroma's lexers. c.xml and llvm.xml are copies of its own (assets/lexers/COPYING), with the words that LLVM has
// added since.
package page
