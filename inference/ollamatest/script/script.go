package script

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/deskhand/deskhand/inference/ollamatest/gguf"
)

// Answer is what a model writes at one point of a conversation, one token per piece.
// Pieces may be any nonempty text. A repeated piece, or a single byte, is a token with
// trailing zero bytes, which no grammar accepts: JSON for a requested format is best one
// piece.
type Answer struct {
	Pieces []string
	// Endless repeats from the first piece.
	Endless bool
}

// Script is what a model writes: to a conversation with n assistant messages Steps[n], or
// the last.
type Script struct {
	Steps []Answer
	// Apart is what it writes, at any point, if no tools are offered and the Template has
	// Apart.
	Apart Answer
}

// Model is a model that writes by script.
type Model struct {
	// File is the model as a GGUF file.
	File []byte
	// Margin is the least distance between the logit of the right token and any other.
	Margin float64
}

// ContextLength is the context length of every model, in tokens.
const ContextLength = 32_768

// Depth is the number of assistant messages up to which a model has distinct answers.
const Depth = 128

// minMargin makes the right token certain: at a temperature of 1 another one is e^20
// times less likely.
const minMargin = 20

// The shape of the models; only width, the length of a code, affects what they write.
const (
	width   = 64
	feed    = 32
	head    = 8
	epsilon = 1e-5
)

const outputNorm = "output_norm.weight"

// Build makes a scripted model. It fails if the margin is too narrow.
func Build(name string, s Script) (Model, error) {
	chain, err := newChain(s)
	if err != nil {
		return Model{}, err
	}
	return build(name, chain, randomCodes(len(chain.tokens)))
}

func build(name string, c *chain, codes [][]float32) (Model, error) {
	margin := worstMargin(codes, c.next)
	if margin < minMargin {
		return Model{}, fmt.Errorf("%w: %.0f for the %d tokens of %s", errNarrow, margin, len(codes), name)
	}
	file, err := file(name, c, codes).Bytes()
	return Model{File: file, Margin: margin}, err
}

// Damaged makes a model that cannot be loaded: one of its tensors is missing.
func Damaged(name string) ([]byte, error) {
	chain, err := newChain(Script{Steps: []Answer{{}}})
	if err != nil {
		return nil, err
	}
	whole := file(name, chain, randomCodes(len(chain.tokens)))
	whole.Tensors = slices.DeleteFunc(whole.Tensors, func(t gguf.Tensor) bool { return t.Name == outputNorm })
	return whole.Bytes()
}

// randomCodes returns n dissimilar rows, always the same ones for the same n.
func randomCodes(n int) [][]float32 {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	codes := make([][]float32, n)
	for i := range codes {
		codes[i] = make([]float32, width)
		for j := range codes[i] {
			codes[i][j] = float32(2*random.IntN(2) - 1)
		}
	}
	return codes
}

// worstMargin computes, over all successor tokens, the least distance of the right logit
// from the next best.
func worstMargin(codes [][]float32, next []int) float64 {
	seen := make(map[int]bool)
	worst := float64(width)
	for _, to := range next {
		if seen[to] {
			continue
		}
		seen[to] = true
		for other := range codes {
			if other != to {
				worst = min(worst, dot(codes[to], codes[to])-dot(codes[to], codes[other]))
			}
		}
	}
	return worst
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}

func file(name string, c *chain, codes [][]float32) gguf.File {
	n := uint32(len(codes))
	return gguf.File{
		Meta: []gguf.Entry{
			{Key: "general.architecture", Value: "llama"},
			{Key: "general.name", Value: name},
			{Key: "general.file_type", Value: uint32(0)},
			{Key: "llama.block_count", Value: uint32(1)},
			{Key: "llama.context_length", Value: uint32(ContextLength)},
			{Key: "llama.embedding_length", Value: uint32(width)},
			{Key: "llama.feed_forward_length", Value: uint32(feed)},
			{Key: "llama.attention.head_count", Value: uint32(1)},
			{Key: "llama.attention.head_count_kv", Value: uint32(1)},
			{Key: "llama.attention.key_length", Value: uint32(head)},
			{Key: "llama.attention.value_length", Value: uint32(head)},
			{Key: "llama.attention.layer_norm_rms_epsilon", Value: float32(epsilon)},
			{Key: "llama.rope.dimension_count", Value: uint32(head)},
			{Key: "llama.vocab_size", Value: n},
			{Key: "tokenizer.ggml.model", Value: "gpt2"},
			{Key: "tokenizer.ggml.pre", Value: "gpt-2"},
			{Key: "tokenizer.ggml.tokens", Value: c.tokens},
			{Key: "tokenizer.ggml.token_type", Value: c.kinds},
			{Key: "tokenizer.ggml.merges", Value: []string{}},
			{Key: "tokenizer.ggml.bos_token_id", Value: uint32(bos)},
			{Key: "tokenizer.ggml.eos_token_id", Value: uint32(eos)},
			{Key: "tokenizer.ggml.add_bos_token", Value: false},
		},
		Tensors: tensors(codes, c.next),
	}
}

// tensors returns the weights: the codes at both ends, ones in the norms, zeros in
// between.
func tensors(codes [][]float32, next []int) []gguf.Tensor {
	embed := make([]float32, 0, len(codes)*width)
	output := make([]float32, 0, len(codes)*width)
	for i := range codes {
		embed = append(embed, codes[next[i]]...)
		output = append(output, codes[i]...)
	}
	n := uint64(len(codes))
	return []gguf.Tensor{
		{Name: "token_embd.weight", Shape: []uint64{width, n}, Data: embed},
		{Name: outputNorm, Shape: []uint64{width}, Data: filled(width, 1)},
		{Name: "output.weight", Shape: []uint64{width, n}, Data: output},
		{Name: "blk.0.attn_norm.weight", Shape: []uint64{width}, Data: filled(width, 1)},
		{Name: "blk.0.ffn_norm.weight", Shape: []uint64{width}, Data: filled(width, 1)},
		{Name: "blk.0.attn_q.weight", Shape: []uint64{width, head}, Data: filled(width*head, 0)},
		{Name: "blk.0.attn_k.weight", Shape: []uint64{width, head}, Data: filled(width*head, 0)},
		{Name: "blk.0.attn_v.weight", Shape: []uint64{width, head}, Data: filled(width*head, 0)},
		{Name: "blk.0.attn_output.weight", Shape: []uint64{head, width}, Data: filled(width*head, 0)},
		{Name: "blk.0.ffn_gate.weight", Shape: []uint64{width, feed}, Data: filled(width*feed, 0)},
		{Name: "blk.0.ffn_up.weight", Shape: []uint64{width, feed}, Data: filled(width*feed, 0)},
		{Name: "blk.0.ffn_down.weight", Shape: []uint64{feed, width}, Data: filled(width*feed, 0)},
	}
}

func filled(n int, with float32) []float32 {
	row := make([]float32, n)
	for i := range row {
		row[i] = with
	}
	return row
}
