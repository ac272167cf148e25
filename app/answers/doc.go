// Package answers keeps what models answered about files, in a folder of the cache,
// so that the same question is not asked twice.
package answers
