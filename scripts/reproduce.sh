#!/usr/bin/env bash
# Builds the programs of HEAD twice, in two folders with an empty build cache each, and
# compares them byte by byte. WINDOW=no leaves out the one that takes minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
commit=$(git rev-parse HEAD) # both builds are of this one, whatever is committed meanwhile
place=$(mktemp -d)
trap 'chmod -R u+w "$place"; rm -rf "$place"' EXIT
readonly data=mcp/servers/documents/engine/builtin/data

# build FOLDER makes the programs of a copy of HEAD there, as the packages have them.
build() {
	local flags=(-trimpath -buildvcs=false -ldflags "-s -w -buildid= -funcalign=8 -X main.version=reproduced")
	mkdir -p "$1/source/$data" "$1/built"
	git archive "$commit" | tar -x -C "$1/source"
	cp "$data"/* "$1/source/$data/" 2>/dev/null || true
	(
		cd "$1/source"
		export GOCACHE=$1/cache GOFLAGS=
		CGO_ENABLED=0 go build "${flags[@]}" -tags builtinocr -o "$1/built/deskhand" ./cmd/deskhand
		CGO_ENABLED=0 GOOS=windows go build "${flags[@]}" -tags builtinocr -o "$1/built/deskhand.exe" ./cmd/deskhand
		[ "${WINDOW:-}" = no ] || go build "${flags[@]}" -tags migrated_fynedo,no_emoji,no_metadata -o "$1/built/deskhand-window" ./cmd/deskhand-window
	)
	rm -rf "$1/cache"
}

build "$place/one"
build "$place/another/and deeper"
(cd "$place/one/built" && sha256sum ./*) | tee "$place/sums"
(cd "$place/another/and deeper/built" && sha256sum --quiet -c "$place/sums") || {
	echo "reproduce: the two builds differ" >&2
	exit 1
}
echo "reproduce: two builds in two folders are the same bytes"
