#!/usr/bin/env bash
# Builds dist/deskhand-VERSION-windows-amd64.zip and …-setup.exe on Linux and tries the
# installer under wine: package-windows.sh VERSION
set -euo pipefail
cd "$(dirname "$0")/.."
readonly version=$1
readonly engine=mcp/servers/documents/engine/builtin/data
readonly name=deskhand-$version-windows-amd64
readonly stage=$PWD/build/package-windows
readonly tree=$stage/$name
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH GOOS=windows GOARCH=amd64 CC=x86_64-w64-mingw32-gcc

main() {
	scripts/provide.sh x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
	scripts/provide.sh makensis nsis
	scripts/provide.sh zip zip
	[ -s "$engine/tesseract-core-simd-lstm.wasm.gz" ] && [ -s "$engine/eng.traineddata.gz" ] || {
		echo "package: the package reads pictures by itself, so it needs what make setup fetches" >&2
		exit 1
	}
	rm -rf "$stage"
	mkdir -p "$tree" dist
	trap 'rm -f cmd/*/*_windows_amd64.syso' EXIT
	convert assets/icon.png -define icon:auto-resize=256,64,48,32,24,16 "$stage/icon.ico"
	cp cmd/deskhand-window/deskhand-window.exe.manifest "$stage/deskhand.manifest"
	echo "package: builds the two programs for Windows"
	build deskhand 0 builtinocr ''
	build deskhand-window 1 migrated_fynedo,no_emoji,no_metadata '-H windowsgui'
	add_documents
	find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	rm -f "dist/$name.zip"
	(cd "$stage" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -X -q -9 "$OLDPWD/dist/$name.zip" -@)
	makensis -V2 -DTREE="$tree" -DOUT="$PWD/dist/$name-setup.exe" -DVERSION="$version" -DNUMBERS="$(numbers .)" assets/windows/deskhand.nsi
	du -h "dist/$name.zip" "dist/$name-setup.exe" | sed 's/^/package: /'
	scripts/check-windows.sh "dist/$name"
}

# build PROGRAM CGO TAGS LDFLAGS builds one with its icon and version. The linker takes
# each .syso that lies in the folder of a main.
build() {
	local program=$1
	x86_64-w64-mingw32-windres -O coff -I "$stage" -DNUMBERS="$(numbers ,)" -DPROGRAM="\\\"$program\\\"" -DVERSION="\\\"$version\\\"" \
		assets/windows/deskhand.rc "cmd/$program/resource_windows_amd64.syso"
	local commit
	commit=$(git rev-parse --short=12 HEAD 2>/dev/null || true)
	CGO_ENABLED=$2 go build -trimpath -buildvcs=false -tags "$3" -ldflags "-s -w -buildid= -funcalign=8 -X main.version=$version -X main.commit=$commit $4" \
		-o "$tree/$program.exe" "./cmd/$program"
}

# numbers SEPARATOR is the version as the four numbers that Windows wants.
numbers() {
	local major minor patch
	IFS=. read -r major minor patch <<<"$(sed 's/^v//; s/[^0-9.].*//' <<<"$version")"
	printf '%d%s%d%s%d%s0' "${major:-0}" "$1" "${minor:-0}" "$1" "${patch:-0}" "$1"
}

add_documents() {
	sed 's/$/\r/' LICENSE >"$tree/LICENSE.txt"
	sed 's/$/\r/' assets/licences/THIRD_PARTY_NOTICES >"$tree/THIRD_PARTY_NOTICES.txt"
	cp docs/CHANGELOG.md "$tree/CHANGELOG.md"
}

main
