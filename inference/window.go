package inference

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
)

// WindowOf is the one context window, in tokens, that a model is ever asked with:
// another one would make the server load it again. It is the model's length, at
// most Window. told is the length that the server tells of the model; 0: none.
func (l Limits) WindowOf(model string, told int) (tokens int, from chat.WindowSource) {
	length, from := l.length(model, told)
	return min(l.Window, length), from
}

// length asks the person's setting, the server, the table and the default, in
// this order. A setting above what the server tells is the server's number: it
// gives no model more, whatever it is asked for.
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

// family is what the makers of models publish of the context window of those
// whose names begin alike, in tokens; where sizes of a family differ, of the one
// that takes least.
type family struct {
	prefix string
	length int
}

// families are asked only where a server tells nothing of a model.
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

// published looks a model's family up. Who made the copy and how it is tagged
// does not count; another version (qwen2.5 next to qwen2) is another family.
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
