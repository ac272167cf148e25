#!/bin/sh
# Installs Deskhand from this folder, or removes it again:
#
#   ./install.sh --user              for yourself, into ~/.local
#   sudo ./install.sh                for everybody, into /usr/local
#   ./install.sh --remove [--user]   removes the programs; your data stays
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=${DESTDIR:-}/usr/local
action=add
for option; do
	case $option in
	--user) prefix=$HOME/.local ;;
	--remove) action=remove ;;
	*)
		sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
		exit 2
		;;
	esac
done

cd "$here/usr"
find . -type f | while read -r file; do
	case $action in
	add)
		mkdir -p "$prefix/$(dirname "$file")"
		cp -f "$file" "$prefix/$file"
		;;
	remove) rm -f "$prefix/$file" ;;
	esac
done
if [ "$action" = remove ]; then
	echo "Deskhand is removed from $prefix. What it keeps is still in ~/.local/share/deskhand and ~/.config/deskhand."
	exit
fi

# A desktop need not look for programs in a folder of one's own.
sed -i "s|^Exec=deskhand-window|Exec=\"$prefix/bin/deskhand-window\"|" "$prefix/share/applications/Deskhand.desktop"
if command -v update-desktop-database >/dev/null; then
	update-desktop-database -q "$prefix/share/applications" || true
fi
echo "Deskhand is installed in $prefix."
case :$PATH: in
*":$prefix/bin:"*) ;;
*) echo "For the command line, add $prefix/bin to your PATH." ;;
esac
