// Package early keeps the window's toolkit from complaining, on standard error
// and at every start of every verb, that the locale C.UTF-8 is no language.
//
// The toolkit looks when it is initialised, before any code of ours can run but
// that of a package which needs nothing but the standard library: Go initialises
// packages in the order of their paths as soon as all that they import is ready,
// and the toolkit waits for packages that come after this one. It imports os
// and strings alone.
package early
