#!/bin/sh
# SPDX-License-Identifier: MIT
# man_pages.sh SHARE PROGRAM...: writes the programs' manual pages and completions to the folders
# below SHARE (/usr/share on a system) in which man, bash and zsh look for them.
set -eu
share=$1
shift
man=$share/man/man1
bash=$share/bash-completion/completions
zsh=$share/zsh/vendor-completions
mkdir -p "$man" "$bash" "$zsh"
for program; do
  name=${program##*/}
  "$program" completion bash >"$bash/$name"
  "$program" completion zsh >"$zsh/_$name"
  "$program" help --man >"$man/$name.1"
  if "$program" help json >/dev/null 2>&1; then  # a topic of programs that print JSON
    "$program" help --man json >"$man/$name-json.1"
  fi
  "$program" help --list | while read -r command; do
    page=$name-$(printf '%s' "$command" | tr ' ' -)
    # shellcheck disable=SC2086  # a command may be two words
    "$program" help --man $command >"$man/$page.1"
  done
done
