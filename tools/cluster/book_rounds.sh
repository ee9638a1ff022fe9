#!/bin/bash
# SPDX-License-Identifier: MIT
# Extends a book in rounds until no leaves are left. After an interruption the same command resumes.
#
#   tools/cluster/book_rounds.sh [-n LEAVES] [-s SHARDS] [-d FOLDER] [-l LAUNCH] BOOK [OPTION]...
#
# Each round: `sumi book leaves BOOK --count LEAVES OPTION...` prints leaves, LAUNCH searches them
# in SHARDS shards, and `sumi book take` stores the results in BOOK. FOLDER holds the files of the
# round; all machines must see it. LAUNCH is a bash command line; $search is the search command
# without --shard:
#
#   -l 'seq $shards | xargs -P 4 -I{} $search --shard {}/$shards'                      (local)
#   -l 'parallel -j 8 -S one,two $search --shard {}/$shards ::: $(seq $shards)'        (ssh)
#   -l 'srun -n $shards $search --shard auto'                                          (Slurm)
#   -l 'sbatch --wait --array=1-$shards tools/cluster/array.sbatch $search'            (Slurm)
#
# Defaults: 32 leaves per processor of this machine, one shard per leaf, FOLDER BOOK.round, xargs.
# If shards are unfinished when LAUNCH ends (a worker was killed), LAUNCH runs again; finished
# shards exit at once. The script gives up after three launches without a new result. The
# environment variable SUMI names the program.
set -u
sumi=${SUMI:-sumi}
leaves=$((32 * $(nproc)))
shards='' folder=''
launch="seq \$shards | xargs -P $(nproc) -I{} \$search --shard {}/\$shards >/dev/null"
while getopts n:s:d:l: option; do
  case $option in
    n) leaves=$OPTARG ;;
    s) shards=$OPTARG ;;
    d) folder=$OPTARG ;;
    l) launch=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
if (($# == 0)); then
  echo 'usage: book_rounds.sh [-n LEAVES] [-s SHARDS] [-d FOLDER] [-l LAUNCH] BOOK [OPTION]...' >&2
  exit 2
fi
book=$1
shift
shards=${shards:-$leaves}
mkdir -p "${folder:=$book.round}" && folder=$(realpath "$folder") || exit
round=$folder/leaves answers=$folder/answers
# shellcheck disable=SC2034  # LAUNCH uses it
search="$sumi book search $round $answers --jobs 1"
trap 'exit 130' INT
trap 'exit 143' TERM

count_answers() { cat "$answers"/*.answers 2>/dev/null | wc -l; }

while true; do
  "$sumi" book leaves "$book" --count "$leaves" "$@" >"$round.new" || exit
  (($(wc -l <"$round.new") > 1)) || break
  # If the previous run was interrupted in this round, the leaves are unchanged: keep their results.
  cmp -s "$round.new" "$round" || { rm -rf "$answers" && mv "$round.new" "$round"; } || exit
  had=0 vain=0
  until eval "$launch"; "$sumi" book take "$book" "$answers"; do
    have=$(count_answers)
    ((vain = have > had ? 0 : vain + 1))
    if ((vain == 3)); then
      echo 'book_rounds.sh: three launches have found no further answer; giving up' >&2
      exit 1
    fi
    had=$have
  done
done
rm -rf "$round" "$round.new" "$answers" && rmdir "$folder"
