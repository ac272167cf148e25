package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// bbolt trusts the pages of its file: a damaged one can make it panic, read past its map
// or loop. So the file is walked here first, checking every number against its bounds;
// salvage reads a damaged file in the same way. The layout is that of bbolt's file
// format, version 2, in the computer's byte order.
const (
	boltMagic   = 0xED0CDAED
	boltVersion = 2
	minPageSize = 1024
	maxPageSize = 1024 << 15

	pageHeader    = 16
	leafElement   = 16
	branchElement = 16
	bucketHeader  = 16
	metaLength    = 64 // with the checksum, its last 8 bytes

	pageBranch   = 0x01
	pageLeaf     = 0x02
	pageFreelist = 0x10
	leafIsBucket = 0x01

	noFreelist = ^uint64(0)
	// maxDepth is how deep buckets and pages may be nested: a tree of our buckets with
	// 2^64 keys is less deep.
	maxDepth = 64
)

// image is a database file as its pages.
type image struct {
	r        io.ReaderAt
	size     int64
	pageSize int64
	root     uint64
	freelist uint64
	pages    uint64 // the high water mark

	seen map[uint64]bool
	bad  func(error)
}

// item is a key of a bucket with its value, or with a nested bucket.
type item struct {
	key, value []byte
	bucket     bool
}

