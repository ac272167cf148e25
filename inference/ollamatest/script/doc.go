// Package script makes tiny models for a real Ollama server whose every answer is
// scripted, word for word.
//
// Every token of such a model has a successor. Its embedding is the code of that
// successor, a random row of ones and minus ones; its output weights are the codes
// themselves, and the layers in between add nothing. So the successor's logit is the
// length of the code, and every other is lower by a margin that Build measures. A
// template selects the first token of the answer: one for each number of assistant
// messages in the conversation.
//
// It imports inference/ollamatest/gguf, and is imported only by tests and their tools.
package script
