// Package pathwords says in words what is wrong with a path, or with a word that was taken
// for one.
package pathwords
