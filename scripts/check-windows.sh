#!/usr/bin/env bash
# Does under wine what a person would with the installer: install, tidy the sample
# folder, remove; what it did is kept: check-windows.sh dist/deskhand-VERSION-windows-amd64
set -euo pipefail
cd "$(dirname "$0")/.."
readonly setup=$1-setup.exe
readonly place=build/wine/check
readonly user=build/wine/prefix/drive_c/users/$(id -un)
readonly programs=$user/AppData/Local/Programs/Deskhand

fail() {
	echo "package: $*" >&2
	exit 1
}
run() { timeout 600 scripts/wine.sh "$@" 2>>"$place/wine.log"; }

# folder_command asks the registry for the command of the folders' menu.
folder_command() { run reg query 'HKCU\Software\Classes\Directory\shell\Deskhand\command' /ve; }

scripts/wine.sh --ready
rm -rf "$place" "$programs" "$user"/AppData/{Local,Roaming}/deskhand
mkdir -p "$place/papers"
cp -R assets/sample/. "$place/papers/"
ls "$place/papers" >"$place/before"
unzip -tq "$1.zip" >/dev/null || fail "the zip is damaged"

run "$setup" /S
for file in deskhand.exe deskhand-window.exe uninstall.exe LICENSE.txt; do
	[ -s "$programs/$file" ] || fail "the installer left no $file"
done
folder_command | grep -q 'deskhand-window.exe' || fail "folders have no entry in their menu"
[ -s "$user/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Deskhand.lnk" ] || fail "nothing is in the Start menu"
[ -s "$user/AppData/Roaming/Microsoft/Windows/SendTo/Deskhand.lnk" ] || fail "nothing is under Send to"
run "$programs/deskhand.exe" triage "$place/papers" --model none --yes >"$place/said" </dev/null || fail "it did not tidy: $(tail -3 "$place/said")"
ls "$place/papers" >"$place/after"
echo "package: under wine $(comm -13 "$place/before" "$place/after" | wc -l) of $(wc -l <"$place/before") files got names"
cmp -s "$place/before" "$place/after" && fail "no file got another name"
run "$programs/deskhand.exe" undo >>"$place/said" </dev/null || fail "it did not undo: $(tail -3 "$place/said")"
ls "$place/papers" | cmp -s - "$place/before" || fail "undoing did not bring the old names back"
run "$programs/uninstall.exe" /S _?="C:\\users\\$(id -un)\\AppData\\Local\\Programs\\Deskhand"
[ ! -e "$programs/deskhand.exe" ] || fail "the program is still there"
if folder_command >/dev/null; then fail "folders still have its entry in their menu"; fi
[ -s "$user/AppData/Local/deskhand/data/deskhand.db" ] || fail "what the person did went with the program"
echo "package: good under wine"
