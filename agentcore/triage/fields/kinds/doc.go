// Package kinds finds what kind of document a document calls itself: the likeliest of
// the names of kinds that stand in it, by fitted weights.
package kinds
