// Package arguments reads the command line that kong describes, without what makes kong
// large, and says in words what is wrong with it. It has the kind of argument that names a file.
// It holds no state.
package arguments
