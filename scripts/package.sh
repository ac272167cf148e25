#!/usr/bin/env bash
# Builds dist/deskhand-VERSION-OS-ARCH.{deb,rpm,tar.xz} and tries them out:
# package.sh VERSION
#
# fyne package makes the desktop entry out of FyneApp.toml; what it cannot know is
# added here: the other two programs, the kinds of file that the window opens, icons
# in their sizes, the manual, completions, and the licences.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly version=$1
readonly engine=mcp/servers/documents/engine/builtin/data
readonly fyne=v2.7.1 # the library's own version
readonly nfpm=v2.43.0
arch=$(go env GOARCH)
readonly arch
readonly name=deskhand-$version-linux-$arch
readonly stage=$PWD/build/package
readonly tree=$stage/$name
readonly share=$tree/usr/share
# Whoever builds the same commit gets the same bytes.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH

main() {
	rm -rf "$stage"
	mkdir -p "$stage/project" "$tree/usr/bin" dist
	build_programs
	add_desktop_entry
	add_icons
	add_documents
	make_packages
	scripts/check-package.sh "dist/$name"
}

build_programs() {
	pkg-config --exists tesseract lept || {
		echo "package: the package reads pictures, so it needs tesseract's headers: make setup" >&2
		exit 1
	}
	[ -s "$engine/tesseract-core-simd-lstm.wasm.gz" ] && [ -s "$engine/eng.traineddata.gz" ] || {
		echo "package: the package reads pictures where tesseract is not installed too, so it needs what make setup fetches" >&2
		exit 1
	}
	echo "package: builds the three programs for release"
	local commit flags
	commit=$(git rev-parse --short=12 HEAD 2>/dev/null || true)
	# Neither the folder, nor the state of its repository, goes into the programs.
	flags=(-trimpath -buildvcs=false -ldflags "-s -w -buildid= -funcalign=8 -X main.version=$version -X main.commit=$commit")
	CGO_ENABLED=0 go build "${flags[@]}" -tags builtinocr -o "$tree/usr/bin/deskhand" ./cmd/deskhand
	go build "${flags[@]}" -tags migrated_fynedo,no_emoji,no_metadata -o "$tree/usr/bin/deskhand-window" ./cmd/deskhand-window
	go build "${flags[@]}" -tags ocr -o "$tree/usr/bin/deskhand-ocr" ./cmd/deskhand-ocr
}

# add_desktop_entry lets fyne work in a copy, because it counts up the build number
# in the FyneApp.toml that it finds, and takes the entry out of what it packed.
add_desktop_entry() {
	tool fyne "fyne.io/fyne/v2/cmd/fyne@$fyne"
	cp -R FyneApp.toml assets "$tree/usr/bin/deskhand-window" "$stage/project/"
	(cd "$stage/project" && ../../tools/fyne package --executable deskhand-window --release >../fyne.log 2>&1) || {
		cat "$stage/fyne.log" >&2
		exit 1
	}
	local entry=$share/applications/Deskhand.desktop
	mkdir -p "$share/applications"
	tar -xJf "$stage/project/Deskhand.tar.xz" -O deskhand-window/usr/local/share/applications/Deskhand.desktop >"$entry"
	sed -i '/^Exec=/ a MimeType=inode/directory;application/pdf;image/png;image/jpeg;image/tiff;\nStartupWMClass=Deskhand' "$entry"
}

add_icons() {
	local size
	for size in 16 24 32 48 64 128 256 512; do
		mkdir -p "$share/icons/hicolor/${size}x$size/apps"
		convert assets/icon.png -filter Lanczos -resize "${size}x$size" -strip -define png:exclude-chunks=date,time \
			"$share/icons/hicolor/${size}x$size/apps/Deskhand.png"
	done
	install -Dm644 assets/icon.svg "$share/icons/hicolor/scalable/apps/Deskhand.svg"
}

add_documents() {
	go run ./cmd/internal/manual "$share"
	gzip -9n "$share/man/man1/deskhand.1"
	echo '.so man1/deskhand.1' | gzip -9n >"$share/man/man1/deskhand-window.1.gz"
	local info=io.github.deskhand.deskhand.metainfo.xml
	mkdir -p "$share/metainfo"
	sed "s/@VERSION@/$version/; s/@DATE@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)/" "assets/linux/$info" >"$share/metainfo/$info"
	install -Dm644 LICENSE "$share/doc/deskhand/copyright"
	install -Dm644 assets/licences/THIRD_PARTY_NOTICES "$share/doc/deskhand/THIRD_PARTY_NOTICES"
	install -Dm644 docs/CHANGELOG.md "$share/doc/deskhand/CHANGELOG.md"
}

make_packages() {
	tool nfpm "github.com/goreleaser/nfpm/v2/cmd/nfpm@$nfpm"
	find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	ARCH=$arch VERSION=$version TREE=$tree \
		build/tools/nfpm package -f assets/linux/nfpm.yaml -p deb -t "dist/$name.deb" >/dev/null
	pack_tightly "dist/$name.deb"
	make_rpm
	install -m 755 assets/linux/install.sh "$tree/install.sh"
	touch -d "@$SOURCE_DATE_EPOCH" "$tree/install.sh" "$tree"
	# At its best xz finds in the window what stands in deskhand already: a quarter less.
	tar -C "$stage" --owner=0 --group=0 --sort=name -c "$name" | xz -9e -T1 >"dist/$name.tar.xz"
	du -h "dist/$name".{deb,rpm,tar.xz} | sed 's/^/package: /'
}

# pack_tightly packs a .deb once more with xz of its best: that of nfpm takes a tenth
# more. nfpm's empty list of configuration files is none to dpkg.
pack_tightly() {
	local loose=$stage/deb
	dpkg-deb -R "$1" "$loose"
	grep -q . "$loose/DEBIAN/conffiles" 2>/dev/null || rm -f "$loose/DEBIAN/conffiles"
	dpkg-deb --root-owner-group -Zxz -z9 -Sextreme -b "$loose" "$1" >/dev/null
}

# make_rpm has rpmbuild make the .rpm of the same tree: its xz looks back 64 MB.
make_rpm() {
	scripts/provide.sh rpmbuild rpm
	local machine number
	machine=$(case $arch in amd64) echo x86_64 ;; arm64) echo aarch64 ;; *) echo "$arch" ;; esac)
	number=$(sed 's/^v//; s/-/+/; s/-/./g' <<<"$version") # an .rpm has no - in its version
	(cd "$tree" && find usr -type f | LC_ALL=C sort | sed 's|.*|"/&"|') >"$stage/files"
	rpmbuild -bb --quiet --target "$machine" --define "_topdir $stage/rpm" --define "_rpmdir $stage" --define '_rpmfilename deskhand.rpm' \
		--define "version $number" --define "tree $tree" --define "list $stage/files" assets/linux/deskhand.spec >"$stage/rpm.log" 2>&1 || {
		cat "$stage/rpm.log" >&2
		exit 1
	}
	mv "$stage/deskhand.rpm" "dist/$name.rpm"
}

# tool NAME MODULE builds a command into build/tools, once a version.
tool() {
	local built=build/tools/$1
	if [ ! -x "$built" ] || ! go version -m "$built" | grep -qF "${2##*@}"; then
		echo "package: builds ${2##*/} into build/tools"
		GOBIN=$PWD/build/tools GOFLAGS='' go install "$2"
	fi
}

main
