//go:build servers

package thirdparty_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// folder is where servers are installed: SERVERS, or one below build.
func folder() (string, error) {
	dir := os.Getenv("SERVERS")
	if dir == "" {
		dir = filepath.Join("..", "..", "build", "servers")
	}
	return filepath.Abs(dir)
}

// installed installs the servers of npm, once for a lock file, and gives the
// folder of their packages.
var installed = sync.OnceValues(func() (string, error) {
	dir, err := folder()
	if err != nil {
		return "", err
	}
	lock, err := os.ReadFile("npm/package-lock.json")
	if err != nil {
		return "", err
	}
	packages := filepath.Join(dir, "node_modules")
	done := filepath.Join(dir, "installed.json")
	if have, err := os.ReadFile(done); err == nil && bytes.Equal(have, lock) {
		return packages, nil
	}
	if err := lay(dir); err != nil {
		return "", err
	}
	npm := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	npm.Dir = dir
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci in %s (is npm here? scripts/setup.sh servers): %w\n%s", dir, err, out)
	}
	return packages, os.WriteFile(done, lock, 0o600)
})

// lay writes what npm goes by into dir, over what an older lock file left there.
func lay(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile(filepath.Join("npm", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// script is the program of a package.
func script(t *testing.T, name string) string {
	t.Helper()
	packages, err := installed()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(packages, "@modelcontextprotocol", name, "dist", "index.js")
}

// gosdk builds the server of the Go SDK, and gohost the host on it.
var (
	gosdk  = sync.OnceValues(func() (string, error) { return built("gosdk") })
	gohost = sync.OnceValues(func() (string, error) { return built("testdata/gohost") })
)

// built builds the program of a module in a folder here.
func built(dir string) (string, error) {
	to, err := folder()
	if err != nil {
		return "", err
	}
	program := filepath.Join(to, filepath.Base(dir))
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w\n%s", dir, err, out)
	}
	return program, nil
}
