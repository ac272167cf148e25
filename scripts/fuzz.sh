#!/usr/bin/env bash
# Runs every fuzz target of the module, one after the other: fuzz.sh 30s
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-30s}

go list -f '{{.ImportPath}} {{.Dir}}' ./... | while read -r package dir; do
	{ grep -hoE '^func Fuzz[A-Za-z0-9_]+' "$dir"/*_test.go 2>/dev/null || true; } | while read -r _ target; do
		echo "fuzz: $target in $package for $time"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$package" </dev/null
	done
done
