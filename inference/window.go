package inference

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
)

// WindowOf returns the one context window, in tokens, that a model is ever asked with,
// since a different one would make the server reload it. It is the model's length, at
// most Window. told is the length that the server reports; 0 if none.
func (l Limits) WindowOf(model string, told int) (tokens int, from chat.WindowSource) {
	length, from := l.length(model, told)
	return min(l.Window, length), from
}

// length returns the user's setting, the server's value, that of the table, or the
// default, in this order. A setting above the server's value is reduced to it, since the
// model has no more.
func (l Limits) length(model string, told int) (int, chat.WindowSource) {
	set, isSet := l.setFor(model)
	published, isPublished := published(model)
	switch {
	case isSet && (told == 0 || set <= told):
		return set, chat.WindowSetting
	case told > 0:
		return told, chat.WindowModel
	case isPublished:
		return published, chat.WindowTable
	}
	return l.DefaultWindow, chat.WindowDefault
}

func (l Limits) setFor(model string) (int, bool) {
	for name, tokens := range l.Windows {
		if backend.SameModel(name, model) {
			return tokens, true
		}
	}
	return 0, false
}

// family is the published context window, in tokens, of models whose names begin alike;
// the smallest if sizes of a family differ.
type family struct {
	prefix string
	length int
}

// families is consulted only if a server reports nothing.
func families() []family {
	return []family{
		{"llama3.3", 131_072},    // model card of meta-llama/Llama-3.3-70B-Instruct: 128k
		{"llama3.2", 131_072},    // model card of meta-llama/Llama-3.2-3B: 128k
		{"llama3.1", 131_072},    // model card of meta-llama/Llama-3.1-8B: 128k
		{"llama3", 8192},         // model card of meta-llama/Meta-Llama-3-8B: 8k
		{"qwen3", 32_768},        // model card of Qwen/Qwen3-8B: 32,768 natively
		{"qwen2.5", 32_768},      // model card of Qwen/Qwen2.5-3B-Instruct: 32,768
		{"gemma3", 32_768},       // model card of google/gemma-3-1b-it: 32k, 128k from 4B on
		{"gemma2", 8192},         // config.json of google/gemma-2-9b: max_position_embeddings
		{"mistral", 32_768},      // config.json of mistralai/Mistral-7B-Instruct-v0.3: max_position_embeddings
		{"phi4", 16_384},         // model card of microsoft/phi-4: 16k
		{"mixtral", 32_768},      // config.json of mistralai/Mixtral-8x7B-Instruct-v0.1: max_position_embeddings
		{"command-r", 131_072},   // model card of CohereForAI/c4ai-command-r-v01: 128k
		{"deepseek-r1", 131_072}, // config.json of deepseek-ai/DeepSeek-R1-Distill-Qwen-7B: max_position_embeddings
		{"gpt-oss", 131_072},     // model card of openai/gpt-oss-20b: 131,072
	}
}

// published returns the window of a model's family. Publisher and tag are ignored;
// another version (qwen2.5 and qwen2) is another family.
func published(model string) (tokens int, ok bool) {
	name := strings.ToLower(model[strings.LastIndex(model, "/")+1:])
	name, _, _ = strings.Cut(name, ":")
	known := families()
	at := slices.IndexFunc(known, func(f family) bool {
		rest, found := strings.CutPrefix(name, f.prefix)
		return found && (rest == "" || rest[0] == '-')
	})
	if at < 0 {
		return 0, false
	}
	return known[at].length, true
}
