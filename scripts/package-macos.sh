#!/usr/bin/env bash
# Makes dist/deskhand-VERSION-macos.dmg, on a Mac. Nobody has run it yet.
#
#   SIGN_AS="Developer ID Application: …"   signs, with the hardened runtime
#   NOTARY_PROFILE=NAME                     sends it to Apple and staples the answer;
#                                           of: xcrun notarytool store-credentials NAME
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(uname)" = Darwin ] || {
	echo "package: the frameworks of the window are on a Mac alone" >&2
	exit 2
}
version=$(git describe --tags 2>/dev/null || sed -n 's/^ *Version = "\(.*\)"/\1/p' FyneApp.toml)
build=$(sed -n 's/^ *Build = \([0-9]*\).*/\1/p' FyneApp.toml)
commit=$(git rev-parse --short=12 HEAD)
readonly version build commit
readonly engine=mcp/servers/documents/engine/builtin/data
readonly stage=build/package-macos
readonly app=$stage/Deskhand.app
readonly image=dist/deskhand-$version-macos.dmg

main() {
	rm -rf "$stage"
	mkdir -p "$app/Contents/MacOS" "$app/Contents/Resources" "$stage/icon.iconset" dist
	local tags=""
	if [ -s "$engine/tesseract-core-simd-lstm.wasm.gz" ] && [ -s "$engine/eng.traineddata.gz" ]; then tags=builtinocr; fi
	program deskhand 0 "$tags"
	program deskhand-window 1 migrated_fynedo,no_emoji,no_metadata
	sed "s/@VERSION@/${version#v}/; s/@BUILD@/$build/" assets/macos/Info.plist >"$app/Contents/Info.plist"
	plutil -lint "$app/Contents/Info.plist"
	cp LICENSE assets/licences/THIRD_PARTY_NOTICES docs/CHANGELOG.md "$app/Contents/Resources/"
	add_icon
	if [ -n "${SIGN_AS:-}" ]; then sign; fi
	ln -s /Applications "$stage/Applications"
	rm -rf "$stage"/icon.iconset "$stage"/*-arm64 "$stage"/*-amd64
	hdiutil create -volname Deskhand -srcfolder "$stage" -format ULFO -ov "$image"
	if [ -n "${NOTARY_PROFILE:-}" ]; then
		xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
		xcrun stapler staple "$image"
		spctl --assess --type open --context context:primary-signature -v "$image"
	fi
	"$app/Contents/MacOS/deskhand" version
	scripts/demo.sh "$app/Contents/MacOS/deskhand"
}

# program NAME CGO TAGS builds one for both kinds of processor.
program() {
	local arch
	for arch in arm64 amd64; do
		CGO_ENABLED=$2 GOARCH=$arch CC="clang -arch ${arch/amd64/x86_64}" go build -trimpath -buildvcs=false -tags "$3" \
			-ldflags "-s -w -buildid= -funcalign=8 -X main.version=$version -X main.commit=$commit" -o "$stage/$1-$arch" "./cmd/$1"
	done
	lipo -create -output "$app/Contents/MacOS/$1" "$stage/$1-arm64" "$stage/$1-amd64"
}

add_icon() {
	local size
	for size in 16 32 128 256 512; do
		sips -z "$size" "$size" assets/icon.png --out "$stage/icon.iconset/icon_${size}x$size.png" >/dev/null
		sips -z $((2 * size)) $((2 * size)) assets/icon.png --out "$stage/icon.iconset/icon_${size}x$size@2x.png" >/dev/null
	done
	iconutil -c icns -o "$app/Contents/Resources/Deskhand.icns" "$stage/icon.iconset"
}

# sign signs from the inside out. Only what runs WebAssembly gets an entitlement.
sign() {
	codesign --force --timestamp --options runtime --entitlements assets/macos/deskhand.entitlements --sign "$SIGN_AS" "$app/Contents/MacOS/deskhand"
	codesign --force --timestamp --options runtime --sign "$SIGN_AS" "$app"
	codesign --verify --strict --verbose=2 "$app"
}

main
