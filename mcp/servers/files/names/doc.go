// Package names gives files the names that they get: safe ones, that nothing has
// and no other file of a plan gets, and in an order in which each is left before
// it is taken.
//
// It imports safefs, folders, trash and agentcore/filename. It starts no goroutine;
// a Reserved belongs to one.
package names
