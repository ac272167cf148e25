#!/usr/bin/env bash
# Installs the .deb with apt in a bare Debian, tidies the sample folder there with and
# without tesseract, opens the window, upgrades and removes it. It needs root,
# debootstrap and Xvfb: check-debian.sh dist/deskhand-VERSION-linux-ARCH
set -euo pipefail
cd "$(dirname "$0")/.."
readonly package=$1
readonly suite=${SUITE:-bookworm}
readonly root=$PWD/build/debian/$suite
readonly picture=$PWD/build/debian/window.png
readonly display=:87

main() {
	[ "$(id -u)" = 0 ] || fail "it needs root, to make a Debian and change into it"
	command -v debootstrap >/dev/null || apt-get install -y -q debootstrap >/dev/null
	make_debian
	trap leave EXIT
	mount --bind /proc "$root/proc"
	mount --bind /dev "$root/dev"
	cp "$package.deb" "$root/tmp/deskhand.deb"

	step "install, without what is only recommended"
	apt install --no-install-recommends /tmp/deskhand.deb
	tidy alone
	step "the same with tesseract"
	apt install tesseract-ocr tesseract-ocr-eng libgl1-mesa-dri
	tidy tesseract
	names_as_well_alone
	step "the window"
	show_window
	step "upgrade, with what was done kept"
	inside deskhand history --json >"$root/tmp/before"
	upgrade
	inside deskhand history --json | cmp - "$root/tmp/before" || fail "the history did not survive the upgrade"
	step "remove"
	apt remove deskhand
	[ ! -e "$root/usr/bin/deskhand" ] || fail "the program is still there"
	[ -d "$root/home/somebody/.local/share/deskhand" ] || fail "what the person did went with the program"
	echo "debian: good; the window is in ${picture#"$PWD"/}"
}

step() { echo "debian: $*"; }

fail() {
	echo "debian: $*" >&2
	exit 1
}

make_debian() {
	rm -rf "$root"
	mkdir -p "$root"
	step "makes a bare $suite"
	debootstrap --variant=minbase "$suite" "$root" >build/debian/debootstrap.log 2>&1 || {
		tail -5 build/debian/debootstrap.log >&2
		exit 1
	}
	cp -R /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
	chroot "$root" useradd --create-home somebody
}

# apt does as apt-get does, in the Debian, and shows what it said only if it fails.
apt() {
	chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get -y -q "$@" >build/debian/apt.log 2>&1 || {
		tail -20 build/debian/apt.log >&2
		exit 1
	}
}

inside() { chroot --userspec=somebody "$root" env -i HOME=/home/somebody LANG=C.UTF-8 PATH=/usr/bin:/bin DISPLAY=$display "$@"; }

# names_as_well_alone compares the two engines: what tesseract led to a name for has the
# same one without it. More may be named: a file that is doubtful to one need not be to
# the other.
names_as_well_alone() {
	ls assets/sample >"$root/tmp/before.names"
	local lost
	lost=$(comm -13 <(sort "$root/tmp/alone.names" "$root/tmp/before.names" | uniq) <(sort "$root/tmp/tesseract.names"))
	[ -z "$lost" ] || fail "only with tesseract there are: $lost"
}

# tidy renames a copy of the sample folder, keeps the names in a file, and undoes it.
tidy() {
	local folder=/home/somebody/$1
	rm -rf "$root$folder"
	cp -R assets/sample "$root$folder"
	chroot "$root" chown -R somebody "$folder"
	inside deskhand triage "$folder" --yes | tail -n 1
	ls "$root$folder" >"$root/tmp/$1.names"
	inside deskhand undo
}

show_window() {
	Xvfb $display -screen 0 1280x800x24 >/dev/null 2>&1 &
	xvfb=$!
	mkdir -p "$root/tmp/.X11-unix"
	mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
	cp -R assets/sample "$root/home/somebody/window"
	chroot "$root" chown -R somebody /home/somebody/window
	inside deskhand window /home/somebody/window >build/debian/window.log 2>&1 &
	local opened=$! tries
	for tries in $(seq 60); do
		if DISPLAY=$display xdotool search --sync --onlyvisible --name Deskhand >/dev/null 2>&1; then break; fi
	done
	[ "$tries" != 60 ] || fail "no window came: $(cat build/debian/window.log)"
	DISPLAY=$display xdotool search --name Deskhand windowsize 1280 800
	DISPLAY=$display timeout 60 xdotool search --sync --onlyvisible --name Deskhand >/dev/null
	wait_until_still
	DISPLAY=$display xprop -name Deskhand -len 40 -f _NET_WM_ICON 32c ' = $0 x $1\n' WM_CLASS _NET_WM_ICON | tee build/debian/xprop.log
	grep -q '_NET_WM_ICON.* = 512 x 512' build/debian/xprop.log || fail "the window has no icon"
	DISPLAY=$display xdotool search --name Deskhand windowclose
	wait "$opened" || true # however it ended, nothing of it runs on
	kill "$xvfb"
	xvfb=
	umount "$root/tmp/.X11-unix"
}

# wait_until_still takes pictures until two are alike: while files are read, the window
# counts them.
wait_until_still() {
	local before="" now=. tries
	for tries in $(seq 100); do
		import -display $display -window root -strip "$picture"
		now=$(convert "$picture" rgb:- | sha256sum)
		if [ "$now" = "$before" ] && [ "$tries" -gt 10 ]; then return; fi
		before=$now
	done
}

# upgrade installs the same files as a later version.
upgrade() {
	local tree=build/package/${package##*/} arch
	arch=$(dpkg --print-architecture)
	ARCH=$arch VERSION=99.0.0 TREE=$tree build/tools/nfpm package -f assets/linux/nfpm.yaml -p deb -t "$root/tmp/later.deb" >/dev/null
	apt install /tmp/later.deb
	chroot "$root" dpkg-query -W -f 'debian: now ${Version}\n' deskhand
}

leave() {
	if [ -n "${xvfb:-}" ]; then kill "$xvfb" 2>/dev/null || true; fi
	local mounted
	for mounted in tmp/.X11-unix dev proc; do
		if mountpoint -q "$root/$mounted"; then umount -l "$root/$mounted"; fi
	done
	return 0
}

main