// checkFile walks the whole file at path. It returns ErrDamaged for anything that could
// mislead bbolt.
func checkFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("check the database: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	im, err := readImage(f)
	if err != nil {
		return err
	}
	var first error
	im.bad = func(err error) {
		if first == nil {
			first = fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	if im.pages > uint64(im.size/im.pageSize) {
		// Reading does not need missing free pages, but bbolt relies on them: a copy of
		// the file would fail.
		im.bad(errors.New("the end is missing"))
	}
	im.walk(im.root, func(it item) { im.walkBuckets(it, 1) })
	im.checkFreelist()
	return first
}

func readImage(f *os.File) (*image, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("check the database: %w", err)
	}
	im := &image{r: f, size: info.Size(), seen: map[uint64]bool{}, bad: func(error) {}}
	if !im.readMeta() {
		return nil, fmt.Errorf("%w: no valid meta page", ErrDamaged)
	}
	return im, nil
}

// readMeta reads the newest valid meta page. The second one is one page further on, so
// that without the first the page size has to be guessed.
func (im *image) readMeta() bool {
	newest, found := uint64(0), false
	take := func(at int64) bool {
		raw := make([]byte, metaLength)
		if _, err := im.r.ReadAt(raw, at+pageHeader); err != nil || !validMeta(raw) {
			return false
		}
		if txid := binary.NativeEndian.Uint64(raw[48:]); !found || txid > newest {
			newest, found = txid, true
			im.pageSize = int64(binary.NativeEndian.Uint32(raw[8:]))
			im.root = binary.NativeEndian.Uint64(raw[16:])
			im.freelist = binary.NativeEndian.Uint64(raw[32:])
			im.pages = binary.NativeEndian.Uint64(raw[40:])
		}
		return true
	}
	if take(0) {
		take(im.pageSize)
		return true
	}
	for size := int64(minPageSize); size <= maxPageSize; size *= 2 {
		if take(size) && im.pageSize == size {
			return true
		}
	}
	return false
}

func validMeta(raw []byte) bool {
	size := binary.NativeEndian.Uint32(raw[8:])
	h := fnv.New64a()
	_, _ = h.Write(raw[:metaLength-8])
	return binary.NativeEndian.Uint32(raw) == boltMagic && binary.NativeEndian.Uint32(raw[4:]) == boltVersion &&
		h.Sum64() == binary.NativeEndian.Uint64(raw[metaLength-8:]) &&
		size >= minPageSize && size <= maxPageSize && size&(size-1) == 0
}

// page reads a page with its overflow. Each page can be read once: a second visit means a
// cycle, or two owners.
func (im *image) page(id uint64) ([]byte, error) {
	if id < 2 || id >= im.pages || (int64(id)+1)*im.pageSize > im.size {
		return nil, fmt.Errorf("page %d does not exist", id)
	}
	head := make([]byte, pageHeader)
	if _, err := im.r.ReadAt(head, int64(id)*im.pageSize); err != nil {
		return nil, fmt.Errorf("read page %d: %w", id, err)
	}
	span := uint64(binary.NativeEndian.Uint32(head[12:])) + 1
	if binary.NativeEndian.Uint64(head) != id || span > im.pages-id || int64(id+span)*im.pageSize > im.size {
		return nil, fmt.Errorf("page %d has a wrong header", id)
	}
	for p := id; p < id+span; p++ {
		if im.seen[p] {
			return nil, fmt.Errorf("page %d is used twice", p)
		}
		im.seen[p] = true
	}
	data := make([]byte, int64(span)*im.pageSize)
	if _, err := im.r.ReadAt(data, int64(id)*im.pageSize); err != nil {
		return nil, fmt.Errorf("read page %d: %w", id, err)
	}
	return data, nil
}

// walk visits the items of the tree at root in order. What is unreadable is left out and
// reported to im.bad.
func (im *image) walk(root uint64, visit func(item)) {
	im.walkTree(root, nil, nil, 0, visit)
}

// walkTree visits a tree whose keys must begin at low and be below high; nil means no
// bound.
func (im *image) walkTree(id uint64, low, high []byte, depth int, visit func(item)) {
	data, err := im.page(id)
	if err == nil && depth > maxDepth {
		err = errors.New("the tree is too deep")
	}
	if err != nil {
		im.bad(err)
		return
	}
	switch binary.NativeEndian.Uint16(data[8:]) {
	case pageLeaf:
		im.walkLeaf(data, low, high, visit)
	case pageBranch:
		im.walkBranch(data, low, high, depth, visit)
	default:
		im.bad(fmt.Errorf("page %d has a wrong type", id))
	}
}

func (im *image) walkBranch(data, low, high []byte, depth int, visit func(item)) {
	type twig struct {
		key  []byte
		page uint64
	}
	var twigs []twig
	order := newOrder(low, high)
	free := pageHeader + int(binary.NativeEndian.Uint16(data[10:]))*branchElement
	for i := range int(binary.NativeEndian.Uint16(data[10:])) {
		at := pageHeader + i*branchElement
		if at+branchElement > len(data) {
			im.bad(errors.New("a branch has too many elements"))
			break
		}
		e := data[at:]
		pos := binary.NativeEndian.Uint32(e)
		key, ok := cut(e, pos, binary.NativeEndian.Uint32(e[4:]))
		if !ok || at+int(pos) < free || !order.next(key) {
			im.bad(errors.New("a branch has a wrong key"))
			continue
		}
		free = at + int(pos) + len(key)
		twigs = append(twigs, twig{key, binary.NativeEndian.Uint64(e[8:])})
	}
	if len(twigs) == 0 {
		im.bad(errors.New("a branch is empty"))
	}
	for i, t := range twigs {
		until := high
		if i+1 < len(twigs) {
			until = twigs[i+1].key
		}
		im.walkTree(t.page, t.key, until, depth+1, visit)
	}
}

func (im *image) walkLeaf(data, low, high []byte, visit func(item)) {
	order := newOrder(low, high)
	free := pageHeader + int(binary.NativeEndian.Uint16(data[10:]))*leafElement
	for i := range int(binary.NativeEndian.Uint16(data[10:])) {
		at := pageHeader + i*leafElement
		if at+leafElement > len(data) {
			im.bad(errors.New("a leaf has too many elements"))
			return
		}
		e := data[at:]
		flags, pos, keyLen := binary.NativeEndian.Uint32(e), binary.NativeEndian.Uint32(e[4:]), binary.NativeEndian.Uint32(e[8:])
		key, ok := cut(e, pos, keyLen)
		value, whole := cut(e, pos+keyLen, binary.NativeEndian.Uint32(e[12:]))
		if !ok || !whole || pos+keyLen < pos || at+int(pos) < free || flags > leafIsBucket || !order.next(key) {
			im.bad(errors.New("a leaf has a wrong element"))
			continue
		}
		free = at + int(pos) + len(key) + len(value)
		visit(item{key, value, flags == leafIsBucket})
	}
}

// walkBuckets walks the bucket in an item, and those inside it.
func (im *image) walkBuckets(it item, depth int) {
	if depth > maxDepth {
		im.bad(errors.New("the buckets are too deep"))
		return
	}
	im.walkBucket(it, func(inner item) { im.walkBuckets(inner, depth+1) })
}

// walkBucket visits the items of the bucket in an item, if it has one. A small bucket is
// inline in its value.
func (im *image) walkBucket(it item, visit func(item)) {
	switch {
	case !it.bucket:
	case len(it.value) < bucketHeader:
		im.bad(errors.New("a bucket has no header"))
	case binary.NativeEndian.Uint64(it.value) != 0:
		im.walk(binary.NativeEndian.Uint64(it.value), visit)
	default:
		// bbolt frees the page that an inline one names when it grows, so that it must
		// name none.
		inline := it.value[bucketHeader:]
		if len(inline) < pageHeader || binary.NativeEndian.Uint64(inline) != 0 ||
			binary.NativeEndian.Uint16(inline[8:]) != pageLeaf || binary.NativeEndian.Uint32(inline[12:]) != 0 {
			im.bad(errors.New("an inline bucket has a wrong page"))
			return
		}
		im.walkLeaf(inline, nil, nil, visit)
	}
}

// checkFreelist checks that no page in use is listed as free, since it would be
// overwritten.
func (im *image) checkFreelist() {
	if im.freelist == noFreelist {
		return
	}
	data, err := im.page(im.freelist)
	if err != nil {
		im.bad(fmt.Errorf("the freelist: %w", err))
		return
	}
	count, at := uint64(binary.NativeEndian.Uint16(data[10:])), uint64(pageHeader)
	if count == 0xFFFF {
		count, at = binary.NativeEndian.Uint64(data[pageHeader:]), at+8
	}
	if binary.NativeEndian.Uint16(data[8:]) != pageFreelist || count > (uint64(len(data))-at)/8 {
		im.bad(errors.New("the freelist has a wrong header"))
		return
	}
	for i := range count {
		id := binary.NativeEndian.Uint64(data[at+8*i:])
		if id < 2 || id >= im.pages || im.seen[id] {
			im.bad(fmt.Errorf("page %d is not free", id))
			return
		}
		im.seen[id] = true
	}
}

// cut returns length bytes of e from pos on, if they exist.
func cut(e []byte, pos, length uint32) ([]byte, bool) {
	end := uint64(pos) + uint64(length)
	if end > uint64(len(e)) {
		return nil, false
	}
	return e[pos:end], true
}

// order checks keys against their bounds and their order. The first key of a page must
// equal its key in the branch above: bbolt finds the page by that.
type order struct {
	first, last, high []byte
}

func newOrder(first, high []byte) *order { return &order{first: first, high: high} }

// next reports whether key may follow the previous ones, and records it.
func (o *order) next(key []byte) bool {
	ok := len(key) > 0 && (o.high == nil || bytes.Compare(key, o.high) < 0)
	if o.last == nil {
		ok = ok && (o.first == nil || bytes.Equal(key, o.first))
	} else {
		ok = ok && bytes.Compare(key, o.last) > 0
	}
	if ok {
		o.last = key
	}
	return ok
}
