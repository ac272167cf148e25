// Package script makes tiny models for a real Ollama server that write by
// script: what each says, word for word, is known beforehand.
//
// Every token of such a model has a successor. Its embedding is the code of that
// successor, a random row of ones and minus ones; its output weights are the
// codes themselves, and every layer in between adds nothing. So the successor's
// logit is the length of the code, and every other is lower by a margin that
// Build measures. A template puts the token before the answer: one for each
// number of assistant messages that the conversation has.
//
// It imports inference/ollamatest/gguf, and is imported by tests and what serves
// them only.
package script
