package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

func sum(content string) string {
	s := sha256.Sum256([]byte(content))
	return hex.EncodeToString(s[:])
}

// registry answers one package with one member.
func registry(t *testing.T, member, content string) string {
	t.Helper()
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	archive := tar.NewWriter(zip)
	for name, text := range map[string]string{"package/other": "something else", member: content} {
		if err := errors.Join(archive.WriteHeader(&tar.Header{Name: name, Size: int64(len(text)), Mode: 0o644}), second(archive.Write([]byte(text)))); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(archive.Close(), zip.Close()); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/some/-/some-1.0.0.tgz" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(packed.Bytes())
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

func second(_ int, err error) error { return err }

func TestAFileIsTakenOutOfItsPackageOnceAndByItsHash(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	path := filepath.Join(folder, "core.wasm.gz")
	from := registry(t, "package/core.wasm", "code")
	get := archived(from, "some/-/some-1.0.0.tgz", "package/core.wasm")

	other := file{"core.wasm", sum("another version"), get}
	if err := other.provide(folder); !errors.Is(err, errOther) {
		t.Errorf("what has another hash: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("what has another hash was kept")
	}
	if err := (file{"core.wasm", sum("code"), get}).provide(folder); err != nil {
		t.Fatal(err)
	}
	if content, err := unpack(path); err != nil || string(content) != "code" {
		t.Errorf("%q, %v", content, err)
	}
	again := file{"core.wasm", sum("code"), func(string, func([]byte) bool) error { return errors.New("asked again") }}
	if err := again.provide(folder); err != nil {
		t.Error(err)
	}
	for _, missing := range []func(string, func([]byte) bool) error{
		archived(from, "some/-/some-2.0.0.tgz", "package/core.wasm"),
		archived(from, "some/-/some-1.0.0.tgz", "package/nothing"),
		archived("http://127.0.0.1:1", "some", "x"),
	} {
		if err := (file{"new", sum("code"), missing}).provide(folder); err == nil {
			t.Error("what is not there was got")
		}
	}
}

func TestTheVersionWithTheHashIsTakenOfThoseThatAreInstalled(t *testing.T) {
	root := t.TempDir()
	for at, content := range map[string]string{"a/4/data": "slow", "a/5/data": "fast"} {
		folder := filepath.Join(root, at)
		if err := errors.Join(os.MkdirAll(folder, 0o700), os.WriteFile(filepath.Join(folder, "eng"), []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	get := installed(filepath.Join(root, "nowhere"), filepath.Join(root, "a/*/data"))
	for content, want := range map[string]error{"fast": nil, "best": errOther} {
		if err := (file{"eng", sum(content), get}).provide(t.TempDir()); !errors.Is(err, want) {
			t.Errorf("%s: %v", content, err)
		}
	}
	if err := (file{"deu", sum("x"), get}).provide(t.TempDir()); !errors.Is(err, errNotInstalled) {
		t.Errorf("what is not installed: %v", err)
	}
}
