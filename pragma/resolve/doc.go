// Package resolve completes the tree of constructs that tree.Bind builds: the canonical loop nests, the
// forms of atomic statements, flags whose argument is constant, and the variables that a default clause is
// for. It answers what the data-sharing attributes of variables are.
//
// It reports only what has no form to read: a loop that is not canonical, a variable to which default does
// not apply. All other restrictions are pragma/check's, which reads the finished tree.
package resolve
