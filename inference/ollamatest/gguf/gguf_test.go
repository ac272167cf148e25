package gguf

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// reader takes a file apart as the format says, independently of the builder.
type reader struct {
	t    *rapid.T
	data []byte
	at   int
}

func (r *reader) take(n int) []byte {
	r.at += n
	return r.data[r.at-n : r.at]
}

func (r *reader) u32() uint32  { return binary.LittleEndian.Uint32(r.take(4)) }
func (r *reader) u64() uint64  { return binary.LittleEndian.Uint64(r.take(8)) }
func (r *reader) text() string { return string(r.take(int(r.u64()))) }

func (r *reader) value() any {
	switch kind := r.u32(); kind {
	case 4:
		return r.u32()
	case 6:
		return math.Float32frombits(r.u32())
	case 7:
		return r.take(1)[0] == 1
	case 8:
		return r.text()
	case 9:
		return r.array()
	default:
		r.t.Fatalf("a value of type %d at byte %d", kind, r.at)
		return nil
	}
}

func (r *reader) array() any {
	kind, n := r.u32(), r.u64()
	var texts []string
	var numbers []int32
	for range n {
		if kind == 8 {
			texts = append(texts, r.text())
		} else {
			numbers = append(numbers, int32(r.u32()))
		}
	}
	if kind == 8 {
		return texts
	}
	return numbers
}

func TestWhatIsWrittenReadsBackAsTheFormatSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.String(), 1, 4).Draw(t, "strings")
		numbers := rapid.SliceOfN(rapid.Int32(), 1, 4).Draw(t, "numbers")
		count := rapid.Uint32().Draw(t, "count")
		sizes := rapid.SliceOfN(rapid.IntRange(1, 50), 0, 4).Draw(t, "sizes")
		file := File{Meta: []Entry{{"a", text[0]}, {"b", text}, {"c", numbers}, {"d", count}, {"e", float32(1e-5)}, {"f", true}}}
		for i, n := range sizes {
			file.Tensors = append(file.Tensors, Tensor{Name: string(rune('A' + i)), Shape: []uint64{uint64(n), 2}, Data: rising(2 * n)})
		}
		data, err := file.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		r := &reader{t: t, data: data}
		if head := string(r.take(4)); head != "GGUF" || r.u32() != 3 || r.u64() != uint64(len(sizes)) || r.u64() != 6 {
			t.Fatalf("the file begins with %x", data[:24])
		}
		checkMeta(t, r, file.Meta)
		checkTensors(t, r, file.Tensors)
	})
}

func rising(n int) []float32 {
	row := make([]float32, n)
	for i := range row {
		row[i] = float32(i) - 0.5
	}
	return row
}

func checkMeta(t *rapid.T, r *reader, meta []Entry) {
	for _, e := range meta {
		key, value := r.text(), r.value()
		wrote, _ := File{Meta: []Entry{{"k", value}}}.Bytes()
		asked, _ := File{Meta: []Entry{{"k", e.Value}}}.Bytes()
		if key != e.Key || !bytes.Equal(wrote, asked) {
			t.Fatalf("%s reads back as %s %v, not %v", e.Key, key, value, e.Value)
		}
	}
}

func checkTensors(t *rapid.T, r *reader, tensors []Tensor) {
	offsets := make([]uint64, len(tensors))
	for i, want := range tensors {
		if name, dims := r.text(), r.u32(); name != want.Name || dims != 2 || r.u64() != want.Shape[0] || r.u64() != 2 || r.u32() != 0 {
			t.Fatalf("tensor %d is not as it was written", i)
		}
		offsets[i] = r.u64()
	}
	data := (r.at + 31) / 32 * 32
	for i, want := range tensors {
		if offsets[i]%32 != 0 {
			t.Fatalf("tensor %d lies at %d", i, offsets[i])
		}
		r.at = data + int(offsets[i])
		for j, x := range want.Data {
			if got := math.Float32frombits(r.u32()); got != x {
				t.Fatalf("tensor %d has %v at %d, not %v", i, got, j, x)
			}
		}
	}
}

func TestWhatTheFormatCannotHoldIsAnError(t *testing.T) {
	for what, file := range map[string]File{
		"a value of another type":    {Meta: []Entry{{"a", 12}}},
		"a shape that is not filled": {Tensors: []Tensor{{Name: "a", Shape: []uint64{2, 3}, Data: make([]float32, 5)}}},
	} {
		if data, err := file.Bytes(); err == nil {
			t.Errorf("%s: %d bytes", what, len(data))
		}
	}
}
