// Package store keeps what outlives the program in one bbolt file: the
// conversations, the full texts of capped results, the audit, the plans that
// were proposed and the grants. Texts above 64 KiB lie in files next to it.
//
// It may import agentcore, chat and guard, and is the only package that
// imports bbolt. A Store is safe for concurrent use; writers wait for each
// other, each write is one fsynced transaction. It starts no goroutine. The
// process that holds the file is the only one.
package store
