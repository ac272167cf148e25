#!/usr/bin/env bash
# Runs a Windows program in this folder under wine: wine.sh PROGRAM [ARGUMENT …].
# go test -exec takes it. It needs wine 9 or newer, which is what Go's own calls are
# written for; where there is an older one, or none, root makes a Debian of its own for
# it with debootstrap, in build/wine, and changes into that.
#
#   scripts/wine.sh --ready   only sees to it that it can run
set -euo pipefail
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly project suite=trixie
readonly root=$project/build/wine/debian
export WINEPREFIX=$project/build/wine/prefix WINEDEBUG=${WINEDEBUG:--all} WINEDLLOVERRIDES='mscoree,mshtml='

fits() { [ "$(wine --version 2>/dev/null | sed -n 's/^wine-\([0-9]*\).*/\1/p')" -ge 9 ] 2>/dev/null; }

# changed runs a command in that Debian, in a namespace of its own: what is mounted
# is seen by nobody else, and gone with it.
changed() {
	local inside='set -e
		for folder in /proc /dev /tmp "$PROJECT"; do mkdir -p "$ROOT$folder"; mount --rbind "$folder" "$ROOT$folder"; done
		exec chroot "$ROOT" /bin/sh -c "cd \"\$0\" && exec \"\$@\"" "$PWD" "$@"'
	ROOT=$root PROJECT=$project PATH=/usr/sbin:/usr/bin:/sbin:/bin \
		exec unshare --mount --propagation private bash -c "$inside" changed "$@"
}

ready() {
	if ! fits && [ ! -x "$root/usr/bin/wine-stable" ]; then
		[ "$(id -u)" = 0 ] || {
			echo "wine: there is no wine 9 or newer here, and only root can make a Debian that has it" >&2
			exit 2
		}
		command -v debootstrap >/dev/null || apt-get install -y -q debootstrap >/dev/null
		echo "wine: makes a Debian $suite with wine in build/wine (700 MB are fetched)"
		mkdir -p "$project/build/wine"
		rm -rf "$root"
		debootstrap --variant=minbase --include=wine,wine64,libgl1-mesa-dri "$suite" "$root" >"$project/build/wine/debootstrap.log" 2>&1 || {
			tail -5 "$project/build/wine/debootstrap.log" >&2
			rm -rf "$root"
			exit 1
		}
	fi
	[ -d "$WINEPREFIX/drive_c/windows/system32" ] || "${BASH_SOURCE[0]}" wineboot -i >/dev/null 2>&1
}

if [ "${1:-}" = --ready ]; then
	ready
elif fits; then
	exec wine "$@"
else
	changed wine "$@"
fi
