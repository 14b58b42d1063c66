/** The git remote of a node: where work trees come from, and where branches are pushed. */
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { MaydayError } from '../../errors.ts'
import { HASH } from '../../record/git.ts'
import { askRemote, withoutLogins, type RemoteAnswer } from '../../record/remote-git.ts'
import type { Shape } from '../../record/schema.ts'

/** The URLs may contain a login: they are never shown. */
export const remoteSchema = v.object({ name: v.string(), fetch: v.string(), push: v.string() })

export type RemoteAddress = Shape<typeof remoteSchema>

/** The remote could not be used. The message contains git's own line. */
export class RemoteError extends MaydayError {
  constructor(message: string) {
    super('GIT_REMOTE', message)
  }
}

/** The names of a main branch, the newer one first. */
const MAIN_REFS = ['refs/heads/main', 'refs/heads/master'] as const

/** Pauses before a network error is tried again. */
const PAUSES_MS = [500, 2000, 8000] as const

/** Answers of a server that a retry does not change. */
const FINAL =
  /rejected\]|stale info|denied|forbidden|authentication failed|could not read (?:username|password)|not found|does not appear to be a git repository|the repository sets|protocol '.*' is not/i

export class GitRemote {
  readonly address: RemoteAddress
  readonly #root: string
  readonly #pausesMs: readonly number[]

  constructor(address: RemoteAddress, root: string, pausesMs: readonly number[] = PAUSES_MS) {
    this.address = address
    this.#root = root
    this.#pausesMs = pausesMs
  }

  /** The commit of a branch on the remote; null if there is no such branch. */
  async find(branch: string): Promise<string | null> {
    const listed = await this.#must(['ls-remote', this.address.fetch, `refs/heads/${branch}`])
    return listed.split('\t', 1).join('') || null
  }

  /**
   * The main branch, by the remote's HEAD. The HEAD of a new bare repository may name a branch that nobody pushed. Then
   * it is `main` or `master`, if there is one.
   */
  async mainBranch(): Promise<string> {
    const listed = await this.#must(['ls-remote', '--symref', this.address.fetch, 'HEAD', ...MAIN_REFS])
    const branch = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(listed)?.[1]
    if (branch !== undefined) return branch
    const main = MAIN_REFS.find((ref) => listed.split('\n').some((line) => line.endsWith(`\t${ref}`)))
    if (main !== undefined) return main.replace('refs/heads/', '')
    throw new RemoteError(
      `The remote ${this.address.name} does not say which branch is its main one. Name it: git.main in mayday.yaml, or mayday add --base BRANCH`,
    )
  }

  /** Fetches a branch or a commit into a ref of Mayday's own. */
  async fetch(what: string, into: string): Promise<void> {
    const source = HASH.test(what) ? what : `refs/heads/${what}`
    const options = ['--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--no-auto-maintenance']
    await this.#must(['fetch', ...options, this.address.fetch, `+${source}:${into}`])
  }

  /** Null if it was pushed, else git's line. `expected`: the commit that the branch must have; null: it must be new. */
  async push(commit: string, ref: string, expected: string | null): Promise<string | null> {
    const lease = `--force-with-lease=${ref}:${expected ?? ''}`
    const options = ['--no-verify', '--no-signed', '--recurse-submodules=no', lease]
    const answer = await this.#try(['push', ...options, this.address.push, `${commit}:${ref}`])
    return answer.kind === 'done' ? null : refusalIn(answer.said)
  }

  /** Pushes a commit to a ref that never moves. Null if it is there. */
  async save(commit: string, ref: string): Promise<string | null> {
    const answer = await this.#try([
      'push',
      '--no-verify',
      '--no-signed',
      this.address.push,
      `${commit}:${ref}`,
    ])
    return answer.kind === 'done' ? null : refusalIn(answer.said)
  }

  async #must(args: readonly string[]): Promise<string> {
    const answer = await this.#try(args)
    if (answer.kind === 'done') return answer.output
    throw new RemoteError(
      `git ${args[0] ?? ''} of the remote ${this.address.name} failed: ${refusalIn(answer.said)}`,
    )
  }

  async #try(args: readonly string[]): Promise<RemoteAnswer> {
    for (const pauseMs of this.#pausesMs) {
      const answer = await askRemote(args, this.#root)
      if (answer.kind === 'done' || FINAL.test(answer.said)) return answer
      await pause(pauseMs)
    }
    return askRemote(args, this.#root)
  }
}

/** The line that says why, and the server's own words about it. */
export function refusalIn(said: string): string {
  const lines = said
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '' && !line.startsWith('hint:'))
  const refused = lines.find((line) => line.startsWith('! ['))
  const fatal = lines.find((line) => /^(?:fatal|error|ERROR|ssh):/.test(line))
  const server = lines.find((line) => /^remote: \S/.test(line))
  const line = refused ?? fatal ?? lines.at(-1) ?? 'git said nothing'
  return server === undefined ? line : `${line} (${server})`
}

/** The URL without a login, for people. */
export const shownRemote = ({ name, push }: RemoteAddress): string => `${name} (${withoutLogins(push)})`
