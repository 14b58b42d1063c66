import { anyOf } from '../any-of.ts'
import { meaningOf, type Form } from '../forms.ts'
import type { What } from '../signal.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

const CLONE: RegExp = anyOf([
  /^\s{0,8}(?:fatal|error): (?:repository '.*' (?:does not exist|not found)|unable to access '|'.*' does not appear to be a git repository|Authentication failed for |could not read (?:Username|Password) for |clone of '.*' into submodule path|destination path '.*' already exists|Remote branch .* not found|couldn't find remote ref |early EOF|index-pack failed|fetch-pack: |the remote end hung up|RPC failed|protocol error|unable to (?:connect to|look up)|remote error: (?!upload-pack: not our ref)|No url found for submodule path|The requested URL returned error|Could not fetch|unable to update url base|bad config|unable to get password|transport '|helper error|expected flush after ref listing|Server does not allow request|Unencrypted HTTP is not supported)/,
  /^Clone of '.*' into submodule path '.*' failed|^Failed to clone '.*' a second time/,
  /^(?:stderr: )?ERROR: (?:Error (?:cloning|fetching) remote repo|Repository not found\.|Timeout after \d+ minutes|Couldn't find any revision to build)/,
  /^(?:Caused by: )?hudson\.plugins\.git\.GitException: (?:Failed to fetch|Could not (?:init|clone)|Command "git (?:fetch|clone|init))/,
  /^batch response: /,
])
const REMOTE_GONE =
  /^(?:stderr: )?(?:fatal|schwerwiegend|致命错误) ?: ?(?:Could not read from remote repository\.|Impossible de lire le dépôt distant|Konnte nicht vom Remote-Repository lesen|No se pudo leer del repositorio remoto|无法读取远程仓库)/
/** The messages of ssh just before git fails. */
const SSH =
  /^(?:ssh: |kex_exchange_identification: |Host key verification failed|(?:\S+@)?[\w.-]+: Permission denied \(|Permission denied \(publickey|Connection (?:closed|reset) by |ERROR: Repository not found|Load key )/
const CHECKOUT: RegExp = anyOf([
  /^(?:stderr: )?(?:fatal|error): (?:reference is not a tree|pathspec '.*' did not match any|Your local changes to the following files would be overwritten by|The following untracked working tree files would be|Unable to checkout '|unable to (?:checkout|create file|write file|read tree|unlink old)|Fetched in submodule path '.*', but it did not contain|ambiguous argument '.*': unknown revision|invalid reference: |bad (?:object|revision|tree object)|'.*' is already (?:checked out|used by worktree)|Unable to create '.*\.lock': |[Cc]annot (?:lock ref|rebase: |pull with rebase|create directory at)|could not (?:apply|lock|detach HEAD|parse object|switch|reset)|Could not (?:parse object|reset)|detected dubious ownership|invalid path '|unsafe repository|Exiting because of (?:an )?unresolved conflict|Pulling is not possible because you have unmerged|You have not concluded your merge|a branch named '.*' already exists|not something we can merge|refusing to merge unrelated|Not possible to fast-forward|remote error: upload-pack: not our ref|smudge filter|external filter|internal error in revision walk|Could not read [\da-f]{7,64}$)/,
  /^Unable to checkout '\S+' in submodule path|^Automatic merge failed; fix conflicts/,
  /^Could not apply [\da-f]{7,}|^Error downloading object: /,
  /^(?:Caused by: )?hudson\.plugins\.git\.GitException: Command "git (?:checkout|rebase|merge|reset|clean|submodule)/,
])
const PATCH: RegExp = anyOf([
  /^(?:error|fatal): (?:patch failed: |.*: patch does not apply$|No valid patches in input|corrupt patch at |patch fragment without header|unrecognized input|.*: (?:does not exist|already exists) in (?:index|working directory)|git diff header lacks|patch with only garbage|cannot apply binary patch|[^\s:]+: No such file or directory$)/,
  /^Patch failed at \d+ |^Hunk #\d+ FAILED at |^\d+ out of \d+ hunks? (?:FAILED|ignored)/,
  /^patch: \*\*\*\* |^can't find file to patch at input line/,
])
const CONFLICT = /^CONFLICT \([^)]+\): (?:Merge conflict in (\S.*)|(\S+) )/
const NAMED =
  /^(?:error|fatal): (?:pathspec '([^']+)'|patch failed: ([^:]+):|([^:\s]+): (?:patch does not apply|does not exist in))|saving rejects to file (\S+)\.rej/
/** The conflicting files are listed below, after a tab. */
const LISTED = /^\t(\S.*)$/

const FORMS: readonly Form[] = [
  [PATCH, 'patch-failed'],
  [CHECKOUT, 'checkout-failed'],
  [CLONE, 'clone-failed'],
  [REMOTE_GONE, 'clone-failed'],
]

export const git: ToolReader = {
  name: 'git',
  title: 'git and patch',
  cue: /^\s{0,8}(?:stderr: )?(?:fatal|error): |^(?:fatal|schwerwiegend|致命错误) ?:|^(?:git ?: )?Pushing to |\bgit push\b|^Clone of '|^Failed to clone|^ERROR: |GitException|^batch response|^ssh: |^kex_|^Host key|Permission denied \(|^Connection |^Load key|^Unable to checkout|^Automatic merge failed|^Could not apply|^Error downloading object|^Patch failed|^Hunk #|hunks? (?:FAILED|ignored)|^patch: \*\*\*\*|^can't find file to patch|^CONFLICT|^\t\S|^ {1,3}[\da-f]{7,40}\.\.|^ \* \[new branch\]|^(?:remote: )?(?:Permission to \S+ denied|Write access to repo)/,
  open: () => new GitErrors(),
}

/** A push that was accepted: the old and the new commit, and the branch. */
const PUSHED = /^ {1,3}[\da-f]{7,40}\.\.[\da-f]{7,40} +\S+ -> \S+$|^ \* \[new branch\] +\S+ -> \S+$/

/** Lines that show a push. If a push cannot reach the remote, no clone or fetch failed. */
const PUSHING = /^(?:git ?: )?Pushing to \S+$|\bgit push\b/
const OUT_OF_REACH = /^(?:stderr: )?fatal: unable to (?:access|connect to|look up) /

/** The server accepts the login and denies the push. */
const DENIED = /^(?:remote: )?(?:Permission to \S+ denied to |Write access to repository not granted)/

class GitErrors {
  /** The last finding, so that the summary after it does not replace the cause. */
  #last: { readonly what: What; readonly message: string } | null = null
  #ssh = ''
  #isDenied = false
  #isPushing = false
  #names: string[] = []

  line(text: string): Finding | null {
    if (text.includes('No space left on device')) return null
    if (PUSHED.test(text)) return this.#pushed()
    if (PUSHING.test(text)) this.#isPushing = true
    if (this.#isPushing && OUT_OF_REACH.test(text))
      return { what: 'install-failed', message: text, detail: transient(text) }
    if (DENIED.test(text)) {
      this.#isDenied = true
      return { what: 'install-failed', message: text }
    }
    if (this.#isDenied && CLONE.test(text)) {
      // The next line only repeats the denial.
      this.#isDenied = false
      return null
    }
    if (SSH.test(text)) {
      this.#ssh = text.trim()
      return null
    }
    const conflict = CONFLICT.exec(text)
    if (conflict !== null) return this.#name(conflict[1] ?? conflict[2])
    const listed = LISTED.exec(text)?.[1]
    if (listed !== undefined)
      return this.#last?.message.includes('would be overwritten') === true ? this.#listed(listed) : null
    const what = meaningOf(FORMS, text)
    return what === undefined ? null : this.#found(what, text)
  }

  #found(what: What, text: string): Finding | null {
    const [, path, failed, file, rejected] = NAMED.exec(text) ?? []
    this.#name(path ?? failed ?? file ?? rejected)
    // A later line about the same problem is git's summary of the first one.
    const said = this.#last?.what === what ? this.#last.message : ''
    const cause = REMOTE_GONE.test(text) && this.#ssh !== '' ? this.#ssh : text.trim()
    const message = said === '' || isNews(text) ? cause : said
    this.#ssh = ''
    this.#last = { what, message }
    return this.#finding(message === said)
  }

  #listed(file: string): Finding | null {
    this.#name(file)
    return this.#finding(true)
  }

  #finding(inPlace: boolean): Finding | null {
    if (this.#last === null) return null
    const { what, message } = this.#last
    const names = this.#names.length === 0 ? {} : { names: [...this.#names] }
    return {
      what,
      message,
      tentative: true,
      ...(inPlace ? { inPlace: true } : {}),
      detail: { ...transient(message), ...names },
    }
  }

  /** A later successful push resolves what a loop of git commands reported before. */
  #pushed(): Finding | null {
    if (this.#last === null) return null
    this.#last = null
    this.#names = []
    return { what: 'success', detail: { soFar: true } }
  }

  #name(file: string | undefined): null {
    if (file !== undefined && this.#names.length < 20 && !this.#names.includes(file)) this.#names.push(file)
    return null
  }
}

/** Lines that report a new problem, not the end of the previous one. */
const isNews = (text: string): boolean =>
  /^(?:fatal|error): (?:repository '|unable to access|pathspec '|reference is not a tree|patch failed|Your local|The following|Remote branch|Authentication|Fetched in submodule|Unable to create)/.test(
    text,
  )
