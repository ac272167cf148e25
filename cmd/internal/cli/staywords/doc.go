// Package staywords says why files of a plan were not named, grouped, and what helps
// each group: one thing to do at a terminal; and the words of a reason by itself.
package staywords
