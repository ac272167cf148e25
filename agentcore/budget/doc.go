// Package budget does the arithmetic of a context window: how many tokens a
// text takes, and how many are left for the history once the system prompt, the
// tool definitions, the reserve for the answer and a margin are taken off.
//
// Texts are counted with a tokenizer whose vocabulary is part of the program;
// nothing is ever fetched. An Estimator learns from what a model reports how
// its tokens compare to that count, and remembers what it counted already.
//
// It may import chat. It starts no goroutine; an Estimator and its Counters are
// safe for concurrent use.
package budget
