package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const data = "mcp/servers/documents/engine/builtin/data"

// wanted are the files, each with where it is got from.
func wanted() []file {
	return []file{
		{
			name:   "tesseract-core-simd-lstm.wasm",
			sha256: "34e8d50cac216427d86bf397d610fdd9f49492539bbcdfbfccc4eda20c810bea",
			get: archived(cmp.Or(os.Getenv("npm_config_registry"), "https://registry.npmjs.org"),
				"tesseract.js-core/-/tesseract.js-core-7.0.0.tgz", "package/tesseract-core-simd-lstm.wasm"),
		},
		{
			name:   "eng.traineddata",
			sha256: "7d4322bd2a7749724879683fc3912cb542f19906c83bcc1a52132556427170b2",
			get: installed("/usr/share/tesseract-ocr/*/tessdata", "/usr/share/tessdata", "/usr/share/tesseract/tessdata",
				"/usr/local/share/tessdata", "/opt/homebrew/share/tessdata", "/opt/local/share/tessdata"),
		},
	}
}

func main() {
	missing := false
	for _, f := range wanted() {
		if err := f.provide(data); err != nil {
			fmt.Fprintf(os.Stderr, "fetch: %s: %v\n", f.name, err)
			missing = true
		}
	}
	if missing {
		os.Exit(1)
	}
}

// file is one that is known by its hash.
type file struct {
	name, sha256 string
	// get offers contents of that name until one is taken.
	get func(name string, take func([]byte) bool) error
}

var errOther = errors.New("only other versions of it were found")

// provide puts the file, packed, into a folder, if it is not there yet.
func (f file) provide(folder string) error {
	path := filepath.Join(folder, f.name+".gz")
	if have, err := unpack(path); err == nil && f.is(have) {
		return nil
	}
	var found []byte
	err := f.get(f.name, func(content []byte) bool {
		if f.is(content) {
			found = content
		}
		return found != nil
	})
	if err != nil {
		return err
	}
	if found == nil {
		return errOther
	}
	fmt.Println("fetch:", path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", packed(found), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func unpack(path string) ([]byte, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func packed(content []byte) []byte {
	var out bytes.Buffer // takes everything
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = w.Write(content)
	_ = w.Close()
	return out.Bytes()
}

func (f file) is(content []byte) bool {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:]) == f.sha256
}

// maxFile is the size of the largest file that is taken, in bytes.
const maxFile = 64 << 20

// archived gets a member of a package of npm's.
func archived(registry, address, member string) func(string, func([]byte) bool) error {
	return func(_ string, take func([]byte) bool) error {
		client := http.Client{Timeout: 5 * time.Minute}
		answer, err := client.Get(strings.TrimSuffix(registry, "/") + "/" + address)
		if err != nil {
			return err
		}
		defer func() { _ = answer.Body.Close() }()
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("%s answers %s", registry, answer.Status)
		}
		unpacked, err := gzip.NewReader(answer.Body)
		if err != nil {
			return err
		}
		for archive := tar.NewReader(unpacked); ; {
			header, err := archive.Next()
			if err != nil {
				return fmt.Errorf("%s in the package: %w", member, err)
			}
			if header.Name != member {
				continue
			}
			var content bytes.Buffer
			if _, err := io.Copy(&content, io.LimitReader(archive, maxFile)); err != nil {
				return err
			}
			take(content.Bytes())
			return nil
		}
	}
}

var errNotInstalled = errors.New("no package of this computer has it; install tesseract-ocr-eng")

// installed gets what a package of this computer has.
func installed(folders ...string) func(string, func([]byte) bool) error {
	return func(name string, take func([]byte) bool) error {
		some := false
		for _, folder := range folders {
			paths, _ := filepath.Glob(filepath.Join(folder, name))
			for _, path := range paths {
				content, err := os.ReadFile(path)
				if err != nil {
					continue
				}
				some = true
				if take(content) {
					return nil
				}
			}
		}
		if !some {
			return errNotInstalled
		}
		return nil
	}
}
