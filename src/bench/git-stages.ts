/**
 * How the work tree of an attempt is made.
 *
 * G1 A repository is fetched over the network once: into a bare mirror, which is refreshed only where a commit is not
 * in it, or where a name is asked for. G2 The work tree holds the commit and what came before it: the agent cannot look
 * up the fix. It has no remote. G3 Attempts that fetch into the same mirror at the same time wait for
 * each other; a mirror is never half there, nor a commit without its files where a fetch was killed (packs come whole).
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { redact } from '../secrets/secrets.ts'
import { shellWords } from '../supervision/shell-words.ts'
import type { StageSpec } from '../supervision/run-spec.ts'
import type { BenchTask } from './suite/task.ts'

export type GitPlaces = {
  /** The folder of all mirrors. */
  readonly mirrors: string
  /** The home of the person: an attempt's own knows no login of git. */
  readonly home: string
  /** Where the git dir of Mayday's own is made; null where the task has no sandbox. */
  readonly own: string | null
}

/** Arguments: mirror, repository, commit, home, and whether it is an id. */
const CLONE = String.raw`
mirror=$1 repo=$2 commit=$3 is_id=$5
export HOME="$4" GIT_TERMINAL_PROMPT=0 LC_ALL=C
[ -e "$mirror" ] || {
  aside=$(mktemp -d "$mirror.XXXXXX") && git init -q --bare --template= "$aside" &&
    git -C "$aside" config uploadpack.allowAnySHA1InWant true && mv "$aside" "$mirror" || exit
  # Where another attempt was faster it was moved into that one's mirror.
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
`

/**
 * Arguments: mirror, repository, commit, and the git dir of Mayday's own or ''. That one is made before any command of
 * the task: it has the index of the commit, in its plainest form, and no settings of the tree.
 */
const CHECKOUT = String.raw`
export LC_ALL=C
id=$(git -C "$1" rev-parse --verify --quiet "$3^{commit}") || {
  printf 'fatal: reference is not a tree: %s (not in %s)\n' "$3" "$2" >&2
  exit 128
}
git fetch -q --no-tags "$1" "$id" && rm -f .git/FETCH_HEAD && git checkout -q -b bench "$id" || exit
[ -z "$4" ] || {
  # A git that does not know formats has only one.
  format=--object-format=$(git rev-parse --show-object-format 2>/dev/null) || format=
  git init -q --bare --template= $format "$4" &&
    GIT_INDEX_FILE="$4/index" git -c core.splitIndex=false -c core.untrackedCache=false -c core.fsmonitor=false \
      -c index.sparse=false read-tree "$id"
}
`

const ID = /^[0-9a-f]{7,64}$/

/** One mirror for each repository. */
const mirrorOf = (repo: string, mirrors: string): string =>
  join(mirrors, `${createHash('sha256').update(repo).digest('hex').slice(0, 24)}.git`)

export function gitStages(task: BenchTask, { mirrors, home, own }: GitPlaces): readonly StageSpec[] {
  const { repo, commit, timeouts } = task
  const mirror = mirrorOf(repo, mirrors)
  const isId = ID.test(commit) ? 'yes' : 'no'
  return [
    {
      stage: 'git_clone',
      argv: ['/bin/sh', '-c', CLONE, 'git_clone', mirror, repo, commit, home, isId],
      command: redact(shellWords(['git', 'clone', repo]), []),
      timeoutMs: timeouts.clone,
      idleMs: null,
    },
    {
      stage: 'git_checkout',
      argv: ['/bin/sh', '-c', CHECKOUT, 'git_checkout', mirror, repo, commit, own ?? ''],
      command: shellWords(['git', 'checkout', commit]),
      timeoutMs: timeouts.checkout,
      idleMs: null,
    },
  ]
}
