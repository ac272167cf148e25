#!/usr/bin/env bash
# Builds dist/deskhand-VERSION-OS-ARCH.tar.xz and tries it out: package.sh VERSION
#
# fyne package makes the tree (the window's program, icon, desktop entry,
# Makefile); what it cannot know is added here: the other two programs, the kinds of
# file that the window opens, and the licences.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly version=$1
readonly engine=mcp/servers/documents/engine/builtin/data
readonly fyne=v2.7.1 # the library's own version
target=$(go env GOOS)-$(go env GOARCH)
readonly target
readonly name=deskhand-$version-$target
readonly stage=build/package

main() {
	rm -rf "$stage"
	mkdir -p "$stage/project" dist
	build_programs
	make_tree
	add_programs
	add_kinds_of_file
	cp LICENSE "$stage/$name/LICENSE"
	cp assets/licences/THIRD_PARTY_NOTICES "$stage/$name/THIRD_PARTY_NOTICES"
	tar -C "$stage" --owner=0 --group=0 --sort=name -cJf "dist/$name.tar.xz" "$name"
	echo "package: dist/$name.tar.xz, $(du -h "dist/$name.tar.xz" | cut -f1)"
	scripts/check-package.sh "dist/$name.tar.xz"
}

build_programs() {
	pkg-config --exists tesseract lept || {
		echo "package: the package reads pictures, so it needs tesseract's headers: make setup" >&2
		exit 1
	}
	[ -s "$engine/tesseract-core-simd-lstm.wasm" ] && [ -s "$engine/eng.traineddata" ] || {
		echo "package: the package reads pictures where tesseract is not installed too, so it needs what make setup fetches" >&2
		exit 1
	}
	echo "package: builds the three programs for release"
	local flags=(-trimpath -ldflags "-s -w -X main.version=$version")
	CGO_ENABLED=0 go build "${flags[@]}" -tags builtinocr -o "$stage/deskhand" ./cmd/deskhand
	go build "${flags[@]}" -tags migrated_fynedo -o "$stage/project/deskhand-window" ./cmd/deskhand-window
	go build "${flags[@]}" -tags ocr -o "$stage/deskhand-ocr" ./cmd/deskhand-ocr
}

# make_tree lets fyne work in a copy, because it counts up the build number in
# the FyneApp.toml that it finds, and unpacks what it made.
make_tree() {
	if [ ! -x build/tools/fyne ]; then
		echo "package: builds the fyne command $fyne into build/tools"
		GOBIN=$PWD/build/tools GOFLAGS='' go install "fyne.io/fyne/v2/cmd/fyne@$fyne"
	fi
	cp -R FyneApp.toml assets "$stage/project/"
	(cd "$stage/project" && ../../tools/fyne package --executable deskhand-window --release >../fyne.log 2>&1) || {
		cat "$stage/fyne.log" >&2
		exit 1
	}
	mkdir "$stage/$name"
	tar -C "$stage/$name" --strip-components=1 -xJf "$stage/project/Deskhand.tar.xz"
}

# add_programs puts deskhand and deskhand-ocr next to deskhand-window, in the tree
# and in its Makefile: each line there about the one program is said of the others
# too.
add_programs() {
	install -m 755 "$stage/deskhand" "$stage/deskhand-ocr" "$stage/$name/usr/local/bin/"
	# shellcheck disable=SC2016 # $(Exec) is make's
	sed -i '/bin\/\$(Exec)$/ { p; h; s/\$(Exec)/deskhand/g; p; g; s/\$(Exec)/deskhand-ocr/g }' "$stage/$name/Makefile"
}

add_kinds_of_file() {
	sed -i '/^Exec=/ a MimeType=inode/directory;application/pdf;image/png;image/jpeg;' "$(entry)"
}

entry() { echo "$stage/$name/usr/local/share/applications/Deskhand.desktop"; }

main
