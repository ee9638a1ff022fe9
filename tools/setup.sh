# SPDX-License-Identifier: MIT
# Debian packages and builds, sourced by tools/run, tools/test, tools/package and tools/wasm.
#
# A GUI or a pipe may be attached to the caller, so nothing here reads standard input, and all
# output goes to standard error.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
build_packages=(cmake ninja-build g++ libboost1.81-dev libboost-program-options1.81-dev libedit-dev
                libfmt-dev libsqlite3-dev libzstd-dev nlohmann-json3-dev)

say() { printf '%s: %s\n' "tools/${0##*/}" "$*" >&2; }

# need_packages PACKAGE...: installs missing packages, or names them and exits.
need_packages() {
  command -v dpkg-query >/dev/null || return 0  # not Debian: the user installs them
  local package installed missing=() as_root=()
  installed=$(dpkg-query -W -f='${Package}=${db:Status-Status}\n' "$@" 2>/dev/null)
  for package; do
    grep -qxF "$package=installed" <<<"$installed" || missing+=("$package")
  done
  ((${#missing[@]})) || return 0

  local by_hand="apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  if ((EUID != 0)); then
    if sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    elif command -v sudo >/dev/null && { : </dev/tty; } 2>/dev/null; then
      as_root=(sudo)  # reads the password from the terminal, not from standard input
    else
      say "missing packages; as root run: $by_hand"
      exit 1
    fi
  fi
  say "installing Debian packages, which takes a minute or two: ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
             apt-get -qq -y -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0)
  local install=("${apt[@]}" install --no-install-recommends "${missing[@]}")
  # Missing or outdated package lists need an update first.
  if ! { compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null && "${install[@]}"; } &&
     ! { "${apt[@]}" update && "${install[@]}"; }; then
    say "could not install packages; as root run: $by_hand"
    exit 1
  fi
} </dev/null >&2

# configured_here PRESET: whether CMake has configured the preset for this source folder. A build
# tree copied from elsewhere would still build the sources there.
configured_here() {
  local dir=$root/build/$1
  [[ -e $dir/build.ninja && -e $dir/CMakeFiles/rules.ninja ]] &&
    grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"
}

# tools/run configures without tests, because they need more packages.
is_configured() {
  configured_here "$1" &&
    { [[ $testing == OFF ]] || grep -qxF 'BUILD_TESTING:BOOL=ON' "$root/build/$1/CMakeCache.txt"; }
}

is_up_to_date() {
  local preset=$1
  shift
  is_configured "$preset" &&
    [[ $(ninja -C "$root/build/$preset" -n "$@" 2>&1) == *'no work to do.' ]]
}

# configure PRESET: silent unless it fails. Keeps compiled objects if the build tree belongs here.
configure() {
  local log=$root/build/configure-$1.log fresh=--fresh
  configured_here "$1" && fresh=
  say 'configuring'
  cmake ${fresh:+"$fresh"} -S "$root" --preset "$1" -DBUILD_TESTING:BOOL="$testing" >"$log" 2>&1 &&
    return
  cat "$log"
  return 1
}

# show_progress: forwards ninja's output, but "@ PERCENT% ..." lines only every 10% or 15 s, so that
# a log or pipe shows progress.
show_progress() {
  local line percent shown=0 last=$SECONDS status
  while true; do
    IFS= read -r -t 15 line
    status=$?
    # Above 128: time-out, the input continues. Otherwise: end of input.
    ((status == 0 || status > 128)) || break
    if ((status == 0)) && [[ $line != '@ '* ]]; then
      printf '%s\n' "$line"
      continue
    fi
    if ((status == 0)); then
      line=${line#@ }
      percent=$((10#$(printf '%s' "${line%%\%*}" | tr -d ' ')))
    fi
    if ((${percent:=0} >= shown + 10 || SECONDS - last >= 15)); then
      say "built $percent %, $((SECONDS - begun)) s"
      shown=$((percent / 10 * 10)) last=$SECONDS
    fi
  done
}

# compile PRESET TARGET...: shows progress, on a terminal in one rewritten line, otherwise line by
# line.
compile() {
  local preset=$1 begun=$SECONDS
  shift
  if [[ -t 2 && ${TERM-dumb} != dumb ]]; then
    NINJA_STATUS="tools/${0##*/}: %p, %f of %t, %e s: " ninja -C "$root/build/$preset" "$@" ||
      return 1
  else
    NINJA_STATUS='@ %p ' ninja -C "$root/build/$preset" "$@" | show_progress
    ((PIPESTATUS[0] == 0)) || return 1
  fi
  say "built $* in $((SECONDS - begun)) s"
}

# build PRESET TARGET...: brings the targets up to date, silently if they already are; with tests if
# testing=ON. Holds a lock until the last compiler that inherited it exits, so callers take turns.
build() {
  local preset=$1
  shift
  mkdir -p "$root/build" || exit 1
  [[ -e $root/build/.lock ]] || : >"$root/build/.lock" || exit 1
  exec 9<"$root/build/.lock"
  flock -n 9 || { say 'waiting for another build'; flock 9; }
  if ! is_up_to_date "$preset" "$@"; then
    need_packages "${build_packages[@]}"
    if ! [[ -e $root/build/$preset/.ninja_log ]]; then
      say "building $* for the first time, which takes minutes; later starts are immediate"
    else
      say "building $*: the sources have changed"
    fi
    is_configured "$preset" || configure "$preset" || exit 1
    compile "$preset" "$@" || exit 1
  fi
  exec 9<&-
} </dev/null >&2
