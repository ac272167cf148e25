// Package store keeps what outlives the program in one bbolt file: conversations, the
// full texts of capped results, the audit, proposed plans and grants. Texts above 64 KiB
// are files next to it.
//
// It may import agentcore, chat and guard, and is the only package that imports bbolt. A
// Store is safe for concurrent use; writes are serialized, each an fsynced transaction.
// It starts no goroutine. One process at a time holds the file.
package store
