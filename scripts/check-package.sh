#!/usr/bin/env bash
# Unpacks what was packed in an empty place, installs it there as its install.sh says
# and does the main job with it, seeing nothing of the project and of this account:
# check-package.sh dist/deskhand-VERSION-OS-ARCH
set -euo pipefail
cd "$(dirname "$0")/.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/unpacked" "$place/installed" "$place/deb" "$place/job" "$place/user"

fail() {
	echo "package: $*" >&2
	exit 1
}

# at_most MB FILE fails where a file has more than that many million bytes.
at_most() {
	local bytes
	bytes=$(stat -c %s "$2")
	[ "$bytes" -le $(($1 * 1000000)) ] || fail "${2##*/} has $bytes bytes, more than $1 MB: docs/packaging.md, Size"
}

echo "package: unpacks, installs and tidies the sample folder in a clean place"
tar -C "$place/unpacked" --strip-components=1 -xJf "$1.tar.xz"
DESTDIR=$place/installed "$place/unpacked/install.sh" >/dev/null
readonly usr=$place/installed/usr/local
dpkg-deb -x "$1.deb" "$place/deb"
# These keep sizes from growing.
at_most 40 "$usr/bin/deskhand"
at_most 41 "$usr/bin/deskhand-window"
at_most 24 "$1.deb"
at_most 24 "$1.tar.xz"
at_most 24 "$1.rpm"
diff -rq --no-dereference "$place/deb/usr" "$place/unpacked/usr" || fail "the .deb holds other files than the archive"

readonly entry=$usr/share/applications/Deskhand.desktop
for line in 'MimeType=inode/directory;application/pdf;image/png;image/jpeg;image/tiff;' 'StartupWMClass=Deskhand' "Exec=\"$usr/bin/deskhand-window\" %F"; do
	grep -qxF "$line" "$entry" || fail "the desktop entry lacks $line"
done
if command -v appstreamcli >/dev/null; then
	appstreamcli validate --no-net "$usr"/share/metainfo/*.xml >"$place/said" || { cat "$place/said" >&2; fail "the metainfo is not valid"; }
fi
if command -v desktop-file-validate >/dev/null; then
	desktop-file-validate "$place/deb/usr/share/applications/Deskhand.desktop" || fail "the desktop entry is not valid"
fi
"$usr/bin/deskhand" version --licences | cmp - "$usr/share/doc/deskhand/THIRD_PARTY_NOTICES" ||
	fail "the program names other licences than the package"
if ldd "$usr/bin/deskhand" >/dev/null 2>&1; then fail "deskhand is not a static program"; fi
[ "$(env -i "$usr/bin/deskhand-window" --version | cut -d' ' -f2)" = "$(env -i "$usr/bin/deskhand" version | sed -n '1s/^deskhand //p')" ] ||
	fail "deskhand and deskhand-window are of different versions"

env -i PATH=/usr/bin:/bin HOME="$place/user" LANG=en_US.UTF-8 \
	scripts/demo.sh "$usr/bin/deskhand" "$place/job" >"$place/said" 2>&1 || {
	cat "$place/said" >&2
	fail "the main job failed with the packaged programs"
}
tail -n 1 "$place/said"

DESTDIR=$place/installed "$place/unpacked/install.sh" --remove >/dev/null
# The system's own list of what opens what stays, without Deskhand.
left=$(find "$usr" -type f ! -name mimeinfo.cache)
[ -z "$left" ] || fail "removing left files behind: $left"
echo "package: good"
