#!/bin/sh
# SPDX-License-Identifier: MIT
# bare_debian.sh: packages what `tools/package deb` built, installs it in a bare Debian 12, uses it,
# upgrades to a second release, purges it, and lists remaining files. For root; needs debootstrap
# and the network. The bare Debian stays in build/data.
set -eu
here=$(dirname "$(readlink -f "$0")")
build=$here/../../build
kept=$build/data/bare-debian.tar
root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf "$root"' EXIT
say() { printf '== %s\n' "$*"; }
inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
apt() {
  inside sh -c "apt-get -qq -y -o Dpkg::Use-Pty=0 $*" >"$root/tmp/apt.log" 2>&1 ||
    { cat "$root/tmp/apt.log"; exit 1; }
}

# All files except apt's and dpkg's own.
files() {
  (cd "$root" && find . -path ./proc -prune -o -path ./var/lib/apt -prune -o -path ./var/cache -prune -o \
    -path ./var/lib/dpkg -prune -o -path ./var/log -prune -o -path ./tmp -prune -o -print | sort)
}

if ! [ -e "$kept" ]; then
  say 'a bare Debian'
  mkdir -p "$(dirname "$kept")"
  debootstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
  rm -f "$root.log"
  # Needed to build third-party programs, so not a leftover of ours.
  apt update
  apt install --no-install-recommends gcc g++ cmake make pkg-config python3 man-db
  tar -C "$root" -cf "$kept" .
else
  tar -C "$root" -xf "$kept"
fi
mount -t proc proc "$root/proc"
files >"$root/tmp/before"

cp -r "$here" "$root/tmp/install"
for release in 1 2; do
  say "release $release"
  cmake -DCPACK_DEBIAN_PACKAGE_RELEASE=$release "$build/package" >/dev/null
  (cd "$build/package" && cpack -B "$root/tmp/$release" >"$root/tmp/cpack.log" 2>&1) ||
    { cat "$root/tmp/cpack.log"; exit 1; }
  apt install --no-install-recommends "/tmp/$release/*.deb"
  inside dpkg -l sumi libsumi0 libsumi-dev python3-sumi | tail -n 4
  inside man -w sumi
  inside sh -c "grep -q '^Exec=sumi web' /usr/share/applications/sumi.desktop"
  inside /tmp/install/uses_installed.sh /usr
done
cmake -DCPACK_DEBIAN_PACKAGE_RELEASE=1 "$build/package" >/dev/null

say 'purge'
apt purge sumi libsumi0 libsumi-dev python3-sumi
apt autoremove --purge
files >"$root/tmp/after"
if ! diff "$root/tmp/before" "$root/tmp/after"; then
  say 'that is left behind'
  exit 1
fi
say 'nothing is left behind'
