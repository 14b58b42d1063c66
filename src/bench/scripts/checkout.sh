# Arguments: mirror, repository, commit, and the path of Mayday's separate git directory or ''. That
# directory is created before any command of the task. It has the index of the commit, in its simplest form,
# and no settings of the tree.
export LC_ALL=C
id=$(git -C "$1" rev-parse --verify --quiet "$3^{commit}") || {
  printf 'fatal: reference is not a tree: %s (not in %s)\n' "$3" "$2" >&2
  exit 128
}
git fetch -q --no-tags "$1" "$id" && rm -f .git/FETCH_HEAD && git checkout -q -b bench "$id" || exit
[ -z "$4" ] || {
  # A git that does not know object formats has only one.
  format=--object-format=$(git rev-parse --show-object-format 2>/dev/null) || format=
  git init -q --bare --template= $format "$4" &&
    GIT_INDEX_FILE="$4/index" git -c core.splitIndex=false -c core.untrackedCache=false -c core.fsmonitor=false \
      -c index.sparse=false read-tree "$id"
}
