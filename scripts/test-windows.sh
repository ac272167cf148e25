#!/usr/bin/env bash
# Cross-compiles the Go tests for Windows, runs them under wine and counts:
# test-windows.sh [PACKAGE …]. The window's program needs C there and is left to
# make package-windows, and so are the rules of the project and its scripts, which ask go
# and git. It reports and ends with 1 where a package failed.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly log=build/wine/tests.log

scripts/wine.sh --ready
export CGO_ENABLED=0 GOOS=windows
if [ $# -eq 0 ]; then
	mapfile -t packages < <(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./... | grep -vE '/cmd/deskhand-window$|deskhand/deskhand$|/scripts/')
	set -- "${packages[@]}"
fi
status=0
go test -p 1 -timeout 15m -exec "$PWD/scripts/wine.sh" "$@" >"$log" 2>&1 || status=1
grep -E '^(ok|FAIL|panic:|---) ?' "$log" | grep -v '^FAIL$' || true
echo "windows: $(grep -c '^ok' "$log") packages passed, $(grep -cE '^FAIL[[:space:]]+[a-z]' "$log") failed; all of it is in $log"
exit $status
