package gguf

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
)

// File is a model. Its parts are written in the order of the fields.
type File struct {
	Meta    []Entry
	Tensors []Tensor
}

// Entry is one metadata value: a uint32, float32, bool, string, []string or []int32.
type Entry struct {
	Key   string
	Value any
}

// Tensor is an array of numbers. Shape begins with the dimension whose elements are
// contiguous, as in ggml.
type Tensor struct {
	Name  string
	Shape []uint64
	Data  []float32
}

// What the format calls its types.
const (
	typeUint32  = 4
	typeInt32   = 5
	typeFloat32 = 6
	typeBool    = 7
	typeString  = 8
	typeArray   = 9

	tensorFloat32 = 0
)

const (
	magic   = "GGUF"
	version = 3
	// alignment of every tensor's data, in bytes, if the metadata sets none.
	alignment = 32
)

// Bytes encodes the file. It fails on a value of another type, and on a tensor whose data
// does not match its shape.
func (f File) Bytes() ([]byte, error) {
	b := &builder{}
	b.WriteString(magic)
	b.number(uint32(version))
	b.number(uint64(len(f.Tensors)))
	b.number(uint64(len(f.Meta)))
	for _, e := range f.Meta {
		b.text(e.Key)
		if err := b.value(e.Value); err != nil {
			return nil, fmt.Errorf("metadata %s: %w", e.Key, err)
		}
	}
	offset := uint64(0)
	for _, t := range f.Tensors {
		if err := b.header(t, offset); err != nil {
			return nil, err
		}
		offset = aligned(offset + uint64(len(t.Data))*4)
	}
	for _, t := range f.Tensors {
		b.pad()
		for _, x := range t.Data {
			b.number(math.Float32bits(x))
		}
	}
	b.pad()
	return b.Bytes(), nil
}

// builder is a buffer with the format's encodings.
type builder struct{ bytes.Buffer }

func (b *builder) number(n any) {
	_ = binary.Write(&b.Buffer, binary.LittleEndian, n) // a Buffer never fails
}

func (b *builder) text(s string) {
	b.number(uint64(len(s)))
	b.WriteString(s)
}

// value writes a value preceded by its type.
func (b *builder) value(v any) error {
	switch v := v.(type) {
	case uint32:
		b.number(uint32(typeUint32))
		b.number(v)
	case float32:
		b.number(uint32(typeFloat32))
		b.number(v)
	case bool:
		b.number(uint32(typeBool))
		b.number(v)
	case string:
		b.number(uint32(typeString))
		b.text(v)
	case []string:
		b.array(typeString, len(v))
		for _, s := range v {
			b.text(s)
		}
	case []int32:
		b.array(typeInt32, len(v))
		b.number(v)
	default:
		return fmt.Errorf("%T has no place in the format", v)
	}
	return nil
}

func (b *builder) array(kind uint32, n int) {
	b.number(uint32(typeArray))
	b.number(kind)
	b.number(uint64(n))
}

// header writes a tensor's description and the offset of its data from the first
// tensor's.
func (b *builder) header(t Tensor, offset uint64) error {
	size := uint64(1)
	b.text(t.Name)
	b.number(uint32(len(t.Shape)))
	for _, n := range t.Shape {
		size *= n
		b.number(n)
	}
	if size != uint64(len(t.Data)) {
		return fmt.Errorf("tensor %s: %d numbers for the shape %v", t.Name, len(t.Data), t.Shape)
	}
	b.number(uint32(tensorFloat32))
	b.number(offset)
	return nil
}

func (b *builder) pad() { b.Write(make([]byte, aligned(uint64(b.Len()))-uint64(b.Len()))) }

func aligned(n uint64) uint64 { return (n + alignment - 1) / alignment * alignment }
