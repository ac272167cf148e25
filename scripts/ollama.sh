#!/usr/bin/env bash
# Builds the Ollama server that `make test-ollama` asks, and prints where it is.
#
# The same sources are compiled once for a person: the program is kept in their
# cache folder, under a name made of the version and of everything that goes into
# it, so that the next clone finds it. build/ollama-VERSION links to it.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly module=inference/ollamatest/realserver
version=$(awk '$1 == "require" && $2 == "github.com/ollama/ollama" { sub(/^v/, "", $3); print $3 }' "$module/go.mod")
readonly version
[ -n "$version" ] || {
	echo "ollama: $module/go.mod names no version of Ollama" >&2
	exit 1
}

hash_of() { cat "$@" | sha256sum | cut -c1-12; }

# -O1 halves the time that -O2 takes.
readonly optimise=-O1
readonly cache="${XDG_CACHE_HOME:-$HOME/.cache}/deskhand-build"
readonly link="build/ollama-$version"
key=$( (cat "$module"/*.go "$module"/go.mod "$module"/go.sum "$module"/include/*/*; uname -sm; echo "$optimise") | hash_of)
readonly key
readonly kept="$cache/ollama-$version-$key"

build() {
	scripts/setup.sh ollama >&2
	mkdir -p "$kept" "$link"
	local log="$link/build.log" began=$SECONDS
	echo "ollama: compiles the Ollama $version server into $kept (C and C++: 6 min or more on 2 cores, once)" >&2
	if ! compile >"$log" 2>&1; then
		tail -n 30 "$log" >&2
		echo "ollama: the server did not compile; all that was said is in $log" >&2
		exit 1
	fi
	mv "$kept/ollama.$$" "$kept/ollama"
	echo "ollama: compiled in $((SECONDS - began)) s" >&2
}

# compile finds nlohmann/json and stb where Debian has them. The header of our own
# gets one path for all clones and versions of this script, or Go's cache of what
# is compiled already would miss.
compile() (
	local here=$PWD headers
	headers="$cache/headers-$(hash_of "$module"/include/*/*)"
	mkdir -p "$headers"
	cp -R "$module/include/." "$headers/"
	cd "$module"
	CGO_ENABLED=1 CGO_CFLAGS=$optimise CGO_CXXFLAGS=$optimise CGO_CPPFLAGS="-I$headers" \
		nice -n 10 "$here/scripts/with-go" go build -trimpath -mod=readonly \
		-ldflags "-s -w -X github.com/ollama/ollama/version.Version=$version" \
		-o "$kept/ollama.$$" .
)

[ -x "$kept/ollama" ] || build
mkdir -p "$link"
ln -sfn "$kept/ollama" "$link/ollama"
echo "$PWD/$link/ollama"
