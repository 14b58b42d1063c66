# Arguments: mirror, repository, commit, home, and whether the commit is an id.
mirror=$1 repo=$2 commit=$3 is_id=$5
export HOME="$4" GIT_TERMINAL_PROMPT=0 LC_ALL=C
[ -e "$mirror" ] || {
  aside=$(mktemp -d "$mirror.XXXXXX") && git init -q --bare --template= "$aside" &&
    git -C "$aside" config uploadpack.allowAnySHA1InWant true && mv "$aside" "$mirror" || exit
  # If another attempt created the mirror first, this one was moved into it.
  rm -rf "$mirror/$(basename "$aside")"
}
has() { git -C "$mirror" cat-file -e "$commit^{commit}" 2>/dev/null; }
fetch() { git -C "$mirror" -c gc.auto=0 -c fetch.unpackLimit=1 fetch -q --no-write-fetch-head "$@" 2>&1; }
tries=0
while [ "$is_id" = no ] || ! has; do
  said=$(fetch --prune "$repo" '+refs/heads/*:refs/heads/*' '+refs/tags/*:refs/tags/*') && break
  code=$?
  case $said in
    *'cannot lock ref'* | *'.lock'*) tries=$((tries + 1)); [ "$tries" -lt 60 ] && sleep 1 && continue ;;
  esac
  printf '%s\n' "$said" >&2
  exit "$code"
done
[ "$is_id" = no ] || has || fetch "$repo" "$commit" >/dev/null
git init -q --template= . && git config user.name bench && git config user.email bench@localhost
