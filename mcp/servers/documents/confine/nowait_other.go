//go:build !unix

package confine

// noWait: there are no pipes among the files here.
const noWait = 0
