#!/usr/bin/env bash
# Unpacks a package in an empty place, installs it there as its Makefile says and
# does the main job with it, seeing nothing of the project and of this account:
# check-package.sh dist/deskhand-VERSION-OS-ARCH.tar.xz
set -euo pipefail
cd "$(dirname "$0")/.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/unpacked" "$place/installed" "$place/job" "$place/user"

echo "package: unpacks, installs and tidies the sample folder in a clean place"
tar -C "$place/unpacked" --strip-components=1 -xJf "$1"
make -s -C "$place/unpacked" install DESTDIR="$place/installed" PREFIX=/usr

for file in bin/deskhand bin/deskhand-window bin/deskhand-ocr share/applications/Deskhand.desktop share/pixmaps/Deskhand.png; do
	[ -s "$place/installed/usr/$file" ] || {
		echo "package: $file is not installed" >&2
		exit 1
	}
done
for file in LICENSE THIRD_PARTY_NOTICES; do
	[ -s "$place/unpacked/$file" ] || {
		echo "package: $file is missing" >&2
		exit 1
	}
done
"$place/installed/usr/bin/deskhand" version --licences | cmp - "$place/unpacked/THIRD_PARTY_NOTICES" || {
	echo "package: the program names other licences than the package" >&2
	exit 1
}
for line in 'Exec=deskhand-window %F' 'MimeType=inode/directory;application/pdf;image/png;image/jpeg;'; do
	grep -qxF "$line" "$place/installed/usr/share/applications/Deskhand.desktop" || {
		echo "package: the desktop entry lacks $line" >&2
		exit 1
	}
done

if ldd "$place/installed/usr/bin/deskhand" >/dev/null 2>&1; then
	echo "package: deskhand is not a static program" >&2
	exit 1
fi
[ "$(env -i "$place/installed/usr/bin/deskhand-window" --version | cut -d' ' -f2)" = "$(env -i "$place/installed/usr/bin/deskhand" version | cut -d' ' -f2)" ] || {
	echo "package: deskhand and deskhand-window are of different versions" >&2
	exit 1
}

env -i PATH=/usr/bin:/bin HOME="$place/user" LANG=en_US.UTF-8 \
	scripts/demo.sh "$place/installed/usr/bin/deskhand" "$place/job" >"$place/said" 2>&1 || {
	cat "$place/said" >&2
	echo "package: the main job failed with the packaged programs" >&2
	exit 1
}
tail -n 1 "$place/said"
echo "package: good"
