#!/usr/bin/env bash
# Installs a package of Debian's where a command is missing: provide.sh COMMAND PACKAGE.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v "$1" >/dev/null && exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || {
	echo "package: $1 is missing; Debian has it in $2" >&2
	exit 2
}
echo "package: installs $2"
mkdir -p build
DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "$2" >"build/setup-$2.log" 2>&1
