// Command suite runs the tests that a table in a document names, and prints a
// line for each row: whether what it promises holds.
//
//	go run ./scripts/suite docs/hostile.md
//
// A row is a line of a Markdown table that begins with its number. It names its
// tests in code spans, `package.TestName`, with the name of a subtest behind a
// slash and flags of the package's tests behind a space. A row without a test, and
// a test that does not exist, count as failed. The exit code is 1 unless every
// row holds.
package main
