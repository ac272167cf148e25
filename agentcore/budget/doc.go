// Package budget computes how a context window is used: how many tokens a text takes, and
// how many are left for the history after the system prompt, the tool definitions, the
// reserve for the answer and a margin.
//
// Texts are counted with a tokenizer whose vocabulary is embedded; nothing is ever
// downloaded. An Estimator learns from a model's reports how its tokens compare to that
// count, and caches counts.
//
// It may import chat. It starts no goroutine; an Estimator and its Counters are safe for
// concurrent use.
package budget
