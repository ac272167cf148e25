#!/usr/bin/env bash
# Builds dist/deskhand-VERSION-OS-ARCH.tar.xz and tries it out: package.sh VERSION
#
# fyne package makes the tree (programs, icon, desktop entry, Makefile); what it
# cannot know is added here: the reader of pictures beside the program, the kinds
# of file that it opens, and the licences.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly version=$1
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
	add_reader
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
	echo "package: builds both programs for release"
	local flags=(-trimpath -ldflags "-s -w -X main.version=$version")
	go build "${flags[@]}" -tags migrated_fynedo -o "$stage/project/deskhand" ./cmd/deskhand
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
	(cd "$stage/project" && ../../tools/fyne package --executable deskhand --release >../fyne.log 2>&1) || {
		cat "$stage/fyne.log" >&2
		exit 1
	}
	tar -C "$stage" -xJf "$stage/project/Deskhand.tar.xz"
	mv "$stage/deskhand" "$stage/$name"
}

# add_reader puts deskhand-ocr beside deskhand, in the tree and in its Makefile:
# each line there about the one program is said of the other too.
add_reader() {
	install -m 755 "$stage/deskhand-ocr" "$stage/$name/usr/local/bin/deskhand-ocr"
	# shellcheck disable=SC2016 # $(Exec) is make's
	sed -i '/bin\/\$(Exec)$/ { p; s/\$(Exec)/deskhand-ocr/g }' "$stage/$name/Makefile"
}

add_kinds_of_file() {
	sed -i '/^Exec=/ a MimeType=inode/directory;application/pdf;image/png;image/jpeg;' "$(entry)"
}

entry() { echo "$stage/$name/usr/local/share/applications/Deskhand.desktop"; }

main
