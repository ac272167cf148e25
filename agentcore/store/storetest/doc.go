// Package storetest is what the agent core relies on a store to do, as tests
// that the real store and each one in memory pass.
//
// It imports the packages whose ports it tests, never the store, and is imported
// by tests only.
package storetest
