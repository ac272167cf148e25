// Package early keeps the toolkit from logging, at every start of every command, that the
// locale C.UTF-8 is no language.
//
// The toolkit reads the locale when it is initialised. Only a package that imports nothing
// but the standard library can run before: Go initialises packages in the order of their
// paths once their imports are ready, and the toolkit's imports come after this one. It may
// import only os and strings.
package early
