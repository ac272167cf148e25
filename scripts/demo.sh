#!/usr/bin/env bash
# The main job from start to end on a copy of the sample folder, without a model:
# propose, rename, undo, and compare every name, byte and time with before.
#
#   scripts/demo.sh DESKHAND [FOLDER]    FOLDER holds the copy; by default a new one
set -euo pipefail
project=$(cd "$(dirname "$0")/.." && pwd)
deskhand=$(realpath "$1")

if [ $# -gt 1 ]; then
	place=$(realpath "$2")
else
	mkdir -p "$project/build"
	place=$(mktemp -d "$project/build/demo.XXXXXX")
	trap 'rm -rf "$place"' EXIT
fi
papers=$place/papers
export DESKHAND_HOME=$place/home

main() {
	"$deskhand" sample "$papers"
	names_bytes_and_times >"$place/before"
	say "a copy of the sample folder: $(count_files) files"

	say "deskhand triage $papers --model none"
	"$deskhand" triage "$papers" --model none </dev/null
	names_bytes_and_times | same_as before "proposing must change nothing"

	say "deskhand triage $papers --model none --yes"
	"$deskhand" triage "$papers" --model none --yes </dev/null
	names_bytes_and_times >"$place/tidied"
	if cmp -s "$place/before" "$place/tidied"; then
		fail "no file got another name"
	fi
	bytes <"$place/before" >"$place/bytes"
	bytes <"$place/tidied" | same_as bytes "a rename must change no content"
	say "the folder now"
	ls -1 "$papers"

	say "deskhand undo"
	"$deskhand" undo </dev/null
	names_bytes_and_times | same_as before "undo must bring everything back"
	say "undone: all $(count_files) files have their name, their bytes and their time back"
}

# names_bytes_and_times is one line a file: checksum, time of change, name.
names_bytes_and_times() {
	(cd "$papers" && find . -type f -print0 | sort -z | while IFS= read -r -d '' name; do
		printf '%s %s %s\n' "$(sha256sum <"$name" | cut -d' ' -f1)" "$(stat -c %.Y "$name")" "$name"
	done)
}

# bytes keeps the checksums of such lines: what is in the folder, whatever its name.
bytes() { cut -d' ' -f1 | sort; }

count_files() { wc -l <"$place/before"; }

# same_as FILE REASON compares standard input with what was noted before.
same_as() { diff "$place/$1" - || fail "$2"; }

say() { printf '\ndemo: %s\n' "$*"; }

fail() {
	echo "demo: failed: $*" >&2
	exit 1
}

main
